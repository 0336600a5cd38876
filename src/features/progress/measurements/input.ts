import { badUserInputAt } from '../../../errors.js'
import { addYears, earliestDateAt, latestDateAt } from '../../../lib/calendar.js'
import { inputReader, type Dimension } from '../../../lib/input-reader.js'
import { centimetersPer, kilogramsPer } from '../../../lib/units.js'
import type { SaveWrite } from '../../owned/models.js'
import { girths, type DateRange, type MeasurementContent, type MeasurementDraft } from './models.js'

const weightRange: Dimension<keyof typeof kilogramsPer> = { per: kilogramsPer, base: 'KG', range: [20, 650] }
const girthRange: Dimension<'CM' | 'IN'> = { per: centimetersPer, base: 'CM', range: [5, 300] }
const yearsBack = 60
/** In years. */
const longestRange = 20

/**
 * A measurement that was sent in the one form that equal ones have. What moves with time is judged later.
 * @param path of the measurement in what was sent
 * @throws AppError BAD_USER_INPUT
 */
export function readMeasurement(draft: MeasurementDraft, path: string): SaveWrite<MeasurementContent> {
  const sent = inputReader(draft, path)
  const id = sent.id('id')
  const values = {
    weight: sent.quantity('weight', weightRange),
    bodyFatPercent: sent.decimal('bodyFatPercent', [1, 75]),
    ...Object.fromEntries(girths.map(name => [name, sent.quantity(name, girthRange)])),
  } as Omit<MeasurementContent, 'date'>
  if (Object.values(values).every(value => value === null))
    throw badUserInputAt(path, 'must have at least one value.')
  return {
    ...{ id, expectedVersion: draft.expectedVersion ?? null, path },
    content: { date: draft.date, ...values },
  }
}

/** What is judged when it is written, because it moves with time. @throws AppError BAD_USER_INPUT */
export function assertDateAllowed(
  { content: { date }, path }: SaveWrite<MeasurementContent>,
  now: Date,
): void {
  // Where it was measured nobody knows: somewhere on earth it has to be that day by now.
  if (date > latestDateAt(now)) throw badUserInputAt(`${path}.date`, 'must not be in the future.')
  if (date < addYears(earliestDateAt(now), -yearsBack))
    throw badUserInputAt(`${path}.date`, `must be at most ${yearsBack} years ago.`)
}

/** @throws AppError BAD_USER_INPUT */
export function assertDateRange({ from, to }: DateRange): void {
  if (from === null || to === null) return
  if (to < from) throw badUserInputAt('to', 'must not be before from.')
  if (to > addYears(from, longestRange))
    throw badUserInputAt('to', `must be at most ${longestRange} years after from.`)
}
