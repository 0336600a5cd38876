import { AppError, conflict } from '../../../../errors.js'
import type { Database } from '../../../../platform/database/database.js'
import type { StoredRecord, WriteResult } from '../../../owned/models.js'
import type { OwnedService } from '../../../owned/service.js'
import type { Exercise, FavoriteChoice } from '../models.js'
import type { FavoriteStore } from './store.js'

const most = 1000

interface Dependencies {
  owned: OwnedService
  favorites: FavoriteStore
  database: Pick<Database, 'transaction'>
  known(userId: string, ids: Iterable<string>): Promise<Map<string, Exercise>>
}

/** What people have marked as their favourites. */
export function favoriteService({ owned, favorites, database, known }: Dependencies) {
  const note = (userId: string, id: string, version: number, isDeleted: boolean) =>
    owned.recordExternalChange(userId, { type: 'FAVORITE', id, version, isDeleted, fingerprint: null })

  /** Why the exercise cannot become a favourite, or null. */
  async function faultOf(userId: string, id: string, path: string): Promise<AppError | null> {
    const exercise = (await known(userId, [id])).get(id)
    if (!exercise || exercise.isDeleted)
      return new AppError('NOT_FOUND', `${path} must be the id of an exercise.`, { field: path })
    const { counts } = await owned.head(userId)
    if ((counts.FAVORITE ?? 0) < most) return null
    return conflict(`You already have ${most} favorites. Remove one first.`)
  }

  async function change(
    userId: string,
    before: StoredRecord | null,
    id: string,
    isDeleted: boolean,
  ): Promise<WriteResult> {
    const version = (before?.version ?? 0) + 1
    await note(userId, id, version, isDeleted)
    return written('APPLIED', await favorites.find(userId, id))
  }

  return {
    /**
     * Twice is once. Errors in the answer: NOT_FOUND, CONFLICT.
     * @param path of the exercise's id in what was sent
     */
    choose: (userId: string, { id, favorite }: FavoriteChoice, path: string): Promise<WriteResult> =>
      database.transaction(userId, async () => {
        const before = await favorites.find(userId, id)
        const isFavorite = before !== null && before.deletedAt === null
        if (isFavorite === favorite) return written('UNCHANGED', before)
        const error = favorite ? await faultOf(userId, id, path) : null
        if (error) return { ...written('REFUSED', null), error }
        return change(userId, before, id, !favorite)
      }),

    /** In the transaction that deletes these exercises. */
    async forget(userId: string, ids: readonly string[]): Promise<void> {
      for (const { id, version } of await favorites.among(userId, ids))
        await note(userId, id, version + 1, true)
    },
  }
}

export type FavoriteService = ReturnType<typeof favoriteService>

const written = (status: WriteResult['status'], row: StoredRecord | null): WriteResult => ({
  status,
  conflict: null,
  version: row?.version ?? null,
  row: row?.deletedAt === null ? row : null,
  deletedAt: row?.deletedAt ?? null,
  error: null,
})
