import { kilogramsPer } from '../../../lib/units.js'
import type { Best } from './models.js'

/** Smaller relative differences result from unit conversions and are not improvements. */
const tolerance = 1e-6
/** The relative floating-point error of equal values. */
const noise = 1e-12

/** Converts a value to a number that is comparable across units. Higher is better. */
export function scoreOf({ type, value, unit }: Pick<Best, 'type' | 'value' | 'unit'>): number {
  if (type === 'PACE') return 0 - value
  return unit === 'KG' || unit === 'LB' ? value * kilogramsPer[unit] : value
}

/** Returns whether a score improves on another one by more than one part in a million. */
export const isBetter = (score: number, other: number) => score - other > Math.abs(other) * tolerance

/** Returns whether a score is higher by more than floating-point errors. */
export const isAbove = (score: number, other: number) => score - other > Math.abs(other) * noise
