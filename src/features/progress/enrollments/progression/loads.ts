import { toKilograms, convertLoad, type Load, type WeightUnit } from '../../../../lib/units.js'

/** The increments of rules that define none. */
const defaultIncrements = { KG: 2.5, LB: 5 } as const

export const defaultIncrement = (unit: WeightUnit): Load => ({ value: defaultIncrements[unit], unit })

/** Absorbs floating-point errors: far below any weight, far above the errors themselves. */
const epsilon = 1e-9

/** Removes floating-point noise, such as that of 0.1 + 0.2. */
const withoutFloatNoise = (value: number) => Number(value.toPrecision(12))

/** Rounds to the nearest multiple of the step, and half a step down. */
export function roundToMultiple(value: number, step: number): number {
  const steps = Math.ceil(value / step - 0.5 - epsilon)
  // The number of steps overflows if the step is tiny.
  return Number.isFinite(steps) ? withoutFloatNoise(steps * step) : value
}

/** Converts a load to the unit of the increment. A converted load is rounded to a multiple of the increment. */
export function inIncrementUnit(increment: Load, load: Load): Load {
  const { value: step, unit } = increment
  return load.unit === unit ? load : { value: roundToMultiple(convertLoad(load, unit), step), unit }
}

/** Scales a load and rounds it to the increment, which is in the same unit. */
export const scaledLoad = (load: Load, factor: number, increment: Load): Load =>
  factor === 1 ? load : { ...load, value: roundToMultiple(load.value * factor, increment.value) }

/** Makes a load one increment harder: adds weight, or reduces the assistance down to zero. */
export function increasedLoad(load: Load, increment: Load, isAssistance: boolean): Load {
  const value = isAssistance ? load.value - increment.value : load.value + increment.value
  return { ...load, value: Math.max(0, withoutFloatNoise(value)) }
}

/**
 * Makes a load easier by a percentage and by at least one increment: reduces the weight down to zero, or adds assistance.
 * @param factor scales the load first, so that the result is rounded only once
 */
export function deloadedLoad(
  load: Load,
  percent: number,
  increment: Load,
  isAssistance: boolean,
  factor = 1,
): Load {
  const sign = isAssistance ? 1 : -1
  const value = roundToMultiple(load.value * factor * (1 + (sign * percent) / 100), increment.value)
  const step = withoutFloatNoise(scaledLoad(load, factor, increment).value + sign * increment.value)
  return { ...load, value: isAssistance ? Math.max(value, step) : Math.max(0, Math.min(value, step)) }
}

/** The tolerated deviation from a target in another unit, since plates in pounds do not add up to round kilograms. */
const conversionTolerance = 0.005

/** Returns whether a load is at least its target. Assistance must be at most its target. */
export function reachesTarget(done: Load, target: Load, isAssistance: boolean): boolean {
  const slack = done.unit === target.unit ? 0 : target.value * conversionTolerance
  const value = convertLoad(done, target.unit)
  return isAssistance ? value <= target.value + slack + epsilon : value >= target.value - slack - epsilon
}

/** Returns whether a load is at least one increment harder than the target. */
export function isIncrementHarder(done: Load, target: Load, increment: Load, isAssistance: boolean): boolean {
  const value = convertLoad(done, target.unit)
  const more = isAssistance ? target.value - value : value - target.value
  return more >= increment.value - epsilon
}

/** Grows with the difficulty: assistance makes an exercise easier. */
const difficulty = (load: Load, isAssistance: boolean) =>
  isAssistance ? -toKilograms(load) : toKilograms(load)

export const hardest = (loads: readonly Load[], isAssistance: boolean): Load | null =>
  loads.reduce<Load | null>(
    (best, load) => (best && difficulty(best, isAssistance) >= difficulty(load, isAssistance) ? best : load),
    null,
  )

export const easiest = (loads: readonly Load[], isAssistance: boolean): Load | null =>
  hardest(loads, !isAssistance)
