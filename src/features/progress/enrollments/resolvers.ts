import type { Resolvers } from '../../../../generated/resolvers.js'
import { limitToDeliverable } from '../../../lib/page-limit.js'
import { parseIdAt } from '../../../lib/ids.js'
import { localeOf, requireViewer, type RequestContext } from '../../../viewer.js'
import type { AdministrationService } from '../../people/administration/service.js'
import type { ExerciseService } from '../../training/exercises/service.js'
import { builtInOwnerId } from '../../training/programs/builtin/owner.js'
import { translateDay } from '../../training/programs/builtin/translations.js'
import type { WorkoutLoader } from '../../training/workouts/loader.js'
import type { managedEnrollments } from './managed-enrollments.js'
import type { EnrollmentService } from './service.js'
import { decisionsOf, statusOf, unitOf } from './status.js'

interface Dependencies {
  enrollments: EnrollmentService
  exercises: Pick<ExerciseService, 'find'>
  loadWorkout: WorkoutLoader
  listManaged: ReturnType<typeof managedEnrollments>
  findUser: AdministrationService['findUser']
}

export function enrollmentResolvers({
  enrollments,
  exercises,
  loadWorkout,
  listManaged,
  findUser,
}: Dependencies) {
  return {
    Query: {
      enrollment: (_root, { id }, context) => enrollments.get(requireViewer(context).id, parseIdAt(id, 'id')),
      activeEnrollment: (_root, _args, context) => enrollments.active(requireViewer(context).id),
      enrollmentSetup: (_root, { programId }, context) =>
        enrollments.setup(requireViewer(context).id, parseIdAt(programId, 'programId')),
      enrollments: async (_root, page, context, info) =>
        limitToDeliverable(await enrollments.list(requireViewer(context).id, page), page, info),
      managedEnrollments: (_root, { programId, ...page }, context) => listManaged(context, programId, page),
    },
    ManagedEnrollment: { user: ({ userId }) => findUser(userId) },
    Subscription: {
      programProgressed: {
        subscribe: (_root, _args, context) => enrollments.progressed(requireViewer(context).id),
        resolve: (enrollmentId: string, _args: object, context: RequestContext) =>
          enrollments.get(requireViewer(context).id, enrollmentId),
      },
    },
    ProgramEnrollment: {
      program: enrollments.program,
      programVersion: enrollments.programVersion,
      enrollmentStatus: ({ content, derived }) => statusOf(content, derived),
      unit: ({ content }) => unitOf(content),
      gym: enrollments.gym,
      startDate: ({ content }) => content.startDate,
      timezone: ({ content }) => content.timezone,
      weekdays: ({ content }) => content.weekdays,
      completedDays: ({ derived }) => derived.done.length,
      skippedDays: ({ content }) => decisionsOf(content).skipped,
      currentWeek: async enrollment => (await enrollments.nextPosition(enrollment))?.week ?? null,
      currentDay: async enrollment => (await enrollments.nextPosition(enrollment))?.day ?? null,
      async nextDay(enrollment, _args, context) {
        const [day, { ownerId }] = await Promise.all([
          enrollments.nextDay(enrollment),
          enrollments.programVersion(enrollment),
        ])
        if (!day || ownerId !== builtInOwnerId) return day
        return translateDay(day, localeOf(context))
      },
      async schedule(enrollment, { from = null, first }, context) {
        const [days, { ownerId }] = await Promise.all([
          enrollments.schedule(enrollment, from, first),
          enrollments.programVersion(enrollment),
        ])
        if (ownerId !== builtInOwnerId) return days
        const locale = localeOf(context)
        return days.map(day => translateDay(day, locale))
      },
    },
    ScheduledDay: {
      workout: ({ workoutId }, _args, context) =>
        workoutId === null ? null : loadWorkout(context, workoutId),
    },
    WorkoutProgramDay: {
      enrollment: ({ enrollmentId }, _args, context) =>
        enrollments.find(requireViewer(context).id, enrollmentId),
    },
    EnrollmentSetupItem: {
      exercise: ({ exerciseId }, _args, context) => exercises.find(exerciseId, requireViewer(context).id),
    },
    NextDayExercise: {
      exercise: ({ exerciseId }, _args, context) => exercises.find(exerciseId, requireViewer(context).id),
    },
  } satisfies Resolvers
}
