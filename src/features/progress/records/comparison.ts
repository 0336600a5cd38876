import { kilogramsPer } from '../../../lib/units.js'
import type { Best } from './models.js'

/** What is less of the better is not better at all: conversions of units differ by that. */
const tolerance = 1e-6
/** What the arithmetic of equal values may make them differ by. */
const noise = 1e-12

/** A value that can be compared with others of its type, whatever their units: the more, the better. */
export function scoreOf({ type, value, unit }: Pick<Best, 'type' | 'value' | 'unit'>): number {
  if (type === 'PACE') return 0 - value
  return unit === 'KG' || unit === 'LB' ? value * kilogramsPer[unit] : value
}

/** By more than one part in a million. */
export const isBetter = (score: number, than: number) => score - than > Math.abs(than) * tolerance

/** By however little, if it is not for another unit only. */
export const isAbove = (score: number, other: number) => score - other > Math.abs(other) * noise
