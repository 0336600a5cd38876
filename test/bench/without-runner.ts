// To be imported first: what helps tests has nothing to do in a benchmark.
import tap from 'tap'

// The limit of time.
tap.setTimeout(0)
// What follows each promise to the test that made it costs more than what is measured.
tap.hook.emitDestroy()
tap.hookDomain.destroy()
