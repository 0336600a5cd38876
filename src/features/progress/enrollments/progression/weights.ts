import {
  incrementIn,
  multiple,
  roundingTolerance,
  roundToMultiple,
  withoutFloatNoise,
} from '../../../../lib/load-rounding.js'
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
  const atOrBelow = (value: number) => multiple(Math.floor(value / step + roundingTolerance), step, value)
  return {
    nearest: value => roundToMultiple(value, step),
    atOrBelow,
    atOrAbove: value => multiple(Math.ceil(value / step - roundingTolerance), step, value),
    lighter: value => Math.max(0, atOrBelow(withoutFloatNoise(value - smallestReduction))),
  }
}

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
  const atOrBelow = (value: number) => at(countUpTo(value + roundingTolerance) - 1) ?? lightest
  const atOrAbove = (value: number) => at(countUpTo(value - roundingTolerance))
  return {
    atOrBelow,
    atOrAbove,
    nearest(value) {
      const below = atOrBelow(value)
      const above = atOrAbove(value) ?? below
      return above - value < value - below - roundingTolerance ? above : below
    },
    lighter: value => at(countUpTo(value - roundingTolerance) - 1) ?? lightest,
  }
}
