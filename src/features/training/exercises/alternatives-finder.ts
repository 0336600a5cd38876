import DataLoader from 'dataloader'
import { createYielder } from '../../../lib/event-loop.js'
import { compareAlternatives } from './alternatives.js'
import type { ExerciseIndex } from './exercise-index.js'
import type { Exercise } from './models.js'
import type { Equipment } from './vocabulary.js'

interface Question {
  exercise: Exercise
  /** Where to look. */
  indexes: readonly ExerciseIndex[]
  count: number
  /** The equipment that there is; null for all. */
  available: readonly Equipment[] | null
}

/**
 * Answers what is asked at one moment together: a page's hundred questions do not hold everybody up, and what is then
 * asked of all their answers is one read.
 */
export function alternativesFinder() {
  async function answerAll(questions: readonly Question[]): Promise<Exercise[][]> {
    const pause = createYielder()
    const answers: Exercise[][] = []
    for (const question of questions) {
      answers.push(answer(question))
      await pause()
    }
    return answers
  }
  const loader = new DataLoader<Question, Exercise[]>(answerAll, {
    cache: false,
    batchScheduleFn: batch => setImmediate(batch),
  })
  return (question: Question): Promise<Exercise[]> => loader.load(question)
}

function answer({ exercise, indexes, count, available }: Question): Exercise[] {
  const muscles = indexes.some(({ alternatives }) => alternatives.hasSame(exercise)) ? 'same' : 'some'
  return indexes
    .flatMap(({ alternatives }) => alternatives.nearest(exercise, count, muscles, available))
    .sort(compareAlternatives)
    .slice(0, count)
    .map(alternative => alternative.exercise)
}
