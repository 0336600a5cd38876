import { convertLoad, type Load } from '../../../lib/units.js'
import type { CompletedSet } from './performed.js'

export interface MovedBody {
  /** Null if it is unknown. */
  bodyWeight: Load | null
  /** The share of the body weight that the exercise moves, 0 to 1. */
  bodyweightShare: number
}

/**
 * The load moved in each repetition of a set, in the unit of its load, or of the body weight if it has none.
 * @returns null if it is unknown, because the set has no load or the required body weight is null
 */
export function movedLoad(
  { loadMode, load }: Pick<CompletedSet, 'loadMode' | 'load'>,
  { bodyWeight, bodyweightShare }: MovedBody,
): Load | null {
  const isAssisted = loadMode === 'ASSISTED'
  if (!isAssisted && (loadMode !== 'BODYWEIGHT' || bodyweightShare === 0)) return load
  if (!bodyWeight) return null
  const { value: entered, unit } = load ?? { value: 0, unit: bodyWeight.unit }
  const body = bodyweightShare * convertLoad(bodyWeight, unit)
  return { value: isAssisted ? Math.max(0, body - entered) : body + entered, unit }
}
