import type { Migration } from './migrate.js'
import { addEnrollmentUnits } from './migrations/enrollment-units.js'
import { headsAmongRecords } from './migrations/heads-among-records.js'
import { queuePhotos } from './migrations/queue-photos.js'
import {
  queueBodyweightShares,
  queueRepetitionRecords,
  queueStatistics,
} from './migrations/queue-statistics.js'
import { renameCollections } from './migrations/rename-collections.js'

/**
 * All migrations in order. The schema version is the number of migrations done. Never change a released migration: those
 * before `renameCollections` use the former names of the collections.
 */
export const migrations: readonly Migration[] = [
  queuePhotos,
  headsAmongRecords,
  queueStatistics,
  renameCollections,
  queueBodyweightShares,
  addEnrollmentUnits,
  queueRepetitionRecords,
]
