import { unavailable } from '../../../../errors.js'
import { withDeadline } from '../../../../lib/deadline.js'
import { seconds } from '../../../../lib/quantities.js'
import { yieldToEventLoop, createYielder, type Yielder } from '../../../../lib/event-loop.js'

/** The maximum time that a search waits in the queue, in milliseconds. */
const defaultMaxWait = 2 * seconds
/** The assumed duration of a search before the first measurement, in milliseconds. */
const initialDuration = 5
/** The minimum duration that is assumed, in milliseconds. It bounds the length of the queue. */
const minDuration = 1
/** The weight of the latest measurement in the moving average. */
const latestWeight = 0.2

/** The client of a search. */
export interface Searcher {
  /** Clients take turns. */
  client: string
  /** Returns whether the client still waits for the result. */
  isClientWaiting(): boolean
}

interface Entry extends Pick<Searcher, 'isClientWaiting'> {
  start(): void
  drop(): void
}

interface Options {
  /** The maximum time that a new search waits, in milliseconds. */
  maxWait?: () => number
  /** The current time, in milliseconds. */
  now?: () => number
}

/**
 * Runs one search at a time, each in a new iteration of the event loop. Clients take turns, so that a client with
 * hundreds of queued searches delays only itself. A search that would wait too long is rejected, immediately if the
 * measured duration of searches predicts it. Searches whose client has disconnected are dropped.
 */
export function searchQueue({ maxWait = () => defaultMaxWait, now = () => performance.now() }: Options = {}) {
  /** By client, in the order of their turns. */
  const waiting = new Map<string, Entry[]>()
  /** True if a search runs or is about to start. */
  let isBusy = false
  let running = 0
  let averageDuration = initialDuration

  /** The expected wait of a new search of this client, in milliseconds. */
  function expectedWait(client: string): number {
    const own = waiting.get(client)?.length ?? 0
    let ahead = running + own
    for (const [other, entries] of waiting) if (other !== client) ahead += Math.min(entries.length, own + 1)
    return ahead * averageDuration
  }

  function next(): Entry | undefined {
    for (const [client, entries] of waiting) {
      waiting.delete(client)
      for (const entry of entries) if (!entry.isClientWaiting()) entry.drop()
      const [first, ...others] = entries.filter(entry => entry.isClientWaiting())
      // Move the client behind all others.
      if (others.length > 0) waiting.set(client, others)
      if (first) return first
    }
    return undefined
  }

  async function startNext(): Promise<void> {
    isBusy = true
    await yieldToEventLoop()
    const entry = next()
    if (entry) entry.start()
    else isBusy = false
  }

  function join({ client, isClientWaiting }: Searcher) {
    const own = waiting.get(client) ?? []
    waiting.set(client, own)
    let entry: Entry | undefined
    const started = new Promise<void>((resolve, reject) => {
      own.push((entry = { isClientWaiting, start: resolve, drop: () => reject(abandoned()) }))
    })
    const leave = () => {
      const others = (waiting.get(client) ?? []).filter(other => other !== entry)
      if (others.length > 0) waiting.set(client, others)
      else waiting.delete(client)
    }
    return { started, leave }
  }

  async function turn(searcher: Searcher): Promise<void> {
    const { client } = searcher
    const [wait, limit] = [expectedWait(client), maxWait()]
    if (wait > limit) throw busy(wait)
    const position = join(searcher)
    if (!isBusy) void startNext()
    await withDeadline(position.started, limit, () => {
      position.leave()
      return busy(expectedWait(client))
    })
  }

  /** @throws AppError SERVICE_UNAVAILABLE if it would wait too long or its client has disconnected */
  return async <T>(searcher: Searcher, work: (pause: Yielder) => Promise<T>): Promise<T> => {
    await turn(searcher)
    const startedAt = now()
    running = 1
    try {
      return await work(
        createYielder(() => {
          if (!searcher.isClientWaiting()) throw abandoned()
        }),
      )
    } finally {
      running = 0
      const took = Math.max(minDuration, now() - startedAt)
      averageDuration = took * latestWeight + averageDuration * (1 - latestWeight)
      void startNext()
    }
  }
}

export type SearchQueue = ReturnType<typeof searchQueue>

/** @param wait in milliseconds */
const busy = (wait: number) =>
  unavailable('Too many searches at once. Try again in a moment.', Math.max(1, Math.ceil(wait / seconds)))

const abandoned = () => unavailable('The search was canceled because the client disconnected.')
