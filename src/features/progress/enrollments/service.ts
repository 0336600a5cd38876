import { notFound } from '../../../errors.js'
import { batchByOwner } from '../../../lib/batch-by-owner.js'
import type { CalendarDate } from '../../../lib/calendar.js'
import type { Locale } from '../../../lib/locales.js'
import { mapNodes, type Page, type PageArguments } from '../../../lib/pages.js'
import { limitPage } from '../../../lib/page-limit.js'
import type { Database } from '../../../platform/database/database.js'
import type { Events } from '../../../platform/events/events.js'
import type { ExerciseService } from '../../training/exercises/service.js'
import type { StoredRecord } from '../../owned/models.js'
import type { OwnedService } from '../../owned/service.js'
import { builtInOwnerId } from '../../training/programs/builtin/owner.js'
import { translateDay } from '../../training/programs/builtin/translations.js'
import type { ProgramVersion } from '../../training/programs/models.js'
import type { ProgramService } from '../../training/programs/service.js'
import type { WorkoutListener } from '../../training/workouts/listeners.js'
import type { PerformedWorkout } from '../../training/workouts/performed.js'
import { initialLoadsReader, type CurrentRecords } from './initial-loads.js'
import { enrollmentCommands } from './commands.js'
import { planReader } from './plan-reader.js'
import type { ProgramVersions } from './program-reader.js'
import { progressDeriver } from './progress-deriver.js'
import type { ExerciseSettingsService } from '../../training/exercise-settings/service.js'
import type { GymService } from '../../training/gyms/service.js'
import type { ProfileService } from '../../people/profile/service.js'
import type { WorkoutService } from '../../training/workouts/service.js'
import { calendarDayReader } from './calendar-days.js'
import { enrollmentSetupReader } from './enrollment-setup.js'
import { loadingConditions } from './loading-conditions.js'
import type { DayStore } from './day-store.js'
import { trainingDayReader } from './training-days.js'
import { enrollmentUpdater } from './enrollment-updater.js'
import { programDayValidator } from './program-day-validator.js'
import { enrollmentRecordType } from './record-type.js'
import type { DayPlan, EnrollmentRow, ProgramEnrollment } from './models.js'
import { scheduleReader } from './schedule.js'
import type { DayPosition } from './progression/plan.js'
import { versionNumberOf } from './status.js'
import type { EnrollmentStore } from './store.js'

interface Dependencies {
  enrollments: EnrollmentStore
  days: DayStore
  owned: OwnedService
  exercises: Pick<ExerciseService, 'findMany'>
  exerciseSettings: Pick<ExerciseSettingsService, 'findMany' | 'loadMany'>
  gyms: Pick<GymService, 'find' | 'findAll'>
  workouts: Pick<WorkoutService, 'lastPerformances'>
  profile: Pick<ProfileService, 'get'>
  records: CurrentRecords
  programs: ProgramVersions & Pick<ProgramService, 'find' | 'findVersion' | 'canViewVersion'>
  database: Database
  events: Events
  clock: () => Date
}

const topic = (userId: string) => `enrollments:${userId}`

