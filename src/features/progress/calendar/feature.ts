import type { Resolvers } from '../../../../generated/resolvers.js'
import { localeOf, requireViewer } from '../../../viewer.js'
import type { FeatureContext } from '../../feature.js'
import type { WorkoutLoader } from '../../training/workouts/loader.js'
import type { WorkoutService } from '../../training/workouts/service.js'
import type { EnrollmentService } from '../enrollments/service.js'
import { calendarService } from './service.js'

interface Dependencies {
  workouts: WorkoutService
  loadWorkout: WorkoutLoader
  enrollments: EnrollmentService
}

export function calendar(_context: FeatureContext, { loadWorkout, ...services }: Dependencies) {
  const { calendar } = calendarService(services)
  return {
    services: {},
    resolvers: {
      Query: {
        calendar: (_root, request, context) =>
          calendar(requireViewer(context).id, request, localeOf(context)),
      },
      CalendarDay: {
        async workouts({ workoutIds }, _args, context) {
          const found = await Promise.all(workoutIds.map(id => loadWorkout(context, id)))
          return found.filter(workout => workout !== null)
        },
      },
    } satisfies Resolvers,
  }
}
