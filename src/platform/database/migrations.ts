import type { Migration } from './migrate.js'
import { headsAmongRecords } from './migrations/heads-among-records.js'
import { queuePhotos } from './migrations/queue-photos.js'
import { queueStatistics } from './migrations/queue-statistics.js'

/** In order; the number of a step is its place. One that was released stays, as it is. */
export const migrations: readonly Migration[] = [queuePhotos, headsAmongRecords, queueStatistics]
