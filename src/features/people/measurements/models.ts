import type { CalendarDate } from '../../../lib/calendar.js'
import type { Optional } from '../../../lib/input-reader.js'
import type { LengthUnit, Load } from '../../../lib/units.js'
import type { Draft } from '../../owned/models.js'

declare module '../../owned/models.js' {
  interface OwnedTypes {
    MEASUREMENT: true
  }
}

/** Circumference measurements. */
export const girths = [
  'neck',
  'shoulders',
  'chest',
  'waist',
  'hips',
  'leftBiceps',
  'rightBiceps',
  'leftForearm',
  'rightForearm',
  'leftThigh',
  'rightThigh',
  'leftCalf',
  'rightCalf',
] as const

export interface Girth {
  value: number
  unit: LengthUnit
}

interface Values extends Record<(typeof girths)[number], Girth | null> {
  weight: Load | null
  bodyFatPercent: number | null
}

export interface MeasurementContent extends Values {
  date: CalendarDate
}

export interface MeasurementDraft extends Draft<Values, never> {
  id: string
  /** The version that was edited; null for a new measurement. */
  expectedVersion?: Optional<number>
  date: CalendarDate
}

export interface Measurement extends MeasurementContent {
  id: string
  version: number
  createdAt: Date
  updatedAt: Date
}

/** Both ends are inclusive; null means open-ended. */
export interface DateRange {
  from: CalendarDate | null
  to: CalendarDate | null
}
