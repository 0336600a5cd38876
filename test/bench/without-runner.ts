// Import this first: it disables parts of the test runner that distort a benchmark.
import tap from 'tap'

tap.setTimeout(0)
// Tracking each promise's test costs more than the measured work.
tap.hook.emitDestroy()
tap.hookDomain.destroy()
