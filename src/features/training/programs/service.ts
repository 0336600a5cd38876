import { badUserInput, badUserInputAt, notFound } from '../../../errors.js'
import type { Locale } from '../../../lib/locales.js'
import type { Page } from '../../../lib/pages.js'
import type { Database } from '../../../platform/database/database.js'
import type { Deletion, StoredRecord, SaveWrite, WriteResult } from '../../owned/models.js'
import { unwrapResult, withErrorField } from '../../owned/service.js'
import type { ProfileService } from '../../people/profile/service.js'
import { builtInOwnerId } from './builtin/owner.js'
import { translateHeading, translateWeeks } from './builtin/translations.js'
import { copyOf } from './copy.js'
import { readProgram, type CopyDraft } from './input.js'
import { programKind, type ProgramKindDependencies } from './kind.js'
import { maxWeeks } from './limits.js'
import { listPrograms, type ProgramListArguments } from './list-programs.js'
import type {
  Program,
  ProgramContent,
  ProgramDerived,
  ProgramDraft,
  ProgramPayload,
  ProgramRecommendation,
  ProgramVersion,
  ProgramVisibility,
  ProgramWeek,
} from './models.js'
import { present } from './presentation.js'
import { recommendPrograms } from './recommend-programs.js'
import type { ProgramRow } from './store.js'
import type { ProgramVersions } from './version-cache.js'

type ProgramWritten = WriteResult<ProgramContent, ProgramDerived>

const usualRecommendations = 5
const maxRecommendations = 20

interface Dependencies extends ProgramKindDependencies {
  versions: ProgramVersions
  profile: Pick<ProfileService, 'get'>
  database: Pick<Database, 'afterCommit' | 'transaction'>
}

