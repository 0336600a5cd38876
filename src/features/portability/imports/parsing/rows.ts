import { kilogramsPer } from '../../../../lib/units.js'
import { startBounds } from '../../../training/workouts/rules.js'
import type { LoadMode, SetType } from '../../../training/exercises/vocabulary.js'
import type { ImportOptions, LoggedSet } from '../models.js'
import { parseDistanceUnit, metersPer, parseWeightUnit, type Columns, type ColumnField } from './columns.js'
import { parseDuration } from './durations.js'
import { parseDate, type ParsedDate } from './dates.js'
import { parseNumber } from './numbers.js'
import type { CsvRecord } from './csv-records.js'

/** A row of a table, read. */
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
  /** Its number among the sets of its exercise; null for what is no number. */
  order: number | null
  /** Null for a row that is no set. */
  set: LoggedSet | null
}

/** A line that cannot be imported; the message says why. */
export class InvalidLineError extends Error {}

/** The bounds of sets that are saved. */
const most = { kilograms: 1500, reps: 10_000, seconds: 604_800, meters: 1_000_000 }
/** Rows of Strong that are no sets. */
const noSet = /^(rest timer|note)$/i
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
/** A cell that a program might take for a formula is exported behind an apostrophe. */
const guarded = /^'(?='*[=+\-@\t\r])/

/**
 * Reads rows of a table. What it throws is an UnusableLineError.
 * @param now workouts that start long before or after it are mistakes
 */
export function rowParser(
  columns: Columns,
  options: ImportOptions,
  now: Date,
): (record: CsvRecord) => ParsedRow {
  const { indexes, isOwnExport } = columns
  const readStart = momentReader(options.timezone, now)
  const readEnd = momentReader(options.timezone, now)

  return ({ line, cells }) => {
    const cell = (meaning: ColumnField) => {
      const place = indexes[meaning]
      return place === undefined ? '' : (cells[place] ?? '').replace(guarded, '').trim()
    }
    const word = (meaning: ColumnField) => cell(meaning).slice(0, longestWord).toLowerCase()
    /** @param unitOf its unit in the one of `max`, asked for where there is a number */
    const number = (meaning: ColumnField, max: number, unitOf = () => 1, parse = parseNumber) => {
      const text = cell(meaning)
      const value = text === '' ? 0 : parse(text)
      // Both apps write 0 for what was not entered.
      if (text === '' || (value === 0 && !isOwnExport)) return null
      if (value === null || value < 0 || value * unitOf() > max)
        throw new InvalidLineError(`"${shortened(text)}" is no ${names[meaning]} that can be.`)
      return value
    }

    const start = readStart(cell('start'))
    const order = cell('order')
    // A literal of its own: one that is put together of others takes a kilobyte, a million times.
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
    if (columns.source === 'STRONG' && noSet.test(order)) return row
    if (row.exercise === '') throw new InvalidLineError('The line has no exercise name.')
    const [effort, inReserve] = effortOf(cell('rpe'))
    const [unitText, loadMode] = unitAndMode(word('weightUnit'))
    const unit = () => unitOf(unitText || columns.weightUnit, parseWeightUnit, options.weightUnit)
    const weight = number('weight', most.kilograms, () => kilogramsPer[unit()])
    const reps = number('reps', most.reps)
    if (reps !== null && !Number.isInteger(reps))
      throw new InvalidLineError(`${reps} is no number of repetitions.`)
    const distanceText = word('distanceUnit') || columns.distanceUnit
    const meters = () => metersPer[unitOf(distanceText, parseDistanceUnit, options.distanceUnit)]
    const distance = number('distance', most.meters, meters)
    row.set = {
      line,
      type: setTypes.get(word('setType')) ?? orderTypes.get(word('order')) ?? 'NORMAL',
      loadMode,
      load: weight === null ? null : { value: weight, unit: unit() },
      reps,
      durationSeconds: number('seconds', most.seconds, undefined, parseDuration),
      distanceMeters: distance === null ? null : distance * meters(),
      rpe: effort,
      rir: inReserve,
    }
    return row
  }
}

const names: Partial<Record<ColumnField, string>> = {
  weight: 'weight',
  reps: 'number of repetitions',
  distance: 'distance',
  seconds: 'duration',
}

/**
 * Reads the start or the end of a workout. The rows of a workout follow each other, so its date is parsed once. An
 * impossible date is refused here: taken for a workout of its own, it would end the one that its line stands in.
 */
function momentReader(timezone: string, now: Date): (text: string) => ParsedDate {
  const { earliest, latest } = startBounds(now)
  let last: { text: string; stated: ParsedDate | null } | undefined
  return text => {
    if (last?.text !== text) last = { text, stated: parseDate(text, timezone) }
    const { stated } = last
    if (!stated) throw new InvalidLineError(`"${shortened(text)}" is no date, or may be two.`)
    if (stated.date < earliest || stated.date > latest)
      throw new InvalidLineError(`"${shortened(text)}" is a date too far from today.`)
    return stated
  }
}

/** @throws UnusableLineError for a unit that is not known: the default could be another one */
function unitOf<Unit>(text: string, parse: (text: string) => Unit | null, usual: Unit): Unit {
  const unit = text === '' ? usual : parse(text)
  if (unit === null) throw new InvalidLineError(`"${shortened(text)}" is not a unit that is known.`)
  return unit
}

/** In UTF-16 units, of a cell that holds one of a few words. */
const longestWord = 100
/** In UTF-16 units. What is longer says no effort, and would be searched for one in the square of its length. */
const longestEffort = 20

/** `8.5`; of our own export also `8.5 RIR 1`. What cannot be is not worth the set. */
function effortOf(cell: string): [rpe: number | null, rir: number | null] {
  if (cell.length > longestEffort) return [null, null]
  const [, effort = '', reserve] = /^(.*?) *(?:RIR (\d{1,2}))?$/.exec(cell) ?? []
  const rpe = Math.round((parseNumber(effort) ?? 0) * 2) / 2
  const rir = reserve === undefined ? null : Number(reserve)
  return [rpe >= 1 && rpe <= 10 ? rpe : null, rir !== null && rir <= 10 ? rir : null]
}

const loadModes = new Map<string, LoadMode>([
  ['external', 'EXTERNAL'],
  ['bodyweight', 'BODYWEIGHT'],
  ['assisted', 'ASSISTED'],
])

/** `kg`; of our own export also `kg assisted`, or `assisted`. */
function unitAndMode(cell: string): [unit: string, mode: LoadMode | null] {
  const words = cell.split(' ')
  const mode = words.map(word => loadModes.get(word)).find(one => one !== undefined)
  const [first = ''] = words
  return [loadModes.has(first) ? '' : first, mode ?? null]
}

const shortened = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text)
