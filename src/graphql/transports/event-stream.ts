import { Readable } from 'node:stream'
import { seconds } from '../../lib/quantities.js'

/** A comment now and then, so that nobody between takes the connection for dead. */
const keepAlive = 12 * seconds

/**
 * Results as server-sent events, in the distinct connections mode of GraphQL over SSE: `next` for each, then
 * `complete`. The next one is only asked for when the last one was taken.
 * @param failure what to send for an error of the source
 */
export function eventStream(source: AsyncIterator<object>, failure: (error: unknown) => object): Readable {
  let pulling = false
  const stream = new Readable({
    read() {
      if (!pulling) void pull()
    },
    destroy(error, done) {
      clearInterval(pings)
      const ended = source.return?.() ?? Promise.resolve()
      ended.then(() => done(error), done)
    },
  })
  const pings = setInterval(() => stream.push(':\n\n'), keepAlive).unref()
  // Headers go out at once, not with the first event.
  stream.push(':\n\n')

  async function pull(): Promise<void> {
    pulling = true
    try {
      const { done, value } = await source.next()
      pulling = false
      if (done) finish()
      else stream.push(next(value))
    } catch (error) {
      stream.push(next(failure(error)))
      finish()
    }
  }

  function finish(): void {
    clearInterval(pings)
    stream.push('event: complete\ndata:\n\n')
    stream.push(null)
  }
  return stream
}

const next = (result: object) => `event: next\ndata: ${JSON.stringify(result)}\n\n`

/** A single result as a source of events. */
export async function* single(result: object): AsyncGenerator<object> {
  yield result
}
