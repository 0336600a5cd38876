import { isDeepStrictEqual } from 'node:util'
import { createYielder } from '../../../../lib/event-loop.js'
import type { Head } from '../../../owned/models.js'
import { exerciseUse } from '../../../training/exercises/exercise-use.js'
import type { NewRecord } from '../models.js'
import { unpackEntries, type Entries } from './entry.js'
import type { Position } from './position.js'
import type { PastPage, PastStore, PastWorkout } from './store.js'
import { unpackSummary } from './summary.js'
import { startWalk, type EntryChange, type StoredEntry, type Walk, type WalkOutcome } from './walk.js'

interface Ground {
  userId: string
  /** Contains the uses of exercises from before the changes. */
  head: Pick<Head, 'parts'>
  /** Records of some exercises from a moment on, in the order in which they were achieved. */
  recordsSince(exerciseIds: readonly string[], from: Date): Promise<NewRecord[]>
  past: Pick<PastStore, 'page' | 'starts'>
}

/** Goes through all that may follow from the changes. Where they come after everything else, nothing is read. */
export async function walkAll(changes: readonly EntriesChange[], ground: Ground): Promise<WalkOutcome[]> {
  const { head, recordsSince } = ground
  const walks = [...changesByExercise(changes)].map(([exerciseId, ofIt]) =>
    startWalk(exerciseId, ofIt, unpackSummary(exerciseUse(head, exerciseId)?.summary)),
  )
  const inPast: Walk[] = []
  for (const walk of walks) {
    if (walk.isAppended()) walk.append()
    else inPast.push(walk)
  }
  if (inPast.length > 0) {
    const from = new Date(Math.min(...inPast.map(({ first }) => first.startedAt.getTime())))
    const since = await recordsSince(idsOf(inPast), from)
    const [known, unknown]: [Walk[], Walk[]] = [[], []]
    for (const walk of inPast) {
      const isEnough = walk.know(since.filter(({ exerciseId }) => exerciseId === walk.exerciseId))
      if (isEnough) known.push(walk)
      else unknown.push(walk)
    }
    await goThrough(known, from, ground)
    await goThrough(unknown, null, ground)
  }
  return withStarts(
    walks.map(walk => walk.outcome()),
    ground,
  )
}

/** Reads on, from a moment or from the first workout of all, as long as a walk has not come to its end. */
async function goThrough(walks: readonly Walk[], from: Date | null, { userId, past }: Ground): Promise<void> {
  const pause = createYielder()
  let going = walks
  for (let after: Position | null = null; going.length > 0;) {
    const { workouts, isLast }: PastPage = await past.page(userId, idsOf(going), { from, after })
    const last = isLast ? undefined : workouts.at(-1)
    after = last ? { startedAt: last.startedAt, workoutId: last.id } : null
    const stored = storedEntries(workouts)
    for (const walk of going) {
      walk.goOn(stored.get(walk.exerciseId) ?? [], after)
      await pause()
    }
    going = going.filter(walk => !walk.isOver())
  }
}

const idsOf = (walks: readonly Walk[]) => walks.map(({ exerciseId }) => exerciseId)

function storedEntries(page: readonly PastWorkout[]): Map<string, StoredEntry[]> {
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
async function withStarts(
  outcomes: readonly WalkOutcome[],
  { userId, past }: Ground,
): Promise<WalkOutcome[]> {
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
