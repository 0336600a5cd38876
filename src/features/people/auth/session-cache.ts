import { EventEmitter } from 'node:events'
import { LRUCache } from 'lru-cache'
import type { Locale } from '../../../lib/locales.js'
import { seconds } from '../../../lib/quantities.js'
import type { Events } from '../../../platform/events/events.js'
import { localeChangedTopic } from '../account/service.js'

/** How stale "this session is live" can be where no word of its end arrives, in milliseconds. */
const staleness = 15 * seconds
const rememberedUsers = 50_000
const topic = 'sessions-ended'

interface CacheEntry {
  /** When it was asked for. */
  readAt: number
  state: Promise<SessionState | null>
}

/** How the account of a live session stands. */
export interface SessionState {
  isPendingDeletion: boolean
  locale: Locale | null
}

interface Dependencies {
  /** Looks it up; null for a session that has ended. */
  loadState(userId: string, sessionId: string): Promise<SessionState | null>
  events: Events
  clock: () => Date
  /** Told of each look into what is remembered. */
  onLookup?: (isHit: boolean) => void
}

/**
 * Which sessions are live, without a look into the database for every request. Every instance hears at once of those
 * that end, as far as Redis connects them; what was read 15 seconds ago is read again in any case.
 */
export function sessionCache({ loadState: lookUp, events, clock, onLookup }: Dependencies) {
  const verdictsOf = new LRUCache<string, Map<string, CacheEntry>>({ max: rememberedUsers })
  const listeners = new EventEmitter().setMaxListeners(0)
  const ofUser = (userId: string) => `user ${userId}`

  // Either way: a clock that was set back must not prolong what is remembered.
  const isFresh = ({ readAt: at }: CacheEntry) => Math.abs(clock().getTime() - at) <= staleness

  function remember(userId: string, sessionId: string, getState: Promise<SessionState | null>): void {
    const verdicts = verdictsOf.get(userId) ?? new Map<string, CacheEntry>()
    for (const [id, verdict] of verdicts) if (!isFresh(verdict)) verdicts.delete(id)
    verdictsOf.set(userId, verdicts.set(sessionId, { readAt: clock().getTime(), state: getState }))
    // What could not be read is read again.
    getState.catch(() => verdicts.delete(sessionId))
  }

  events.listen(topic, event => {
    const [userId = '', ...ended] = event.split(' ')
    // All of the user's: what was asked for before this must not be remembered after it.
    verdictsOf.delete(userId)
    for (const id of ended) remember(userId, id, Promise.resolve(null))
    listeners.emit(ofUser(userId))
  })

  // Requests of the account are answered in the new language from now on.
  events.listen(localeChangedTopic, userId => {
    verdictsOf.delete(userId)
    listeners.emit(ofUser(userId))
  })

  return {
    /** Null for a session that has ended. At most 15 seconds old. */
    async standing(userId: string, sessionId: string): Promise<SessionState | null> {
      const known = verdictsOf.get(userId)?.get(sessionId)
      const isHit = known !== undefined && isFresh(known)
      onLookup?.(isHit)
      if (isHit) return known.state
      const standing = lookUp(userId, sessionId)
      remember(userId, sessionId, standing)
      return standing
    },

    /** The sessions of the user that were seen here lately. */
    cachedSessionIds: (userId: string): string[] => [...(verdictsOf.get(userId)?.keys() ?? [])],

    /**
     * Tells every instance that sessions of the user have ended: those that are named at once, without a look into the
     * database, since what is sent after a revocation is not done; all others are looked up again, as how the account
     * stands is.
     */
    publishEnded: (userId: string, ended: readonly string[]): void =>
      events.publish(topic, [userId, ...ended].join(' ')),

    /** Calls the listener when sessions of the user may have ended, on whichever instance; returns what ends that. */
    onEnd(userId: string, listener: () => void): () => void {
      listeners.on(ofUser(userId), listener)
      return () => void listeners.off(ofUser(userId), listener)
    },
  }
}

export type SessionCache = ReturnType<typeof sessionCache>
