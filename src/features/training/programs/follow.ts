import { fingerprintOf } from '../../../lib/fingerprint.js'
import type { Database } from '../../../platform/database/database.js'
import type { AccountService } from '../../people/account/service.js'
import type { ExerciseService } from '../exercises/service.js'
import type { DerivedWrites, RecordChange } from '../../owned/models.js'
import { builtInOwnerId } from './builtin/owner.js'
import type { ProgramContent, ProgramDerived, PublishedContent } from './models.js'
import { exerciseIdsOf, outlineOf, type Outline } from './outline.js'
import { listingOf } from './presentation.js'
import type { PublicProgramCache } from './public-program-cache.js'
import { freeSlug, slugOf } from './slugs.js'
import type { ProgramRow, ProgramStore } from './store.js'

export interface FollowDependencies {
  programs: ProgramStore
  publics: PublicProgramCache
  exercises: Pick<ExerciseService, 'known'>
  account: Pick<AccountService, 'get'>
  database: Pick<Database, 'afterCommit'>
  clock: () => Date
}

type Change = RecordChange<ProgramContent, ProgramDerived>

/** A program that was saved. */
interface Saved {
  id: string
  /** What was derived for it before. */
  before: ProgramDerived | null
  row: ProgramRow
  content: ProgramContent
}

/** Whether everyone sees what the person publishes. */
export async function publishesForAll(
  account: Pick<AccountService, 'get'>,
  userId: string,
): Promise<boolean> {
  return userId === builtInOwnerId || (await account.get(userId)).role === 'ADMIN'
}

/** Writes what follows from changes of programs: versions that are published, and what lists show. */
export function programFollower(dependencies: FollowDependencies) {
  const { programs, publics, exercises, account, database, clock } = dependencies

  /** Slugs that are not to be given out again. */
  async function takenSlugs(userId: string, changes: readonly Change[], isForAll: boolean) {
    const changed = new Set(changes.map(({ id }) => id))
    const own = await programs.shelf(userId)
    const ofAll = isForAll ? await programs.publics() : []
    return new Set([...own, ...ofAll].filter(({ id }) => !changed.has(id)).map(({ slug }) => slug))
  }

  async function publicationOf({ id, before, content }: Saved) {
    const { visibility, ...published } = content
    const { publishedVersion = null, publishedMark = null } = before ?? {}
    const mark = visibility === 'PUBLISHED' ? fingerprintOf(published) : publishedMark
    if (mark === publishedMark) return { publishedVersion, publishedMark }
    return {
      publishedVersion: 1 + (publishedVersion ?? (await programs.latestNumber(id))),
      publishedMark: mark,
    }
  }

  /** Has lists show what there is now. */
  async function show(
    userId: string,
    changes: readonly Change[],
    shown: readonly ProgramRow[],
  ): Promise<void> {
    const listings = (rows: readonly ProgramRow[]) => rows.flatMap(row => listingOf(row) ?? [])
    const deleted = changes.filter(({ after }) => after === null).map(({ id }) => id)
    await programs.arrange(userId, listings(shown), deleted)

    const forAll = shown.filter(({ derived }) => derived?.isPublic)
    const stay = new Set(forAll.map(({ id }) => id))
    const gone = changes
      .filter(({ id, before }) => before?.derived?.isPublic && !stay.has(id))
      .map(({ id }) => id)
    if (forAll.length === 0 && gone.length === 0) return
    await programs.showToAll(userId, listings(forAll), gone)
    database.afterCommit(publics.forget)
  }

  return async (userId: string, changes: readonly Change[]): Promise<DerivedWrites> => {
    const saved = changes.flatMap(({ id, before, after }): Saved[] =>
      after?.content ? [{ id, before: before?.derived ?? null, row: after, content: after.content }] : [],
    )
    const isForAll =
      saved.some(({ content }) => content.visibility === 'PUBLISHED') &&
      (await publishesForAll(account, userId))
    const known = await exercises.known(userId, exerciseIdsOf(saved))
    const taken = await takenSlugs(userId, changes, isForAll)

    const versions: PublishedContent[] = []
    const shown: ProgramRow[] = []
    for (const one of saved) {
      const { id, before, row, content } = one
      const slug = freeSlug(content.slug ?? before?.slug ?? slugOf(content.title), id, taken)
      taken.add(slug)
      const publication = await publicationOf(one)
      const outline = outlineOf(content.weeks, known)
      const isPublic = isForAll && content.visibility === 'PUBLISHED'
      shown.push({ ...row, derived: { slug, ...outline, ...publication, isPublic } })
      if (publication.publishedVersion !== (before?.publishedVersion ?? null))
        versions.push(versionOf(id, publication.publishedVersion ?? 1, { ...content, slug }, outline))
    }
    if (versions.length > 0)
      await programs.publish({ ownerId: userId, isPublic: isForAll }, versions, clock())
    await show(userId, changes, shown)
    return { derived: shown.map(({ id, derived }) => ({ id, type: 'PROGRAM', set: { ...derived } })) }
  }
}

function versionOf(
  programId: string,
  number: number,
  content: ProgramContent & { slug: string },
  { durationWeeks, sessionsPerWeek, equipment }: Outline,
): PublishedContent {
  const { visibility: _, edition: __, ...published } = content
  return { programId, number, ...published, durationWeeks, sessionsPerWeek, equipment }
}
