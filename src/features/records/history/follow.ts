import { isDeepStrictEqual } from 'node:util'
import { pauses } from '../../../lib/turns.js'
import type { ExerciseUse, Head } from '../../owned/models.js'
import type { WorkoutChange } from '../models.js'
import { entriesOf } from './entry.js'
import type { ExerciseYearStore, YearKey } from './store.js'
import {
  maxWorkouts,
  startWalk,
  type EntryChange,
  type ExerciseYear,
  type Walk,
  type WalkOutcome,
} from './walk.js'

/** How many entries are read at a time, and how many are written: so long others wait. */
const entriesAtOnce = 10_000
/** In so many workouts an exercise is in each year about as often. */
const averagedUpTo = 500

/** Goes through all that may follow from the changes. Few exercises in few years are one read. */
export async function walkAll(
  userId: string,
  changes: readonly WorkoutChange[],
  { exercises }: Pick<Head, 'exercises'>,
  years: Pick<ExerciseYearStore, 'find'>,
): Promise<WalkOutcome[]> {
  const pause = pauses()
  const walks = [...changesByExercise(changes)].map(([exerciseId, ofIt]) => {
    const use = exercises[exerciseId]
    return { walk: startWalk(exerciseId, ofIt, use, pause), weight: entriesAYear(use) }
  })
  for (let stored: ExerciseYear[] = []; ;) {
    for (const { walk } of walks) await walk.goOn(yearsOf(walk.exerciseId, stored))
    const keys = nextKeys(walks)
    if (keys.length === 0) return walks.map(({ walk }) => walk.outcome())
    stored = await years.find(userId, keys)
  }
}

const yearsOf = (exerciseId: string, stored: readonly ExerciseYear[]) =>
  new Map(stored.filter(one => one.exerciseId === exerciseId).map(one => [one.year, one]))

/** What the walks want to know next, as much of it as is read at once. */
function nextKeys(walks: readonly { walk: Walk; weight: number }[]): YearKey[] {
  const keys: YearKey[] = []
  let room = entriesAtOnce
  for (const { walk, weight } of walks)
    for (const year of walk.wanted()) {
      if (room < weight && keys.length > 0) return keys
      keys.push({ exerciseId: walk.exerciseId, year })
      room -= weight
    }
  return keys
}

/** How many entries a year of it may have. The average says it for the usual; of many, one year may have nearly all. */
function entriesAYear(use: ExerciseUse | undefined): number {
  if (!use || use.years.length === 0) return 1
  const { timesNamed, years } = use
  return timesNamed > averagedUpTo
    ? Math.min(timesNamed, maxWorkouts)
    : Math.ceil(timesNamed / years.length) + 1
}

/** What is new in exercises; where nothing of one has changed, it is left out. */
function changesByExercise(changes: readonly WorkoutChange[]): Map<string, EntryChange[]> {
  const byExercise = new Map<string, EntryChange[]>()
  for (const { id: workoutId, before, after } of changes) {
    const were = before ? entriesOf(before) : new Map<string, never>()
    const are = after ? entriesOf(after) : new Map<string, never>()
    for (const exerciseId of new Set([...were.keys(), ...are.keys()])) {
      const change = { workoutId, before: were.get(exerciseId) ?? null, after: are.get(exerciseId) ?? null }
      if (isDeepStrictEqual(change.before, change.after)) continue
      const known = byExercise.get(exerciseId)
      if (known) known.push(change)
      else byExercise.set(exerciseId, [change])
    }
  }
  return byExercise
}
