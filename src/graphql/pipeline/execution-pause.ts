import { isObjectType, type GraphQLSchema } from 'graphql'
import { yieldToEventLoop } from '../../lib/event-loop.js'

/** Milliseconds that executions take together in one turn of the event loop. */
const sliceDuration = 10
/** Objects between two looks at the clock. */
const objectsPerCheck = 32

/**
 * Makes the reference executor pause in the middle of a large result: it asks of each object whether it is of its type,
 * and waits for the answer. Compiled code takes the answer at once, and is fast enough.
 */
export function pauseLongExecutions(schema: GraphQLSchema): void {
  const pause = createExecutionPause()
  for (const type of Object.values(schema.getTypeMap()))
    if (isObjectType(type) && !type.name.startsWith('__'))
      // Compiled code gives no context.
      type.isTypeOf = (_value, context: unknown) => (context === undefined ? true : pause())
}

/** Returns true where the execution may go on, or a promise of it in one of the next turns of the event loop. */
export function createExecutionPause(now = () => performance.now()): () => true | Promise<true> {
  let objects = 0
  /** Undefined while nothing is executed. */
  let began: number | undefined
  let waiting: (() => void)[] = []

  const isOver = () => began !== undefined && now() - began >= sliceDuration

  function begin(): void {
    began = now()
    setImmediate(() => (began = undefined))
  }

  async function resumeAll(): Promise<void> {
    while (waiting.length > 0) {
      const resumed = waiting
      waiting = []
      for (const resume of resumed) {
        if (began === undefined) begin()
        while (isOver()) {
          await yieldToEventLoop()
          begin()
        }
        resume()
        // What waited goes on here.
        await Promise.resolve()
      }
    }
    isResuming = false
  }
  let isResuming = false

  return () => {
    if (waiting.length === 0 && ++objects % objectsPerCheck !== 0) return true
    if (began === undefined) begin()
    if (!isOver()) return true
    const resumed = new Promise<true>(resolve => waiting.push(() => resolve(true)))
    if (!isResuming) {
      isResuming = true
      void resumeAll()
    }
    return resumed
  }
}
