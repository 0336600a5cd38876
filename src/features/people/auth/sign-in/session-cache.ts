import { EventEmitter } from 'node:events'
import { LRUCache } from 'lru-cache'
import type { Locale } from '../../../../lib/locales.js'
import { seconds } from '../../../../lib/quantities.js'
import type { Events } from '../../../../platform/events/events.js'
import { localeChangedTopic } from '../../account/service.js'

/** How long a cached state is used if no event about the session arrives, in milliseconds. */
const maxAge = 15 * seconds
const maxCachedUsers = 50_000
const topic = 'sessions-ended'

interface CacheEntry {
  readAt: number
  state: Promise<SessionState | null>
}

/** The state of an active session and its account. */
export interface SessionState {
  isPendingDeletion: boolean
  hasSecondFactor: boolean
  isGuest: boolean
  locale: Locale | null
}

interface Dependencies {
  /** Reads the state from the database; null for a session that has ended. */
  loadState(userId: string, sessionId: string): Promise<SessionState | null>
  events: Events
  clock: () => Date
  /** Called at each lookup in the cache. */
  onLookup?: (isHit: boolean) => void
}

/**
 * Caches the state of sessions, so that not every request reads the database. With Redis, every instance is notified
 * immediately when a session ends; entries older than 15 seconds are read again in any case.
 */
export function sessionCache({ loadState, events, clock, onLookup }: Dependencies) {
  // With `max` instead, the cache would allocate the memory of all entries in advance.
  const entriesByUser = new LRUCache<string, Map<string, CacheEntry>>({
    maxSize: maxCachedUsers,
    sizeCalculation: () => 1,
  })
  const listeners = new EventEmitter().setMaxListeners(0)
  const eventOf = (userId: string) => `user ${userId}`

  // Compares the absolute difference: a clock that was set back must not extend the age of entries.
  const isFresh = ({ readAt }: CacheEntry) => Math.abs(clock().getTime() - readAt) <= maxAge

  function cache(userId: string, sessionId: string, getState: Promise<SessionState | null>): void {
    const entries = entriesByUser.get(userId) ?? new Map<string, CacheEntry>()
    for (const [id, entry] of entries) if (!isFresh(entry)) entries.delete(id)
    entriesByUser.set(userId, entries.set(sessionId, { readAt: clock().getTime(), state: getState }))
    // A failed read is not cached.
    getState.catch(() => entries.delete(sessionId))
  }

  events.listen(topic, event => {
    const [userId = '', ...ended] = event.split(' ')
    // Deletes all entries of the user, since a read that started before this event may be outdated.
    entriesByUser.delete(userId)
    for (const id of ended) cache(userId, id, Promise.resolve(null))
    listeners.emit(eventOf(userId))
  })

  // The cached state contains the language.
  events.listen(localeChangedTopic, userId => {
    entriesByUser.delete(userId)
    listeners.emit(eventOf(userId))
  })

  return {
    /** Returns the state, at most 15 seconds old; null for a session that has ended. */
    async state(userId: string, sessionId: string): Promise<SessionState | null> {
      const existing = entriesByUser.get(userId)?.get(sessionId)
      const isHit = existing !== undefined && isFresh(existing)
      onLookup?.(isHit)
      if (isHit) return existing.state
      const sessionState = loadState(userId, sessionId)
      cache(userId, sessionId, sessionState)
      return sessionState
    },

    /** Returns the sessions of the user that are cached on this instance. */
    cachedSessionIds: (userId: string): string[] => [...(entriesByUser.get(userId)?.keys() ?? [])],

    /**
     * Informs every instance that sessions of the user have ended. The named sessions count as ended at once, without a
     * read of the database; the states of all other sessions of the user are read again.
     */
    publishEnded: (userId: string, ended: readonly string[]): void =>
      events.publish(topic, [userId, ...ended].join(' ')),

    /** Calls the listener when sessions of the user may have ended, on any instance. @returns a function that stops it */
    onEnd(userId: string, listener: () => void): () => void {
      listeners.on(eventOf(userId), listener)
      return () => void listeners.off(eventOf(userId), listener)
    },
  }
}

export type SessionCache = ReturnType<typeof sessionCache>
