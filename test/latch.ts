import { EventEmitter, once } from 'node:events'

/** A gate that one side waits at until the other opens it. */
export function createLatch() {
  const events = new EventEmitter()
  const passed = once(events, 'open')
  return { open: () => void events.emit('open'), passed: passed.then(() => undefined) }
}
