import { isDeepStrictEqual } from 'node:util'
import { isBetter, scoreOf } from '../comparison.js'
import type { NewRecord } from '../models.js'
import { recordTypes, type RecordType } from '../vocabulary.js'
import type { Carry } from './replay.js'
import type { WalkOutcome } from './walk.js'

/** Which record it is: a workout sets one of a type and exercise at most. */
export interface RecordKey {
  workoutId: string
  exerciseId: string
  type: RecordType
}

/** What becomes of one record; what is left out stays. */
export interface RecordChange extends RecordKey {
  /** Null where it is none any more. */
  record?: NewRecord | null
  isNew: boolean
  /** Whether no other of its type and exercise has bettered it. */
  stands?: boolean
}

/** The differences, and nothing else. */
export function recordChanges({ exerciseId, records, carry }: WalkOutcome): RecordChange[] {
  const before = byKey(records.before)
  const after = byKey(records.after)
  const changes = new Map<string, RecordChange>()
  for (const [key, record] of after) {
    const known = before.get(key)
    if (isDeepStrictEqual(record, known)) continue
    changes.set(key, { ...keyOf(record), record, isNew: !known, ...(!known && { stands: false }) })
  }
  for (const [key, record] of before)
    if (!after.has(key)) changes.set(key, { ...keyOf(record), record: null, isNew: false })

  for (const { key, stands } of standingChanges(exerciseId, carry)) {
    const name = nameOf(key)
    const change = changes.get(name)
    if (change?.record !== null) changes.set(name, { ...key, isNew: false, ...change, stands })
  }
  return [...changes.values()]
}

/** Those that the changed workouts have set or bettered now and that stand; not the first of their type. */
export function recordsMade({ records, carry, changedIds }: WalkOutcome): NewRecord[] {
  const before = byKey(records.before)
  return records.after.filter(record => {
    const stands = carry.after.bests[record.type]?.standing.workoutId === record.workoutId
    const known = before.get(nameOf(record))
    const isNews = !known || isBetter(scoreOf(record), scoreOf(known))
    return changedIds.has(record.workoutId) && record.previous !== null && stands && isNews
  })
}

/** Which records have come to stand or have ceased to. Where the walk ended early, nothing behind it has changed. */
function standingChanges(exerciseId: string, { before, after }: WalkOutcome['carry']) {
  return recordTypes.flatMap(type => {
    const key = (carry: Carry) => {
      const workoutId = carry.bests[type]?.standing.workoutId
      return workoutId === undefined ? [] : [{ workoutId, exerciseId, type }]
    }
    const [was] = key(before)
    const [is] = key(after)
    if (was?.workoutId === is?.workoutId) return []
    return [...(was ? [{ key: was, stands: false }] : []), ...(is ? [{ key: is, stands: true }] : [])]
  })
}

const byKey = (records: readonly NewRecord[]) => new Map(records.map(record => [nameOf(record), record]))

const nameOf = ({ workoutId, type }: RecordKey) => `${workoutId} ${type}`

const keyOf = ({ workoutId, exerciseId, type }: RecordKey): RecordKey => ({ workoutId, exerciseId, type })
