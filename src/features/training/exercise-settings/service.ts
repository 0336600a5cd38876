import { batchByOwner } from '../../../lib/batch-by-owner.js'
import type { StoredRecord } from '../../owned/models.js'
import type { Head } from '../../owned/models.js'
import type { OwnedService } from '../../owned/service.js'
import type { ExerciseSettings, ExerciseSettingsContent } from './models.js'
import type { ExerciseSettingsStore } from './store.js'

interface Dependencies {
  owned: Pick<OwnedService, 'head'>
  settings: ExerciseSettingsStore
}

export function exerciseSettingsService({ owned, settings }: Dependencies) {
  const read = async (userId: string, exerciseIds: readonly string[]): Promise<ExerciseSettings[]> =>
    (await settings.findByExercises(userId, exerciseIds)).flatMap(row => presentSettings(row) ?? [])
  const byExercise = batchByOwner(read, ({ exerciseId }) => exerciseId)

  /** Reads nothing but the head for a user without settings, and not even that if the head is given. */
  async function hasSettings(userId: string, head: Pick<Head, 'counts'> | null): Promise<boolean> {
    const { counts } = head ?? (await owned.head(userId))
    return (counts.EXERCISE_SETTINGS ?? 0) > 0
  }

  /** Reads a user's settings for some exercises. Concurrent reads are batched, so they see no uncommitted writes. */
  async function loadMany(
    userId: string,
    exerciseIds: readonly string[],
    head: Pick<Head, 'counts'> | null = null,
  ): Promise<ExerciseSettings[]> {
    if (!(await hasSettings(userId, head))) return []
    const found = await Promise.all(exerciseIds.map(exerciseId => byExercise(userId, exerciseId)))
    return found.flat()
  }

  return {
    loadMany,

    /** Reads a user's settings for some exercises, within the caller's transaction. */
    findMany: async (
      userId: string,
      exerciseIds: readonly string[],
      head: Pick<Head, 'counts'> | null = null,
    ): Promise<ExerciseSettings[]> =>
      exerciseIds.length > 0 && (await hasSettings(userId, head)) ? read(userId, exerciseIds) : [],

    async find(userId: string, exerciseId: string): Promise<ExerciseSettings | null> {
      const [found = null] = await loadMany(userId, [exerciseId])
      return found
    },
  }
}

export type ExerciseSettingsService = ReturnType<typeof exerciseSettingsService>

export function presentSettings({
  id,
  version,
  createdAt,
  updatedAt,
  content,
}: StoredRecord<ExerciseSettingsContent>): ExerciseSettings | null {
  return content && { id, version, createdAt, updatedAt, ...content }
}
