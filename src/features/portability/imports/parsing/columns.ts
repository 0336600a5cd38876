import type { WeightUnit } from '../../../../lib/units.js'
import type { ImportSource } from '../models.js'
import { UnreadableFileError } from './unreadable-file-error.js'

/** The field of a column, independent of the app that exported the file. */
export type ColumnField =
  | 'start'
  | 'end'
  | 'title'
  | 'duration'
  | 'workoutNotes'
  | 'exercise'
  | 'notes'
  | 'order'
  | 'setType'
  | 'superset'
  | 'weight'
  | 'weightUnit'
  | 'reps'
  | 'rpe'
  | 'distance'
  | 'distanceUnit'
  | 'seconds'

export interface Columns {
  source: Exclude<ImportSource, 'AUTO'>
  /** True if the file is an export of this service, in which a 0 is a value. Other apps write 0 for an empty field. */
  isOwnExport: boolean
  indexes: Partial<Record<ColumnField, number>>
  /** The units as the header writes them; empty if it has none. */
  weightUnit: string
  distanceUnit: string
}

/** The length of each unit in meters. */
export const metersPer = { M: 1, KM: 1000, MI: 1609.344, FT: 0.3048, YD: 0.9144 } as const
type KnownDistanceUnit = keyof typeof metersPer

const strong: Record<string, ColumnField> = {
  date: 'start',
  'workout name': 'title',
  duration: 'duration',
  'workout duration': 'duration',
  'exercise name': 'exercise',
  'set order': 'order',
  weight: 'weight',
  'weight unit': 'weightUnit',
  reps: 'reps',
  rpe: 'rpe',
  distance: 'distance',
  'distance unit': 'distanceUnit',
  seconds: 'seconds',
  notes: 'notes',
  'workout notes': 'workoutNotes',
}

const hevy: Record<string, ColumnField> = {
  title: 'title',
  start_time: 'start',
  end_time: 'end',
  description: 'workoutNotes',
  exercise_title: 'exercise',
  superset_id: 'superset',
  exercise_notes: 'notes',
  set_index: 'order',
  set_type: 'setType',
  weight: 'weight',
  reps: 'reps',
  distance: 'distance',
  duration_seconds: 'seconds',
  rpe: 'rpe',
}

/** The header of exports of this service: the columns of Strong with units. */
const exportColumns =
  'Date,Workout Name,Exercise Name,Set Order,Weight,Weight Unit,Reps,RPE,' +
  'Distance,Distance Unit,Seconds,Notes,Workout Notes,Workout Duration'
export const exportHeader = exportColumns.split(',')

const requiredFields = ['start', 'exercise', 'order'] as const

/** The maximum length of a column name, in UTF-16 units: `unitAtEnd` takes quadratic time. */
const maxNameLength = 100

const unitAtEnd = / *[([](\p{L}+\.?)[)\]]$|_(kgs?|lbs?|km|miles?|meters?)$/u

/** @param importSource the app that the file was exported from, or AUTO to detect it @throws UnreadableFileError */
export function detectColumns(
  header: readonly string[],
  delimiter: string,
  importSource: ImportSource,
): Columns {
  const names = header.map(cell =>
    cell
      .replace(/^\uFEFF/, '')
      .trim()
      .toLowerCase(),
  )
  const source = importSource === 'AUTO' ? detectSource(names) : importSource
  const fields = source === 'HEVY' ? hevy : strong
  const columns: Columns = { source, isOwnExport: false, indexes: {}, weightUnit: '', distanceUnit: '' }
  for (const [index, name] of names.entries()) {
    if (name.length > maxNameLength) continue
    const withoutUnit = name.replace(unitAtEnd, '')
    const field = lookUp(fields, name) ?? lookUp(fields, withoutUnit)
    // If several columns have the same meaning, the first one is used.
    if (field === undefined || columns.indexes[field] !== undefined) continue
    columns.indexes[field] = index
    const [, bracketed, suffix] = unitAtEnd.exec(name) ?? []
    const unit = bracketed ?? suffix ?? ''
    if (field === 'weight') columns.weightUnit = unit
    if (field === 'distance') columns.distanceUnit = unit
  }
  const missing = requiredFields.filter(field => columns.indexes[field] === undefined)
  if (missing.length > 0) throw new UnreadableFileError(`The header lacks columns of a ${source} export.`)
  const isOwnExport = delimiter === ',' && names.join() === exportColumns.toLowerCase()
  return { ...columns, isOwnExport }
}

/** Ignores inherited properties: a column may be called `constructor`. */
const lookUp = (fields: Record<string, ColumnField>, name: string): ColumnField | undefined =>
  Object.hasOwn(fields, name) ? fields[name] : undefined

function detectSource(names: readonly string[]): 'STRONG' | 'HEVY' {
  const has = (name: string) => names.includes(name)
  if (has('exercise_title') && has('set_index')) return 'HEVY'
  if (has('exercise name') && has('set order')) return 'STRONG'
  throw new UnreadableFileError(
    'The first line is not the header of an export from Strong, Hevy or this service.',
  )
}

/** Parses a unit, abbreviated with or without a period. Returns null for other texts. */
export function parseWeightUnit(text: string): WeightUnit | null {
  if (/^(kgs?|kilos?|kilogram(me)?s?)\.?$/i.test(text)) return 'KG'
  return /^(lbs?|pounds?)\.?$/i.test(text) ? 'LB' : null
}

/** Parses a unit, abbreviated with or without a period. Returns null for other texts. */
export function parseDistanceUnit(text: string): KnownDistanceUnit | null {
  if (/^(kms?|kilomet(er|re)s?)\.?$/i.test(text)) return 'KM'
  if (/^(mi|miles?)\.?$/i.test(text)) return 'MI'
  if (/^(m|mtrs?|met(er|re)s?)\.?$/i.test(text)) return 'M'
  if (/^(ft|foot|feet)\.?$/i.test(text)) return 'FT'
  return /^(yds?|yards?)\.?$/i.test(text) ? 'YD' : null
}
