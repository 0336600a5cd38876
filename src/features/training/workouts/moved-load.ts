import { convertLoad, type Load } from '../../../lib/units.js'
import type { DoneSet } from './performed.js'

/**
 * What a set moves with each repetition, in the unit of its load, else of the body's weight.
 * @param bodyWeight null if nobody knows
 * @returns null where it is not known: without a load, or without the body's weight where it counts
 */
export function movedLoad(
  { loadMode, load }: Pick<DoneSet, 'loadMode' | 'load'>,
  bodyWeight: Load | null,
): Load | null {
  if (loadMode === 'EXTERNAL') return load
  if (!bodyWeight) return null
  const { value: entered, unit } = load ?? { value: 0, unit: bodyWeight.unit }
  const body = convertLoad(bodyWeight, unit)
  return { value: loadMode === 'BODYWEIGHT' ? body + entered : Math.max(0, body - entered), unit }
}
