import { isDeepStrictEqual } from 'node:util'
import { AppError, badUserInputAt, type ErrorCode } from '../../../errors.js'
import { addDays, dateIn } from '../../../lib/calendar.js'
import type { RecordChange, SaveWrite } from '../../owned/models.js'
import type { RecordTypeService, OwnedService } from '../../owned/service.js'
import type { ProgramVersion } from '../programs/models.js'
import type { Beginnings } from './beginning.js'
import { exerciseIdsIn } from '../programs/outline.js'
import type { CourseReader, ProgramVersions } from './courses.js'
import type { DayStore } from './day-store.js'
import { patchOf } from './follow.js'
import type { EnrollmentContent, EnrollmentDerived } from './models.js'
import { decisionsOf, statusOf, undecided, versionNumberOf } from './status.js'

export interface EnrollmentRecordTypeDependencies {
  owned: OwnedService
  programs: ProgramVersions
  courses: CourseReader
  days: Pick<DayStore, 'counted'>
  begin: Beginnings
  /** Tells, once it is there to be read, that an enrolment has moved. */
  announce(userId: string, enrollmentId: string): void
  clock: () => Date
}

export type EnrollmentRecordType = RecordTypeService<EnrollmentContent, EnrollmentDerived>
type Change = RecordChange<EnrollmentContent, EnrollmentDerived>
type Begun = Pick<EnrollmentDerived, 'enrolledVersion' | 'inherited' | 'maxima'>

/** How long before or after today a program can begin, in days. */
const furthest = 366

/** What enrolments add to the way in which everything owned is written. */
export function enrollmentRecordType(dependencies: EnrollmentRecordTypeDependencies): EnrollmentRecordType {
  const { owned, programs, courses, days, begin, announce, clock } = dependencies

  /** What an enrolment has from its beginning on. */
  async function begun(
    userId: string,
    { before, after }: Change,
    content: EnrollmentContent,
  ): Promise<Begun> {
    const { programId } = content
    if (!before?.content || !after?.derived) {
      const version = await programs.version(userId, programId, null)
      const inherited = await begin.inherited(userId, version)
      const maxima = await begin.maxima(userId, version, content, [])
      return { enrolledVersion: version.number, inherited, maxima }
    }
    const { enrolledVersion, inherited, maxima } = after.derived
    const number = versionNumberOf(content, after.derived)
    if (number === versionNumberOf(before.content, after.derived))
      return { enrolledVersion, inherited, maxima }
    const version = await programs.version(userId, programId, number)
    return { enrolledVersion, inherited, maxima: await begin.maxima(userId, version, content, maxima) }
  }

  return owned.defineRecordType<EnrollmentContent, EnrollmentDerived>({
    type: 'ENROLLMENT',
    isActive: (content, derived) => statusOf(content, derived) === 'ACTIVE',
    complete: (content, stored) => ({
      ...content,
      decisions: content.decisions ?? stored?.decisions ?? undecided,
    }),

    async validate(userId, writes) {
      const enrolled = writes.filter(({ content }) => content.decisions === null)
      const latest = new Map<string, ProgramVersion | null>()
      for (const id of new Set(enrolled.map(({ content }) => content.programId)))
        latest.set(id, await latestVersion(programs, userId, id))
      const now = clock()
      return (write, { before }) => {
        const version = latest.get(write.content.programId)
        if (before === null && version !== undefined) demandFit(write, version, now)
      }
    },

    async derive(userId, changes, head) {
      const patches = []
      for (const change of changes) {
        const { id, before, after } = change
        if (!after?.content) continue
        const { content, derived } = after
        const base = await begun(userId, change, content)
        const counted = before === null ? [] : await days.counted(userId, [id])
        const position = await courses.position(userId, content, base, counted)
        const known = before === null ? null : derived
        patches.push(
          patchOf({ id, content, derived: known }, { ...base, ...position }, head.active.ENROLLMENT),
        )
        if (before?.content && isMoved(before.content, content)) announce(userId, id)
      }
      return { derived: patches.flatMap(patch => patch ?? []) }
    },
  })
}

const isMoved = (before: EnrollmentContent, after: EnrollmentContent) =>
  !isDeepStrictEqual(decisionsOf(before).skipped, decisionsOf(after).skipped)

/** What the latest version of a program is refused with: it is none to be seen, or one's own that is not published. */
const refusals: readonly ErrorCode[] = ['NOT_FOUND', 'BAD_USER_INPUT']

/** Null where there is none to begin with. */
export async function latestVersion(
  programs: ProgramVersions,
  userId: string,
  programId: string,
): Promise<ProgramVersion | null> {
  try {
    return await programs.version(userId, programId, null)
  } catch (error) {
    if (error instanceof AppError && refusals.includes(error.code)) return null
    throw error
  }
}

/** @throws AppError BAD_USER_INPUT for what does not go with the program or with today */
function demandFit(
  { content: { startDate, timezone, startingLoads }, path }: SaveWrite<EnrollmentContent>,
  version: ProgramVersion | null,
  now: Date,
): void {
  if (!version) throw badUserInputAt(`${path}.programId`, 'must be the id of a published program.')
  const today = dateIn(timezone, now)
  if (startDate < addDays(today, -furthest) || startDate > addDays(today, furthest))
    throw badUserInputAt(`${path}.startDate`, 'must be within a year of today.')
  const trained = new Set(exerciseIdsIn(version.weeks))
  const other = startingLoads.findIndex(({ exerciseId }) => !trained.has(exerciseId))
  if (other >= 0)
    throw badUserInputAt(
      `${path}.startingLoads[${other}].exerciseId`,
      'must be the id of an exercise of the program.',
    )
}
