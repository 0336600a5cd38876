import { isDeepStrictEqual } from 'node:util'
import { AppError, badUserInputAt, type ErrorCode } from '../../../errors.js'
import { addDays, dateIn } from '../../../lib/calendar.js'
import type { RecordChange, SaveWrite } from '../../owned/models.js'
import type { RecordTypeService } from '../../owned/record-type.js'
import type { OwnedService } from '../../owned/service.js'
import type { ProgramVersion } from '../../training/programs/models.js'
import type { ProfileService } from '../../people/profile/service.js'
import type { GymService } from '../../training/gyms/service.js'
import type { InitialLoadsReader } from './initial-loads.js'
import { exerciseIdsOf } from '../../training/programs/weeks-summary.js'
import type { InitialDerived } from './derived-data.js'
import type { ProgramVersions } from './program-reader.js'
import type { ProgressDeriver } from './progress-deriver.js'
import type { DayStore } from './day-store.js'
import { enrollmentPatch } from './enrollment-patch.js'
import type { EnrollmentContent, EnrollmentDerived } from './models.js'
import { decisionsOf, statusOf, noDecisions, versionNumberOf } from './status.js'

interface EnrollmentRecordTypeDependencies {
  owned: OwnedService
  programs: ProgramVersions
  deriveProgress: ProgressDeriver
  days: Pick<DayStore, 'counted'>
  initialLoads: InitialLoadsReader
  /** Notifies subscribers after the commit that the enrollment has progressed. */
  announce(userId: string, enrollmentId: string): void
  profile: Pick<ProfileService, 'get'>
  gyms: Pick<GymService, 'findAll'>
  clock: () => Date
}

export type EnrollmentRecordType = RecordTypeService<EnrollmentContent, EnrollmentDerived>
type Change = RecordChange<EnrollmentContent, EnrollmentDerived>

const maxStartOffsetDays = 366

export function enrollmentRecordType(dependencies: EnrollmentRecordTypeDependencies): EnrollmentRecordType {
  const { owned, programs, deriveProgress, days, initialLoads, profile, gyms, announce, clock } = dependencies

  async function initialDerived(
    userId: string,
    { before, after }: Change,
    content: EnrollmentContent,
  ): Promise<InitialDerived & Pick<EnrollmentDerived, 'periods'>> {
    const { programId } = content
    const periods = after?.derived?.periods ?? []
    if (!before?.content || !after?.derived) {
      const version = await programs.version(userId, programId, null)
      const inherited = await initialLoads.inherited(userId, version)
      const maxima = await initialLoads.maxima(userId, version, content, [])
      return { enrolledVersion: version.number, periods, inherited, maxima }
    }
    const { enrolledVersion, inherited, maxima } = after.derived
    const number = versionNumberOf(content, after.derived)
    if (number === versionNumberOf(before.content, after.derived))
      return { enrolledVersion, periods, inherited, maxima }
    const version = await programs.version(userId, programId, number)
    const completed = await initialLoads.maxima(userId, version, content, maxima)
    return { enrolledVersion, periods, inherited, maxima: completed }
  }

  return owned.defineRecordType<EnrollmentContent, EnrollmentDerived>({
    type: 'ENROLLMENT',
    isActive: (content, derived) => statusOf(content, derived) === 'ACTIVE',
    async prepare(userId, writes) {
      const enrollments = writes.filter(({ content }) => content.decisions === null)
      const latest = new Map<string, ProgramVersion | null>()
      for (const id of new Set(enrollments.map(({ content }) => content.programId)))
        latest.set(id, await latestVersion(programs, userId, id))
      const needsGym = enrollments.some(({ content }) => content.gymId !== null)
      const knownGyms = new Set(needsGym ? (await gyms.findAll(userId)).map(({ id }) => id) : [])
      const needsUnit = enrollments.some(({ content }) => content.unit === null)
      const unit = needsUnit ? (await profile.get(userId)).profile.weightUnit : null
      const now = clock()
      return {
        complete: (content, stored) => ({
          ...content,
          unit: content.unit ?? stored?.unit ?? unit ?? 'KG',
          decisions: content.decisions ?? stored?.decisions ?? noDecisions,
        }),
        validate(write, { before }) {
          const version = latest.get(write.content.programId)
          if (before === null && version !== undefined) assertValidEnrollment(write, version, knownGyms, now)
        },
      }
    },

    async derive(userId, changes, head) {
      const patches = []
      for (const change of changes) {
        const { id, before, after } = change
        if (!after?.content) continue
        const { content, derived } = after
        const base = await initialDerived(userId, change, content)
        const counted = before === null ? [] : await days.counted(userId, [id])
        const progress = await deriveProgress(userId, content, base, counted, head)
        const existing = { id, content, derived: before === null ? null : derived }
        patches.push(enrollmentPatch(existing, { ...base, ...progress }, head.active.ENROLLMENT))
        if (before?.content && hasSkippedDaysChanged(before.content, content)) announce(userId, id)
      }
      return { derived: patches.flatMap(patch => patch ?? []) }
    },
  })
}

const hasSkippedDaysChanged = (before: EnrollmentContent, after: EnrollmentContent) =>
  !isDeepStrictEqual(decisionsOf(before).skipped, decisionsOf(after).skipped)

/** The errors of a program that the user may not see and of an unpublished program of the user. */
const unavailableCodes: readonly ErrorCode[] = ['NOT_FOUND', 'BAD_USER_INPUT']

/** Returns null if the user cannot enroll in the program. */
export async function latestVersion(
  programs: ProgramVersions,
  userId: string,
  programId: string,
): Promise<ProgramVersion | null> {
  try {
    return await programs.version(userId, programId, null)
  } catch (error) {
    if (error instanceof AppError && unavailableCodes.includes(error.code)) return null
    throw error
  }
}

/** @throws AppError BAD_USER_INPUT */
function assertValidEnrollment(
  { content: { startDate, timezone, startingLoads, gymId }, path }: SaveWrite<EnrollmentContent>,
  version: ProgramVersion | null,
  knownGyms: ReadonlySet<string>,
  now: Date,
): void {
  if (!version) throw badUserInputAt(`${path}.programId`, 'must be the id of a published program.')
  if (gymId !== null && !knownGyms.has(gymId))
    throw badUserInputAt(`${path}.gymId`, 'must be the id of one of your gyms.')
  const today = dateIn(timezone, now)
  if (startDate < addDays(today, -maxStartOffsetDays) || startDate > addDays(today, maxStartOffsetDays))
    throw badUserInputAt(`${path}.startDate`, 'must be within a year of today.')
  const exerciseIds = new Set(exerciseIdsOf(version.weeks))
  const unknown = startingLoads.findIndex(({ exerciseId }) => !exerciseIds.has(exerciseId))
  if (unknown >= 0)
    throw badUserInputAt(
      `${path}.startingLoads[${unknown}].exerciseId`,
      'must be the id of an exercise of the program.',
    )
}
