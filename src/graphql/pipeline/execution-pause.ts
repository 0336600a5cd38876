import { isObjectType, type GraphQLSchema } from 'graphql'
import { yieldToEventLoop } from '../../lib/event-loop.js'

/** The maximum duration of all executions together in one iteration of the event loop, in milliseconds. */
const sliceDuration = 10
/** The clock is read once per this number of objects. */
const objectsPerCheck = 32

/**
 * Makes graphql-js pause during a large result by returning a promise from `isTypeOf`, which it calls for each object.
 * Compiled code needs a synchronous result, and is fast enough without pauses.
 */
export function pauseLongExecutions(schema: GraphQLSchema): void {
  const pause = createExecutionPause()
  for (const type of Object.values(schema.getTypeMap()))
    if (isObjectType(type) && !type.name.startsWith('__'))
      // Compiled code passes no context.
      type.isTypeOf = (_value, context: unknown) => (context === undefined ? true : pause())
}

/** Returns true if the execution may continue, or a promise that resolves in a later iteration of the event loop. */
function createExecutionPause(now = () => performance.now()): () => true | Promise<true> {
  let objectCount = 0
  /** The start of the current slice; undefined while nothing is executed. */
  let startedAt: number | undefined
  let waiting: (() => void)[] = []
  let isResuming = false

  const isSliceOver = () => startedAt !== undefined && now() - startedAt >= sliceDuration

  function beginSlice(): void {
    startedAt = now()
    setImmediate(() => (startedAt = undefined))
  }

  async function resumeAll(): Promise<void> {
    while (waiting.length > 0) {
      const resumed = waiting
      waiting = []
      for (const resume of resumed) {
        if (startedAt === undefined) beginSlice()
        while (isSliceOver()) {
          await yieldToEventLoop()
          beginSlice()
        }
        resume()
        // Let the resumed execution run.
        await Promise.resolve()
      }
    }
    isResuming = false
  }

  return () => {
    if (waiting.length === 0 && ++objectCount % objectsPerCheck !== 0) return true
    if (startedAt === undefined) beginSlice()
    if (!isSliceOver()) return true
    const resumed = new Promise<true>(resolve => waiting.push(() => resolve(true)))
    if (!isResuming) {
      isResuming = true
      void resumeAll()
    }
    return resumed
  }
}
