import { badUserInput, badUserInputAt, notFound } from '../../../errors.js'
import type { Page } from '../../../lib/pages.js'
import type { Database } from '../../../platform/database/database.js'
import type { StoredRecord } from '../../owned/models.js'
import type { ProfileService } from '../../people/profile/service.js'
import { programCommands } from './commands.js'
import { programRecordType, type ProgramRecordTypeDependencies } from './record-type.js'
import { maxWeeks } from './limits.js'
import { listPrograms, type ProgramListArguments } from './list-programs.js'
import type { Program, ProgramRecommendation, ProgramVersion, ProgramWeek } from './models.js'
import { present } from './presentation.js'
import { recommendPrograms } from './recommend-programs.js'
import type { StoredProgram } from './store.js'
import type { ProgramVersions } from './version-cache.js'

const defaultRecommendations = 5
const maxRecommendations = 20

interface Dependencies extends ProgramRecordTypeDependencies {
  versions: ProgramVersions
  profile: Pick<ProfileService, 'get'>
  database: Pick<Database, 'afterCommit' | 'transaction'>
}

export function programService(dependencies: Dependencies) {
  const { programs, publicPrograms, versions, profile, database } = dependencies
  const recordType = programRecordType(dependencies)

  async function find(userId: string, id: string): Promise<Program | null> {
    const own = present(userId, await programs.find(userId, id))
    return own ?? (await publicPrograms.byId()).get(id) ?? null
  }

  /** @throws AppError NOT_FOUND */
  async function get(userId: string, id: string): Promise<Program> {
    const program = await find(userId, id)
    if (!program) throw notFound('program')
    return program
  }

  /** Also finds versions of deleted and archived programs. @throws AppError NOT_FOUND */
  async function getVersion(programId: string, number: number): Promise<ProgramVersion> {
    const version = await versions.find(programId, number)
    if (!version) throw notFound('program')
    return version
  }

  async function loadWeeks(userId: string, { id, ownerId, publishedVersion, loadedWeeks }: Program) {
    if (loadedWeeks) return loadedWeeks
    if (ownerId !== userId) return (await getVersion(id, publishedVersion ?? 0)).weeks
    return (await programs.find(userId, id))?.content?.weeks ?? []
  }

  const commands = programCommands({ recordType, programs, database, get, loadWeeks })

  return {
    recordType,
    commands,
    saveCopy: commands.saveCopy,
    find,
    get,

    /** Prefers the user's own program to a public one with the same slug. @throws AppError NOT_FOUND */
    async getBySlug(userId: string, slug: string): Promise<Program> {
      const [own, others] = await Promise.all([programs.findUserPrograms(userId), publicPrograms.byId()])
      const found = [...own, ...others.values()].find(listing => listing.slug === slug)
      if (!found) throw notFound('program')
      return get(userId, found.id)
    },

    present: (userId: string, rows: readonly StoredRecord[]): Program[] =>
      (rows as readonly StoredProgram[]).flatMap(row => present(userId, row) ?? []),

    /** Lists the user's own and the public programs. @throws AppError BAD_USER_INPUT */
    async list(userId: string, args: ProgramListArguments): Promise<Page<Program>> {
      const [listings, others] = await Promise.all([programs.findUserPrograms(userId), publicPrograms.byId()])
      const own = listings.map((listing): Program => ({ ...listing, ownerId: userId, loadedWeeks: null }))
      const ownIds = new Set(own.map(({ id }) => id))
      return listPrograms([...own, ...[...others.values()].filter(({ id }) => !ownIds.has(id))], userId, args)
    },

    /**
     * @param from the number of the first week; null for 1
     * @param first the number of weeks; null for all
     * @throws AppError BAD_USER_INPUT
     */
    async weeks(
      userId: string,
      program: Program,
      from: number | null,
      first: number | null,
    ): Promise<ProgramWeek[]> {
      const selectWeeks = weekRange(from, first)
      return selectWeeks(await loadWeeks(userId, program))
    },

    /**
     * Callers share the returned version and must not modify it.
     * @param number null for the latest version of a published program that the user can see; with a number, the
     * version is also returned if the program is archived, deleted or not visible
     * @throws AppError NOT_FOUND, BAD_USER_INPUT if the user's own program is not published
     */
    async version(userId: string, programId: string, number: number | null): Promise<ProgramVersion> {
      if (number !== null) return getVersion(programId, number)
      const { visibility, publishedVersion } = await get(userId, programId)
      if (visibility !== 'PUBLISHED' || publishedVersion === null)
        throw badUserInput('programId', 'The program is not published: publish it first.')
      return getVersion(programId, publishedVersion)
    },

    /**
     * Runs a transaction with other weeks in all private versions of the user.
     * @param replace returns the weeks themselves for a version that stays as it is
     */
    withReplacedVersions: <Result>(
      userId: string,
      replace: (weeks: ProgramWeek[]) => ProgramWeek[],
      work: () => Promise<Result>,
    ): Promise<Result> =>
      versions.whileChanging(change =>
        database.transaction(userId, async () => {
          for await (const { id, weeks } of programs.streamPrivateVersions(userId)) {
            const replaced = replace(weeks)
            if (replaced !== weeks) await change(id, replaced)
          }
          return work()
        }),
      ),

    /** Null if the version does not exist. Does not check whether the user may see it. */
    findVersion: versions.findById,

    /**
     * Returns whether the user can see a version without being enrolled: their own, or one of a program that is
     * public now.
     */
    async canViewVersion(userId: string, { ownerId, isPublic, programId }: ProgramVersion): Promise<boolean> {
      return ownerId === userId || (isPublic && (await publicPrograms.byId()).has(programId))
    },

    /** @throws AppError BAD_USER_INPUT */
    versionWeeks: ({ weeks }: ProgramVersion, from: number | null, first: number | null): ProgramWeek[] =>
      weekRange(from, first)(weeks),

    /** Ranks the public programs by how well they fit the user's profile. @throws AppError BAD_USER_INPUT */
    async recommend(userId: string, first: number | null): Promise<ProgramRecommendation[]> {
      const count = validateRange(first ?? defaultRecommendations, maxRecommendations, 'first')
      const [{ profile: preferences }, all] = await Promise.all([profile.get(userId), publicPrograms.byId()])
      return recommendPrograms([...all.values()], preferences).slice(0, count)
    },
  }
}

/** @throws AppError BAD_USER_INPUT unless 1 ≤ value ≤ max */
function validateRange(value: number, max: number, name: string): number {
  if (value < 1 || value > max) throw badUserInputAt(name, `must be between 1 and ${max}.`)
  return value
}

/** @returns a function that selects the weeks @throws AppError BAD_USER_INPUT */
function weekRange(from: number | null, first: number | null) {
  const start = validateRange(from ?? 1, maxWeeks, 'from')
  const count = validateRange(first ?? maxWeeks, maxWeeks, 'first')
  return (weeks: readonly ProgramWeek[]): ProgramWeek[] => weeks.slice(start - 1, start - 1 + count)
}

export type ProgramService = ReturnType<typeof programService>
