import { Readable } from 'node:stream'
import type { GraphQLResponse } from '../pipeline/responses.js'
import { serializeBody } from './response-body.js'

interface Options {
  /** Returns the result to send for an error of the source. */
  failure(error: unknown): object
  /** The interval of comments that keep proxies from closing the connection, in milliseconds. */
  keepAlive: number
}

export interface EventStream extends Readable {
  /** Sends an error, then ends the stream. */
  fail(error: unknown): void
  /** Ends the stream without `complete`, so that the client reconnects. */
  disconnect(): void
}

const nextEvent = (json: string) => `event: next\ndata: ${json}\n\n`
const completeEvent = 'event: complete\ndata:\n\n'
const keepAliveComment = ':\n\n'

/** Formats a single serialized result as server-sent events. */
export const singleEvent = (json: string): string => nextEvent(json) + completeEvent

/**
 * Sends results in the distinct connections mode of GraphQL over SSE: `next` for each result, then `complete`. The next
 * result is requested after the client has read the previous one.
 */
export function eventStream(
  source: AsyncIterator<GraphQLResponse>,
  { failure, keepAlive }: Options,
): EventStream {
  let isPulling = false
  let hasEnded = false
  const stream = new Readable({
    read() {
      if (!isPulling) void pull()
    },
    destroy(error, done) {
      clearInterval(commentTimer)
      const returned = source.return?.() ?? Promise.resolve()
      returned.then(() => done(error), done)
    },
  })
  // No comments are sent if the client does not read.
  const commentTimer = setInterval(() => {
    if (stream.readableLength === 0) push(keepAliveComment)
  }, keepAlive).unref()
  // The first comment flushes the headers immediately.
  push(keepAliveComment)

  async function pull(): Promise<void> {
    isPulling = true
    try {
      const result = await source.next()
      const body = result.done ? undefined : await serializeBody(result.value)
      isPulling = false
      if (body === undefined) end(completeEvent)
      else push(nextEvent(body))
    } catch (error) {
      fail(error)
    }
  }

  function push(text: string): void {
    if (!hasEnded && !stream.destroyed) stream.push(text)
  }

  function end(last: string | null): void {
    if (last !== null) push(last)
    if (!hasEnded) stream.push(null)
    hasEnded = true
  }

  const fail = (error: unknown) => end(singleEvent(JSON.stringify(failure(error))))
  return Object.assign(stream, { fail, disconnect: () => end(null) })
}
