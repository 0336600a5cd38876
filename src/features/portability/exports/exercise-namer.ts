import { locales, type Locale } from '../../../lib/locales.js'
import { localizedTexts, type Exercise } from '../../training/exercises/models.js'
import type { ExerciseService } from '../../training/exercises/service.js'
import { customExerciseName, normalizeName } from '../imports/matching/exercise-names.js'
import type { ExerciseNamer, NamedExercise } from './workouts-csv.js'

/**
 * Creates a function that names exercises in a language. No two exercises have the same name, and a custom exercise has
 * no name that the catalogue has in any language: an import finds exercises by their names.
 */
export async function exerciseNamer(
  exercises: Pick<ExerciseService, 'findMany' | 'listAll'>,
  userId: string,
  locale: Locale,
): Promise<ExerciseNamer> {
  const { catalogue } = await exercises.listAll(userId)
  const idsByName = new Map(
    catalogue.flatMap(exercise =>
      locales.map(other => [normalizeName(localizedTexts(exercise, other).name), exercise.id] as const),
    ),
  )
  const cachedNames = new Map<string, NamedExercise>()
  return async id => {
    const cached = cachedNames.get(id)
    if (cached) return cached
    const exercise = (await exercises.findMany(userId, [id])).get(id)
    const name = exercise ? localizedTexts(exercise, locale).name : id
    const named = { ...(exercise ?? deletedExercise(id)), name: uniqueName({ id, name }, idsByName) }
    cachedNames.set(id, named)
    return named
  }
}

/** Replaces an exercise that was deleted while its workouts were read. */
const deletedExercise = (id: string) =>
  ({ id, name: id, trackingType: 'WEIGHT_REPS', source: 'own' }) as const

function uniqueName({ id, name }: Pick<Exercise, 'id' | 'name'>, idsByName: Map<string, string>): string {
  for (let number = 0; ; number++) {
    const candidate = number === 0 ? name : customExerciseName(name, number)
    const ownerId = idsByName.get(normalizeName(candidate)) ?? id
    idsByName.set(normalizeName(candidate), ownerId)
    if (ownerId === id) return candidate
  }
}
