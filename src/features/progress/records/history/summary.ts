import { isAbove, scoreOf } from '../comparison.js'
import type { RecordType } from '../vocabulary.js'
import type { Position } from './position.js'
import type { ReplayState, CurrentBest } from './replay-entries.js'

/** Summarizes all workouts with an exercise, so that a save does not have to read them. */
export interface HistorySummary {
  /** The state after the last workout. */
  state: ReplayState & { last: Position | null }
  /** No workout is later. The workout at this position may have been deleted. */
  latest: Position | null
}

export const emptySummary: HistorySummary = { state: { last: null, bests: {} }, latest: null }

type PackedPosition = [startedAt: number, workoutId: string]
type PackedBest = [
  type: RecordType,
  workoutId: string,
  value: number,
  unit: CurrentBest['unit'],
  achievedAt: number,
  /** Missing if it is the score of the record itself. */
  score?: number,
]
type Packed = [latest: PackedPosition | 0, last: PackedPosition | 0, ...bests: PackedBest[]]

/** Serializes to a string, because every save reads the summaries of hundreds of exercises. */
export function packSummary({ state, latest }: HistorySummary): string {
  const packed: Packed = [
    latest ? packPosition(latest) : 0,
    state.last ? packPosition(state.last) : 0,
    ...Object.entries(state.bests).map(([type, best]): PackedBest => {
      const { score, workoutId, value, unit, achievedAt } = best
      const packedBest: PackedBest = [type as RecordType, workoutId, value, unit, achievedAt.getTime()]
      if (!isOwnScore(type as RecordType, best)) packedBest.push(score)
      return packedBest
    }),
  ]
  return JSON.stringify(packed)
}

/** @returns null for a history from before summaries were introduced */
export function unpackSummary(text: string | undefined): HistorySummary | null {
  if (text === undefined) return emptySummary
  if (text === '') return null
  const [latest, last, ...packed] = JSON.parse(text) as Packed
  const bests: ReplayState['bests'] = {}
  for (const [type, workoutId, value, unit, achievedAt, score] of packed)
    bests[type] = {
      score: score ?? scoreOf({ type, value, unit }),
      workoutId,
      value,
      unit,
      achievedAt: new Date(achievedAt),
    }
  return {
    state: { last: last === 0 ? null : unpackPosition(last), bests },
    latest: latest === 0 ? null : unpackPosition(latest),
  }
}

/** Returns the score of the best of a type; null if there is none. */
export function bestScoreIn(text: string | undefined, type: RecordType): number | null {
  if (!text) return null
  const [, , ...packed] = JSON.parse(text) as Packed
  const best = packed.find(([other]) => other === type)
  if (!best) return null
  const [, , value, unit, , score] = best
  return score ?? scoreOf({ type, value, unit })
}

const packPosition = ({ startedAt, workoutId }: Position): PackedPosition => [startedAt.getTime(), workoutId]
const unpackPosition = ([startedAt, workoutId]: PackedPosition): Position => ({
  startedAt: new Date(startedAt),
  workoutId,
})

/** Returns whether the highest score is that of the record itself. */
export const isOwnScore = (type: RecordType, { score, value, unit }: CurrentBest) =>
  !isAbove(score, scoreOf({ type, value, unit }))
