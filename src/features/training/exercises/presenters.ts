import type { Row } from '../../owned/models.js'
import type { Exercise, ExerciseContent, DeletedExerciseContent } from './models.js'
import { toExercise } from './custom/present.js'
import type { ExerciseService } from './service.js'

/** How the feed shows people's own exercises, and their favourites: as the exercises that they stand for. */
export const exercisePresenters = ({ known }: Pick<ExerciseService, 'known'>) => ({
  EXERCISE: async (_userId: string, rows: readonly Row[]) =>
    rows.flatMap(row => named(toExercise(row as Row<ExerciseContent, DeletedExerciseContent>)) ?? []),

  FAVORITE: async (userId: string, rows: readonly Row[]) => {
    const ids = rows.map(({ id }) => id)
    return [...(await known(userId, ids)).values()].flatMap(exercise => named(exercise) ?? [])
  },
})

const named = (exercise: Exercise | null) => exercise && { __typename: 'Exercise' as const, ...exercise }
