import type { Head } from '../../owned/models.js'
import type { PauseService } from '../pauses/service.js'
import { weekOfMonday } from './weeks.js'

/** Returns the numbers of the weeks in which the user paused, without a command if the head counts no pause. */
export type FindPausedWeeks = (userId: string, head: Head) => Promise<Set<number>>

export const pausedWeekReader =
  (pauses: Pick<PauseService, 'pausedWeeks'>): FindPausedWeeks =>
  async (userId, { counts }) =>
    counts.PAUSE ? new Set([...(await pauses.pausedWeeks(userId))].map(weekOfMonday)) : new Set()
