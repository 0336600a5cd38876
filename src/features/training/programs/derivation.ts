import { fingerprintOf } from '../../../lib/fingerprint.js'
import type { Database } from '../../../platform/database/database.js'
import type { AccountService } from '../../people/account/service.js'
import type { ExerciseService } from '../exercises/service.js'
import type { DerivedWrites, RecordChange } from '../../owned/models.js'
import { builtInOwnerId } from './builtin/owner.js'
import type { ProgramContent, ProgramDerived, PublishedContent } from './models.js'
import { exerciseIdsOfPrograms, summarizeWeeks, type WeeksSummary } from './weeks-summary.js'
import { toListing } from './presentation.js'
import type { PublicProgramCache } from './public-program-cache.js'
import type { StoredProgram, ProgramStore } from './store.js'
import { normalizeText } from '../../../lib/normalize.js'

export interface DerivationDependencies {
  programs: ProgramStore
  publicPrograms: PublicProgramCache
  exercises: Pick<ExerciseService, 'findMany'>
  account: Pick<AccountService, 'get'>
  database: Pick<Database, 'afterCommit'>
  clock: () => Date
}

type Change = RecordChange<ProgramContent, ProgramDerived>

interface SavedProgram {
  id: string
  /** The derived data before the change; null for a new program. */
  before: ProgramDerived | null
  row: StoredProgram
  content: ProgramContent
}

/**
 * Returns whether the programs that the user publishes are public: those of administrators and the built-in ones are.
 */
export async function publishesToEveryone(
  account: Pick<AccountService, 'get'>,
  userId: string,
): Promise<boolean> {
  return userId === builtInOwnerId || (await account.get(userId)).role === 'ADMIN'
}

/**
 * Derives slugs and summaries for changed programs, stores the versions that the changes publish, and updates the program
 * lists.
 */
export function programDerivation(dependencies: DerivationDependencies) {
  const { programs, publicPrograms, exercises, account, database, clock } = dependencies

  /** The slugs of the user's unchanged programs and, if the user publishes to everyone, of all public programs. */
  async function findTakenSlugs(userId: string, changes: readonly Change[], isPublisher: boolean) {
    const changed = new Set(changes.map(({ id }) => id))
    const own = await programs.findUserPrograms(userId)
    const others = isPublisher ? await programs.findPublicPrograms() : []
    return new Set([...own, ...others].filter(({ id }) => !changed.has(id)).map(({ slug }) => slug))
  }

  async function derivePublication({ id, before, content }: SavedProgram) {
    const { visibility, ...published } = content
    const { publishedVersion = null, publishedFingerprint = null } = before ?? {}
    const fingerprint = visibility === 'PUBLISHED' ? fingerprintOf(published) : publishedFingerprint
    if (fingerprint === publishedFingerprint) return { publishedVersion, publishedFingerprint }
    return {
      publishedVersion: 1 + (publishedVersion ?? (await programs.latestVersionNumber(id))),
      publishedFingerprint: fingerprint,
    }
  }

  async function updateLists(
    userId: string,
    changes: readonly Change[],
    saved: readonly StoredProgram[],
  ): Promise<void> {
    const toListings = (rows: readonly StoredProgram[]) => rows.flatMap(row => toListing(row) ?? [])
    const deletedIds = changes.filter(({ after }) => after === null).map(({ id }) => id)
    await programs.updateUserPrograms(userId, toListings(saved), deletedIds)

    const published = saved.filter(({ derived }) => derived?.isPublic)
    const publishedIds = new Set(published.map(({ id }) => id))
    const unpublishedIds = changes
      .filter(({ id, before }) => before?.derived?.isPublic && !publishedIds.has(id))
      .map(({ id }) => id)
    if (published.length === 0 && unpublishedIds.length === 0) return
    await programs.updatePublicPrograms(userId, toListings(published), unpublishedIds)
    database.afterCommit(publicPrograms.invalidate)
  }

  return async (userId: string, changes: readonly Change[]): Promise<DerivedWrites> => {
    const saved = changes.flatMap(({ id, before, after }): SavedProgram[] =>
      after?.content ? [{ id, before: before?.derived ?? null, row: after, content: after.content }] : [],
    )
    const isPublisher =
      saved.some(({ content }) => content.visibility === 'PUBLISHED') &&
      (await publishesToEveryone(account, userId))
    const exercisesById = await exercises.findMany(userId, exerciseIdsOfPrograms(saved))
    const taken = await findTakenSlugs(userId, changes, isPublisher)

    const versions: PublishedContent[] = []
    const rows: StoredProgram[] = []
    for (const program of saved) {
      const { id, before, row, content } = program
      const slug = uniqueSlug(content.slug ?? before?.slug ?? slugify(content.title), id, taken)
      taken.add(slug)
      const publication = await derivePublication(program)
      const summary = summarizeWeeks(content.weeks, exercisesById)
      const isPublic = isPublisher && content.visibility === 'PUBLISHED'
      rows.push({ ...row, derived: { slug, ...summary, ...publication, isPublic } })
      if (publication.publishedVersion !== (before?.publishedVersion ?? null))
        versions.push(createVersion(id, publication.publishedVersion ?? 1, { ...content, slug }, summary))
    }
    if (versions.length > 0)
      await programs.insertVersions({ ownerId: userId, isPublic: isPublisher }, versions, clock())
    await updateLists(userId, changes, rows)
    return { derived: rows.map(({ id, derived }) => ({ id, type: 'PROGRAM', set: { ...derived } })) }
  }
}

function createVersion(
  programId: string,
  number: number,
  content: ProgramContent & { slug: string },
  { durationWeeks, sessionsPerWeek, equipment }: WeeksSummary,
): PublishedContent {
  const { visibility: _, edition: __, ...published } = content
  return { programId, number, ...published, durationWeeks, sessionsPerWeek, equipment }
}

/** A slug of at most 80 characters; `program` for a title without Latin letters and digits. */
function slugify(title: string): string {
  const words = normalizeText(title, 'NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
  return words.slice(0, 80).replace(/^-+|-+$/g, '') || 'program'
}

/** The number of digits of the id that are appended to a slug that is taken. */
const suffixLength = 6

/** The wanted slug or, if it is taken, one that ends with digits of the id. */
function uniqueSlug(preferredSlug: string, id: string, takenSlugs: ReadonlySet<string>): string {
  const candidates = [preferredSlug, `${preferredSlug}-${id.slice(-suffixLength)}`, `${preferredSlug}-${id}`]
  return candidates.find(slug => !takenSlugs.has(slug)) ?? `program-${id}`
}
