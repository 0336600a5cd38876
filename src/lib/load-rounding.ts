import { convertLoad, type Load, type WeightUnit } from './units.js'

const defaultIncrements = { KG: 2.5, LB: 5 } as const

/** Increments in the other unit, for common increments. */
const otherIncrements: Record<WeightUnit, Readonly<Record<number, number>>> = {
  KG: { 1: 2.5, 1.25: 2.5, 2: 5, 2.5: 5, 5: 10, 10: 20 },
  LB: { 2.5: 1.25, 5: 2.5, 10: 5, 20: 10 },
}

/** An increment without a common counterpart becomes a multiple of the smallest one. */
const smallestIncrements = { KG: 1.25, LB: 2.5 } as const

/** Absorbs floating-point errors: far below any weight, far above the errors themselves. */
export const roundingTolerance = 1e-9

/** Removes floating-point noise, such as that of 0.1 + 0.2. */
export const withoutFloatNoise = (value: number): number => Number(value.toPrecision(12))

/** The increment of a rule in a unit, whatever its own unit is. */
export function incrementIn(unit: WeightUnit, increment: Load | null): number {
  if (increment === null) return defaultIncrements[unit]
  if (increment.unit === unit) return increment.value
  const common = otherIncrements[increment.unit][increment.value]
  if (common !== undefined) return common
  const smallest = smallestIncrements[unit]
  return Math.max(smallest, roundToMultiple(convertLoad(increment, unit), smallest))
}

/** Rounds to the nearest multiple of the step, and half a step down. */
export const roundToMultiple = (value: number, step: number): number =>
  multiple(Math.ceil(value / step - 0.5 - roundingTolerance), step, value)

/**
 * Returns a number of steps as a weight.
 * @param value what is returned if the number of steps overflows, because the step is tiny
 */
export const multiple = (steps: number, step: number, value: number): number =>
  Number.isFinite(steps) ? withoutFloatNoise(steps * step) : value
