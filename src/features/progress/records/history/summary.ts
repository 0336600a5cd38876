import { isAbove, scoreOf } from '../comparison.js'
import type { RecordType } from '../vocabulary.js'
import type { Position } from './position.js'
import type { ReplayState, CurrentBest } from './replay-entries.js'

/** What is known of all workouts with an exercise without reading any of them. */
export interface HistorySummary {
  /** After the last of them. */
  carry: ReplayState & { last: Position | null }
  /** None of them is behind it; the one that stood there may be gone. */
  latest: Position | null
}

export const emptySummary: HistorySummary = { carry: { last: null, bests: {} }, latest: null }

type PackedPosition = [startedAt: number, workoutId: string]
type PackedBest = [
  type: RecordType,
  workoutId: string,
  value: number,
  unit: CurrentBest['unit'],
  achievedAt: number,
  /** Left out where it is the record's own. */
  score?: number,
]
type Packed = [latest: PackedPosition | 0, last: PackedPosition | 0, ...bests: PackedBest[]]

/** As one text: of hundreds of exercises it is read with each save. */
export function packSummary({ carry, latest }: HistorySummary): string {
  const packed: Packed = [
    latest ? packPosition(latest) : 0,
    carry.last ? packPosition(carry.last) : 0,
    ...Object.entries(carry.bests).map(([type, best]): PackedBest => {
      const { score, workoutId, value, unit, achievedAt } = best
      const standing: PackedBest = [type as RecordType, workoutId, value, unit, achievedAt.getTime()]
      if (!isOwnScore(type as RecordType, best)) standing.push(score)
      return standing
    }),
  ]
  return JSON.stringify(packed)
}

/** @returns null where there is a history that has not been summed up: it is of before there were summaries */
export function unpackSummary(text: string | undefined): HistorySummary | null {
  if (text === undefined) return emptySummary
  if (text === '') return null
  const [latest, last, ...packed] = JSON.parse(text) as Packed
  const bests: ReplayState['bests'] = {}
  for (const [type, workoutId, value, unit, achievedAt, score] of packed)
    bests[type] = {
      ...{ score: score ?? scoreOf({ type, value, unit }), workoutId, value, unit },
      achievedAt: new Date(achievedAt),
    }
  return {
    carry: { last: last === 0 ? null : unpackPosition(last), bests },
    latest: latest === 0 ? null : unpackPosition(latest),
  }
}

const packPosition = ({ startedAt, workoutId }: Position): PackedPosition => [startedAt.getTime(), workoutId]
const unpackPosition = ([startedAt, workoutId]: PackedPosition): Position => ({
  startedAt: new Date(startedAt),
  workoutId,
})

/** Whether nothing since has been a little above the record that stands. */
export const isOwnScore = (type: RecordType, { score, value, unit }: CurrentBest) =>
  !isAbove(score, scoreOf({ type, value, unit }))
