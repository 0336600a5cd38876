import type { Migration } from './migrate.js'
import { headsAmongRecords } from './migrations/heads-among-records.js'
import { queuePhotos } from './migrations/queue-photos.js'
import { queueStatistics } from './migrations/queue-statistics.js'

/** All migrations in order. The schema version is the number of migrations done. Never change a released migration. */
export const migrations: readonly Migration[] = [queuePhotos, headsAmongRecords, queueStatistics]
