import { forEachYielding } from '../../../lib/event-loop.js'
import type { TrainingYearStore } from './store.js'
import { chunkYears, trainingYearsOf } from './training-years.js'
import type { Head } from '../../owned/models.js'

/** A completed workout, as analytics store it. */
interface PackedWorkout {
  id: string
  text: string
}

interface VisitedYears {
  /** Contains the years with workouts. */
  head: Pick<Head, 'parts'>
  /** Calendar years in UTC, in which the workouts started. */
  from: number
  to: number
  /** Years that the head may lack, because their first workouts are being written. */
  added?: readonly number[]
}

/** Reads the completed workouts of a user. */
export function trainingHistory(years: Pick<TrainingYearStore, 'find'>) {
  return {
    /** Calls back for each workout of some years, in no particular order. */
    async visit(
      userId: string,
      { head, from, to, added = [] }: VisitedYears,
      onWorkout: (workout: PackedWorkout) => void,
    ): Promise<void> {
      const sizes = trainingYearsOf(head)
      const numbers = [...new Set([...Object.keys(sizes).map(Number), ...added])]
      const required = numbers.filter(year => year >= from && year <= to)
      for (const batch of chunkYears(required, sizes))
        for (const entries of await years.find(userId, batch))
          await forEachYielding(Object.entries(entries), ([id, text]) => onWorkout({ id, text }))
    },
  }
}

export type TrainingHistory = ReturnType<typeof trainingHistory>
