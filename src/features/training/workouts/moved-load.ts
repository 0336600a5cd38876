import { convertLoad, type Load } from '../../../lib/units.js'
import type { CompletedSet } from './performed.js'

/**
 * The load moved in each repetition of a set, in the unit of its load, or of the body weight if it has none.
 * @returns null if it is unknown, because the set has no load or the required body weight is null
 */
export function movedLoad(
  { loadMode, load }: Pick<CompletedSet, 'loadMode' | 'load'>,
  bodyWeight: Load | null,
): Load | null {
  if (loadMode === 'EXTERNAL') return load
  if (!bodyWeight) return null
  const { value: entered, unit } = load ?? { value: 0, unit: bodyWeight.unit }
  const body = convertLoad(bodyWeight, unit)
  return { value: loadMode === 'BODYWEIGHT' ? body + entered : Math.max(0, body - entered), unit }
}
