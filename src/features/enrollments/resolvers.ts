import type { Resolvers } from '../../../generated/resolvers.js'
import { deliverable } from '../../lib/short-page.js'
import { parseIdAt } from '../../lib/ids.js'
import { localeOf, requireViewer, type Asker } from '../../viewer.js'
import type { ExerciseService } from '../exercises/service.js'
import type { Written } from '../owned/models.js'
import { serviceId } from '../programs/builtin/owner.js'
import { dayInLanguage } from '../programs/builtin/words.js'
import { readCommand, readDayCommand, readEnrollment, readLoads } from './input.js'
import type { EnrollmentService } from './service.js'
import { decisionsOf, statusOf } from './status.js'

export function enrollmentResolvers(
  enrollments: EnrollmentService,
  exercises: Pick<ExerciseService, 'find'>,
) {
  const { command, outcome } = enrollments
  async function write(asker: Asker, work: (userId: string) => Promise<Written>) {
    const { id } = requireViewer(asker)
    return outcome(id, await work(id))
  }
  return {
    Query: {
      enrollment: (_root, { id }, asker) => enrollments.get(requireViewer(asker).id, parseIdAt(id, 'id')),
      activeEnrollment: (_root, _args, asker) => enrollments.active(requireViewer(asker).id),
      enrollments: async (_root, wanted, asker, info) =>
        deliverable(await enrollments.list(requireViewer(asker).id, wanted), wanted, info),
    },
    Mutation: {
      enroll: (_root, { input }, asker) =>
        write(asker, userId => enrollments.enroll(userId, readEnrollment(input, 'input'))),
      pauseEnrollment: (_root, { input }, asker) =>
        write(asker, userId => command.pause(userId, readCommand(input, 'input'))),
      resumeEnrollment: (_root, { input }, asker) =>
        write(asker, userId => command.resume(userId, readCommand(input, 'input'))),
      finishEnrollment: (_root, { input }, asker) =>
        write(asker, userId => command.finish(userId, readCommand(input, 'input'))),
      upgradeEnrollment: (_root, { input }, asker) =>
        write(asker, userId => command.upgrade(userId, readCommand(input, 'input'))),
      skipProgramDay: (_root, { input }, asker) =>
        write(asker, userId => command.skip(userId, ...readDayCommand(input, 'input'), 'input')),
      unskipProgramDay: (_root, { input }, asker) =>
        write(asker, userId => command.unskip(userId, ...readDayCommand(input, 'input'))),
      setEnrollmentLoads: (_root, { input }, asker) =>
        write(asker, userId => command.setLoads(userId, ...readLoads(input, 'input'), 'input')),
    },
    Subscription: {
      programProgressed: {
        subscribe: (_root, _args, asker) => enrollments.moved(requireViewer(asker).id),
        resolve: (enrollmentId: string, _args: object, asker: Asker) =>
          enrollments.get(requireViewer(asker).id, enrollmentId),
      },
    },
    ProgramEnrollment: {
      program: enrollments.program,
      programVersion: enrollments.programVersion,
      enrollmentStatus: ({ content, derived }) => statusOf(content, derived),
      startDate: ({ content }) => content.startDate,
      timezone: ({ content }) => content.timezone,
      weekdays: ({ content }) => content.weekdays,
      completedDays: ({ derived }) => derived.done.length,
      skippedDays: ({ content }) => decisionsOf(content).skipped,
      currentWeek: async enrollment => (await enrollments.nextPlace(enrollment))?.week ?? null,
      currentDay: async enrollment => (await enrollments.nextPlace(enrollment))?.day ?? null,
      async nextDay(enrollment, _args, asker) {
        const [day, { ownerId }] = await Promise.all([
          enrollments.nextDay(enrollment),
          enrollments.programVersion(enrollment),
        ])
        if (!day || ownerId !== serviceId) return day
        return dayInLanguage(day, localeOf(asker))
      },
      async schedule(enrollment, { from = null, first }, asker) {
        const [days, { ownerId }] = await Promise.all([
          enrollments.schedule(enrollment, from, first),
          enrollments.programVersion(enrollment),
        ])
        if (ownerId !== serviceId) return days
        const locale = localeOf(asker)
        return days.map(day => dayInLanguage(day, locale))
      },
    },
    WorkoutProgramDay: {
      enrollment: ({ enrollmentId }, _args, asker) => enrollments.find(requireViewer(asker).id, enrollmentId),
    },
    NextDayExercise: {
      exercise: ({ exerciseId }, _args, asker) => exercises.find(exerciseId, requireViewer(asker).id),
    },
  } satisfies Resolvers
}
