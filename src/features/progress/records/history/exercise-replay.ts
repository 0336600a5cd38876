import type { NewRecord } from '../models.js'
import type { RecordType } from '../vocabulary.js'
import type { Entry } from './entry.js'
import { comparePositions, type Position } from './position.js'
import { emptyReplayState, type ReplayState, type CurrentBest } from './replay-entries.js'
import { isOwnScore, emptySummary, type HistorySummary } from './summary.js'
import { versionComparison } from './version-comparison.js'

export interface EntryChange {
  workoutId: string
  before: Entry | null
  after: Entry | null
}

export interface StoredEntry {
  entry: Entry
  /** The last earlier workout in which the exercise was performed. */
  previous: string | null
}

export interface ReplayOutcome {
  exerciseId: string
  changedIds: ReadonlySet<string>
  /** Equal if the replay has ended before the end of the history, since no later workout is affected then. */
  state: { before: ReplayState; after: ReplayState }
  records: { before: NewRecord[]; after: NewRecord[] }
  /** By workout: the previous workout of the changed workouts and of others whose previous workout has changed. */
  previous: ReadonlyMap<string, string | null>
  /** The state after the last workout. */
  last: ReplayState['last']
  bests: ReplayState['bests']
  latest: Position | null
}

/**
 * Replays the history of an exercise from the first change on, both with the old and the new versions of the changed
 * workouts, until both states are equal. The caller supplies the history in pages.
 */
export function createExerciseReplay(
  exerciseId: string,
  changes: readonly EntryChange[],
  summary: HistorySummary | null,
) {
  const initialSummary = summary ?? emptySummary
  const changedIds = new Set(changes.map(({ workoutId }) => workoutId))
  const changedEntries = changes
    .flatMap(({ before, after }) => [before, after])
    .filter(entry => entry !== null)
    .sort(comparePositions)
  const [first, last] = [changedEntries[0] as Position, changedEntries.at(-1) as Position]
  let pending = changes.flatMap(({ after }) => after ?? []).sort(comparePositions)
  const versions = versionComparison(exerciseId, changedIds, initialSummary.state)
  let bests = initialSummary.state.bests
  let hasStarted = false
  let isAtEnd = false
  let seen: Position | null = null
  let lastStored = initialSummary.latest

  function begin(from: ReplayState['last']): void {
    // The start of the last workout is known from the summary.
    const isLatest = from !== null && from.workoutId === initialSummary.state.last?.workoutId
    versions.begin({ last: isLatest ? initialSummary.state.last : from, bests })
    hasStarted = true
  }

  return {
    exerciseId,
    first,

    /** Returns whether all changes come after all other workouts, so that no history has to be read. */
    isAppendOnly(): boolean {
      if (!summary) return false
      const { latest, state } = summary
      const isBlank = changes.every(
        ({ before }) => !before || (!before.isPerformed && before.bests.length === 0),
      )
      if (!isBlank || (latest && comparePositions(first, latest) < 0)) return false
      // Workouts that start at the same time do not precede each other.
      return state.last === null || state.last.startedAt < first.startedAt
    },

    append(): void {
      begin(initialSummary.state.last)
      versions.replay([], pending)
      isAtEnd = true
    },

    /**
     * Restores the state before the first change from the summary and from the later records, each of which contains the
     * record before it.
     * @param since the records from the first change on, in chronological order
     * @returns false if this is not possible; the history has to be read from the beginning then
     */
    startFrom(since: readonly NewRecord[]): boolean {
      const earliest = new Map<RecordType, NewRecord>()
      for (const record of since) if (!earliest.has(record.type)) earliest.set(record.type, record)
      const before = { ...initialSummary.state.bests }
      for (const [type, { previous }] of earliest) {
        if (previous) before[type] = previous
        else Reflect.deleteProperty(before, type)
      }
      const entries = Object.entries(before) as [RecordType, CurrentBest][]
      const isKnown = summary !== null && entries.every(([type, best]) => hasExactScore(type, best))
      if (isKnown) bests = before
      else {
        bests = emptyReplayState.bests
        begin(null)
      }
      return isKnown
    },

    /**
     * @param stored the next page of the stored history, in chronological order
     * @param until the end of the page; null for the last page
     */
    addPage(stored: readonly StoredEntry[], until: Position | null): void {
      if (!hasStarted) {
        const [next] = stored
        // Without a later workout, the previous one is the last of all.
        if (!next && until) return
        const id = next ? next.previous : (initialSummary.state.last?.workoutId ?? null)
        begin(id === null ? null : { workoutId: id, startedAt: null })
      }
      const isOnPage = (entry: Entry) => !until || comparePositions(entry, until) <= 0
      const added = pending.filter(isOnPage)
      pending = pending.filter(entry => !isOnPage(entry))
      const before = stored.map(({ entry }) => entry)
      lastStored = before.at(-1) ?? lastStored
      const kept = before.filter(({ workoutId }) => !changedIds.has(workoutId))
      versions.replay(before, [...kept, ...added].sort(comparePositions))
      seen = until
      isAtEnd = until === null
    },

    isFinished: (): boolean =>
      isAtEnd ||
      (summary !== null &&
        hasStarted &&
        seen !== null &&
        comparePositions(seen, last) >= 0 &&
        versions.areEqual()),

    outcome(): ReplayOutcome {
      const { state, records, previous } = versions.result()
      const ends = isAtEnd ? state.after : initialSummary.state
      const afters = changes.flatMap(({ after }) => after ?? [])
      const others = [initialSummary.latest, lastStored].flatMap(position => position ?? [])
      const positions: Position[] = [...others, ...afters]
      const latest = positions.sort(comparePositions).at(-1) ?? null
      return { exerciseId, changedIds, state, records, previous, last: ends.last, bests: ends.bests, latest }
    },
  }
}

/** Records from before summaries were introduced have no score. */
const hasExactScore = (type: RecordType, best: CurrentBest) =>
  Number.isFinite(best.score) && isOwnScore(type, best)

export type ExerciseReplay = ReturnType<typeof createExerciseReplay>
