import { isDeepStrictEqual } from 'node:util'
import type { DerivedPatch, Head } from '../../owned/models.js'
import { exerciseUse, type ExerciseUse, type ExerciseUses } from '../../training/exercises/exercise-use.js'
import type { VersionChange } from '../../training/workouts/listeners.js'
import type { WorkoutDerived } from '../../training/workouts/models.js'
import { packEntries, type Entries } from './history/entry.js'
import type { ReplayOutcome } from './history/exercise-replay.js'
import type { EntriesChange } from './history/replay-changes.js'
import { packSummary } from './history/summary.js'
import type { NewRecord } from './models.js'

/** The data of a workout version that records are derived from. */
export interface RecordDigest {
  entries: Entries
  /** The distinct exercises of the workout. */
  exerciseIds: string[]
  /** The stored data of the version; null for a version that is being written, and in a rebuild. */
  stored: Pick<WorkoutDerived, 'previous' | 'recordEntries'> | null
}

/** The outcome that later listeners receive. */
export interface RecordOutcome {
  /** The change of the number of records that broke another one. */
  improvements: number
  /** The changed uses of exercises; null for an exercise that no workout contains any more. */
  uses: Readonly<Record<string, ExerciseUse | null>>
}

interface Derived extends RecordOutcome {
  /**
   * By workout and exercise: the last earlier workout in which the exercise was performed; null if there is none.
   * Contains only new and changed entries, including those of workouts that have not changed themselves.
   */
  previous: ReadonlyMap<string, Record<string, string | null>>
  /** The packed entries of the written workouts. */
  recordEntries: ReadonlyMap<string, string>
}

/** @param head the head before the changes */
export const deriveData = (
  outcomes: readonly ReplayOutcome[],
  entries: readonly EntriesChange[],
  head: Pick<Head, 'parts'>,
): Derived => ({
  previous: previousByWorkout(outcomes),
  uses: Object.fromEntries(
    outcomes.map(outcome => [
      outcome.exerciseId,
      useAfter(outcome, entries, exerciseUse(head, outcome.exerciseId)),
    ]),
  ),
  recordEntries: new Map(entries.map(({ id, after }) => [id, packEntries(after)])),
  improvements: outcomes.reduce(
    (sum, { records: { before, after } }) => sum + improvementsAmong(after) - improvementsAmong(before),
    0,
  ),
})

/** The ids of earlier workouts by exercise; null without one. */
type PreviousWorkouts = Readonly<Record<string, string | null>>

/** Completes the previous workouts of the exercises of a workout with nulls. */
export const previousOfExercises = (
  exerciseIds: readonly string[],
  known: PreviousWorkouts = {},
): Record<string, string | null> =>
  Object.fromEntries(exerciseIds.map(exerciseId => [exerciseId, known[exerciseId] ?? null]))

/** Returns patches for the written workouts, and for later ones whose previous workout has changed. */
export function workoutPatches(
  changes: readonly VersionChange<RecordDigest>[],
  { previous, recordEntries }: Derived,
): DerivedPatch[] {
  const changedIds = new Set(changes.map(({ id }) => id))
  const written = changes.flatMap(({ id, before, after }): DerivedPatch[] => {
    if (!after) return []
    // Unchanged entries are missing in `previous`.
    const known = { ...before?.stored?.previous, ...previous.get(id) }
    return [
      {
        id,
        type: 'WORKOUT',
        set: {
          previous: previousOfExercises(after.exerciseIds, known),
          recordEntries: recordEntries.get(id),
        },
      },
    ]
  })
  const others = [...previous].filter(([id]) => !changedIds.has(id))
  const later = others.map(([id, changed]): DerivedPatch => {
    const set = Object.entries(changed).map(([exerciseId, other]) => [`previous.${exerciseId}`, other])
    return { id, type: 'WORKOUT', set: Object.fromEntries(set) as Record<string, unknown> }
  })
  return [...written, ...later]
}

/** Returns the uses that differ from the stored ones; null for exercises that are not used any more. */
export function changedUses(stored: ExerciseUses, uses: RecordOutcome['uses']): RecordOutcome['uses'] {
  const removed = Object.keys(stored).filter(id => !(id in uses))
  const others = Object.entries(uses).filter(([id, use]) => !isDeepStrictEqual(use, stored[id]))
  return Object.fromEntries([...others, ...removed.map(id => [id, null] as const)])
}

/** Returns the use of an exercise after the changes; null if no workout contains it any more. */
function useAfter(
  { exerciseId, last, bests, latest }: ReplayOutcome,
  changes: readonly EntriesChange[],
  before: ExerciseUse | undefined,
): ExerciseUse | null {
  let { timesPerformed, workoutCount } = before ?? { timesPerformed: 0, workoutCount: 0 }
  for (const change of changes) {
    const [entryBefore, entryAfter] = [change.before.get(exerciseId), change.after.get(exerciseId)]
    timesPerformed += Number(entryAfter?.isPerformed ?? false) - Number(entryBefore?.isPerformed ?? false)
    workoutCount += Number(entryAfter !== undefined) - Number(entryBefore !== undefined)
  }
  if (workoutCount === 0) return null
  const lastPerformedAt = last?.startedAt ?? null
  const lastPosition = last && lastPerformedAt && { workoutId: last.workoutId, startedAt: lastPerformedAt }
  const summary = packSummary({ state: { last: lastPosition, bests }, latest })
  return { timesPerformed, lastPerformedAt, workoutCount, summary }
}

const improvementsAmong = (records: readonly NewRecord[]) =>
  records.filter(({ previous }) => previous !== null).length

function previousByWorkout(outcomes: readonly ReplayOutcome[]) {
  const byWorkout = new Map<string, Record<string, string | null>>()
  for (const { exerciseId, previous } of outcomes)
    for (const [workoutId, other] of previous) {
      const existing = byWorkout.get(workoutId)
      if (existing) existing[exerciseId] = other
      else byWorkout.set(workoutId, { [exerciseId]: other })
    }
  return byWorkout
}
