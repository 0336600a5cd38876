import { AppError } from '../../errors.js'
import type { Database } from '../../platform/database/database.js'
import type { Events } from '../../platform/events/events.js'
import {
  afterAccepting,
  conflictOf,
  deletionOf,
  versionOfRepeat,
  writeMark,
  type Accepted,
} from './decision.js'
import type { Deletion, OwnedType, Row, Save, WriteConflict, Written } from './models.js'
import type { Head, OwnedStore, Stored } from './store.js'

interface Dependencies {
  owned: OwnedStore
  database: Pick<Database, 'transaction' | 'afterCommit'>
  events: Events
  /** How long it can be learned that something was deleted, in milliseconds. */
  tombstoneLifetime: number
  clock: () => Date
}

/** What a feature adds to the way in which everything owned is written. All of it happens in the transaction. */
export interface Kind<Content extends object> {
  type: OwnedType
  /** Judges what is new. @throws AppError for what must not be written */
  judge?(userId: string, write: Save<Content>, before: Row<Content> | null): Promise<void> | void
  /** The record beside which this one cannot be written. */
  blocking?(userId: string, write: Save<Content>): Promise<Row<Content> | null>
  /** Writes what follows from a change. */
  follow?(userId: string, change: { before: Row<Content> | null; after: Row<Content> }): Promise<void>
}

export interface KindService<Content extends object> {
  /** What the kind's judge throws is in the answer. */
  save(userId: string, write: Save<Content>): Promise<Written<Content>>
  remove(userId: string, deletion: Deletion): Promise<Written<Content>>
}

