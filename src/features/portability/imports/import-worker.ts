import { randomUUID } from 'node:crypto'
import { AppError } from '../../../errors.js'
import type { BackgroundTasks } from '../../../lib/background-tasks.js'
import { seconds } from '../../../lib/quantities.js'
import type { Events } from '../../../platform/events/events.js'
import type { ObjectStorage } from '../../../platform/files/object-storage.js'
import { importTopic, leaseStarter, StoppedError, type Lease, type RunningLease } from './lease.js'
import { UnreadableFileError } from './parsing/unreadable-file-error.js'
import type { ImportJob, ImportStore } from './store.js'
import { startProgress, type ImportProgress } from './progress.js'

/** An import fails after this many interruptions, because its file may be what causes them. */
const maxInterruptions = 3
/** The delay before an import is retried after an error, in milliseconds. */
const retryDelay = 10 * seconds

const shutdownError = () => new StoppedError('the service is shutting down')
const tooManyInterruptions = `The import was interrupted ${maxInterruptions} times and has failed. Upload the file again to continue.`

interface Dependencies {
  imports: ImportStore
  run(job: ImportJob, progress: ImportProgress, lease: Lease): Promise<void>
  storage: Pick<ObjectStorage, 'delete'>
  events: Pick<Events, 'publish'>
  background: BackgroundTasks
  /** When this process started, if no other process uses the database; otherwise undefined. */
  soleInstanceSince: Date | undefined
  clock: () => Date
  onFailure(error: unknown): void
}

/** Imports processed at once, each of a different user, so that a long import does not delay other users. */
export const maxConcurrentImports = 3

/** Processes queued imports. An import that another instance processes is skipped until its lease expires. */
export function importWorker(dependencies: Dependencies) {
  const { imports, run, storage, events, background, soleInstanceSince, clock, onFailure } = dependencies
  const worker = randomUUID()
  let isStopping = false
  let runningLoops = 0
  const running = new Set<RunningLease>()
  const startLease = leaseStarter({ imports, events, worker, clock, onFailure })
  /** The ids of the users whose imports this worker processes. */
  const owners = new Set<string>()
  let lastClaim: Promise<unknown> = Promise.resolve()

  async function work(): Promise<void> {
    if (runningLoops >= maxConcurrentImports) return
    runningLoops++
    try {
      while (!isStopping) {
        const job = await claimNext()
        if (!job) return
        await process(job).finally(() => owners.delete(job.userId))
      }
    } finally {
      runningLoops--
    }
  }

  /** Claims run one after another, so that each excludes the users of the earlier claims. */
  function claimNext(): Promise<ImportJob | null> {
    const job = lastClaim.then(async () => {
      const found = await imports.claim(worker, clock(), { soleInstanceSince, except: owners })
      if (found) owners.add(found.userId)
      return found
    })
    lastClaim = job.catch(() => undefined)
    return job
  }

  async function process(job: ImportJob): Promise<void> {
    const progress = startProgress(job)
    const lease = startLease(job, progress)
    if (isStopping) lease.abort(shutdownError())
    running.add(lease)
    try {
      if (job.attempts > maxInterruptions) throw new UnreadableFileError(tooManyInterruptions)
      await run(job, progress, lease)
      await lease.stop()
      await finish(job, progress, 'COMPLETED', null)
    } catch (error) {
      await lease.stop()
      await handleFailure(job, progress, error)
    } finally {
      running.delete(lease)
    }
    events.publish(importTopic(job.id), '')
  }

  async function handleFailure(job: ImportJob, progress: ImportProgress, error: unknown): Promise<void> {
    if (error instanceof UnreadableFileError) return finish(job, progress, 'FAILED', error.message)
    const isStopped = error instanceof StoppedError
    if (!isStopped) onFailure(error)
    // An outage and a planned stop of the service do not count as interruptions: the file did not cause them.
    const isOutage = error instanceof AppError && error.code === 'SERVICE_UNAVAILABLE'
    const isInterruption = !isStopped && !isOutage
    if (isInterruption && job.attempts >= maxInterruptions)
      return finish(job, progress, 'FAILED', tooManyInterruptions)
    const notBefore = new Date(clock().getTime() + (isStopped ? 0 : retryDelay))
    await imports.release(job.id, worker, { notBefore, isInterruption })
  }

  async function finish(
    job: ImportJob,
    progress: ImportProgress,
    status: 'COMPLETED' | 'FAILED',
    error: string | null,
  ) {
    await imports.finish(job.id, worker, { ...progress.counts, status, error })
    await storage.delete('user-assets', job.fileKey)
    await imports.unsetFile(job.id)
  }

  return {
    /** Starts to process queued imports in the background, unless the maximum is running. */
    wake: () => background.run({ purpose: 'process imports' }, work),
    work,
    /** Stops processing. The running imports return to the queue. */
    stop() {
      isStopping = true
      for (const lease of running) lease.abort(shutdownError())
    },
  }
}

export type ImportWorker = ReturnType<typeof importWorker>
