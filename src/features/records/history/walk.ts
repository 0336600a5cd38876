import { isDeepStrictEqual } from 'node:util'
import { AppError } from '../../../errors.js'
import type { Pause } from '../../../lib/turns.js'
import type { ExerciseUse } from '../../owned/models.js'
import type { NewRecord } from '../models.js'
import { compareEntries, type Entry } from './entry.js'
import { previousWorkouts } from './previous.js'
import { nothingCarried, replay, type Carry } from './replay.js'

/** Of one exercise in one year: more than two dozen a day are no training. */
export const maxWorkouts = 10_000

/** What has become of one exercise in one workout. */
export interface EntryChange {
  workoutId: string
  before: Entry | null
  after: Entry | null
}

/** One exercise in one calendar year, in UTC. */
export interface ExerciseYear {
  exerciseId: string
  year: number
  /** What is known at its beginning. */
  carry: Carry
  /** In no order. */
  entries: Entry[]
}

/** What becomes of a year: all of it where it is new, null where nothing is left of it. */
export interface YearChange {
  exerciseId: string
  year: number
  isNew: boolean
  after: { carry: Carry; set: Entry[]; unset: string[]; size: number } | null
}

export const yearOf = ({ startedAt }: Entry) => startedAt.getUTCFullYear()

/**
 * Goes through the years of an exercise from the first that changes on, until nothing follows any more from what has
 * changed, and replays each as it was and as it is now.
 * @param use how the exercise is used before the changes
 */
