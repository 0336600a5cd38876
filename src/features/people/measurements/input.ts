import { badUserInputAt } from '../../../errors.js'
import { addYears, earliestDateAt, latestDateAt } from '../../../lib/calendar.js'
import { inputReader, type Dimension } from '../../../lib/input-reader.js'
import { centimetersPer, kilogramsPer } from '../../../lib/units.js'
import type { SaveWrite } from '../../owned/models.js'
import { girths, type DateRange, type MeasurementContent, type MeasurementDraft } from './models.js'

const weightRange: Dimension<keyof typeof kilogramsPer> = { per: kilogramsPer, base: 'KG', range: [20, 650] }
const girthRange: Dimension<'CM' | 'IN'> = { per: centimetersPer, base: 'CM', range: [5, 300] }
const maxAgeYears = 60
const maxRangeYears = 20

/**
 * Parses and normalizes a measurement. Its date is validated when it is written, since that depends on the current time.
 * @param path of the measurement in the request, for error messages
 * @throws AppError BAD_USER_INPUT
 */
export function readMeasurement(draft: MeasurementDraft, path: string): SaveWrite<MeasurementContent> {
  const reader = inputReader(draft, path)
  const id = reader.id('id')
  const values = {
    weight: reader.quantity('weight', weightRange),
    bodyFatPercent: reader.decimal('bodyFatPercent', [1, 75]),
    ...Object.fromEntries(girths.map(name => [name, reader.quantity(name, girthRange)])),
  } as Omit<MeasurementContent, 'date'>
  if (Object.values(values).every(value => value === null))
    throw badUserInputAt(path, 'must have at least one value.')
  return {
    id,
    expectedVersion: draft.expectedVersion ?? null,
    path,
    content: { date: draft.date, ...values },
  }
}

/** @throws AppError BAD_USER_INPUT */
export function assertDateAllowed(
  { content: { date }, path }: SaveWrite<MeasurementContent>,
  now: Date,
): void {
  // The time zone of the measurement is unknown, so the date must have begun in at least one time zone.
  if (date > latestDateAt(now)) throw badUserInputAt(`${path}.date`, 'must not be in the future.')
  if (date < addYears(earliestDateAt(now), -maxAgeYears))
    throw badUserInputAt(`${path}.date`, `must be at most ${maxAgeYears} years ago.`)
}

/** @throws AppError BAD_USER_INPUT */
export function assertDateRange({ from, to }: DateRange): void {
  if (from === null || to === null) return
  if (to < from) throw badUserInputAt('to', 'must not be before from.')
  // A range of exactly twenty years ends on the day before the same date.
  if (to >= addYears(from, maxRangeYears))
    throw badUserInputAt('to', `must be less than ${maxRangeYears} years after from.`)
}
