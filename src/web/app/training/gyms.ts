import { newId } from '../../../client/index.js'
import type { GymFieldsFragment, WeightUnit } from '../../../../generated/operations/web-app.js'
import { usualBars, usualPlates, type PlateStock } from './plates.js'
import { convert } from './units.js'
import type { Load } from './workout.js'

type Fields = Omit<GymFieldsFragment, '__typename' | 'version' | 'unit'>

/** A gym in the form in which it is saved. */
export interface Gym extends Fields {
  unit: WeightUnit
}

export const toGym = ({ __typename, version, unit, ...gym }: GymFieldsFragment): Gym => ({
  ...gym,
  unit: unit ?? 'KG',
})

/** A new gym has the usual bar and a pair of each usual plate. */
export const newGym = (unit: WeightUnit, barName: string): Gym => ({
  ...{ id: newId(), name: '', unit, dumbbells: [], steps: { machine: null, cable: null }, isDefault: false },
  bars: [{ name: barName, load: { value: usualBars[unit][0] ?? 0, unit } }],
  plates: usualPlates[unit].map(value => ({ load: { value, unit }, count: 2 })),
})

/** Conversions have digits that no plate has. */
const weightIn = (load: Load, unit: WeightUnit): number => Math.round(convert(load, unit) * 100) / 100

/** The weights of the bars in a unit: the usual ones without a gym that names its bars. */
export function barsOf(gym: Pick<Gym, 'bars'> | undefined, unit: WeightUnit): readonly number[] {
  const weights = (gym?.bars ?? []).map(({ load }) => weightIn(load, unit))
  return weights.length > 0 ? [...new Set(weights)] : usualBars[unit]
}

/** The plates for each side of a bar in a unit: any number of the usual ones without a gym that names its plates. */
export function platesOf(gym: Pick<Gym, 'plates'> | undefined, unit: WeightUnit): PlateStock[] {
  const plates = (gym?.plates ?? []).map(({ load, count }) => ({
    weight: weightIn(load, unit),
    count: Math.floor(count / 2),
  }))
  const stock =
    plates.length > 0
      ? plates
      : usualPlates[unit].map(weight => ({ weight, count: Number.POSITIVE_INFINITY }))
  return stock.sort((one, other) => other.weight - one.weight)
}

/** Reads weights that are separated by spaces or semicolons, such as `10 12,5 15`. Null if one is no weight. */
export function parseWeights(text: string): number[] | null {
  const words = text.split(/[\s;]+/).filter(word => word !== '')
  const values = words.map(word => Number(word.replace(',', '.')))
  return values.every(value => Number.isFinite(value) && value > 0) ? [...new Set(values)] : null
}

/** The heaviest weight that the service accepts, in kilograms. */
const maxWeight = 500
const limits = { bars: 10, plates: 30, dumbbells: 60, count: 100 }

const isWeight = (load: Load): boolean => load.value > 0 && convert(load, 'KG') <= maxWeight

/** What the user must correct before the service accepts a gym; null if nothing. */
export function problemOf({ name, bars, plates, dumbbells, steps }: Gym): 'name' | 'weight' | 'count' | null {
  if (name.trim() === '') return 'name'
  const stepLoads = [steps.machine, steps.cable].filter(load => load !== null)
  const loads = [...[...bars, ...plates].map(({ load }) => load), ...dumbbells, ...stepLoads]
  if (!loads.every(isWeight) || new Set(plates.map(({ load }) => weightIn(load, 'KG'))).size < plates.length)
    return 'weight'
  const isCounted = plates.every(
    ({ count }) => Number.isInteger(count) && count >= 1 && count <= limits.count,
  )
  const fits =
    bars.length <= limits.bars && plates.length <= limits.plates && dumbbells.length <= limits.dumbbells
  return isCounted && fits ? null : 'count'
}
