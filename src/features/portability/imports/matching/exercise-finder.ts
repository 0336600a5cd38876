import type { ExerciseChunk, FoundExercise } from '../threads/tasks.js'
import type { CreatedExercise, ExerciseMapping } from '../models.js'
import type { ResolvedExercise } from '../workout-draft.js'
import { exerciseMatcher, type MatchableExercise, type NameMatch } from './exercise-matcher.js'
import { mappingKey, normalizeName } from './exercise-names.js'
import type { FileExercise } from './exercise-creator.js'

interface Options {
  /** True if the file is an export of this service. */
  isOwnExport: boolean
  /** Exercises that this import created before it was interrupted. */
  created: readonly CreatedExercise[]
  /** Exercises that the sender has chosen. */
  mapping: readonly ExerciseMapping[]
}

/** Creates a function that finds the existing exercise for an exercise of a file; null if it has to be created. */
export async function exerciseFinder(
  { own, catalogue }: ExerciseChunk,
  { isOwnExport, created, mapping }: Options,
) {
  const match = await exerciseMatcher(own, catalogue, isOwnExport)
  const byId = new Map([...catalogue, ...own].map(exercise => [exercise.id, exercise]))
  const bySlug = new Map(catalogue.map(exercise => [exercise.slug, exercise]))
  // Reversed, so that the first of several exercises with the same name and type is kept.
  const ownByNameAndType = new Map(own.toReversed().map(exercise => [nameAndType(exercise), exercise]))
  const chosenIds = new Map(mapping.map(({ name, exerciseId }) => [mappingKey(name), exerciseId]))
  const createdIds = new Map(created.map(({ id, name }) => [name, id]))

  function findMatch({ name, content, origin }: FileExercise): NameMatch | null {
    if (!origin) return match(name)
    const original = byId.get(origin.id) ?? bySlug.get(origin.slug)
    if (original) return { exercise: original, confidence: 1 }
    // The original does not exist here, so only a custom exercise with the same name and tracking type replaces it.
    const sameName = ownByNameAndType.get(nameAndType({ name, trackingType: content.trackingType }))
    return sameName ? { exercise: sameName, confidence: 1 } : null
  }

  return (key: string, fileExercise: FileExercise): FoundExercise | null => {
    const { name } = fileExercise
    const chosen = byId.get(chosenIds.get(mappingKey(name)) ?? '')
    if (chosen)
      return { key, exercise: toResolved(chosen), match: { name, exerciseId: chosen.id, confidence: 1 } }
    const createdExercise = byId.get(createdIds.get(name) ?? '')
    if (createdExercise) return { key, exercise: toResolved(createdExercise), match: null }
    const found = findMatch(fileExercise)
    if (!found) return null
    const { exercise, confidence } = found
    return { key, exercise: toResolved(exercise), match: { name, exerciseId: exercise.id, confidence } }
  }
}

const toResolved = ({ id, trackingType }: MatchableExercise): ResolvedExercise => ({ id, trackingType })

const nameAndType = ({ name, trackingType }: Pick<MatchableExercise, 'name' | 'trackingType'>) =>
  `${trackingType} ${normalizeName(name)}`
