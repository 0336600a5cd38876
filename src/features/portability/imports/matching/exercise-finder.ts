import type { ExerciseChunk, FoundExercise } from '../threads/tasks.js'
import type { CreatedExercise } from '../models.js'
import { exerciseMatcher, normalizeName, type MatchableExercise, type NameMatch } from './exercise-matcher.js'
import type { FileExercise } from './exercise-creator.js'

interface About {
  /** Whether the file is an export of this service. */
  isOwnExport: boolean
  /** Exercises that this import has made before it was interrupted. */
  created: readonly CreatedExercise[]
}

/** Finds the exercise that each exercise of a file is, or is like; null for one that has to be made. */
export async function exerciseFinder({ own, catalogue }: ExerciseChunk, { isOwnExport, created }: About) {
  const match = await exerciseMatcher(own, catalogue, isOwnExport)
  const byId = new Map([...catalogue, ...own].map(exercise => [exercise.id, exercise]))
  const bySlug = new Map(catalogue.map(exercise => [exercise.slug, exercise]))
  // Of several the first.
  const namesakes = new Map(own.toReversed().map(one => [nameAndType(one), one]))
  const createdIds = new Map(created.map(({ id, name }) => [name, id]))

  function matchOf({ name, content, origin }: FileExercise): NameMatch | null {
    if (!origin) return match(name)
    const same = byId.get(origin.id) ?? bySlug.get(origin.slug)
    if (same) return { exercise: same, confidence: 1 }
    // Nobody else's exercise is a person's own: their name says little.
    const namesake = namesakes.get(nameAndType({ name, trackingType: content.trackingType }))
    return namesake ? { exercise: namesake, confidence: 1 } : null
  }

  return (key: string, wish: FileExercise): FoundExercise | null => {
    const { name } = wish
    const made = byId.get(createdIds.get(name) ?? '')
    if (made) return { key, exercise: knownOf(made), match: null }
    const found = matchOf(wish)
    if (!found) return null
    const { exercise, confidence } = found
    return { key, exercise: knownOf(exercise), match: { name, exerciseId: exercise.id, confidence } }
  }
}

const knownOf = ({ id, trackingType }: MatchableExercise) => ({ id, trackingType })

const nameAndType = ({ name, trackingType }: Pick<MatchableExercise, 'name' | 'trackingType'>) =>
  `${trackingType} ${normalizeName(name)}`
