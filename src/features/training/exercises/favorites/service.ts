import { AppError, conflict } from '../../../../errors.js'
import type { Database } from '../../../../platform/database/database.js'
import type { StoredRecord, WriteResult } from '../../../owned/models.js'
import type { OwnedService } from '../../../owned/service.js'
import type { Exercise, FavoriteInput } from '../models.js'
import type { FavoriteStore } from './store.js'

const maxFavorites = 1000

interface Dependencies {
  owned: OwnedService
  favorites: FavoriteStore
  database: Pick<Database, 'transaction'>
  findExercises(userId: string, ids: Iterable<string>): Promise<Map<string, Exercise>>
}

export function favoriteService({ owned, favorites, database, findExercises }: Dependencies) {
  const recordChange = (userId: string, id: string, version: number, isDeleted: boolean) =>
    owned.externalChanges.record(userId, { type: 'FAVORITE', id, version, isDeleted, fingerprint: null })

  /** @returns the reason why the exercise cannot become a favorite, or null */
  async function findError(userId: string, id: string, path: string): Promise<AppError | null> {
    const exercise = (await findExercises(userId, [id])).get(id)
    if (!exercise || exercise.isDeleted)
      return new AppError('NOT_FOUND', `${path} must be the id of an exercise.`, { field: path })
    const { counts } = await owned.head(userId)
    if ((counts.FAVORITE ?? 0) < maxFavorites) return null
    return conflict(`You already have ${maxFavorites} favorites. Remove one first.`)
  }

  async function change(
    userId: string,
    before: StoredRecord | null,
    id: string,
    isDeleted: boolean,
  ): Promise<WriteResult> {
    const version = (before?.version ?? 0) + 1
    await recordChange(userId, id, version, isDeleted)
    return toWriteResult('APPLIED', await favorites.find(userId, id))
  }

  return {
    /**
     * Idempotent. The result contains the error NOT_FOUND or CONFLICT.
     * @param path of the exercise's id in the request
     */
    setFavorite: (userId: string, { id, favorite }: FavoriteInput, path: string): Promise<WriteResult> =>
      database.transaction(userId, async () => {
        const before = await favorites.find(userId, id)
        const isFavorite = before !== null && before.deletedAt === null
        if (isFavorite === favorite) return toWriteResult('UNCHANGED', before)
        const error = favorite ? await findError(userId, id, path) : null
        if (error) return { ...toWriteResult('REFUSED', null), error }
        return change(userId, before, id, !favorite)
      }),

    /** Call it in the transaction that deletes the exercises. */
    async removeAll(userId: string, ids: readonly string[]): Promise<void> {
      for (const { id, version } of await favorites.findMany(userId, ids))
        await recordChange(userId, id, version + 1, true)
    },
  }
}

export type FavoriteService = ReturnType<typeof favoriteService>

const toWriteResult = (status: WriteResult['status'], row: StoredRecord | null): WriteResult => ({
  status,
  conflict: null,
  version: row?.version ?? null,
  row: row?.deletedAt === null ? row : null,
  deletedAt: row?.deletedAt ?? null,
  error: null,
})
