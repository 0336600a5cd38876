import { convertLoad, type Load, type WeightUnit } from '../../../../lib/units.js'
import type { Equipment, TrackingType } from '../../../../lib/exercise-vocabulary.js'
import { barbellWeights, dumbbellWeights } from '../../../training/gyms/equipment-weights.js'
import type { GymEquipment } from '../../../training/gyms/models.js'

/** What determines the loads that an enrollment can prescribe. */
export interface LoadingConditions {
  unit: WeightUnit
  /** The equipment of the gym; null without a gym. */
  equipment: GymEquipment | null
  /** The increments of the user's settings for exercises of the program. */
  increments: { exerciseId: string; increment: Load }[]
}

/** The weights that can be loaded for an exercise, in the unit of the enrollment. */
export interface LoadableWeights {
  unit: WeightUnit
  /** What a success adds. */
  increment: number
  /** True if the weights are those of a gym. */
  isGym: boolean
  /** The nearest weight; half-way, the lighter one. */
  nearest(value: number): number
  /** The heaviest weight up to a value; the lightest one if there is none. */
  atOrBelow(value: number): number
  /** The lightest weight from a value on; null if there is none. */
  atOrAbove(value: number): number | null
  /** The next weight that is lighter by at least the smallest step; the lightest one if there is none. */
  lighter(value: number): number
}

interface LoadedExercise {
  exerciseId: string
  trackingType: TrackingType
  equipment: readonly Equipment[]
  /** The increment of the progression rule; null if it defines none. */
  increment: Load | null
}

const defaultIncrements = { KG: 2.5, LB: 5 } as const

/** Increments in the other unit, for common increments. */
const otherIncrements: Record<WeightUnit, Readonly<Record<number, number>>> = {
  KG: { 1: 2.5, 1.25: 2.5, 2: 5, 2.5: 5, 5: 10, 10: 20 },
  LB: { 2.5: 1.25, 5: 2.5, 10: 5, 20: 10 },
}

/** An increment without a common counterpart becomes a multiple of the smallest one. */
const smallestIncrements = { KG: 1.25, LB: 2.5 } as const

/** Absorbs floating-point errors: far below any weight, far above the errors themselves. */
const epsilon = 1e-9

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

/** Determines the weights that can be loaded for an exercise. */
export function loadableWeights(
  { unit, equipment, increments }: LoadingConditions,
  exercise: LoadedExercise,
): LoadableWeights {
  const own = increments.find(({ exerciseId }) => exerciseId === exercise.exerciseId)?.increment ?? null
  const increment = incrementIn(unit, exercise.increment ?? own)
  const gym = equipment && gymWeights(equipment, exercise, unit)
  if (gym) return { unit, increment, isGym: true, ...gym }
  const step = own === null || equipment !== null ? increment : incrementIn(unit, own)
  return { unit, increment, isGym: false, ...multiplesOf(step, Math.max(step, increment)) }
}

type Weights = Omit<LoadableWeights, 'unit' | 'increment' | 'isGym'>

/** Returns null for an exercise whose weights the gym does not determine. */
function gymWeights(
  gym: GymEquipment,
  { trackingType, equipment }: LoadedExercise,
  unit: WeightUnit,
): Weights | null {
  // Weight that is added to the body is not that of a bar or a pair of dumbbells.
  if (trackingType === 'BODYWEIGHT_REPS') return null
  if (equipment.includes('BARBELL')) return listedOrNull(barbellWeights(gym, unit))
  if (equipment.includes('DUMBBELL')) return listedOrNull(dumbbellWeights(gym, unit))
  const step = equipment.includes('MACHINE')
    ? gym.steps.machine
    : equipment.includes('CABLE')
      ? gym.steps.cable
      : null
  return step && multiplesOf(convertLoad(step, unit))
}

/** @param smallestReduction the least difference to a lighter weight */
function multiplesOf(step: number, smallestReduction = step): Weights {
  const atOrBelow = (value: number) => multiple(Math.floor(value / step + epsilon), step, value)
  return {
    nearest: value => roundToMultiple(value, step),
    atOrBelow,
    atOrAbove: value => multiple(Math.ceil(value / step - epsilon), step, value),
    lighter: value => Math.max(0, atOrBelow(withoutFloatNoise(value - smallestReduction))),
  }
}

/** Rounds to the nearest multiple of the step, and half a step down. */
const roundToMultiple = (value: number, step: number): number =>
  multiple(Math.ceil(value / step - 0.5 - epsilon), step, value)

/** @param value what is returned if the number of steps overflows, because the step is tiny */
const multiple = (steps: number, step: number, value: number): number =>
  Number.isFinite(steps) ? withoutFloatNoise(steps * step) : value

const listedOrNull = (weights: readonly number[] | null): Weights | null => weights && listed(weights)

/** @param weights in ascending order, up to 150,000 */
function listed(weights: readonly number[]): Weights {
  /** Returns the number of weights up to a value. */
  function countUpTo(value: number): number {
    let [low, high] = [0, weights.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((weights[middle] ?? Infinity) <= value) low = middle + 1
      else high = middle
    }
    return low
  }
  const at = (index: number) => {
    const weight = weights[index]
    return weight === undefined ? null : withoutFloatNoise(weight)
  }
  const lightest = at(0) ?? 0
  const atOrBelow = (value: number) => at(countUpTo(value + epsilon) - 1) ?? lightest
  const atOrAbove = (value: number) => at(countUpTo(value - epsilon))
  return {
    atOrBelow,
    atOrAbove,
    nearest(value) {
      const below = atOrBelow(value)
      const above = atOrAbove(value) ?? below
      return above - value < value - below - epsilon ? above : below
    },
    lighter: value => at(countUpTo(value - epsilon) - 1) ?? lightest,
  }
}
