import { isDeepStrictEqual } from 'node:util'
import { createYielder } from '../../../../lib/event-loop.js'
import type { Head } from '../../../owned/models.js'
import { exerciseUse } from '../../../training/exercises/exercise-use.js'
import type { NewRecord } from '../models.js'
import { unpackEntries, type Entries } from './entry.js'
import type { Position } from './position.js'
import type { HistoryPage, HistoryStore, HistoryWorkout } from './store.js'
import { unpackSummary } from './summary.js'
import {
  createExerciseReplay,
  type EntryChange,
  type StoredEntry,
  type ExerciseReplay,
  type ReplayOutcome,
} from './exercise-replay.js'

interface ReplayContext {
  userId: string
  /** Contains the uses of exercises before the changes. */
  head: Pick<Head, 'parts'>
  /** Reads the records of some exercises that were achieved at a time or later, in that order. */
  recordsSince(exerciseIds: readonly string[], from: Date): Promise<NewRecord[]>
  history: Pick<HistoryStore, 'page' | 'starts'>
}

/** Replays the affected part of each exercise's history. Changes after all other workouts require no reads. */
export async function replayChanges(
  changes: readonly EntriesChange[],
  context: ReplayContext,
): Promise<ReplayOutcome[]> {
  const { head, recordsSince } = context
  const replays = [...changesByExercise(changes)].map(([exerciseId, exerciseChanges]) =>
    createExerciseReplay(exerciseId, exerciseChanges, unpackSummary(exerciseUse(head, exerciseId)?.summary)),
  )
  const inPast: ExerciseReplay[] = []
  for (const replay of replays) {
    if (replay.isAppendOnly()) replay.append()
    else inPast.push(replay)
  }
  if (inPast.length > 0) {
    const from = new Date(Math.min(...inPast.map(({ first }) => first.startedAt.getTime())))
    const since = await recordsSince(exerciseIdsOf(inPast), from)
    const [partialReplays, fullReplays]: [ExerciseReplay[], ExerciseReplay[]] = [[], []]
    for (const replay of inPast) {
      const isKnown = replay.startFrom(since.filter(({ exerciseId }) => exerciseId === replay.exerciseId))
      if (isKnown) partialReplays.push(replay)
      else fullReplays.push(replay)
    }
    await readHistory(partialReplays, from, context)
    await readHistory(fullReplays, null, context)
  }
  return withStartTimes(
    replays.map(replay => replay.outcome()),
    context,
  )
}

/** Reads the history in pages until all replays are finished. @param from null for the whole history */
async function readHistory(
  replays: readonly ExerciseReplay[],
  from: Date | null,
  { userId, history }: ReplayContext,
): Promise<void> {
  const pause = createYielder()
  let active = replays
  for (let after: Position | null = null; active.length > 0;) {
    const { workouts, isLast }: HistoryPage = await history.page(userId, exerciseIdsOf(active), {
      from,
      after,
    })
    const last = isLast ? undefined : workouts.at(-1)
    after = last ? { startedAt: last.startedAt, workoutId: last.id } : null
    const stored = storedEntries(workouts)
    for (const replay of active) {
      replay.addPage(stored.get(replay.exerciseId) ?? [], after)
      await pause()
    }
    active = active.filter(replay => !replay.isFinished())
  }
}

const exerciseIdsOf = (replays: readonly ExerciseReplay[]) => replays.map(({ exerciseId }) => exerciseId)

function storedEntries(page: readonly HistoryWorkout[]): Map<string, StoredEntry[]> {
  const byExercise = new Map<string, StoredEntry[]>()
  for (const { id: workoutId, startedAt, recordEntries, previous } of page)
    for (const [exerciseId, entry] of unpackEntries({ workoutId, startedAt }, recordEntries)) {
      const stored = { entry, previous: previous[exerciseId] ?? null }
      const existing = byExercise.get(exerciseId)
      if (existing) existing.push(stored)
      else byExercise.set(exerciseId, [stored])
    }
  return byExercise
}

/** Reads the start of the last workout where only its id is known. */
async function withStartTimes(
  outcomes: readonly ReplayOutcome[],
  { userId, history }: ReplayContext,
): Promise<ReplayOutcome[]> {
  const ids = outcomes.flatMap(({ last }) => (last && !last.startedAt ? [last.workoutId] : []))
  if (ids.length === 0) return [...outcomes]
  const starts = await history.starts(userId, [...new Set(ids)])
  return outcomes.map(outcome => {
    const { last } = outcome
    if (!last || last.startedAt) return outcome
    return { ...outcome, last: { ...last, startedAt: starts.get(last.workoutId) ?? null } }
  })
}

export interface EntriesChange {
  id: string
  before: Entries
  after: Entries
}

/** Leaves out exercises that have not changed. */
function changesByExercise(changes: readonly EntriesChange[]): Map<string, EntryChange[]> {
  const byExercise = new Map<string, EntryChange[]>()
  for (const { id: workoutId, before: entriesBefore, after: entriesAfter } of changes)
    for (const exerciseId of new Set([...entriesBefore.keys(), ...entriesAfter.keys()])) {
      const change = {
        workoutId,
        before: entriesBefore.get(exerciseId) ?? null,
        after: entriesAfter.get(exerciseId) ?? null,
      }
      if (isDeepStrictEqual(change.before, change.after)) continue
      const existing = byExercise.get(exerciseId)
      if (existing) existing.push(change)
      else byExercise.set(exerciseId, [change])
    }
  return byExercise
}
