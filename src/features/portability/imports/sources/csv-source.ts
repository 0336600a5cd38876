import { readExercise } from '../../../training/exercises/custom/input.js'
import type { ExerciseContent } from '../../../training/exercises/models.js'
import { toWorkoutDraft, importedWorkoutId } from '../workout-draft.js'
import {
  countSet,
  guessTrackingType,
  emptySetStatistics,
  type SetStatistics,
} from '../matching/tracking-type.js'
import { parseEquipment, normalizeName } from '../matching/exercise-matcher.js'
import type { ExercisePlan, FileExercise } from '../matching/exercise-creator.js'
import type { LoggedWorkout, SkippedLine } from '../models.js'
import { openTable } from '../parsing/csv.js'
import type { ImportJob } from '../store.js'
import { toCandidate, maxExercises, placeholderId, rowCounter, type Source } from './source.js'

interface About extends Pick<ImportJob, 'userId' | 'options'> {
  /** By which dates are judged. */
  now: Date
}

/** Tables of Strong and Hevy, and our own. */
export const csvSource = ({ userId, options, now }: About): Source => ({
  async *survey(bytes) {
    const rows = rowCounter()
    const { workouts, columns } = await openTable(bytes, options, now, rows.count)
    const known = new Map<string, { name: string; traits: SetStatistics }>()
    for await (const found of workouts) {
      yield* rows.news()
      if (!('workout' in found)) continue
      for (const { name, sets } of found.workout.entries) {
        const key = normalizeName(name)
        const { traits } = known.get(key) ?? { traits: emptySetStatistics() }
        if (!known.has(key) && known.size < maxExercises) known.set(key, { name, traits })
        for (const set of sets) countSet(traits, set)
      }
    }
    yield rows.total()
    const exercises = new Map<string, FileExercise>()
    for (const [key, { name, traits }] of known)
      exercises.set(key, { name, content: contentOf(name, traits, columns.isOwnExport), origin: null })
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
      const unknown = [...unknownLines(workout, plan)]
      yield* unknown
      if (entries.length > 0 && entries.every(({ name }) => !exerciseOf(name))) continue
      const id = importedWorkoutId(userId, columns.source, workout)
      const draft = toWorkoutDraft(id, workout, options.timezone, exerciseOf)
      yield toCandidate(draft, { line, fallbackId: null, isOwnExport: columns.isOwnExport, bodyWeight: null })
    }
  },
})

/** The lines of exercises that could not be made. */
function* unknownLines({ entries }: LoggedWorkout, plan: ExercisePlan): Generator<SkippedLine> {
  for (const { name, sets } of entries) {
    const key = normalizeName(name)
    if (plan.exerciseOf(key)) continue
    for (const { line } of sets) yield { line, reason: plan.problemOf(key) }
  }
}

function contentOf(name: string, traits: SetStatistics, isOwn: boolean): ExerciseContent {
  // Our own export says how each load is meant.
  const trackingType = guessTrackingType(isOwn ? null : name, traits)
  const category = trackingType === 'DISTANCE_DURATION' ? ('CARDIO' as const) : ('STRENGTH' as const)
  const draft = { id: placeholderId, name, trackingType, category, equipment: parseEquipment(name) }
  return readExercise(draft, 'exercise').content
}
