import { toKilograms, convertLoad, type Load, type WeightUnit } from '../../../../lib/units.js'

/** What a lighter set or a conversion is rounded to where a rule does not say it. */
const usualIncrements = { KG: 2.5, LB: 5 } as const

export const usualIncrement = (unit: WeightUnit): Load => ({ value: usualIncrements[unit], unit })

/** Far below any weight that there is, far above what arithmetic leaves. */
const hair = 1e-9
/** 0.1 + 0.2 is 0.3 for whoever loads a bar. */
const digits = 12

const exact = (value: number) => Number(value.toPrecision(digits))

/** The nearest multiple, of two as near the smaller one. */
export function toNearest(value: number, step: number): number {
  const steps = Math.ceil(value / step - 0.5 - hair)
  // A step so small that nobody could count them.
  return Number.isFinite(steps) ? exact(steps * step) : value
}

/** The load in the unit of the increment, and a multiple of it where it had to be converted. */
export function inUnitOf(increment: Load, load: Load): Load {
  const { value: step, unit } = increment
  return load.unit === unit ? load : { value: toNearest(convertLoad(load, unit), step), unit }
}

/** A part or a multiple of the load, rounded to the increment. Both are in one unit. */
export const times = (load: Load, factor: number, increment: Load): Load =>
  factor === 1 ? load : { ...load, value: toNearest(load.value * factor, increment.value) }

/** One increment harder: more on the bar, or less help, which ends at none. */
export function raised(load: Load, increment: Load, isHelp: boolean): Load {
  const value = isHelp ? load.value - increment.value : load.value + increment.value
  return { ...load, value: Math.max(0, exact(value)) }
}

/**
 * Easier by so many per cent and by one increment at least: less on the bar, down to nothing, or more help.
 * @param factor what part of the load it is about: it is rounded once
 */
export function deloaded(load: Load, percent: number, increment: Load, isHelp: boolean, factor = 1): Load {
  const sign = isHelp ? 1 : -1
  const value = toNearest(load.value * factor * (1 + (sign * percent) / 100), increment.value)
  const step = exact(times(load, factor, increment).value + sign * increment.value)
  return { ...load, value: isHelp ? Math.max(value, step) : Math.max(0, Math.min(value, step)) }
}

/** Of a target in another unit that much is enough: plates of pounds make no round kilograms. */
const tolerance = 0.005

/** Whether a load is no less than its target; help is no more than it. */
export function reaches(done: Load, target: Load, isHelp: boolean): boolean {
  const slack = done.unit === target.unit ? 0 : target.value * tolerance
  const value = convertLoad(done, target.unit)
  return isHelp ? value <= target.value + slack + hair : value >= target.value - slack - hair
}

/** Whether the load, as it was done, is at least one increment harder than the target. */
export function isIncrementHarder(done: Load, target: Load, increment: Load, isHelp: boolean): boolean {
  const value = convertLoad(done, target.unit)
  const more = isHelp ? target.value - value : value - target.value
  return more >= increment.value - hair
}

/** The sign with which a load makes an exercise harder. */
const effort = (load: Load, isHelp: boolean) => (isHelp ? -toKilograms(load) : toKilograms(load))

export const hardest = (loads: readonly Load[], isHelp: boolean): Load | null =>
  loads.reduce<Load | null>(
    (found, load) => (found && effort(found, isHelp) >= effort(load, isHelp) ? found : load),
    null,
  )

export const easiest = (loads: readonly Load[], isHelp: boolean): Load | null => hardest(loads, !isHelp)
