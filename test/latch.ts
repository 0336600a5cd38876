import { EventEmitter, once } from 'node:events'

/** A promise that one side awaits until the other opens the latch. */
export function createLatch() {
  const events = new EventEmitter()
  const passed = once(events, 'open')
  return { open: () => void events.emit('open'), passed: passed.then(() => undefined) }
}
