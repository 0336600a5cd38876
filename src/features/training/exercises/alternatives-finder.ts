import DataLoader from 'dataloader'
import { createYielder } from '../../../lib/event-loop.js'
import { compareAlternatives } from './alternatives.js'
import type { ExerciseIndex } from './exercise-index.js'
import type { Exercise } from './models.js'
import type { Equipment } from '../../../lib/exercise-vocabulary.js'

interface AlternativesQuery {
  exercise: Exercise
  indexes: readonly ExerciseIndex[]
  count: number
  /** The available equipment; null for all. */
  available: readonly Equipment[] | null
}

/**
 * Processes the queries of a page together: it yields to the event loop between them, and returns all results at once, so
 * that fields of the found exercises are read together, too.
 */
export function alternativesFinder() {
  async function findAll(queries: readonly AlternativesQuery[]): Promise<Exercise[][]> {
    const pause = createYielder()
    const results: Exercise[][] = []
    for (const query of queries) {
      results.push(findAlternatives(query))
      await pause()
    }
    return results
  }
  const loader = new DataLoader<AlternativesQuery, Exercise[]>(findAll, {
    cache: false,
    batchScheduleFn: batch => setImmediate(batch),
  })
  return (query: AlternativesQuery): Promise<Exercise[]> => loader.load(query)
}

function findAlternatives({ exercise, indexes, count, available }: AlternativesQuery): Exercise[] {
  const muscles = indexes.some(({ alternatives }) => alternatives.hasSameMuscles(exercise)) ? 'same' : 'some'
  return indexes
    .flatMap(({ alternatives }) => alternatives.nearest(exercise, count, muscles, available))
    .sort(compareAlternatives)
    .slice(0, count)
    .map(alternative => alternative.exercise)
}
