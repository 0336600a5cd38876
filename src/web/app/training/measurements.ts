import { newId } from '../../../client/index.js'
import type {
  MeasurementFieldsFragment,
  MeasurementInput,
  WeightUnit,
} from '../../../../generated/operations/web-app.js'
import { convert } from './units.js'

/** The measurement of a date, in the form in which it is saved. */
export type Measurement = Omit<MeasurementInput, 'expectedVersion'>

export const toMeasurement = ({
  __typename,
  version,
  ...measurement
}: MeasurementFieldsFragment): Measurement => measurement

/** The lightest and the heaviest body weight that the service accepts, in kilograms. */
const weightRange = { least: 20, most: 650 }

export function isBodyWeight(value: number, unit: WeightUnit): boolean {
  const kilograms = convert({ value, unit }, 'KG')
  return kilograms >= weightRange.least && kilograms <= weightRange.most
}

/** Sets the weight of a date. A date has at most one measurement, whose other values stay. */
export const withWeight = (
  measurements: readonly Measurement[],
  date: string,
  weight: NonNullable<Measurement['weight']>,
): Measurement => ({
  ...(measurements.find(measurement => measurement.date === date) ?? { id: newId(), date }),
  weight,
})

const valuesOf = ({ id, date, weight, ...others }: Measurement): unknown[] => Object.values(others)

/** Returns a measurement without its weight; null if it has no other value. */
export const withoutWeight = (measurement: Measurement): Measurement | null =>
  valuesOf(measurement).some(value => value !== null && value !== undefined)
    ? { ...measurement, weight: null }
    : null

/** The weights in a unit, the earliest first. */
export const weightsIn = (measurements: readonly Measurement[], unit: WeightUnit) =>
  measurements
    .flatMap(({ id, date, weight }) => (weight ? [{ id, date, value: convert(weight, unit) }] : []))
    .sort((one, other) => (one.date < other.date ? -1 : 1))
