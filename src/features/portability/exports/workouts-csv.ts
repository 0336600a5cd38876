import Papa from 'papaparse'
import { KiB } from '../../../lib/quantities.js'
import { offsetAt, wallTimeAt } from '../../../lib/wall-time.js'
import type { Exercise } from '../../training/exercises/models.js'
import type { SetType } from '../../training/exercises/vocabulary.js'
import { exportHeader } from '../imports/parsing/columns.js'
import { defaultLoadMode } from '../imports/matching/tracking-type.js'
import type { WorkoutContent, WorkoutEntry, WorkoutSet } from '../../training/workouts/models.js'

/** The approximate length of the generated chunks, in UTF-16 units. */
const chunkLength = 64 * KiB
/** Further line breaks become spaces, because importers limit the lines of a row. */
const maxLineBreaks = 90

/** Names exercises. The names are unique within a file. */
export type ExerciseNamer = (exerciseId: string) => Promise<NamedExercise>

export type NamedExercise = Pick<Exercise, 'name' | 'trackingType' | 'source'>

type Cell = string | number | null

/** Generates `workouts.csv`: a row for each completed set of completed workouts, in order of their start. */
export async function* generateWorkoutsCsv(
  workouts: AsyncIterable<WorkoutContent>,
  named: ExerciseNamer,
): AsyncGenerator<string> {
  let piece = rowText(exportHeader)
  for await (const workout of workouts) {
    if (workout.endedAt === null) continue
    for (const row of await rowsOf(workout, named)) piece += rowText(row)
    if (piece.length < chunkLength) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}

async function rowsOf(workout: WorkoutContent, named: ExerciseNamer): Promise<Cell[][]> {
  const { startedAt, endedAt, timezone, title, notes } = workout
  const start = [momentText(startedAt, timezone), title]
  const seconds = endedAt && plainNumber((endedAt.getTime() - startedAt.getTime()) / 1000)
  const rows: Cell[][] = []
  for (const entry of workout.exercises) {
    const exercise = await named(entry.exerciseId)
    for (const cells of cellsOf(entry, exercise))
      rows.push([...start, exercise.name, ...cells, rows.length === 0 ? lines(notes) : null, seconds])
  }
  // A workout in which no set was done is one nevertheless.
  const blank = Array.from({ length: exportHeader.length - 6 }, () => null)
  return rows.length > 0 ? rows : [[...start, null, 'Note', ...blank, lines(notes), seconds]]
}

/** From the order of the set to its notes. */
function cellsOf({ notes, sets }: WorkoutEntry, exercise: NamedExercise): Cell[][] {
  const done = sets.filter(({ completedAt }) => completedAt !== null)
  return done.map((set, at) => [
    orders[set.type] ?? at + 1,
    set.load && plainNumber(set.load.value),
    unitOf(set, exercise),
    set.reps,
    effortOf(set),
    set.distanceMeters === null ? null : plainNumber(set.distanceMeters),
    set.distanceMeters === null ? null : 'm',
    set.durationSeconds === null ? null : plainNumber(set.durationSeconds),
    at === 0 ? lines(notes) : null,
  ])
}

/** What Strong writes in place of a number. */
const orders: Partial<Record<SetType, string>> = { WARMUP: 'W', DROPSET: 'D', FAILURE: 'F' }

/** Strong knows no repetitions in reserve. */
const effortOf = ({ rpe, rir }: WorkoutSet): string =>
  [rpe === null ? '' : plainNumber(rpe), rir === null ? '' : `RIR ${rir}`].join(' ').trim()

/** Strong's units, and how the load is meant where that is not as the exercise has it. */
function unitOf({ load, loadMode }: WorkoutSet, exercise: NamedExercise): string {
  const unit = load === null ? '' : { KG: 'kg', LB: 'lbs' }[load.unit]
  const usual = defaultLoadMode(exercise.trackingType)
  const isUsual = loadMode === usual && (exercise.source !== 'own' || usual === 'EXTERNAL')
  return isUsual ? unit : `${unit} ${loadMode.toLowerCase()}`.trim()
}

/** What a program might take for a formula, and what looks like one that was made harmless. */
const formula = /^'*[=+\-@\t\r]/

function rowText(cells: readonly Cell[]): string {
  const harmless = cells.map(cell => (typeof cell === 'string' && formula.test(cell) ? `'${cell}` : cell))
  return `${Papa.unparse([harmless], { newline: '\r\n' })}\r\n`
}

function lines(text: string | null): string | null {
  let breaks = 0
  return text && text.replaceAll('\n', ending => (++breaks > maxLineBreaks ? ' ' : ending))
}

/** Without an exponent, which not every program reads. */
function plainNumber(value: number): string {
  const text = String(value)
  return text.includes('e') ? value.toFixed(20).replace(/\.?0+$/, '') : text
}

const digits = (value: number, length = 2) => String(value).padStart(length, '0')

/** As the clocks of the zone showed it, and how far they were ahead of UTC. */
function momentText(moment: Date, timezone: string): string {
  const { year, month, day, hour, minute, second, millisecond } = wallTimeAt(timezone, moment)
  const minutes = Math.round(offsetAt(timezone, moment) / 60_000)
  const offset = `${minutes < 0 ? '-' : '+'}${digits(Math.floor(Math.abs(minutes) / 60))}:${digits(Math.abs(minutes) % 60)}`
  const fraction = millisecond === 0 ? '' : `.${digits(millisecond, 3)}`
  return `${digits(year, 4)}-${digits(month)}-${digits(day)} ${digits(hour)}:${digits(minute)}:${digits(second)}${fraction}${offset}`
}
