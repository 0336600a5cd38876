import { randomUUID } from 'node:crypto'
import { AppError } from '../../../errors.js'
import type { BackgroundTasks } from '../../../lib/background-tasks.js'
import { seconds } from '../../../lib/quantities.js'
import type { Events } from '../../../platform/events/events.js'
import type { ObjectStorage } from '../../../platform/files/object-storage.js'
import type { ImportCounts } from './models.js'
import { UnreadableFileError } from './parsing/unreadable-file-error.js'
import type { ImportJob, ImportStore } from './store.js'
import { startProgress, type ImportProgress } from './progress.js'

/** Between two reports, which also keep others from taking the import up. */
const reportEvery = 0.5 * seconds
/** An import that was interrupted so often is given up: its file may be what interrupts it. */
const mostInterruptions = 3
const retryAfter = 10 * seconds

/** Somebody else has taken the import up, it was erased, or the service ends. */
class StoppedError extends Error {}

const stopped = () => new StoppedError('the service ends')
const givenUp = `The import was interrupted ${mostInterruptions} times and has failed. Upload the file again to continue.`

/** Whether the work on an import may go on. */
export interface Lease {
  /** Aborted with a StoppedError where the work has to end here. */
  signal: AbortSignal
  /**
   * The same, in a transaction, which tells what has come of it: where another one has taken it up or erased it, none
   * of both is committed.
   */
  renew(news?: Partial<ImportCounts>): Promise<void>
}

interface Dependencies {
  imports: ImportStore
  run(job: ImportJob, tally: ImportProgress, hold: Lease): Promise<void>
  storage: Pick<ObjectStorage, 'delete'>
  events: Pick<Events, 'publish'>
  background: BackgroundTasks
  /** Where no other process has this database: when this one began. */
  aloneSince: Date | undefined
  clock: () => Date
  onFailure(error: unknown): void
}

export const importTopic = (importId: string) => `import:${importId}`

/** How many are worked on at once, each of another person: a long one holds nobody else's up. */
export const maxConcurrentImports = 3

/** Works on imports. What another instance works on is left alone, unless nothing is heard of it. */
export function importWorker(dependencies: Dependencies) {
  const { imports, run, storage, events, background, aloneSince, clock, onFailure } = dependencies
  const worker = randomUUID()
  let isStopping = false
  let working = 0
  const running = new Set<AbortController>()
  /** Whose imports are worked on here. */
  const owners = new Set<string>()
  let claimed: Promise<unknown> = Promise.resolve()

  async function work(): Promise<void> {
    if (working >= maxConcurrentImports) return
    working++
    try {
      while (!isStopping) {
        const job = await next()
        if (!job) return
        await workOn(job).finally(() => owners.delete(job.userId))
      }
    } finally {
      working--
    }
  }

  /** One claim after the other: each knows whose import the one before it took. */
  function next(): Promise<ImportJob | null> {
    const job = claimed.then(async () => {
      const found = await imports.claim(worker, clock(), { aloneSince, except: owners })
      if (found) owners.add(found.userId)
      return found
    })
    claimed = job.catch(() => undefined)
    return job
  }

  async function workOn(job: ImportJob): Promise<void> {
    const tally = startProgress(job)
    const reports = reporting(job, tally)
    try {
      if (job.attempts > mostInterruptions) throw new UnreadableFileError(givenUp)
      await run(job, tally, reports)
      await reports.stop()
      await finish(job, tally, 'COMPLETED', null)
    } catch (error) {
      await reports.stop()
      await failed(job, tally, error)
    }
    events.publish(importTopic(job.id), '')
  }

  async function failed(job: ImportJob, tally: ImportProgress, error: unknown): Promise<void> {
    if (error instanceof UnreadableFileError) return finish(job, tally, 'FAILED', error.message)
    const isStopped = error instanceof StoppedError
    if (!isStopped) onFailure(error)
    // An outage and a planned stop of the service do not count as interruptions: the file did not cause them.
    const isOutage = error instanceof AppError && error.code === 'SERVICE_UNAVAILABLE'
    const isInterruption = !isStopped && !isOutage
    if (isInterruption && job.attempts >= mostInterruptions) return finish(job, tally, 'FAILED', givenUp)
    const notBefore = new Date(clock().getTime() + (isStopped ? 0 : retryAfter))
    await imports.giveBack(job.id, worker, { notBefore, isInterruption })
  }

  async function finish(
    job: ImportJob,
    tally: ImportProgress,
    status: 'COMPLETED' | 'FAILED',
    error: string | null,
  ) {
    await imports.end(job.id, worker, { ...tally.counts, status, error })
    await storage.delete('user-assets', job.fileKey)
    await imports.dropFile(job.id)
  }

  /** Tells of the import again and again while it is being worked on. */
  function reporting(job: ImportJob, tally: ImportProgress) {
    const controller = new AbortController()
    running.add(controller)
    if (isStopping) controller.abort(stopped())
    let report = Promise.resolve()
    const timer = setInterval(() => {
      report = report.then(tell)
    }, reportEvery)

    const lost = () => new StoppedError('somebody else works on it')

    async function tell(): Promise<void> {
      const isOurs = await imports
        .report(job.id, worker, tally.takeChanges(), clock())
        .catch((error: unknown) => {
          onFailure(error)
          return true
        })
      if (!isOurs) controller.abort(lost())
      events.publish(importTopic(job.id), '')
    }
    return {
      async renew(news = {}) {
        if (!(await imports.report(job.id, worker, news, clock()))) throw lost()
      },
      signal: controller.signal,
      stop() {
        running.delete(controller)
        clearInterval(timer)
        return report
      },
    }
  }

  return {
    /** Begins to work, unless enough is being done. */
    wake: () => background.run({ purpose: 'work on imports' }, work),
    work,
    /** What is being worked on is left to whoever comes next. */
    stop() {
      isStopping = true
      for (const controller of running) controller.abort(stopped())
    },
  }
}

export type ImportWorker = ReturnType<typeof importWorker>
