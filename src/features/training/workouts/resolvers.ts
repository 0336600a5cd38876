import type { Resolvers } from '../../../../generated/resolvers.js'
import { notFound } from '../../../errors.js'
import { parseIdAt } from '../../../lib/ids.js'
import { limitToDeliverable } from '../../../lib/page-limit.js'
import { requireViewer } from '../../../viewer.js'
import type { Workout } from './models.js'
import { totalsOf } from './presentation.js'
import { performedWorkout } from './performed.js'
import type { WorkoutService } from './service.js'
import { musclesWorked, volumeOf } from './totals.js'

export const workoutResolvers = (workouts: WorkoutService) =>
  ({
    Query: {
      workout: (_root, { id }, context) => workouts.get(requireViewer(context).id, parseIdAt(id, 'id')),
      activeWorkout: (_root, _args, context) => workouts.active(requireViewer(context).id),
      async workouts(_root, { filter, ...pageArguments }, context, info) {
        const page = await workouts.list(requireViewer(context).id, filter ?? {}, pageArguments)
        return limitToDeliverable(page, pageArguments, info)
      },
      async exerciseHistory(_root, { exerciseId, ...pageArguments }, context, info) {
        const { id } = requireViewer(context)
        const page = await workouts.history(id, parseIdAt(exerciseId, 'exerciseId'), pageArguments)
        return limitToDeliverable(page, pageArguments, info)
      },
    },
    Subscription: {
      workoutUpdated: {
        subscribe: (_root, { id }, context) =>
          workouts.updates(requireViewer(context).id, parseIdAt(id, 'id')),
        resolve: (workout: Workout | null) => workout,
      },
    },
    Workout: {
      workoutTitle: ({ title }) => title,
      workoutStatus: ({ status }) => status,
      totals: totalsOf,
    },
    WorkoutExercise: {
      entryId: ({ id }) => id,
      async exercise({ exerciseId, related }) {
        const exercise = (await related.exercises()).get(exerciseId)
        // The exercise may be deleted between two reads, together with the last workout that refers to it.
        if (!exercise) throw notFound('exercise')
        return exercise
      },
      previous: ({ exerciseId, previousWorkoutId, occurrence, related }) =>
        previousWorkoutId === null ? [] : related.previous(previousWorkoutId, exerciseId, occurrence),
    },
    WorkoutSet: {
      setId: ({ id }) => id,
    },
    WorkoutTotals: {
      async volume({ workout }, { unit }) {
        const { id, bodyWeight, related } = workout
        return volumeOf(performedWorkout(id, workout, bodyWeight, await related.exercises()), unit)
      },
      async musclesWorked({ workout }) {
        const exercises = await workout.related.exercises()
        return musclesWorked(workout, id => exercises.get(id))
      },
    },
  }) satisfies Resolvers
