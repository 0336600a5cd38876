import { isBetter, scoreOf } from '../comparison.js'
import type { Best, NewRecord } from '../models.js'
import type { RecordType } from '../vocabulary.js'
import type { Entry } from './entry.js'

/** What is known of an exercise at one moment, from everything before it. */
export interface Carry {
  /** The workout that it was performed in last. */
  last: { workoutId: string; startedAt: Date } | null
  bests: Partial<Record<RecordType, CarriedBest>>
}

interface CarriedBest {
  /** The highest of all, which may be a little above the record that stands: too little to be one. */
  score: number
  standing: { workoutId: string; value: number; unit: Best['unit']; achievedAt: Date }
}

export const nothingCarried: Carry = { last: null, bests: {} }

/** The records that workouts set one after the other, and what is known after them. */
export function replay(
  exerciseId: string,
  entries: readonly Entry[],
  before: Carry,
): { records: NewRecord[]; carry: Carry } {
  const records: NewRecord[] = []
  const bests = { ...before.bests }
  let { last } = before
  for (const { workoutId, startedAt, isPerformed, bests: own } of entries) {
    for (const best of own) {
      const known = bests[best.type]
      const score = scoreOf(best)
      if (known && !isBetter(score, known.score)) {
        bests[best.type] = { ...known, score: Math.max(known.score, score) }
        continue
      }
      const record = { exerciseId, workoutId, achievedAt: startedAt, ...best }
      records.push({ ...record, previous: known ? previousOf(known) : null })
      bests[best.type] = { score, standing: standingOf(record) }
    }
    if (isPerformed) last = { workoutId, startedAt }
  }
  return { records, carry: { last, bests } }
}

const previousOf = ({ standing: { value, unit, achievedAt } }: CarriedBest) => ({ value, unit, achievedAt })

const standingOf = ({ workoutId, value, unit, achievedAt }: Omit<NewRecord, 'previous'>) => ({
  workoutId,
  value,
  unit,
  achievedAt,
})
