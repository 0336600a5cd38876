import { notFound } from '../../../errors.js'
import { batchByOwner } from '../../../lib/batch-by-owner.js'
import type { Locale } from '../../../lib/locales.js'
import { mapNodes, type Page, type PageArguments } from '../../../lib/pages.js'
import { limitPage } from '../../../lib/page-limit.js'
import type { Database } from '../../../platform/database/database.js'
import type { Events } from '../../../platform/events/events.js'
import type { ExerciseService } from '../exercises/service.js'
import type { StoredRecord, SaveWrite, WriteResult } from '../../owned/models.js'
import { unwrapResult, type OwnedService } from '../../owned/service.js'
import { builtInOwnerId } from '../programs/builtin/owner.js'
import { translateDay } from '../programs/builtin/translations.js'
import type { ProgramVersion } from '../programs/models.js'
import type { ProgramService } from '../programs/service.js'
import type { WorkoutListener } from '../workouts/listeners.js'
import type { PerformedWorkout } from '../workouts/performed.js'
import { planDay } from './asked.js'
import { beginnings, type StandingRecords } from './beginning.js'
import { commands } from './commands.js'
import { courseReader, type ProgramVersions } from './courses.js'
import type { DayStore } from './day-store.js'
import { workoutFollower } from './follow.js'
import { programDayValidator } from './judge.js'
import { enrollmentRecordType } from './kind.js'
import type {
  DayPlan,
  EnrollmentContent,
  EnrollmentOutcome,
  EnrollmentRow,
  NextDay,
  ProgramEnrollment,
} from './models.js'
import { scheduleReader } from './schedule.js'
import { placeKey, type Place, type Plan, type TrainingDay } from './progression/plan.js'
import { decisionsOf, firstOpen, nextDate, statusOf, versionNumberOf } from './status.js'
import type { EnrollmentStore } from './store.js'

interface Dependencies {
  enrollments: EnrollmentStore
  days: DayStore
  owned: OwnedService
  exercises: Pick<ExerciseService, 'known'>
  records: StandingRecords
  programs: ProgramVersions & Pick<ProgramService, 'find' | 'findVersion' | 'showsVersion'>
  database: Database
  events: Events
  clock: () => Date
}

const topic = (userId: string) => `enrollments:${userId}`

