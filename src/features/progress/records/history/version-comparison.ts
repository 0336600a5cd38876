import { isDeepStrictEqual } from 'node:util'
import type { NewRecord } from '../models.js'
import type { Entry } from './entry.js'
import { previousStateFrom, previousWorkouts, type PreviousState } from './previous-workouts.js'
import { replayEntries, type ReplayState } from './replay-entries.js'

/** The same thing in the old and in the new version of a history. */
interface Versions<T> {
  before: T
  after: T
}

/** Replays the old and the new version of the history of an exercise side by side. */
export function versionComparison(
  exerciseId: string,
  changedIds: ReadonlySet<string>,
  initialState: ReplayState,
) {
  const records: Versions<NewRecord[]> = { before: [], after: [] }
  const previous = new Map<string, string | null>()
  let state: Versions<ReplayState> = { before: initialState, after: initialState }
  let previousState: Versions<PreviousState>

  return {
    /** Sets the state before the first entries. Call it before `replay`. */
    begin(start: ReplayState): void {
      const workoutId = start.last?.workoutId ?? null
      state = { before: start, after: start }
      previousState = { before: previousStateFrom(workoutId), after: previousStateFrom(workoutId) }
    },

    /** Replays the next entries of both versions, in chronological order. */
    replay(before: readonly Entry[], after: readonly Entry[]): void {
      const replayedBefore = replayEntries(exerciseId, before, state.before)
      const replayedAfter = replayEntries(exerciseId, after, state.after)
      records.before = records.before.concat(replayedBefore.records)
      records.after = records.after.concat(replayedAfter.records)
      state = { before: replayedBefore.state, after: replayedAfter.state }
      const previousBefore = previousWorkouts(before, previousState.before)
      const previousAfter = previousWorkouts(after, previousState.after)
      for (const [workoutId, other] of previousAfter.previous)
        if (changedIds.has(workoutId) || previousBefore.previous.get(workoutId) !== other)
          previous.set(workoutId, other)
      previousState = { before: previousBefore.previousState, after: previousAfter.previousState }
    },

    /** Returns whether later entries have the same effect in both versions. */
    areEqual: (): boolean =>
      isDeepStrictEqual(state.before, state.after) &&
      isDeepStrictEqual(previousState.before, previousState.after),

    result: () => ({ state, records, previous }),
  }
}
