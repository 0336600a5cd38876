import { newId } from '../../../client/index.js'
import type {
  LengthUnit,
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

/** The kinds of body measurements: weight, body fat, and girths. */
export type Measure = Exclude<keyof Measurement, 'id' | 'date'>

export const measures: readonly Measure[] = [
  ...(['weight', 'bodyFatPercent', 'neck', 'shoulders', 'chest', 'waist', 'hips'] as const),
  ...(['leftBiceps', 'rightBiceps', 'leftForearm', 'rightForearm'] as const),
  ...(['leftThigh', 'rightThigh', 'leftCalf', 'rightCalf'] as const),
]

export type MeasureUnit = WeightUnit | LengthUnit | 'PERCENT'

/** The units in which the user enters measurements. */
export interface MeasureUnits {
  weight: WeightUnit
  length: LengthUnit
}

export function unitOf(measure: Measure, { weight, length }: MeasureUnits): MeasureUnit {
  if (measure === 'weight') return weight
  return measure === 'bodyFatPercent' ? 'PERCENT' : length
}

/** The factor that converts each unit to kilograms, centimeters or percent. */
const factors: Record<MeasureUnit, number> = {
  KG: 1,
  LB: convert({ value: 1, unit: 'LB' }, 'KG'),
  CM: 1,
  IN: 2.54,
  PERCENT: 1,
}

/** The least and the greatest values that the service accepts, in kilograms, percent and centimeters. */
const ranges = { weight: [20, 650], bodyFatPercent: [1, 75], girth: [5, 300] } as const

/** The least and the greatest value that the service accepts, in a unit, with one decimal place. */
export function acceptedRange(measure: Measure, unit: MeasureUnit): readonly [least: number, most: number] {
  const [least, most] = ranges[measure === 'weight' || measure === 'bodyFatPercent' ? measure : 'girth']
  return [Math.ceil((least / factors[unit]) * 10) / 10, Math.floor((most / factors[unit]) * 10) / 10]
}

/** Sets a value of a date. A date has at most one measurement, whose other values stay. */
export const withValue = (
  measurements: readonly Measurement[],
  date: string,
  measure: Measure,
  value: number,
  unit: MeasureUnit,
): Measurement => ({
  ...(measurements.find(measurement => measurement.date === date) ?? { id: newId(), date }),
  [measure]: unit === 'PERCENT' ? value : { value, unit },
})

/** Returns a measurement without one of its values; null if it has no other. */
export const withoutValue = (measurement: Measurement, measure: Measure): Measurement | null =>
  measures.some(other => other !== measure && measurement[other] != null)
    ? { ...measurement, [measure]: null }
    : null

function valueIn(measurement: Measurement, measure: Measure, unit: MeasureUnit): number | null {
  const measured = measurement[measure] ?? null
  if (measured === null || typeof measured === 'number') return measured
  return measured.unit === unit ? measured.value : (measured.value * factors[measured.unit]) / factors[unit]
}

/** The values of a measure in a unit, the earliest first. */
export const valuesOf = (measurements: readonly Measurement[], measure: Measure, unit: MeasureUnit) =>
  measurements
    .flatMap(measurement => {
      const value = valueIn(measurement, measure, unit)
      return value === null ? [] : [{ id: measurement.id, date: measurement.date, value }]
    })
    .sort((one, other) => (one.date < other.date ? -1 : 1))