export function enrollmentService(dependencies: Dependencies) {
  const { enrollments, days, owned, programs, database, events, clock } = dependencies
  const courses = courseReader(dependencies)
  const begin = beginnings({ ...dependencies, courses })
  const announce = (userId: string, id: string) =>
    database.afterCommit(() => events.publish(topic(userId), id))
  const kind = enrollmentRecordType({ ...dependencies, courses, begin, announce })
  const schedule = scheduleReader({ courses, days, clock })
  const command = commands({ ...dependencies, kind, courses })
  const followWorkouts = workoutFollower({ enrollments, days, courses })

  const enrolledVersions = batchByOwner(enrollments.enrolledVersions, ({ programId }) => programId)

  /** Whether an enrollment of the person began with the version or was upgraded to it last. */
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

  /** Of an enrolment that is shown: several of its fields need it. */
  const plans = new WeakMap<ProgramEnrollment, Promise<Plan>>()
  function planOf(enrollment: ProgramEnrollment): Promise<Plan> {
    const { ownerId, content, derived } = enrollment
    const plan = plans.get(enrollment) ?? courses.plan(ownerId, content, derived)
    plans.set(enrollment, plan)
    return plan
  }

  async function nextOf(enrollment: ProgramEnrollment): Promise<{ plan: Plan; day: TrainingDay } | null> {
    const { content, derived } = enrollment
    if (statusOf(content, derived) === 'FINISHED') return null
    const plan = await planOf(enrollment)
    const day = firstOpen(plan, derived.done, decisionsOf(content).skipped)
    return day ? { plan, day } : null
  }

  const programVersion = ({ ownerId, content, derived }: ProgramEnrollment): Promise<ProgramVersion> =>
    programs.version(ownerId, content.programId, versionNumberOf(content, derived))

  const listener: WorkoutListener<PerformedWorkout, { finished: readonly string[] }> = {
    digest: ({ performed }) => performed,

    /** Moves the enrollments of whose days workouts have changed. Its outcome names those whose last day was completed. */
    async apply(userId, changes, { cause, head }) {
      // Program days do not depend on the body weight.
      if (cause === 'BODY_WEIGHT') return { outcome: { finished: [] } }
      const { moved, finished } = await followWorkouts(userId, changes, head)
      for (const { id } of moved) announce(userId, id)
      return { derived: moved, outcome: { finished } }
    },
  }

  return {
    kind,
    command,
    listener,
    find,
    get,
    /** Without a read, however many there are. */
    present,
    judgeDays: programDayValidator({ enrollments, courses }),

    /** @throws AppError for what was wrong with it */
    outcome(userId: string, written: WriteResult): EnrollmentOutcome {
      const { row, conflict } = unwrapResult(written)
      return { enrollment: present(userId, row), conflict }
    },

    enroll: (userId: string, save: SaveWrite<EnrollmentContent>): Promise<WriteResult> =>
      kind.save(userId, save),

    async active(userId: string): Promise<ProgramEnrollment | null> {
      const { active } = await owned.head(userId)
      if (active.ENROLLMENT === undefined) return null
      return present(userId, await enrollments.find(userId, active.ENROLLMENT))
    },

    /** The latest first. @throws AppError BAD_USER_INPUT */
    async list(userId: string, wanted: PageArguments): Promise<Page<ProgramEnrollment, number | null>> {
      const { counts } = await owned.head(userId)
      const found = await enrollments.page(userId, counts.ENROLLMENT ?? 0, wanted)
      return mapNodes(limitPage(found, wanted), row => present(userId, row))
    },

    /** The program as its owner has it now; null once its enrolled person cannot see it any more. */
    program: ({ ownerId, content }: ProgramEnrollment) => programs.find(ownerId, content.programId),

    /** The version that is trained, whatever has become of the program since. */
    programVersion,

    /** A version that the person may see, also because they are enrolled in it. @throws AppError NOT_FOUND */
    async getVersion(userId: string, id: string): Promise<ProgramVersion> {
      const version = await programs.findVersion(id)
      if (!version) throw notFound('program version')
      const isVisible =
        (await programs.showsVersion(userId, version)) || (await isEnrolledIn(userId, version))
      if (!isVisible) throw notFound('program version')
      return version
    },

    /** Where the day to train next is; null when there is none. */
    nextPlace: async (enrollment: ProgramEnrollment): Promise<Place | null> =>
      (await nextOf(enrollment))?.day ?? null,

    /** The day to train next; null when there is none. */
    async nextDay(enrollment: ProgramEnrollment): Promise<NextDay | null> {
      const next = await nextOf(enrollment)
      if (!next) return null
      const { content, derived } = enrollment
      const date = nextDate(content, derived.lastStartedAt, clock())
      return { ...planDay(next.day, next.plan, content, derived), date }
    },

    /** Done and skipped days from a date on, then days to come. @throws AppError BAD_USER_INPUT */
    schedule,

    /**
     * A day with what its sets are to be now; null where there is no such day to train on.
     * @param locale of the texts of built-in programs
     */
    async dayPlan(
      userId: string,
      { enrollmentId, ...place }: Place & { enrollmentId: string },
      locale: Locale,
    ): Promise<DayPlan | null> {
      const enrollment = present(userId, await enrollments.find(userId, enrollmentId))
      if (!enrollment) return null
      const plan = await planOf(enrollment)
      const day = plan.byPlace.get(placeKey(place))
      if (!day) return null
      const asked = planDay(day, plan, enrollment.content, enrollment.derived)
      const { ownerId } = await programVersion(enrollment)
      return ownerId === builtInOwnerId ? translateDay(asked, locale) : asked
    },

    /** The identifiers of enrolments that workouts and skips have moved, from now on. */
    moved: (userId: string): AsyncIterableIterator<string> => events.subscribe(topic(userId)),
  }
}

export type EnrollmentService = ReturnType<typeof enrollmentService>

function present(ownerId: string, row: StoredRecord | null): ProgramEnrollment | null {
  if (row === null) return null
  const { id, version, createdAt, updatedAt, content, derived } = row as EnrollmentRow
  return content && derived && { id, version, createdAt, updatedAt, ownerId, content, derived }
}
