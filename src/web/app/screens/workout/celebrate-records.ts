import { celebrate } from '../../components/celebration.js'
import { recordText } from '../../components/figures.js'
import { activeWorkout, history } from '../../data/workouts.js'
import { exerciseName } from '../../data/catalogue.js'
import { t } from '../../i18n.js'
import { findRecords, type NewRecord } from '../../training/records.js'
import type { Workout } from '../../training/workout.js'

const recordKey = ({ exerciseId, kind, value }: NewRecord): string => `${exerciseId} ${kind} ${value}`

/** Makes a change of the workout in progress, then celebrates a record that the workout did not have before. */
export async function celebrateRecords(before: Workout, change: () => Promise<void>): Promise<void> {
  const known = new Set(findRecords(before, history.value).map(recordKey))
  await change()
  const after = activeWorkout.value
  if (!after) return
  const record = findRecords(after, history.value).find(one => !known.has(recordKey(one)))
  if (record)
    celebrate(t('record.new', { exercise: exerciseName(record.exerciseId), value: recordText(record) }))
}
