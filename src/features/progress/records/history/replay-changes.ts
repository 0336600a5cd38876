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
  /** Contains the uses of exercises from before the changes. */
  head: Pick<Head, 'parts'>
  /** Records of some exercises from a moment on, in the order in which they were achieved. */
  recordsSince(exerciseIds: readonly string[], from: Date): Promise<NewRecord[]>
  past: Pick<HistoryStore, 'page' | 'starts'>
}

/** Goes through all that may follow from the changes. Where they come after everything else, nothing is read. */
export async function replayChanges(
  changes: readonly EntriesChange[],
  ground: ReplayContext,
): Promise<ReplayOutcome[]> {
  const { head, recordsSince } = ground
  const walks = [...changesByExercise(changes)].map(([exerciseId, ofIt]) =>
    createExerciseReplay(exerciseId, ofIt, unpackSummary(exerciseUse(head, exerciseId)?.summary)),
  )
  const inPast: ExerciseReplay[] = []
  for (const walk of walks) {
    if (walk.isAppendOnly()) walk.append()
    else inPast.push(walk)
  }
  if (inPast.length > 0) {
    const from = new Date(Math.min(...inPast.map(({ first }) => first.startedAt.getTime())))
    const since = await recordsSince(exerciseIdsOf(inPast), from)
    const [known, unknown]: [ExerciseReplay[], ExerciseReplay[]] = [[], []]
    for (const walk of inPast) {
      const isEnough = walk.startFrom(since.filter(({ exerciseId }) => exerciseId === walk.exerciseId))
      if (isEnough) known.push(walk)
      else unknown.push(walk)
    }
    await readHistory(known, from, ground)
    await readHistory(unknown, null, ground)
  }
  return withStartTimes(
    walks.map(walk => walk.outcome()),
    ground,
  )
}

/** Reads on, from a moment or from the first workout of all, as long as a walk has not come to its end. */
async function readHistory(
  walks: readonly ExerciseReplay[],
  from: Date | null,
  { userId, past }: ReplayContext,
): Promise<void> {
  const pause = createYielder()
  let going = walks
  for (let after: Position | null = null; going.length > 0;) {
    const { workouts, isLast }: HistoryPage = await past.page(userId, exerciseIdsOf(going), { from, after })
    const last = isLast ? undefined : workouts.at(-1)
    after = last ? { startedAt: last.startedAt, workoutId: last.id } : null
    const stored = storedEntries(workouts)
    for (const walk of going) {
      walk.addPage(stored.get(walk.exerciseId) ?? [], after)
      await pause()
    }
    going = going.filter(walk => !walk.isFinished())
  }
}

const exerciseIdsOf = (walks: readonly ExerciseReplay[]) => walks.map(({ exerciseId }) => exerciseId)

function storedEntries(page: readonly HistoryWorkout[]): Map<string, StoredEntry[]> {
  const byExercise = new Map<string, StoredEntry[]>()
  for (const { id: workoutId, startedAt, kept, previous } of page)
    for (const [exerciseId, entry] of unpackEntries({ workoutId, startedAt }, kept)) {
      const stored = { entry, previous: previous[exerciseId] ?? null }
      const known = byExercise.get(exerciseId)
      if (known) known.push(stored)
      else byExercise.set(exerciseId, [stored])
    }
  return byExercise
}

/** The start of what was performed last, where only its id is known. */
async function withStartTimes(
  outcomes: readonly ReplayOutcome[],
  { userId, past }: ReplayContext,
): Promise<ReplayOutcome[]> {
  const ids = outcomes.flatMap(({ last }) => (last && !last.startedAt ? [last.workoutId] : []))
  if (ids.length === 0) return [...outcomes]
  const starts = await past.starts(userId, [...new Set(ids)])
  return outcomes.map(outcome => {
    const { last } = outcome
    if (!last || last.startedAt) return outcome
    return { ...outcome, last: { ...last, startedAt: starts.get(last.workoutId) ?? null } }
  })
}

/** What counts of a workout, before a change and after it. */
export interface EntriesChange {
  id: string
  before: Entries
  after: Entries
}

/** What is new in exercises; where nothing of one has changed, it is left out. */
function changesByExercise(changes: readonly EntriesChange[]): Map<string, EntryChange[]> {
  const byExercise = new Map<string, EntryChange[]>()
  for (const { id: workoutId, before: were, after: are } of changes)
    for (const exerciseId of new Set([...were.keys(), ...are.keys()])) {
      const change = { workoutId, before: were.get(exerciseId) ?? null, after: are.get(exerciseId) ?? null }
      if (isDeepStrictEqual(change.before, change.after)) continue
      const known = byExercise.get(exerciseId)
      if (known) known.push(change)
      else byExercise.set(exerciseId, [change])
    }
  return byExercise
}
