import { forEachYielding } from '../../../../lib/event-loop.js'
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

/** The differences, and nothing else. A change in the past can make many. */
export async function recordChanges({ exerciseId, records, carry }: WalkOutcome): Promise<RecordChange[]> {
  const before = new Map<string, NewRecord>()
  await forEachYielding(records.before, record => before.set(nameOf(record), record))
  const changes = new Map<string, RecordChange>()
  await forEachYielding(records.after, record => {
    const name = nameOf(record)
    const known = before.get(name)
    before.delete(name)
    if (known && isSame(record, known)) return
    changes.set(name, { record, isNew: !known, ...(!known && { stands: false }), ...keyOf(record) })
  })
  await forEachYielding(before, ([name, record]) =>
    changes.set(name, { record: null, isNew: false, ...keyOf(record) }),
  )
  for (const { key, stands } of standingChanges(exerciseId, carry)) {
    const name = nameOf(key)
    const change = changes.get(name)
    if (change?.record !== null) changes.set(name, { ...key, isNew: false, ...change, stands })
  }
  return [...changes.values()]
}

/** Those that the changed workouts have set or bettered now and that stand; not the first of their type. */
export function recordsMade({ records, carry, changedIds }: WalkOutcome): NewRecord[] {
  const ofChanged = records.before.filter(({ workoutId }) => changedIds.has(workoutId))
  const before = new Map(ofChanged.map(record => [nameOf(record), record]))
  return records.after.filter(record => {
    if (!changedIds.has(record.workoutId) || record.previous === null) return false
    const stands = carry.after.bests[record.type]?.workoutId === record.workoutId
    const known = before.get(nameOf(record))
    return stands && (!known || isBetter(scoreOf(record), scoreOf(known)))
  })
}

/** Which records have come to stand or have ceased to. Where the walk ended early, nothing behind it has changed. */
function standingChanges(exerciseId: string, { before, after }: WalkOutcome['carry']) {
  return recordTypes.flatMap(type => {
    const key = (carry: Carry) => {
      const workoutId = carry.bests[type]?.workoutId
      return workoutId === undefined ? [] : [{ workoutId, exerciseId, type }]
    }
    const [was] = key(before)
    const [is] = key(after)
    if (was?.workoutId === is?.workoutId) return []
    return [...(was ? [{ key: was, stands: false }] : []), ...(is ? [{ key: is, stands: true }] : [])]
  })
}

function isSame(left: NewRecord, right: NewRecord): boolean {
  const values = ({ value, unit, reps, setId, achievedAt, previous }: NewRecord) => [
    ...[value, unit, reps, setId, achievedAt.getTime()],
    ...(previous
      ? [previous.workoutId, previous.score, previous.value, previous.unit, previous.achievedAt.getTime()]
      : []),
  ]
  const others = values(right)
  const own = values(left)
  return own.length === others.length && own.every((value, at) => value === others[at])
}

const nameOf = ({ workoutId, type }: RecordKey) => `${workoutId} ${type}`

export const keyOf = ({ workoutId, exerciseId, type }: RecordKey) => ({ workoutId, exerciseId, type })
