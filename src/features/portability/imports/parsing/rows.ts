import { kilogramsPer } from '../../../../lib/units.js'
import { startBounds } from '../../../training/workouts/rules.js'
import type { LoadMode, SetType } from '../../../../lib/exercise-vocabulary.js'
import type { ImportOptions, LoggedSet } from '../models.js'
import { parseDistanceUnit, metersPer, parseWeightUnit, type Columns, type ColumnField } from './columns.js'
import { parseDuration } from './durations.js'
import { parseDate, type ParsedDate } from './dates.js'
import { parseNumber } from './numbers.js'
import type { CsvRecord } from './csv-records.js'

export interface ParsedRow {
  line: number
  start: ParsedDate
  end: Date | null
  title: string
  durationSeconds: number | null
  workoutNotes: string
  exercise: string
  notes: string
  superset: string
  /** The number of the set within its exercise; null if the file gives no number. */
  order: number | null
  /** Null for a row that is not a set, such as a note. */
  set: LoggedSet | null
}

/** A line that cannot be imported. The message is shown to the user. */
export class InvalidLineError extends Error {}

/** The limits of the fields of a set. */
const maxValues = { kilograms: 1500, reps: 10_000, seconds: 604_800, meters: 1_000_000 }
/** The orders of rows in exports of Strong that are not sets. */
const nonSetOrders = /^(rest timer|note)$/i
const orderTypes = new Map<string, SetType>([
  ['w', 'WARMUP'],
  ['d', 'DROPSET'],
  ['f', 'FAILURE'],
])
const setTypes = new Map<string, SetType>([
  ['normal', 'NORMAL'],
  ['warmup', 'WARMUP'],
  ['failure', 'FAILURE'],
  ['dropset', 'DROPSET'],
  ['myo', 'MYO'],
  ['partial', 'PARTIAL'],
  ['forced', 'FORCED'],
])
/** Exports of this service prefix cells that could be read as formulas with an apostrophe. */
const formulaPrefix = /^'(?='*[=+\-@\t\r])/

/**
 * Creates a function that parses records. It throws an InvalidLineError for an invalid record.
 * @param now the current time, against which dates are checked
 */
export function rowParser(
  columns: Columns,
  options: ImportOptions,
  now: Date,
): (record: CsvRecord) => ParsedRow {
  const { indexes, isOwnExport } = columns
  const readStart = dateReader(options.timezone, now)
  const readEnd = dateReader(options.timezone, now)

  return ({ line, cells }) => {
    const cell = (field: ColumnField) => {
      const index = indexes[field]
      return index === undefined ? '' : (cells[index] ?? '').replace(formulaPrefix, '').trim()
    }
    const word = (field: ColumnField) => cell(field).slice(0, maxWordLength).toLowerCase()
    /** @param getFactor returns the factor that converts the number to the unit of `max` */
    const number = (field: ColumnField, max: number, getFactor = () => 1, parse = parseNumber) => {
      const text = cell(field)
      const value = text === '' ? 0 : parse(text)
      // Strong and Hevy write 0 for an empty field.
      if (text === '' || (value === 0 && !isOwnExport)) return null
      if (value === null || value < 0 || value * getFactor() > max)
        throw new InvalidLineError(`"${shorten(text)}" is not a valid ${fieldNames[field]}.`)
      return value
    }

    const start = readStart(cell('start'))
    const order = cell('order')
    // Objects built with spreads take several times the memory, and a file can have a million rows.
    const row: ParsedRow = {
      line,
      start,
      end: cell('end') === '' ? null : readEnd(cell('end')).date,
      title: cell('title'),
      durationSeconds: parseDuration(cell('duration')),
      workoutNotes: cell('workoutNotes'),
      exercise: cell('exercise'),
      notes: cell('notes'),
      superset: cell('superset'),
      order: /^\d{1,6}$/.test(order) ? Number(order) : null,
      set: null,
    }
    if (columns.source === 'STRONG' && nonSetOrders.test(order)) return row
    if (row.exercise === '') throw new InvalidLineError('The line has no exercise name.')
    const [rpe, rir] = parseEffort(cell('rpe'))
    const [unitText, loadMode] = parseUnitAndMode(word('weightUnit'))
    const unit = () => unitOf(unitText || columns.weightUnit, parseWeightUnit, options.weightUnit)
    const weight = number('weight', maxValues.kilograms, () => kilogramsPer[unit()])
    const reps = number('reps', maxValues.reps)
    if (reps !== null && !Number.isInteger(reps))
      throw new InvalidLineError(`${reps} is not a valid number of repetitions.`)
    const distanceText = word('distanceUnit') || columns.distanceUnit
    const meters = () => metersPer[unitOf(distanceText, parseDistanceUnit, options.distanceUnit)]
    const distance = number('distance', maxValues.meters, meters)
    row.set = {
      line,
      type: setTypes.get(word('setType')) ?? orderTypes.get(word('order')) ?? 'NORMAL',
      loadMode,
      load: weight === null ? null : { value: weight, unit: unit() },
      reps,
      durationSeconds: number('seconds', maxValues.seconds, undefined, parseDuration),
      distanceMeters: distance === null ? null : distance * meters(),
      rpe,
      rir,
    }
    return row
  }
}

