import { Readable } from 'node:stream'
import type { GraphQLResponse } from '../pipeline/engine.js'
import { serializeBody } from './response-body.js'

interface Options {
  /** What to send for an error of the source. */
  failure(error: unknown): object
  /** How often a comment is sent, so that nobody between takes the connection for dead, in milliseconds. */
  keepAlive: number
}

export interface EventStream extends Readable {
  /** Tells the client an error, then ends. */
  fail(error: unknown): void
  /** Ends without a word: a client that was not told `complete` asks again. */
  disconnect(): void
}

const nextEvent = (json: string) => `event: next\ndata: ${json}\n\n`
const completeEvent = 'event: complete\ndata:\n\n'
const keepAliveComment = ':\n\n'

/** A single result, written to JSON, as server-sent events. */
export const singleEvent = (json: string): string => nextEvent(json) + completeEvent

/**
 * Results as server-sent events, in the distinct connections mode of GraphQL over SSE: `next` for each, then
 * `complete`. The next one is only asked for when the last one was taken.
 */
export function eventStream(
  source: AsyncIterator<GraphQLResponse>,
  { failure, keepAlive }: Options,
): EventStream {
  let pulling = false
  let ended = false
  const stream = new Readable({
    read() {
      if (!pulling) void pull()
    },
    destroy(error, done) {
      clearInterval(comments)
      const returned = source.return?.() ?? Promise.resolve()
      returned.then(() => done(error), done)
    },
  })
  // Those who do not even read comments shall not be sent more of them.
  const comments = setInterval(() => {
    if (stream.readableLength === 0) push(keepAliveComment)
  }, keepAlive).unref()
  // Headers go out at once, not with the first event.
  push(keepAliveComment)

  async function pull(): Promise<void> {
    pulling = true
    try {
      const result = await source.next()
      const body = result.done ? undefined : await serializeBody(result.value)
      pulling = false
      if (body === undefined) end(completeEvent)
      else push(nextEvent(body))
    } catch (error) {
      fail(error)
    }
  }

  function push(text: string): void {
    if (!ended && !stream.destroyed) stream.push(text)
  }

  function end(last: string | null): void {
    if (last !== null) push(last)
    if (!ended) stream.push(null)
    ended = true
  }

  const fail = (error: unknown) => end(singleEvent(JSON.stringify(failure(error))))
  return Object.assign(stream, { fail, disconnect: () => end(null) })
}
