import { batchByOwner } from '../../../lib/batch-by-owner.js'
import type { StoredRecord } from '../../owned/models.js'
import type { OwnedService } from '../../owned/service.js'
import type { ExerciseSettings, ExerciseSettingsContent } from './models.js'
import type { ExerciseSettingsStore } from './store.js'

interface Dependencies {
  owned: Pick<OwnedService, 'head'>
  settings: ExerciseSettingsStore
}

export function exerciseSettingsService({ owned, settings }: Dependencies) {
  /** Reads a user's settings for some exercises. Reads nothing but the head for a user without settings. */
  async function findMany(userId: string, exerciseIds: readonly string[]): Promise<ExerciseSettings[]> {
    const { counts } = await owned.head(userId)
    if (!counts.EXERCISE_SETTINGS || exerciseIds.length === 0) return []
    const found = await settings.findByExercises(userId, exerciseIds)
    return found.flatMap(row => presentSettings(row) ?? [])
  }
  const byExercise = batchByOwner(findMany, ({ exerciseId }) => exerciseId)

  return {
    findMany,

    /** Concurrent reads are batched. */
    async find(userId: string, exerciseId: string): Promise<ExerciseSettings | null> {
      const [found = null] = await byExercise(userId, exerciseId)
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
