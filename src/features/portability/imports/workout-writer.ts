import { AppError } from '../../../errors.js'
import { days, MiB } from '../../../lib/quantities.js'
import type { Load } from '../../../lib/units.js'
import type { Database } from '../../../platform/database/database.js'
import type { Save, Written } from '../../owned/models.js'
import type { WorkoutContent } from '../../training/workouts/models.js'
import { demandTimely } from '../../training/workouts/rules.js'
import type { WorkoutService } from '../../training/workouts/service.js'
import type { Candidate } from './sources/source.js'
import type { ImportJob, ImportStore } from './store.js'
import type { ImportProgress } from './progress.js'
import type { Lease } from './import-worker.js'

/**
 * Limits of a batch, which one transaction writes. They bound how long a batch holds the event loop and makes other
 * writes of the same user wait. A workout that exceeds a limit alone is a batch of its own.
 */
const batchLimits = { workouts: 20, sets: 500, textBytes: 1 * MiB }
/** On one day, in UTC. What follows from a month is kept together, and must stay short: nobody trains more often. */
const mostADay = 24

interface Dependencies {
  imports: ImportStore
  workouts: Pick<WorkoutService, 'importKind' | 'startedAmong'>
  database: Pick<Database, 'transaction'>
  clock: () => Date
}

type Outcome = { status: 'MADE' } | { status: 'THERE' } | { status: 'SKIPPED'; reason: string }

const made: Outcome = { status: 'MADE' }
const there: Outcome = { status: 'THERE' }

/** Writes the workouts of imports, some at a time, each once: whatever becomes of one, it is never made again. */
export function workoutWriter({ imports, workouts, database, clock }: Dependencies) {
  return (job: ImportJob, tally: ImportProgress, hold: Lease) => {
    const { userId, options } = job
    let waiting: Candidate[] = []
    let [sets, textBytes] = [0, 0]
    /** How many were found that begin on a day, by the day's number. */
    const found = new Map<number, number>()
    /** By the ids under which workouts may be written. */
    const bodyWeights = new Map<string, Load>()
    const kind = workouts.importKind(id => bodyWeights.get(id) ?? null)

    async function write(some: readonly Candidate[]): Promise<void> {
      try {
        const outcomes = options.dryRun
          ? await preview(some)
          : await database.transaction(userId, () => make(some))
        for (const [at, outcome] of outcomes.entries()) count(outcome, some[at]?.line ?? 0)
      } catch (error) {
        if (!(error instanceof AppError) || error.statusCode >= 500) throw error
        // What is wrong with one must not cost the others.
        const [only] = some
        if (some.length > 1) for (const one of some) await write([one])
        else tally.skip({ line: only?.line ?? 0, reason: error.message })
      }
    }

    function count(outcome: Outcome, line: number): void {
      if (outcome.status === 'MADE') tally.counts.workoutsMade++
      else if (outcome.status === 'THERE') tally.counts.workoutsAlreadyThere++
      else tally.skip({ line, reason: outcome.reason })
    }

    /** Which of them are known already, by their ids: made by this import before it was cut off, or by another. */
    async function look(some: readonly Candidate[]): Promise<Map<string, Outcome>> {
      const ids = some.flatMap(({ save, fallbackId }) =>
        fallbackId === null ? save.id : [save.id, fallbackId],
      )
      const imported = await imports.imported(userId, ids)
      const known = new Map<string, Outcome>()
      for (const { save, fallbackId } of some) {
        const importId = imported.get(save.id) ?? imported.get(fallbackId ?? '')
        if (importId !== undefined) known.set(save.id, importId === job.id ? made : there)
      }
      const own = some
        .filter(({ save, isOwnExport }) => isOwnExport && !known.has(save.id))
        .map(({ save }) => save)
      for (const id of own.length > 0 ? await workouts.startedAmong(userId, own) : []) known.set(id, there)
      return known
    }

    async function preview(some: readonly Candidate[]): Promise<Outcome[]> {
      const known = await look(some)
      return some.map(({ save }) => known.get(save.id) ?? timely(save))
    }

    function timely(save: Save<WorkoutContent>): Outcome {
      try {
        demandTimely(save, clock())
        return made
      } catch (error) {
        return { status: 'SKIPPED', reason: reasonOf(error) }
      }
    }

    async function make(some: readonly Candidate[]): Promise<Outcome[]> {
      await hold.renew()
      const known = await look(some)
      const fresh = some.filter(({ save }) => !known.has(save.id))
      const done: string[] = []
      const apply = async (saves: readonly Save<WorkoutContent>[]) =>
        saves.length > 0 ? kind.apply(userId, saves) : []
      const written = await apply(fresh.map(({ save }) => save))
      const taken = fresh.filter(
        ({ fallbackId }, at) => fallbackId !== null && written[at]?.conflict === 'ID_TAKEN',
      )
      const others = await apply(
        taken.map(({ save, fallbackId }) => ({ ...save, id: fallbackId ?? save.id })),
      )
      for (const [at, one] of fresh.entries()) {
        const other = taken.indexOf(one)
        const outcome = outcomeOf(other === -1 ? written[at] : others[other])
        known.set(one.save.id, outcome)
        if (outcome.status !== 'SKIPPED')
          done.push(other === -1 ? one.save.id : (one.fallbackId ?? one.save.id))
      }
      if (done.length > 0) await imports.remember(userId, job.id, done)
      return some.map(({ save }) => known.get(save.id) ?? there)
    }

    async function flush(): Promise<void> {
      const some = waiting
      waiting = []
      sets = textBytes = 0
      if (some.length === 0) return
      hold.signal.throwIfAborted()
      await write(some)
      bodyWeights.clear()
    }

    return {
      async add(candidate: Candidate): Promise<void> {
        const { line, save, fallbackId, bodyWeight } = candidate
        const { startedAt, exercises } = save.content
        const day = Math.floor(startedAt.getTime() / days)
        const ofDay = (found.get(day) ?? 0) + 1
        if (ofDay > mostADay) {
          tally.skip({ line, reason: `More than ${mostADay} workouts start on that day.` })
          return
        }
        found.set(day, ofDay)
        const ownSets = exercises.reduce((sum, entry) => sum + entry.sets.length, 0)
        const isFull =
          waiting.length === batchLimits.workouts ||
          sets + ownSets > batchLimits.sets ||
          textBytes + candidate.textBytes > batchLimits.textBytes
        if (isFull) await flush()
        waiting.push(candidate)
        if (bodyWeight)
          for (const id of [save.id, fallbackId]) if (id !== null) bodyWeights.set(id, bodyWeight)
        sets += ownSets
        textBytes += candidate.textBytes
      },
      end: flush,
    }
  }
}

export type WorkoutWriter = ReturnType<typeof workoutWriter>

/** What is there under the id, or was, is the workout that was to be made. */
function outcomeOf(written: Written | undefined): Outcome {
  if (written?.status === 'APPLIED') return made
  if (written?.error) return { status: 'SKIPPED', reason: written.error.message }
  const isActive = written?.conflict === 'ACTIVE'
  return isActive ? { status: 'SKIPPED', reason: 'Another workout is in progress.' } : there
}

/** @throws what is no fault of the file */
function reasonOf(error: unknown): string {
  if (error instanceof AppError && error.statusCode < 500) return error.message
  throw error
}