export function ownedService({ owned, database, events, tombstoneLifetime, clock }: Dependencies) {
  const topic = (userId: string) => `changes:${userId}`
  const announce = (userId: string) => database.afterCommit(() => events.publish(topic(userId), ''))
  const expiry = (now: Date) => new Date(now.getTime() + tombstoneLifetime)

  function kind<Content extends object>({
    type,
    judge,
    blocking,
    follow,
  }: Kind<Content>): KindService<Content> {
    async function lookFor(userId: string, id: string) {
      const found = (await owned.look(id)) as Stored<Content> | null
      const own = found?.userId === userId && found.type === type ? found : null
      return { own, isTaken: found !== null && own === null }
    }

    async function save(userId: string, write: Save<Content>): Promise<Written<Content>> {
      const { own, isTaken } = await lookFor(userId, write.id)
      const repeated = own && versionOfRepeat(standing(own), write)
      if (repeated != null) return unchanged(own, repeated)
      // What equals the stored is not judged again: bounds move with time.
      const error = await faultOf(async () => judge?.(userId, write, own?.row ?? null))
      if (error) return { status: 'REFUSED', conflict: null, version: null, row: null, error }
      if (isTaken) return refused<Content>('ID_TAKEN', null)
      const conflict = conflictOf(own && standing(own), write)
      if (conflict) return refused(conflict, own)
      const inTheWay = await blocking?.(userId, write)
      if (inTheWay) return refused('ACTIVE', { row: inTheWay })
      return own ? replace(userId, own, write) : create(userId, write)
    }

    async function create(userId: string, write: Save<Content>): Promise<Written<Content>> {
      const now = clock()
      const { id, content } = write
      const row = { id, version: 1, createdAt: now, updatedAt: now, deletedAt: null, content }
      const { seq } = await owned.raise(userId, type, 1)
      await owned.insert({ row, userId, type, accepted: afterAccepting([], writeMark(write), 1) }, seq)
      return changed(userId, null, row)
    }

    async function replace(userId: string, before: Stored<Content>, write: Save<Content>) {
      const version = before.row.version + 1
      const row = { ...before.row, version, updatedAt: clock(), content: write.content }
      const accepted = afterAccepting(before.accepted, writeMark(write), version)
      const { seq } = await owned.raise(userId, type, 0)
      await owned.write({ row, userId, type, accepted }, { seq })
      return changed(userId, before.row, row)
    }

    async function remove(userId: string, deletion: Deletion): Promise<Written<Content>> {
      const { own, isTaken } = await lookFor(userId, deletion.id)
      if (isTaken) return refused<Content>('ID_TAKEN', null)
      const decided = deletionOf(own && standing(own), deletion)
      if (!own || decided === null) return unchanged(own, own?.row.version ?? null)
      if (decided === 'VERSION') return refused('VERSION', own)
      const now = clock()
      const row = {
        ...own.row,
        version: own.row.version + 1,
        updatedAt: now,
        deletedAt: now,
        content: null,
      }
      const { seq } = await owned.raise(userId, type, -1)
      await owned.write({ row, userId, type, accepted: own.accepted }, { seq, expiresAt: expiry(now) })
      return changed(userId, own.row, row)
    }

    async function changed(userId: string, before: Row<Content> | null, after: Row<Content>) {
      await follow?.(userId, { before, after })
      announce(userId)
      return { status: 'APPLIED' as const, conflict: null, version: after.version, row: after, error: null }
    }

    return {
      save: (userId, write) => database.transaction(userId, () => save(userId, write)),
      remove: (userId, deletion) => database.transaction(userId, () => remove(userId, deletion)),
    }
  }

  return {
    kind,

    head: (userId: string): Promise<Head> => owned.head(userId),

    /**
     * Gives a change its place in the feed whose content is kept elsewhere, in the transaction that makes the change.
     * @param id of what has changed; of one type and owner there is one entry for it
     */
    async note(
      userId: string,
      { type, id, version, isDeleted }: { type: OwnedType; id: string; version: number; isDeleted: boolean },
    ): Promise<void> {
      await database.transaction(userId, async () => {
        const known = await owned.lookForRef(userId, type, id)
        const wasThere = known !== null && known.row.deletedAt === null
        const { seq } = await owned.raise(userId, type, Number(!isDeleted) - Number(wasThere))
        const now = clock()
        const deletedAt = isDeleted ? now : null
        const createdAt = known?.row.createdAt ?? now
        const row = { id, version, createdAt, updatedAt: now, deletedAt, content: null }
        const stored = { row, userId, type, accepted: [] }
        if (known) await owned.write(stored, { seq, ref: id, ...(isDeleted && { expiresAt: expiry(now) }) })
        else await owned.insert(stored, seq, id)
        announce(userId)
      })
    },

    feed: owned.feed,

    /** Calls the listener after each change of what the user owns, on whichever instance. @returns ends it */
    onChange: (userId: string, listener: () => void): (() => void) => events.listen(topic(userId), listener),
  }
}

export type OwnedService = ReturnType<typeof ownedService>

const standing = ({ row, accepted }: { row: Row; accepted: readonly Accepted[] }) => ({
  version: row.version,
  isDeleted: row.deletedAt !== null,
  accepted,
  content: row.content,
})

/** What a tombstone was is nothing that is shown. */
const shown = <Content extends object>(stored: { row: Row<Content> } | null) =>
  stored && stored.row.deletedAt === null ? stored.row : null

const unchanged = <Content extends object>(
  stored: { row: Row<Content> } | null,
  version: number | null,
): Written<Content> => ({ status: 'UNCHANGED', conflict: null, version, row: shown(stored), error: null })

const refused = <Content extends object>(
  conflict: WriteConflict,
  stored: { row: Row<Content> } | null,
): Written<Content> => ({
  status: 'CONFLICT',
  conflict,
  version: stored?.row.version ?? null,
  row: shown(stored),
  error: null,
})

/** What is wrong with what was sent. It is no failure of the transaction, in which others may have written. */
async function faultOf(judge: () => Promise<void>): Promise<AppError | null> {
  try {
    await judge()
    return null
  } catch (error) {
    if (error instanceof AppError && error.statusCode < 500) return error
    throw error
  }
}

/** What came of a write that somebody asked for by itself. @throws AppError for what was wrong with it */
export function unlessRefused<Content extends object>(written: Written<Content>): Written<Content> {
  if (written.error) throw written.error
  return written
}
