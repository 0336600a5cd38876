import type { CalendarDate } from '../../../lib/calendar.js'
import type { Optional } from '../../../lib/input-reader.js'
import type { LengthUnit, Load } from '../../../lib/units.js'
import type { Draft, WriteConflict } from '../../owned/models.js'

declare module '../../owned/models.js' {
  interface OwnedTypes {
    MEASUREMENT: true
  }
}

/** The parts of the body that are measured around. */
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

/** A measurement as its owner writes it. */
export interface MeasurementContent extends Values {
  date: CalendarDate
}

/** A measurement as it is sent. */
export interface MeasurementDraft extends Draft<Values, never> {
  id: string
  /** The version that it was made from; null for a new one. */
  expectedVersion?: Optional<number>
  date: CalendarDate
}

/** A measurement as its owner sees it. */
export interface Measurement extends MeasurementContent {
  id: string
  version: number
  createdAt: Date
  updatedAt: Date
}

/** Both inclusive; null has no end. */
export interface DateRange {
  from: CalendarDate | null
  to: CalendarDate | null
}

export interface MeasurementPayload {
  /** As it is stored; of the conflict ACTIVE that of the day. */
  measurement: Measurement | null
  conflict: WriteConflict | null
}
