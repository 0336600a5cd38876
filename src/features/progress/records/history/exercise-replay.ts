import { isDeepStrictEqual } from 'node:util'
import type { NewRecord } from '../models.js'
import type { RecordType } from '../vocabulary.js'
import type { Entry } from './entry.js'
import { comparePositions, type Position } from './position.js'
import { previousStateFrom, previousWorkouts, type PreviousState } from './previous-workouts.js'
import { emptyReplayState, replayEntries, type ReplayState, type CurrentBest } from './replay-entries.js'
import { isOwnScore, emptySummary, type HistorySummary } from './summary.js'

/** What has become of one exercise in one workout. */
export interface EntryChange {
  workoutId: string
  before: Entry | null
  after: Entry | null
}

/** One exercise in one workout as it is stored. */
export interface StoredEntry {
  entry: Entry
  /** The workout before it in which the exercise was performed last. */
  previous: string | null
}

/** What a walk comes to. */
export interface ReplayOutcome {
  exerciseId: string
  changedIds: ReadonlySet<string>
  /** The same where the walk has ended before the history: what follows has not changed. */
  carry: { before: ReplayState; after: ReplayState }
  records: { before: NewRecord[]; after: NewRecord[] }
  /** By workout: of the changed ones, and of others that have another one before them now. */
  previous: ReadonlyMap<string, string | null>
  /** After the last of all workouts. */
  last: ReplayState['last']
  bests: ReplayState['bests']
  latest: Position | null
}

/** Replays the history of an exercise from some changes on, as it was and as it is now, until nothing follows any more. */
export function createExerciseReplay(
  exerciseId: string,
  changes: readonly EntryChange[],
  summary: HistorySummary | null,
) {
  const known = summary ?? emptySummary
  const changedIds = new Set(changes.map(({ workoutId }) => workoutId))
  const touched = changes
    .flatMap(({ before, after }) => [before, after])
    .filter(one => one !== null)
    .sort(comparePositions)
  const [first, last] = [touched[0] as Position, touched.at(-1) as Position]
  let waiting = changes.flatMap(({ after }) => after ?? []).sort(comparePositions)
  const records = { before: [] as NewRecord[], after: [] as NewRecord[] }
  const previous = new Map<string, string | null>()
  let bests = known.carry.bests
  let isBegun = false
  let isAtEnd = false
  let seen: Position | null = null
  let lastStored = known.latest
  let carry = { before: known.carry as ReplayState, after: known.carry as ReplayState }
  let pointing: { before: PreviousState; after: PreviousState }

  function begin(from: ReplayState['last']): void {
    // Its start is known where it is the last of all.
    const isLatest = from !== null && from.workoutId === known.carry.last?.workoutId
    const start: ReplayState = { last: isLatest ? known.carry.last : from, bests }
    carry = { before: start, after: start }
    pointing = {
      before: previousStateFrom(from?.workoutId ?? null),
      after: previousStateFrom(from?.workoutId ?? null),
    }
    isBegun = true
  }

  function compare(before: readonly Entry[], after: readonly Entry[]): void {
    const was = replayEntries(exerciseId, before, carry.before)
    const is = replayEntries(exerciseId, after, carry.after)
    records.before = records.before.concat(was.records)
    records.after = records.after.concat(is.records)
    carry = { before: was.carry, after: is.carry }
    const pointed = previousWorkouts(before, pointing.before)
    const points = previousWorkouts(after, pointing.after)
    for (const [workoutId, other] of points.previous)
      if (changedIds.has(workoutId) || pointed.previous.get(workoutId) !== other)
        previous.set(workoutId, other)
    pointing = { before: pointed.pointing, after: points.pointing }
  }

  const isSettled = () =>
    isDeepStrictEqual(carry.before, carry.after) && isDeepStrictEqual(pointing.before, pointing.after)

  return {
    exerciseId,
    first,

    /** Whether all that changes comes after everything else: then nothing of that has to be read. */
    isAppendOnly(): boolean {
      if (!summary) return false
      const { latest, carry } = summary
      const isBlank = changes.every(
        ({ before }) => !before || (!before.isPerformed && before.bests.length === 0),
      )
      if (!isBlank || (latest && comparePositions(first, latest) < 0)) return false
      // Who began together with it is not before it.
      return carry.last === null || carry.last.startedAt < first.startedAt
    },

    append(): void {
      begin(known.carry.last)
      compare([], waiting)
      isAtEnd = true
    },

    /**
     * Takes what is known at a moment, from the records that were set from it on: each tells what stood before it.
     * @param since in their order
     * @returns whether that is enough; if not, it begins with the first workout of all
     */
    startFrom(since: readonly NewRecord[]): boolean {
      const earliest = new Map<RecordType, NewRecord>()
      for (const record of since) if (!earliest.has(record.type)) earliest.set(record.type, record)
      const before = { ...known.carry.bests }
      for (const [type, { previous }] of earliest) {
        if (previous) before[type] = previous
        else Reflect.deleteProperty(before, type)
      }
      const all = Object.entries(before) as [RecordType, NonNullable<ReplayState['bests'][RecordType]>][]
      const isEnough = summary !== null && all.every(([type, best]) => hasExactScore(type, best))
      if (isEnough) bests = before
      else {
        bests = emptyReplayState.bests
        begin(null)
      }
      return isEnough
    },

    /**
     * @param stored what is stored next, in its order
     * @param until how far that goes; null for to the end
     */
    addPage(stored: readonly StoredEntry[], until: Position | null): void {
      if (!isBegun) {
        const [next] = stored
        // The first one tells which workout is before it; where there is none, the last of all is.
        if (!next && until) return
        const id = next ? next.previous : (known.carry.last?.workoutId ?? null)
        begin(id === null ? null : { workoutId: id, startedAt: null })
      }
      const isPast = (entry: Entry) => !until || comparePositions(entry, until) <= 0
      const added = waiting.filter(isPast)
      waiting = waiting.filter(entry => !isPast(entry))
      const before = stored.map(({ entry }) => entry)
      lastStored = before.at(-1) ?? lastStored
      const kept = before.filter(({ workoutId }) => !changedIds.has(workoutId))
      compare(before, [...kept, ...added].sort(comparePositions))
      seen = until
      isAtEnd = until === null
    },

    isFinished: (): boolean =>
      isAtEnd ||
      (summary !== null && isBegun && seen !== null && comparePositions(seen, last) >= 0 && isSettled()),

    outcome(): ReplayOutcome {
      const ends = isAtEnd ? carry.after : known.carry
      const afters = changes.flatMap(({ after }) => after ?? [])
      const others = [known.latest, lastStored].flatMap(one => one ?? [])
      const positions: Position[] = [...others, ...afters]
      const latest = positions.sort(comparePositions).at(-1) ?? null
      return { exerciseId, changedIds, carry, records, previous, last: ends.last, bests: ends.bests, latest }
    },
  }
}

/** Records of before there were summaries do not tell it. */
const hasExactScore = (type: RecordType, best: CurrentBest) =>
  Number.isFinite(best.score) && isOwnScore(type, best)

export type ExerciseReplay = ReturnType<typeof createExerciseReplay>
