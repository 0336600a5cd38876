import type { Test } from 'tap'

/**
 * Counts how often code yields to the event loop. Reading the clock advances it by a fixed time, so that the number of
 * pauses does not depend on the speed of the machine.
 * @param look the time by which each reading advances the clock, in milliseconds
 * @returns a function that returns the number of pauses since its last call
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