export function programService(dependencies: Dependencies) {
  const { programs, publics, versions, profile, database } = dependencies
  const kind = programKind(dependencies)

  async function find(userId: string, id: string): Promise<Program | null> {
    const own = present(userId, await programs.find(userId, id))
    return own ?? (await publics.byId()).get(id) ?? null
  }

  /** @throws AppError NOT_FOUND */
  async function get(userId: string, id: string): Promise<Program> {
    const program = await find(userId, id)
    if (!program) throw notFound('program')
    return program
  }

  /** A version that was published, also of a program that is deleted or archived by now. @throws AppError NOT_FOUND */
  async function published(programId: string, number: number): Promise<ProgramVersion> {
    const version = await versions.find(programId, number)
    if (!version) throw notFound('program')
    return version
  }

  async function weeksOf(userId: string, { id, ownerId, publishedVersion, loadedWeeks }: Program) {
    if (loadedWeeks) return loadedWeeks
    if (ownerId !== userId) return (await published(id, publishedVersion ?? 0)).weeks
    return (await programs.find(userId, id))?.content?.weeks ?? []
  }

  const payload = (userId: string, written: ProgramWritten): ProgramPayload => {
    const { row, conflict } = unwrapResult(written)
    return { program: present(userId, row), conflict }
  }

  /** Saves content that the service has: errors name the id by which the command at `path` refers to it. */
  const saveStored = async (userId: string, write: Omit<SaveWrite<ProgramContent>, 'path'>, path: string) => {
    const written = await kind.save(userId, { ...write, path: 'program' })
    return withErrorField(written, `${path}.id`) as typeof written
  }

  /** @throws AppError NOT_FOUND */
  const change = (
    userId: string,
    { id, expectedVersion }: Deletion,
    visibility: ProgramVisibility,
    path: string,
  ): Promise<ProgramWritten> =>
    database.transaction(userId, async () => {
      const row = await programs.find(userId, id)
      const write = { id, expectedVersion: expectedVersion ?? row?.version ?? null, fingerprint: visibility }
      const known = await kind.findRepeated(userId, write)
      if (known) return known
      if (!row?.content) throw notFound('program')
      const content = { ...row.content, visibility }
      return saveStored(userId, { ...write, content }, path)
    })

  /** What takes the path of its input in the request. */
  const command = {
    /** @throws AppError NOT_FOUND, BAD_USER_INPUT */
    publish: (userId: string, which: Deletion, path: string) => change(userId, which, 'PUBLISHED', path),

    /** @throws AppError NOT_FOUND */
    archive: (userId: string, which: Deletion, path: string) => change(userId, which, 'ARCHIVED', path),

    /**
     * @param locale of the copy's texts where the original is a built-in program
     * @throws AppError NOT_FOUND, CONFLICT
     */
    async copy(
      userId: string,
      { id, newId }: CopyDraft,
      path: string,
      locale: Locale,
    ): Promise<ProgramWritten> {
      const write = { id: newId, expectedVersion: null, fingerprint: `copy of ${id}` }
      // Sent again, it is known, whatever has become of the original.
      const known = await kind.findRepeated(userId, write)
      if (known) return known
      const original = await get(userId, id)
      const weeks = await weeksOf(userId, original)
      const content =
        original.ownerId === builtInOwnerId
          ? copyOf(translateHeading(original, locale), translateWeeks(weeks, locale), newId)
          : copyOf(original, weeks, newId)
      return saveStored(userId, { ...write, content }, path)
    },
  }

  return {
    kind,
    command,
    find,
    get,

    /** As `get`, by the slug: one's own program precedes others that have the slug. @throws AppError NOT_FOUND */
    async getBySlug(userId: string, slug: string): Promise<Program> {
      const [shelf, others] = await Promise.all([programs.shelf(userId), publics.byId()])
      const found = [...shelf, ...others.values()].find(listing => listing.slug === slug)
      if (!found) throw notFound('program')
      return get(userId, found.id)
    },

    /** As their owner sees them. */
    present: (userId: string, rows: readonly StoredRecord[]): Program[] =>
      (rows as readonly ProgramRow[]).flatMap(row => present(userId, row) ?? []),

    /** Of what the caller sees. @throws AppError BAD_USER_INPUT */
    async list(userId: string, wanted: ProgramListArguments): Promise<Page<Program>> {
      const [shelf, others] = await Promise.all([programs.shelf(userId), publics.byId()])
      const own = shelf.map((listing): Program => ({ ...listing, ownerId: userId, loadedWeeks: null }))
      const mine = new Set(own.map(({ id }) => id))
      return listPrograms([...own, ...[...others.values()].filter(({ id }) => !mine.has(id))], userId, wanted)
    },

    /** Some weeks of a program that the caller sees. @throws AppError BAD_USER_INPUT */
    async weeks(
      userId: string,
      program: Program,
      from: number | null,
      first: number | null,
    ): Promise<ProgramWeek[]> {
      const within = weekRange(from, first)
      return within(await weeksOf(userId, program))
    },

    /**
     * A version of a program, which never changes; it is shared: read it only.
     * @param number null for the latest that is published, which the caller has to see; who has begun with a number
     * keeps it, whatever becomes of the program
     * @throws AppError NOT_FOUND, BAD_USER_INPUT for one's own that is not published
     */
    async version(userId: string, programId: string, number: number | null): Promise<ProgramVersion> {
      if (number !== null) return published(programId, number)
      const { visibility, publishedVersion } = await get(userId, programId)
      if (visibility !== 'PUBLISHED' || publishedVersion === null)
        throw badUserInput('programId', 'The program is not published: publish it first.')
      return published(programId, publishedVersion)
    },

    /** Null if there is no such version, whoever asks. */
    findVersion: versions.findById,

    /**
     * Whether a person sees a version without being enrolled in it: its owner does, and everyone does while the program
     * is one that everyone sees.
     */
    async showsVersion(userId: string, { ownerId, isPublic, programId }: ProgramVersion): Promise<boolean> {
      return ownerId === userId || (isPublic && (await publics.byId()).has(programId))
    },

    /** Some weeks of a version. @throws AppError BAD_USER_INPUT */
    versionWeeks: ({ weeks }: ProgramVersion, from: number | null, first: number | null): ProgramWeek[] =>
      weekRange(from, first)(weeks),

    /** Those that fit the caller's profile, the best first. @throws AppError BAD_USER_INPUT */
    async recommended(userId: string, first: number | null): Promise<ProgramRecommendation[]> {
      const count = demandUpTo(first ?? usualRecommendations, maxRecommendations, 'first')
      const [{ profile: wishes }, all] = await Promise.all([profile.get(userId), publics.byId()])
      return recommendPrograms([...all.values()], wishes).slice(0, count)
    },

    /** @throws AppError BAD_USER_INPUT, CONFLICT */
    save: async (userId: string, draft: ProgramDraft) =>
      payload(userId, await kind.save(userId, readProgram(draft, 'input'))),

    /** As the command. @throws AppError NOT_FOUND, BAD_USER_INPUT */
    publish: async (userId: string, which: Deletion) =>
      payload(userId, await command.publish(userId, which, 'input')),

    /** As the command. @throws AppError NOT_FOUND */
    archive: async (userId: string, which: Deletion) =>
      payload(userId, await command.archive(userId, which, 'input')),

    /** As the command. @throws AppError NOT_FOUND, CONFLICT */
    copy: async (userId: string, draft: CopyDraft, locale: Locale) =>
      payload(userId, await command.copy(userId, draft, 'input', locale)),

    async remove(userId: string, deletion: Deletion) {
      const { row, conflict, version, deletedAt } = await kind.remove(userId, deletion)
      return { recordId: deletion.id, version, deletedAt, program: present(userId, row), conflict }
    },
  }
}

/** @throws AppError BAD_USER_INPUT for a number that is not from 1 to the greatest */
function demandUpTo(value: number, max: number, name: string): number {
  if (value < 1 || value > max) throw badUserInputAt(name, `must be between 1 and ${max}.`)
  return value
}

/** @returns takes the weeks from one number on. @throws AppError BAD_USER_INPUT */
function weekRange(from: number | null, first: number | null) {
  const start = demandUpTo(from ?? 1, maxWeeks, 'from')
  const count = demandUpTo(first ?? maxWeeks, maxWeeks, 'first')
  return (weeks: readonly ProgramWeek[]): ProgramWeek[] => weeks.slice(start - 1, start - 1 + count)
}

export type ProgramService = ReturnType<typeof programService>
