import { toKilograms, convertLoad, type Load } from '../../../../lib/units.js'
import { withoutFloatNoise } from '../../../../lib/load-rounding.js'
import type { LoadableWeights } from './weights.js'

/** Absorbs floating-point errors: far below any weight, far above the errors themselves. */
const epsilon = 1e-9

/** Converts a load to the unit of the weights. A converted load is the nearest of them, or the nearest up to it. */
export function inUnitOf(
  weights: LoadableWeights,
  load: Load,
  rounding: 'nearest' | 'atOrBelow' = 'nearest',
): Load {
  const { unit } = weights
  return load.unit === unit ? load : { value: weights[rounding](convertLoad(load, unit)), unit }
}

/** Converts a load without rounding it to a weight that can be loaded. */
export const convertedLoad = (load: Load, unit: Load['unit']): Load => ({
  value: withoutFloatNoise(convertLoad(load, unit)),
  unit,
})

/** Scales a load, which is in the unit of the weights. */
export const scaledLoad = (load: Load, factor: number, weights: LoadableWeights): Load =>
  factor === 1 ? load : { ...load, value: weights.nearest(load.value * factor) }

/**
 * Makes a load at least one increment harder: adds weight, or reduces the assistance down to zero. Returns null if the gym
 * has no weight that is heavy enough.
 */
export function increasedLoad(load: Load, weights: LoadableWeights, isAssistance: boolean): Load | null {
  const { increment } = weights
  const value = isAssistance
    ? Math.max(0, weights.atOrBelow(withoutFloatNoise(load.value - increment)))
    : weights.atOrAbove(withoutFloatNoise(load.value + increment))
  return value === null ? null : { ...load, value }
}

/**
 * Makes a load easier by a percentage and by at least one step: reduces the weight down to zero, or adds assistance.
 * @param factor scales the load first, so that the result is rounded only once
 */
export function deloadedLoad(
  load: Load,
  percent: number,
  weights: LoadableWeights,
  isAssistance: boolean,
  factor = 1,
): Load {
  const before = scaledLoad(load, factor, weights).value
  if (isAssistance) {
    const value = weights.nearest(load.value * factor * (1 + percent / 100))
    const step = weights.atOrAbove(withoutFloatNoise(before + weights.increment)) ?? value
    return { ...load, value: Math.max(value, step) }
  }
  const value = weights.nearest(load.value * factor * (1 - percent / 100))
  return { ...load, value: Math.max(0, Math.min(value, weights.lighter(before))) }
}

/** The tolerated relative deviation from a target. */
const relativeTolerance = 0.005

/** The usual step of the weights that are labeled in a unit. */
const commonSteps = { KG: 2.5, LB: 5 } as const

/**
 * Returns whether a load is at least its target or, in a gym, at least the weight that is nearest to the target. Assistance
 * must be at most its target.
 */
export function reachesTarget(
  done: Load,
  target: Load,
  weights: LoadableWeights,
  isAssistance: boolean,
): boolean {
  const nearest = weights.isGym ? weights.nearest(target.value) : target.value
  const required = isAssistance ? Math.max(nearest, target.value) : Math.min(nearest, target.value)
  const commonStep = convertLoad({ value: commonSteps[done.unit], unit: done.unit }, target.unit)
  const slack =
    done.unit === target.unit ? required * relativeTolerance : Math.max(weights.increment, commonStep) / 2
  const value = convertLoad(done, target.unit)
  return isAssistance ? value <= required + slack + epsilon : value >= required - slack - epsilon
}

/** Returns whether a load is at least one increment harder than the target. */
export function isIncrementHarder(
  done: Load,
  target: Load,
  { increment }: LoadableWeights,
  isAssistance: boolean,
): boolean {
  const value = convertLoad(done, target.unit)
  const more = isAssistance ? target.value - value : value - target.value
  return more >= increment - epsilon
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
