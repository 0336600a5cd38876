import type { Test } from 'tap'

/**
 * Counts how often code waits for the next turn of the event loop, so that others can work. Each look at the clock
 * takes the same time, so that pauses of long work do not depend on the speed of the machine.
 * @param look how long each look at the clock takes, in milliseconds
 * @returns the number of pauses since the last call
 */
export function countPauses(t: Pick<Test, 'teardown'>, look = 1): () => number {
  const { setImmediate: immediate } = globalThis
  let time = performance.now()
  let pauses = 0
  performance.now = () => (time += look)
  globalThis.setImmediate = Object.assign((...given: Parameters<typeof immediate>) => {
    pauses++
    return immediate(...given)
  }, immediate)
  t.teardown(() => {
    Reflect.deleteProperty(performance, 'now')
    globalThis.setImmediate = immediate
  })
  return () => {
    const counted = pauses
    pauses = 0
    return counted
  }
}
