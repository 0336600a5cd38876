import { AppError } from '../../../../errors.js'
import { derivedId } from '../../../../lib/ids.js'
import { kilogramsPer, type Load } from '../../../../lib/units.js'
import type { ExerciseContent } from '../../../training/exercises/models.js'
import { readExercise } from '../../../training/exercises/custom/input.js'
import type { WorkoutDraft } from '../../../training/workouts/models.js'
import type { ExercisePlan, FileExercise } from '../matching/exercise-creator.js'
import { readExportItems } from '../parsing/export-data.js'
import type {
  ExportedExercise,
  ExportedProfile,
  ExportedWorkout,
  ReferencedExercise,
} from '../parsing/export-schemas.js'
import type { ImportJob } from '../store.js'
import { recordReader } from './record-reader.js'
import { toCandidate, maxExercises, placeholderId, rowCounter, type Source } from './source.js'

/** Reads the `data.json` of an export of this service. The line of a record is its number, from 1. */
export const exportSource = ({ userId }: Pick<ImportJob, 'userId'>): Source => ({
  async *analyze(bytes) {
    const rows = rowCounter()
    const exercises = new Map<string, FileExercise>()
    const rowsByExercise = new Map<string, number>()
    let profile: ExportedProfile | null = null
    for await (const item of readExportItems(bytes)) {
      if ('profile' in item) {
        profile = item.profile
        continue
      }
      if ('reference' in item) {
        const { id, slug, name } = item.reference
        // The record of the exercise, wherever it comes in the file, has more fields and replaces this.
        if (!exercises.has(id) && exercises.size < maxExercises) {
          const content = contentOf(item.reference)
          if (content) exercises.set(id, { name, rows: 0, content, origin: { id, slug } })
        }
        continue
      }
      rows.add()
      yield* rows.reports()
      if ('workout' in item)
        for (const { exerciseId, sets } of item.workout.content.exercises)
          rowsByExercise.set(exerciseId, (rowsByExercise.get(exerciseId) ?? 0) + sets.length)
      if (!('exercise' in item)) continue
      const { id, content } = item.exercise
      const read = contentOf(content)
      if (read && (exercises.has(id) || exercises.size < maxExercises))
        exercises.set(id, { name: read.name, rows: 0, content: read, origin: { id, slug: '' } })
    }
    yield rows.total()
    for (const [id, exercise] of exercises) exercise.rows = rowsByExercise.get(id) ?? 0
    return { exercises, isOwnExport: true, profile }
  },

  async *workouts(bytes, plan) {
    const readRecord = recordReader(userId, plan)
    for await (const item of readExportItems(bytes)) {
      if ('problem' in item) yield { line: item.number, reason: item.problem }
      if ('record' in item) yield readRecord(item)
      if (!('workout' in item)) continue
      const { id, content, derived } = item.workout
      const draft = draftOf(id, content, plan)
      const fallbackId = derivedId('import', userId, 'OWN', id)
      if (typeof draft === 'string') yield { line: item.number, reason: draft }
      else
        yield toCandidate(draft, {
          line: item.number,
          fallbackId,
          isOwnExport: true,
          bodyWeight: plausibleWeight(derived?.bodyWeight ?? null),
        })
    }
  },
})

/** Null if the exercise is invalid. */
function contentOf(draft: ReferencedExercise | ExportedExercise['content']): ExerciseContent | null {
  try {
    return readExercise({ ...draft, id: placeholderId }, 'exercise').content
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

/** The workout without its program day, which belongs to another database; or the reason why it cannot be imported. */
function draftOf(id: string, content: ExportedWorkout['content'], plan: ExercisePlan): WorkoutDraft | string {
  const { title, timezone, notes, rating } = content
  const exercises: WorkoutDraft['exercises'][number][] = []
  for (const { exerciseId, sets, ...entry } of content.exercises) {
    const exercise = plan.exerciseOf(exerciseId)
    if (!exercise) return plan.problemOf(exerciseId)
    exercises.push({
      ...entry,
      exerciseId: exercise.id,
      sets: sets.map(set => ({ ...set, completedAt: parseTimestamp(set.completedAt) })),
    })
  }
  const startedAt = new Date(content.startedAt)
  if (Number.isNaN(startedAt.getTime())) return 'The workout has an invalid start time.'
  return {
    id,
    title,
    startedAt,
    endedAt: parseTimestamp(content.endedAt),
    timezone,
    notes,
    rating,
    exercises,
  }
}

/** The range of plausible body weights, in kilograms. */
const bodyWeightRange = { min: 20, max: 650 }

function plausibleWeight(weight: Load | null): Load | null {
  const kilograms = weight ? weight.value * kilogramsPer[weight.unit] : 0
  return kilograms >= bodyWeightRange.min && kilograms <= bodyWeightRange.max ? weight : null
}

function parseTimestamp(text: string | null): Date | null {
  const date = new Date(text ?? NaN)
  return Number.isNaN(date.getTime()) ? null : date
}