export function enrollmentService(dependencies: Dependencies) {
  const { enrollments, days, owned, gyms, programs, database, events, clock } = dependencies
  const planning = { ...dependencies, readConditions: loadingConditions(dependencies) }
  const plans = planReader(planning)
  const deriveProgress = progressDeriver(planning)
  const initialLoads = initialLoadsReader({ ...dependencies, plans })
  const announce = (userId: string, id: string) =>
    database.afterCommit(() => events.publish(topic(userId), id))
  const recordType = enrollmentRecordType({ ...dependencies, deriveProgress, initialLoads, announce })
  const trainingDays = trainingDayReader({ owned, plans, clock })
  const readSchedule = scheduleReader({ plans, days, clock })
  const commands = enrollmentCommands({ ...dependencies, recordType, plans })
  const updateEnrollments = enrollmentUpdater({ enrollments, days, plans, deriveProgress })

  const enrolledVersions = batchByOwner(enrollments.enrolledVersions, ({ programId }) => programId)

  /** Returns whether an enrollment of the user began with the version or was upgraded to it last. */
  async function isEnrolledIn(userId: string, { programId, number }: ProgramVersion): Promise<boolean> {
    const enrolled = await enrolledVersions(userId, programId)
    return enrolled.some(({ numbers }) => numbers.includes(number))
  }

  const find = async (userId: string, id: string): Promise<ProgramEnrollment | null> =>
    present(userId, await enrollments.find(userId, id))

  /** @throws AppError NOT_FOUND */
  async function get(userId: string, id: string): Promise<ProgramEnrollment> {
    const enrollment = await find(userId, id)
    if (!enrollment) throw notFound('enrollment')
    return enrollment
  }

  const programVersion = ({ ownerId, content, derived }: ProgramEnrollment): Promise<ProgramVersion> =>
    programs.version(ownerId, content.programId, versionNumberOf(content, derived))

  const listener: WorkoutListener<PerformedWorkout, { finished: readonly string[] }> = {
    digest: ({ performed }) => performed,

    /** The outcome contains the ids of the enrollments whose last day was completed. */
    async apply(userId, changes, { cause, head }) {
      // Program days do not depend on the body weight.
      if (cause === 'BODY_WEIGHT') return { outcome: { finished: [] } }
      const { patches, finished } = await updateEnrollments(userId, changes, head)
      for (const { id } of patches) announce(userId, id)
      return { derived: patches, outcome: { finished } }
    },
  }

  return {
    recordType,
    commands,
    listener,
    find,
    get,
    present,
    validateDays: programDayValidator({ enrollments, plans }),

    async active(userId: string): Promise<ProgramEnrollment | null> {
      const { active } = await owned.head(userId)
      return active.ENROLLMENT === undefined ? null : find(userId, active.ENROLLMENT)
    },

    /** Newest first. @throws AppError BAD_USER_INPUT */
    async list(userId: string, page: PageArguments): Promise<Page<ProgramEnrollment, number | null>> {
      const { counts } = await owned.head(userId)
      const found = await enrollments.page(userId, counts.ENROLLMENT ?? 0, page)
      return mapNodes(limitPage(found, page), row => present(userId, row))
    },

    /** Reads the current state of the program; null if the enrolled user may no longer see it. */
    program: ({ ownerId, content }: ProgramEnrollment) => programs.find(ownerId, content.programId),

    programVersion,

    /** An enrolled user may read the version even if the program is no longer visible. @throws AppError NOT_FOUND */
    async getVersion(userId: string, id: string): Promise<ProgramVersion> {
      const version = await programs.findVersion(id)
      if (!version) throw notFound('program version')
      const isVisible =
        (await programs.canViewVersion(userId, version)) || (await isEnrolledIn(userId, version))
      if (!isVisible) throw notFound('program version')
      return version
    },

    setup: enrollmentSetupReader(dependencies),
    calendarDays: calendarDayReader({ ...dependencies, plans }),

    nextPosition: trainingDays.nextPosition,
    nextDay: trainingDays.nextDay,

    schedule: async (enrollment: ProgramEnrollment, from: CalendarDate | null, first: number | null) =>
      readSchedule((await trainingDays.withConditions(enrollment)).enrollment, from, first),

    /**
     * Returns null if the enrollment does not exist or its program does not have the training day.
     * @param locale the language of built-in programs
     */
    async dayPlan(
      userId: string,
      { enrollmentId, ...position }: DayPosition & { enrollmentId: string },
      locale: Locale,
    ): Promise<DayPlan | null> {
      const enrollment = await find(userId, enrollmentId)
      const dayPlan = enrollment && (await trainingDays.dayPlan(enrollment, position))
      if (!dayPlan) return null
      const { ownerId } = await programVersion(enrollment)
      return ownerId === builtInOwnerId ? translateDay(dayPlan, locale) : dayPlan
    },

    /** Returns null without a gym, and if it was deleted. */
    gym: ({ ownerId, content }: ProgramEnrollment) =>
      content.gymId === null ? null : gyms.find(ownerId, content.gymId),

    /** Subscribes to the ids of enrollments that progress through workouts and skipped days. */
    progressed: (userId: string): AsyncIterableIterator<string> => events.subscribe(topic(userId)),
  }
}

export type EnrollmentService = ReturnType<typeof enrollmentService>

function present(ownerId: string, row: StoredRecord | null): ProgramEnrollment | null {
  if (row === null) return null
  const { id, version, createdAt, updatedAt, content, derived } = row as EnrollmentRow
  return content && derived && { id, version, createdAt, updatedAt, ownerId, content, derived }
}