export function startWalk(
  exerciseId: string,
  changes: readonly EntryChange[],
  use: ExerciseUse | undefined,
  pause: Pause,
) {
  const changedIds = new Set(changes.map(({ workoutId }) => workoutId))
  const touched = changes.flatMap(({ before, after }) =>
    [before, after].flatMap(one => (one ? yearOf(one) : [])),
  )
  const lastTouched = Math.max(...touched)
  const known = new Set(use?.years)
  const sequence = sequenceOf(touched, [...known])
  const years = new Set(known)
  const records = { before: [] as NewRecord[], after: [] as NewRecord[] }
  const yearChanges: YearChange[] = []
  const previous = new Map<string, string | null>()
  let carry = { before: nothingCarried, after: nothingCarried }
  let timesPerformed = use?.timesPerformed ?? 0
  let timesNamed = use?.timesNamed ?? 0
  let at = 0

  const isSettled = () => isDeepStrictEqual(carry.before, carry.after)
  const isOver = () => (sequence[at] ?? Infinity) > lastTouched && (at >= sequence.length || isSettled())

  function entriesAfter(year: number, entries: readonly Entry[]): readonly Entry[] {
    const added = changes.flatMap(({ after }) => (after && yearOf(after) === year ? [after] : []))
    const kept = entries.filter(({ workoutId }) => !changedIds.has(workoutId))
    if (added.length === 0 && kept.length === entries.length) return entries
    if (kept.length + added.length > Math.max(maxWorkouts, entries.length))
      throw new AppError('CONFLICT', `An exercise can be in ${maxWorkouts} workouts of one year.`)
    return [...kept, ...added].sort(compareEntries)
  }

  async function step(year: number, stored: ExerciseYear | undefined): Promise<void> {
    if (at === 0 && stored) carry = { before: stored.carry, after: stored.carry }
    const before = [...(stored?.entries ?? [])].sort(compareEntries)
    const after = entriesAfter(year, before)
    timesPerformed += countPerformed(after) - countPerformed(before)
    timesNamed += after.length - before.length
    noteYear(year, stored, before, after)
    if (!isSettled()) return compare(before, after)
    // What comes before the first change is the same in both, and most of it.
    const start = firstChange(before, after)
    const same = replay(exerciseId, before.slice(0, start), carry.before)
    carry = { before: same.carry, after: same.carry }
    await compare(before.slice(start), after.slice(start))
  }

  async function compare(before: readonly Entry[], after: readonly Entry[]): Promise<void> {
    const was = replay(exerciseId, before, carry.before)
    await pause()
    const is = replay(exerciseId, after, carry.after)
    records.before = records.before.concat(was.records)
    records.after = records.after.concat(is.records)
    notePrevious(previousWorkouts(before, carry.before), previousWorkouts(after, carry.after))
    carry = { before: was.carry, after: is.carry }
  }

  function notePrevious(before: Map<string, string | null>, after: Map<string, string | null>): void {
    for (const [workoutId, other] of after)
      if (changedIds.has(workoutId) || before.get(workoutId) !== other) previous.set(workoutId, other)
  }

  function noteYear(
    year: number,
    stored: ExerciseYear | undefined,
    before: readonly Entry[],
    after: readonly Entry[],
  ): void {
    if (after.length === 0) {
      if (stored) yearChanges.push({ exerciseId, year, isNew: false, after: null })
      years.delete(year)
      return
    }
    years.add(year)
    const set = after.filter(({ workoutId }) => changedIds.has(workoutId))
    const kept = new Set(set.map(({ workoutId }) => workoutId))
    const gone = before.filter(({ workoutId }) => changedIds.has(workoutId) && !kept.has(workoutId))
    const unset = gone.map(({ workoutId }) => workoutId)
    const isSame = stored && isDeepStrictEqual(stored.carry, carry.after)
    if (isSame && set.length === 0 && unset.length === 0) return
    yearChanges.push({
      exerciseId,
      year,
      isNew: !stored,
      after: { carry: carry.after, set, unset, size: after.length },
    })
  }

  function useAfter(): ExerciseUse | null {
    if (years.size === 0) return null
    const isSame = isDeepStrictEqual(carry.before.last, carry.after.last)
    const lastPerformedAt = isSame ? use?.lastPerformedAt : carry.after.last?.startedAt
    return {
      timesPerformed,
      lastPerformedAt: lastPerformedAt ?? null,
      isNamed: true,
      timesNamed,
      years: [...years].sort((left, right) => left - right),
    }
  }

  return {
    exerciseId,

    /** The years that it needs to know next, in their order; none when it is over. */
    wanted(): number[] {
      if (isOver()) return []
      const rest = sequence.slice(at).filter(year => known.has(year))
      const isBehind = (sequence[at] as number) > lastTouched
      return isBehind ? rest : rest.filter(year => year <= lastTouched)
    },

    /** Goes as far as it can. */
    async goOn(stored: ReadonlyMap<number, ExerciseYear>): Promise<void> {
      for (; !isOver(); at++) {
        await pause()
        const year = sequence[at] as number
        if (known.has(year) && !stored.has(year)) return
        await step(year, stored.get(year))
      }
    },

    outcome: () => ({
      exerciseId,
      changedIds,
      carry,
      records,
      years: yearChanges,
      previous,
      use: useAfter(),
    }),
  }
}

export type Walk = ReturnType<typeof startWalk>
export type WalkOutcome = ReturnType<Walk['outcome']>

/** From the first touched year on, or from the one before it that tells what is known at its beginning. */
function sequenceOf(touched: readonly number[], known: readonly number[]): number[] {
  const first = Math.min(...touched)
  const earlier = known.filter(year => year < first)
  const start = known.includes(first) || earlier.length === 0 ? first : Math.max(...earlier)
  const all = new Set([...touched, ...known.filter(year => year >= start)])
  return [...all].sort((left, right) => left - right)
}

/** Where two lists of a year begin to differ, or before it: what began together stays together. */
function firstChange(before: readonly Entry[], after: readonly Entry[]): number {
  let start = 0
  while (start < before.length && before[start] === after[start]) start++
  const changed = [before[start], after[start]].flatMap(entry => entry?.startedAt.getTime() ?? [])
  const from = Math.min(...changed)
  while ((before[start - 1]?.startedAt.getTime() ?? -Infinity) >= from) start--
  return start
}

const countPerformed = (entries: readonly Entry[]) =>
  entries.reduce((count, { isPerformed }) => count + Number(isPerformed), 0)
