import type { Database } from '../../../platform/database/database.js'
import type { StoredRecord } from '../../owned/models.js'
import { ownedView, toStoredRecord } from '../../owned/view.js'
import type { ExerciseSettingsContent } from './models.js'

export function exerciseSettingsStore(database: Database) {
  const { collection, liveFilter } = ownedView<ExerciseSettingsContent>(database, 'EXERCISE_SETTINGS', [
    { key: { 'content.exerciseId': 1 } },
  ])

  return {
    async findByExercises(
      userId: string,
      exerciseIds: readonly string[],
    ): Promise<StoredRecord<ExerciseSettingsContent>[]> {
      const filter = { ...liveFilter(userId), 'content.exerciseId': { $in: [...new Set(exerciseIds)] } }
      return (await collection.find(filter)).map(toStoredRecord)
    },
  }
}

export type ExerciseSettingsStore = ReturnType<typeof exerciseSettingsStore>
