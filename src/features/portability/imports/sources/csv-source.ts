import { readExercise } from '../../../training/exercises/custom/input.js'
import type { ExerciseContent } from '../../../training/exercises/models.js'
import { toWorkoutDraft, importedWorkoutId } from '../workout-draft.js'
import {
  countSet,
  guessTrackingType,
  emptySetStatistics,
  type SetStatistics,
} from '../matching/tracking-type.js'
import { parseEquipment } from '../matching/bracketed-equipment.js'
import { normalizeName } from '../matching/exercise-names.js'
import type { ExercisePlan, FileExercise } from '../matching/exercise-creator.js'
import type { LoggedWorkout, SkippedLine } from '../models.js'
import { openTable } from '../parsing/csv.js'
import type { ImportJob } from '../store.js'
import { toCandidate, maxExercises, placeholderId, rowCounter, type Source } from './source.js'

interface Options extends Pick<ImportJob, 'userId' | 'options'> {
  /** The current time, against which dates are checked. */
  now: Date
}

/** Reads the CSV exports of Strong, Hevy and this service. */
export const csvSource = ({ userId, options, now }: Options): Source => ({
  async *analyze(bytes) {
    const rows = rowCounter()
    const { workouts, columns } = await openTable(bytes, options, now, rows.add)
    const exercisesByName = new Map<string, { name: string; rows: number; statistics: SetStatistics }>()
    for await (const found of workouts) {
      yield* rows.reports()
      if (!('workout' in found)) continue
      for (const { name, sets } of found.workout.entries) {
        const key = normalizeName(name)
        const exercise = exercisesByName.get(key) ?? { name, rows: 0, statistics: emptySetStatistics() }
        if (!exercisesByName.has(key) && exercisesByName.size < maxExercises)
          exercisesByName.set(key, exercise)
        exercise.rows += sets.length
        for (const set of sets) countSet(exercise.statistics, set)
      }
    }
    yield rows.total()
    const exercises = new Map<string, FileExercise>()
    for (const [key, { name, rows, statistics }] of exercisesByName)
      exercises.set(key, {
        name,
        rows,
        content: contentOf(name, statistics, columns.isOwnExport),
        origin: null,
      })
    return { exercises, isOwnExport: columns.isOwnExport, profile: null }
  },

  async *workouts(bytes, plan) {
    const { workouts, columns } = await openTable(bytes, options, now, () => undefined)
    const exerciseOf = (name: string) => plan.exerciseOf(normalizeName(name))
    for await (const found of workouts) {
      if (!('workout' in found)) {
        yield found
        continue
      }
      const { workout } = found
      const { line, entries } = workout
      yield* skippedLines(workout, plan)
      if (entries.length > 0 && entries.every(({ name }) => !exerciseOf(name))) continue
      const id = importedWorkoutId(userId, columns.source, workout)
      const draft = toWorkoutDraft(id, workout, options.timezone, exerciseOf)
      yield toCandidate(draft, { line, fallbackId: null, isOwnExport: columns.isOwnExport, bodyWeight: null })
    }
  },
})

/** The lines of exercises that could not be created. */
function* skippedLines({ entries }: LoggedWorkout, plan: ExercisePlan): Generator<SkippedLine> {
  for (const { name, sets } of entries) {
    const key = normalizeName(name)
    if (plan.exerciseOf(key)) continue
    for (const { line } of sets) yield { line, reason: plan.problemOf(key) }
  }
}

function contentOf(name: string, statistics: SetStatistics, isOwnExport: boolean): ExerciseContent {
  // An export of this service states the load mode of each set.
  const trackingType = guessTrackingType(isOwnExport ? null : name, statistics)
  const category = trackingType === 'DISTANCE_DURATION' ? ('CARDIO' as const) : ('STRENGTH' as const)
  const draft = { id: placeholderId, name, trackingType, category, equipment: parseEquipment(name) }
  return readExercise(draft, 'exercise').content
}