const fieldNames: Partial<Record<ColumnField, string>> = {
  weight: 'weight',
  reps: 'number of repetitions',
  distance: 'distance',
  seconds: 'duration',
}

/**
 * Creates a function that parses the start or the end of a workout. It caches the last date, which the following rows
 * of the same workout repeat. Implausible dates are rejected here, because a row with another date starts a new workout.
 */
function dateReader(timezone: string, now: Date): (text: string) => ParsedDate {
  const { earliest, latest } = startBounds(now)
  let last: { text: string; date: ParsedDate | null } | undefined
  return text => {
    if (last?.text !== text) last = { text, date: parseDate(text, timezone) }
    const { date } = last
    if (!date) throw new InvalidLineError(`"${shorten(text)}" is not a date, or is ambiguous.`)
    if (date.date < earliest || date.date > latest)
      throw new InvalidLineError(`"${shorten(text)}" is too far from the current date.`)
    return date
  }
}

/** @throws InvalidLineError if the unit is unknown: falling back to the default could change the value */
function unitOf<Unit>(text: string, parse: (text: string) => Unit | null, defaultUnit: Unit): Unit {
  const unit = text === '' ? defaultUnit : parse(text)
  if (unit === null) throw new InvalidLineError(`"${shorten(text)}" is not a known unit.`)
  return unit
}

/** The maximum length of a cell that contains a keyword, in UTF-16 units. */
const maxWordLength = 100
/** The maximum length of an RPE cell, in UTF-16 units: matching it takes quadratic time. */
const maxEffortLength = 20

/** Parses `8.5`, or `8.5 RIR 1` of an export of this service. Invalid values become null, so that the set is kept. */
function parseEffort(cell: string): [rpe: number | null, rir: number | null] {
  if (cell.length > maxEffortLength) return [null, null]
  const [, rpeText = '', rirText] = /^(.*?) *(?:RIR (\d{1,2}))?$/.exec(cell) ?? []
  const rpe = Math.round((parseNumber(rpeText) ?? 0) * 2) / 2
  const rir = rirText === undefined ? null : Number(rirText)
  return [rpe >= 1 && rpe <= 10 ? rpe : null, rir !== null && rir <= 10 ? rir : null]
}

const loadModes = new Map<string, LoadMode>([
  ['external', 'EXTERNAL'],
  ['bodyweight', 'BODYWEIGHT'],
  ['assisted', 'ASSISTED'],
])

/** Parses `kg`, or `kg assisted` and `assisted` of an export of this service. */
function parseUnitAndMode(cell: string): [unit: string, mode: LoadMode | null] {
  const words = cell.split(' ')
  const mode = words.map(word => loadModes.get(word)).find(one => one !== undefined)
  const [first = ''] = words
  return [loadModes.has(first) ? '' : first, mode ?? null]
}

const shorten = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text)
