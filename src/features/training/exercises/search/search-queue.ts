import { unavailable } from '../../../../errors.js'
import { withDeadline } from '../../../../lib/deadline.js'
import { seconds } from '../../../../lib/quantities.js'
import { yieldToEventLoop, createYielder, type Yielder } from '../../../../lib/event-loop.js'

/** How long a search may wait for its turn, in milliseconds. */
const longestWait = 2 * seconds
/** What a search takes, in milliseconds, until it has been measured here. */
const guessedTime = 5
/** What it counts as at least: that bounds how many wait. */
const leastTime = 1
/** How much the latest measurement counts. */
const weightOfLatest = 0.2

/** Who searches. */
export interface Searcher {
  /** Turns go round by it. */
  client: string
  /** Whether anybody still waits for what is found. */
  isClientWaiting(): boolean
}

interface Entry extends Pick<Searcher, 'isClientWaiting'> {
  start(): void
  drop(): void
}

interface Options {
  /** How long whoever comes now may wait, in milliseconds. */
  maxWait?: () => number
  /** In milliseconds. */
  now?: () => number
}

/**
 * Lets one search run at a time, each from a new turn of the event loop on. Turns go round by client: whoever has
 * queued hundreds waits for themselves. Who would wait too long is turned away, at once where the time that searches
 * take here tells so, and what nobody waits for any more is not done.
 */
export function searchQueue({ maxWait = () => longestWait, now = () => performance.now() }: Options = {}) {
  /** In the order of their turns. */
  const waiting = new Map<string, Entry[]>()
  /** Whether one runs, or is about to. */
  let isBusy = false
  let running = 0
  let usualTime = guessedTime

  /** In milliseconds, of whatever this client would add. */
  function expectedWait(client: string): number {
    const own = waiting.get(client)?.length ?? 0
    let ahead = running + own
    for (const [other, entries] of waiting) if (other !== client) ahead += Math.min(entries.length, own + 1)
    return ahead * usualTime
  }

  function next(): Entry | undefined {
    for (const [client, entries] of waiting) {
      waiting.delete(client)
      for (const entry of entries) if (!entry.isClientWaiting()) entry.drop()
      const [first, ...others] = entries.filter(entry => entry.isClientWaiting())
      // Behind everybody else.
      if (others.length > 0) waiting.set(client, others)
      if (first) return first
    }
    return undefined
  }

  async function passOn(): Promise<void> {
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
    const [wait, most] = [expectedWait(client), maxWait()]
    if (wait > most) throw busy(wait)
    const place = join(searcher)
    if (!isBusy) void passOn()
    await withDeadline(place.started, most, () => {
      place.leave()
      return busy(expectedWait(client))
    })
  }

  /** @throws AppError SERVICE_UNAVAILABLE where it would wait too long, or nobody waits for it any more */
  return async <T>(searcher: Searcher, work: (pause: Yielder) => Promise<T>): Promise<T> => {
    await turn(searcher)
    const begun = now()
    running = 1
    try {
      return await work(
        createYielder(() => {
          if (!searcher.isClientWaiting()) throw abandoned()
        }),
      )
    } finally {
      running = 0
      const took = Math.max(leastTime, now() - begun)
      usualTime = took * weightOfLatest + usualTime * (1 - weightOfLatest)
      void passOn()
    }
  }
}

export type SearchQueue = ReturnType<typeof searchQueue>

/** @param wait in milliseconds */
const busy = (wait: number) =>
  unavailable('Too many searches at once. Try again in a moment.', Math.max(1, Math.ceil(wait / seconds)))

const abandoned = () => unavailable('The search was canceled because the client disconnected.')
