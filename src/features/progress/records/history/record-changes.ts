import { forEachYielding } from '../../../../lib/event-loop.js'
import { isBetter, scoreOf } from '../comparison.js'
import type { NewRecord } from '../models.js'
import { recordTypes, type RecordType } from '../vocabulary.js'
import type { ReplayState } from './replay-entries.js'
import type { ReplayOutcome } from './exercise-replay.js'

/** Which record it is: a workout sets one of a type and exercise at most. */
export interface RecordKey {
  workoutId: string
  exerciseId: string
  type: RecordType
}

/** What becomes of one record; what is left out stays. */
export interface PersonalRecordChange extends RecordKey {
  /** Null where it is none any more. */
  record?: NewRecord | null
  isNew: boolean
  /** Whether no other of its type and exercise has bettered it. */
  stands?: boolean
}

/** The differences, and nothing else. A change in the past can make many. */
export async function recordChanges({
  exerciseId,
  records,
  carry,
}: ReplayOutcome): Promise<PersonalRecordChange[]> {
  const before = new Map<string, NewRecord>()
  await forEachYielding(records.before, record => before.set(keyText(record), record))
  const changes = new Map<string, PersonalRecordChange>()
  await forEachYielding(records.after, record => {
    const name = keyText(record)
    const known = before.get(name)
    before.delete(name)
    if (known && isSame(record, known)) return
    changes.set(name, { record, isNew: !known, ...(!known && { stands: false }), ...toRecordKey(record) })
  })
  await forEachYielding(before, ([name, record]) =>
    changes.set(name, { record: null, isNew: false, ...toRecordKey(record) }),
  )
  for (const { key, stands } of currentRecordChanges(exerciseId, carry)) {
    const name = keyText(key)
    const change = changes.get(name)
    if (change?.record !== null) changes.set(name, { ...key, isNew: false, ...change, stands })
  }
  return [...changes.values()]
}

/** Those that the changed workouts have set or bettered now and that stand; not the first of their type. */
export function newRecords({ records, carry, changedIds }: ReplayOutcome): NewRecord[] {
  const ofChanged = records.before.filter(({ workoutId }) => changedIds.has(workoutId))
  const before = new Map(ofChanged.map(record => [keyText(record), record]))
  return records.after.filter(record => {
    if (!changedIds.has(record.workoutId) || record.previous === null) return false
    const stands = carry.after.bests[record.type]?.workoutId === record.workoutId
    const known = before.get(keyText(record))
    return stands && (!known || isBetter(scoreOf(record), scoreOf(known)))
  })
}

/** Which records have come to stand or have ceased to. Where the walk ended early, nothing behind it has changed. */
function currentRecordChanges(exerciseId: string, { before, after }: ReplayOutcome['carry']) {
  return recordTypes.flatMap(type => {
    const key = (carry: ReplayState) => {
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

const keyText = ({ workoutId, type }: RecordKey) => `${workoutId} ${type}`

export const toRecordKey = ({ workoutId, exerciseId, type }: RecordKey) => ({ workoutId, exerciseId, type })
