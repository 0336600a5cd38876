import type { WeightUnit } from '../../../../lib/units.js'
import type { ImportSource } from '../models.js'
import { UnreadableFileError } from './unreadable-file-error.js'

/** What a column says, whichever app's it is. */
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

/** What a table is, and where in it is what. */
export interface Columns {
  source: Exclude<ImportSource, 'AUTO'>
  /** Whether this service wrote it: then nothing in it is empty by being 0. */
  isOwnExport: boolean
  indexes: Partial<Record<ColumnField, number>>
  /** The units in the header, as they are written there; empty where it has none. */
  weightUnit: string
  distanceUnit: string
}

/** In how many metres one of it is. */
export const metersPer = { M: 1, KM: 1000, MI: 1609.344, FT: 0.3048, YD: 0.9144 } as const
export type KnownDistanceUnit = keyof typeof metersPer

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

/** The header of our own export: the columns of Strong with units. */
const exportColumns =
  'Date,Workout Name,Exercise Name,Set Order,Weight,Weight Unit,Reps,RPE,' +
  'Distance,Distance Unit,Seconds,Notes,Workout Notes,Workout Duration'
export const exportHeader = exportColumns.split(',')

/** What an export of either app has. */
const demanded = ['start', 'exercise', 'order'] as const

/** In UTF-16 units. What is longer names no column, and would be searched for a unit in the square of its length. */
const longestName = 100

/** Without what names a unit at its end. */
const unitAtEnd = / *[([](\p{L}+\.?)[)\]]$|_(kgs?|lbs?|km|miles?|meters?)$/u

/** @param wanted which app it is said to be of @throws UnreadableFileError */
export function detectColumns(header: readonly string[], delimiter: string, wanted: ImportSource): Columns {
  const names = header.map(cell =>
    cell
      .replace(/^\uFEFF/, '')
      .trim()
      .toLowerCase(),
  )
  const source = wanted === 'AUTO' ? sourceOf(names) : wanted
  const meanings = source === 'HEVY' ? hevy : strong
  const columns: Columns = { source, isOwnExport: false, indexes: {}, weightUnit: '', distanceUnit: '' }
  for (const [place, name] of names.entries()) {
    if (name.length > longestName) continue
    const plain = name.replace(unitAtEnd, '')
    const meaning = known(meanings, name) ?? known(meanings, plain)
    // Of two columns of one meaning the first one counts.
    if (meaning === undefined || columns.indexes[meaning] !== undefined) continue
    columns.indexes[meaning] = place
    const [, inBrackets, behind] = unitAtEnd.exec(name) ?? []
    const unit = inBrackets ?? behind ?? ''
    if (meaning === 'weight') columns.weightUnit = unit
    if (meaning === 'distance') columns.distanceUnit = unit
  }
  const missing = demanded.filter(meaning => columns.indexes[meaning] === undefined)
  if (missing.length > 0) throw new UnreadableFileError(`The header lacks columns of a ${source} export.`)
  const isOwnExport = delimiter === ',' && names.join() === exportColumns.toLowerCase()
  return { ...columns, isOwnExport }
}

/** Its own: `constructor` is the name of a column, too. */
const known = (meanings: Record<string, ColumnField>, name: string): ColumnField | undefined =>
  Object.hasOwn(meanings, name) ? meanings[name] : undefined

function sourceOf(names: readonly string[]): 'STRONG' | 'HEVY' {
  const has = (name: string) => names.includes(name)
  if (has('exercise_title') && has('set_index')) return 'HEVY'
  if (has('exercise name') && has('set order')) return 'STRONG'
  throw new UnreadableFileError(
    'The first line is not the header of an export from Strong, Hevy or this service.',
  )
}

/** The unit that a text names, abbreviated with or without a period; null where it names none. */
export function parseWeightUnit(text: string): WeightUnit | null {
  if (/^(kgs?|kilos?|kilogram(me)?s?)\.?$/i.test(text)) return 'KG'
  return /^(lbs?|pounds?)\.?$/i.test(text) ? 'LB' : null
}

/** The unit that a text names, abbreviated with or without a period; null where it names none. */
export function parseDistanceUnit(text: string): KnownDistanceUnit | null {
  if (/^(kms?|kilomet(er|re)s?)\.?$/i.test(text)) return 'KM'
  if (/^(mi|miles?)\.?$/i.test(text)) return 'MI'
  if (/^(m|mtrs?|met(er|re)s?)\.?$/i.test(text)) return 'M'
  if (/^(ft|foot|feet)\.?$/i.test(text)) return 'FT'
  return /^(yds?|yards?)\.?$/i.test(text) ? 'YD' : null
}
