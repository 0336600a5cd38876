import type { Resolvers } from '../../../generated/resolvers.js'
import { notFound } from '../../errors.js'
import { parseIdAt } from '../../lib/ids.js'
import { deliverable } from '../../lib/short-page.js'
import { localeOf, requireViewer } from '../../viewer.js'
import { readDeletion } from '../owned/deletion.js'
import type { Workout } from './models.js'
import { totalsOf } from './presentation.js'
import { workoutLoader } from './loader.js'
import type { WorkoutService } from './service.js'
import { musclesWorked, volumeOf } from './totals.js'

export const workoutResolvers = (workouts: WorkoutService) => {
  const load = workoutLoader(workouts)

  return {
    Query: {
      workout: (_root, { id }, asker) => workouts.get(requireViewer(asker).id, parseIdAt(id, 'id')),
      activeWorkout: (_root, _args, asker) => workouts.active(requireViewer(asker).id),
      async workouts(_root, { filter, ...wanted }, asker, info) {
        const page = await workouts.list(requireViewer(asker).id, filter ?? {}, wanted)
        return deliverable(page, wanted, info)
      },
      async exerciseHistory(_root, { exerciseId, ...wanted }, asker, info) {
        const { id } = requireViewer(asker)
        const page = await workouts.history(id, parseIdAt(exerciseId, 'exerciseId'), wanted)
        return deliverable(page, wanted, info)
      },
    },
    Mutation: {
      saveWorkout: (_root, { input }, asker) => workouts.save(requireViewer(asker).id, input),
      startWorkout: (_root, { input }, asker) =>
        workouts.start(requireViewer(asker).id, input, localeOf(asker)),
      swapExercise: (_root, { input }, asker) => workouts.swapExercise(requireViewer(asker).id, input),
      async deleteWorkout(_root, { input }, asker) {
        const { id } = requireViewer(asker)
        const { workout, ...deleted } = await workouts.remove(id, readDeletion(input, 'input'))
        return { ...deleted, record: workout && { __typename: 'Workout' as const, ...workout } }
      },
    },
    Subscription: {
      workoutUpdated: {
        subscribe: (_root, { id }, asker) => workouts.updates(requireViewer(asker).id, parseIdAt(id, 'id')),
        resolve: (workout: Workout | null) => workout,
      },
    },
    ScheduledDay: {
      workout: ({ workoutId }, _args, asker) => (workoutId === null ? null : load(asker, workoutId)),
    },
    PersonalRecord: {
      workout: ({ workoutId }, _args, asker) => load(asker, workoutId),
    },
    Workout: {
      workoutTitle: ({ title }) => title,
      workoutStatus: ({ status }) => status,
      totals: totalsOf,
    },
    WorkoutExercise: {
      entryId: ({ id }) => id,
      async exercise({ exerciseId, surroundings }) {
        const exercise = (await surroundings.exercises()).get(exerciseId)
        // It may go between two reads, with the last workout that names it.
        if (!exercise) throw notFound('exercise')
        return exercise
      },
      previous: ({ exerciseId, previousWorkoutId, surroundings }) =>
        previousWorkoutId === null ? [] : surroundings.previous(previousWorkoutId, exerciseId),
    },
    WorkoutSet: {
      setId: ({ id }) => id,
    },
    WorkoutTotals: {
      volume: ({ workout }, { unit }) => volumeOf(workout, workout.bodyWeight, unit),
      async musclesWorked({ workout }) {
        const exercises = await workout.surroundings.exercises()
        return musclesWorked(workout, id => exercises.get(id))
      },
    },
  } satisfies Resolvers
}
