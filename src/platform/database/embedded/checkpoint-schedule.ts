import { minutes, seconds } from '../../../lib/quantities.js'
import type { DatabaseJob } from '../database.js'
import type { CommitQueue } from './commit-queue.js'
import type { DataFile } from './data-file.js'

/** The delay after a failed checkpoint, in milliseconds. */
const retryDelay = 10 * seconds

/**
 * The age at which a job empties the log. The job runs twice in this time, so that deleted data remain in the log for at
 * most half an hour.
 */
const maxLogAge = 20 * minutes

interface Options {
  file: DataFile
  queue: CommitQueue
  /** Runs work while nothing is written. */
  exclusively: (work: () => Promise<void>) => Promise<void>
  clock: () => Date
}

/** Decides when the log of the data file is copied into the data file. */
interface CheckpointSchedule {
  /** Copies the log and empties it. @throws Error if the log is being read, for example by a backup */
  checkpoint(): Promise<void>
  /** The job that empties an old log, and with it the remains of deleted data. */
  job: DatabaseJob
  /** Resolves when the checkpoint that a large log has caused is complete, if there is one. */
  finished(): Promise<void>
}

/** Starts a checkpoint after each flush that makes the log too large. */
export function scheduleCheckpoints({ file, queue, exclusively, clock }: Options): CheckpointSchedule {
  let running: Promise<void> | undefined
  let emptiedAt = clock()
  let notBefore = 0

  async function checkpoint(): Promise<void> {
    // Most of the log is copied while writes continue.
    await file.copyLog()
    await exclusively(() => queue.withoutSnapshot(() => file.emptyLog()))
    emptiedAt = clock()
  }

  /** Ignores errors: the next attempt copies the log again. It is delayed, because a backup may be reading the log. */
  function start(): void {
    if (performance.now() < notBefore) return
    running ??= checkpoint()
      .catch(() => {
        notBefore = performance.now() + retryDelay
      })
      .finally(() => {
        running = undefined
      })
  }

  /** Does nothing at the start of the service, when the job runs for the first time. */
  async function emptyOldLog(): Promise<void> {
    if (clock().getTime() - emptiedAt.getTime() >= maxLogAge) await checkpoint()
  }

  queue.onFlush(async () => {
    if (await file.needsCheckpoint()) start()
  })

  return {
    checkpoint,
    job: { name: 'empty the log of the data file', interval: maxLogAge / 2, run: emptyOldLog },
    finished: async () => running,
  }
}
