import { forEachYielding } from '../../../../lib/event-loop.js'
import { isBetter, scoreOf } from '../comparison.js'
import type { NewRecord } from '../models.js'
import { recordTypes, type RecordType } from '../vocabulary.js'
import type { ReplayState } from './replay-entries.js'
import type { ReplayOutcome } from './exercise-replay.js'

/** A workout sets at most one record per exercise and type. */
export interface RecordKey {
  workoutId: string
  exerciseId: string
  type: RecordType
}

/** Missing properties stay unchanged. */
export interface PersonalRecordChange extends RecordKey {
  /** Null if the record is to be deleted. */
  record?: NewRecord | null
  isNew: boolean
  /** True if no other record of its type and exercise has broken it. */
  isCurrent?: boolean
}

/** Compares the records before and after a replay. */
export async function recordChanges({
  exerciseId,
  records,
  state,
}: ReplayOutcome): Promise<PersonalRecordChange[]> {
  const before = new Map<string, NewRecord>()
  await forEachYielding(records.before, record => before.set(keyText(record), record))
  const changes = new Map<string, PersonalRecordChange>()
  await forEachYielding(records.after, record => {
    const name = keyText(record)
    const existing = before.get(name)
    before.delete(name)
    if (existing && isSame(record, existing)) return
    changes.set(name, {
      record,
      isNew: !existing,
      ...(!existing && { isCurrent: false }),
      ...toRecordKey(record),
    })
  })
  await forEachYielding(before, ([name, record]) =>
    changes.set(name, { record: null, isNew: false, ...toRecordKey(record) }),
  )
  for (const { key, isCurrent } of currentRecordChanges(exerciseId, state)) {
    const name = keyText(key)
    const change = changes.get(name)
    if (change?.record !== null) changes.set(name, { ...key, isNew: false, ...change, isCurrent })
  }
  return [...changes.values()]
}

/** Returns the current records that the changed workouts have newly set or improved, except baselines. */
export function newRecords({ records, state, changedIds }: ReplayOutcome): NewRecord[] {
  const recordsOfChanged = records.before.filter(({ workoutId }) => changedIds.has(workoutId))
  const before = new Map(recordsOfChanged.map(record => [keyText(record), record]))
  return records.after.filter(record => {
    if (!changedIds.has(record.workoutId) || record.previous === null) return false
    const isCurrent = state.after.bests[record.type]?.workoutId === record.workoutId
    const existing = before.get(keyText(record))
    return isCurrent && (!existing || isBetter(scoreOf(record), scoreOf(existing)))
  })
}

/**
 * Returns which records have become current or have ceased to be. A replay that ended early affects none behind its
 * end.
 */
function currentRecordChanges(exerciseId: string, { before, after }: ReplayOutcome['state']) {
  return recordTypes.flatMap(type => {
    const key = (state: ReplayState) => {
      const workoutId = state.bests[type]?.workoutId
      return workoutId === undefined ? [] : [{ workoutId, exerciseId, type }]
    }
    const [previousKey] = key(before)
    const [currentKey] = key(after)
    if (previousKey?.workoutId === currentKey?.workoutId) return []
    return [
      ...(previousKey ? [{ key: previousKey, isCurrent: false }] : []),
      ...(currentKey ? [{ key: currentKey, isCurrent: true }] : []),
    ]
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
  return own.length === others.length && own.every((value, index) => value === others[index])
}

const keyText = ({ workoutId, type }: RecordKey) => `${workoutId} ${type}`

export const toRecordKey = ({ workoutId, exerciseId, type }: RecordKey) => ({ workoutId, exerciseId, type })
