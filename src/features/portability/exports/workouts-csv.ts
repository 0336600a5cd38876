import Papa from 'papaparse'
import { KiB } from '../../../lib/quantities.js'
import { offsetAt, wallTimeAt } from '../../../lib/wall-time.js'
import type { Exercise } from '../../training/exercises/models.js'
import { exportHeader } from '../imports/parsing/columns.js'
import { defaultLoadMode, type SetType } from '../../../lib/exercise-vocabulary.js'
import type { WorkoutContent, WorkoutEntry, WorkoutSet } from '../../training/workouts/models.js'

/** The approximate length of the generated chunks, in UTF-16 units. */
const chunkLength = 64 * KiB
/** Further line breaks become spaces, because importers limit the lines of a row. */
const maxLineBreaks = 90

/** Returns an exercise with a name that is unique within the file. */
export type ExerciseNamer = (exerciseId: string) => Promise<NamedExercise>

export type NamedExercise = Pick<Exercise, 'name' | 'trackingType' | 'source'>

type Cell = string | number | null

/** Generates `workouts.csv`: a row for each completed set of completed workouts, in order of their start. */
export async function* generateWorkoutsCsv(
  workouts: AsyncIterable<WorkoutContent>,
  getExercise: ExerciseNamer,
): AsyncGenerator<string> {
  let text = rowText(exportHeader)
  for await (const workout of workouts) {
    if (workout.endedAt === null) continue
    for (const row of await rowsOf(workout, getExercise)) text += rowText(row)
    if (text.length < chunkLength) continue
    yield text
    text = ''
  }
  if (text !== '') yield text
}

async function rowsOf(workout: WorkoutContent, getExercise: ExerciseNamer): Promise<Cell[][]> {
  const { startedAt, endedAt, timezone, title, notes } = workout
  const start = [formatTime(startedAt, timezone), title]
  const seconds = endedAt && formatNumber((endedAt.getTime() - startedAt.getTime()) / 1000)
  const rows: Cell[][] = []
  for (const entry of workout.exercises) {
    const exercise = await getExercise(entry.exerciseId)
    for (const cells of cellsOf(entry, exercise))
      rows.push([
        ...start,
        exercise.name,
        ...cells,
        rows.length === 0 ? limitLineBreaks(notes) : null,
        seconds,
      ])
  }
  // A workout without completed sets becomes a row without a set.
  const blank = Array.from({ length: exportHeader.length - 6 }, () => null)
  return rows.length > 0 ? rows : [[...start, null, 'Note', ...blank, limitLineBreaks(notes), seconds]]
}

/** The cells from `Set Order` to `Notes`, for each completed set. */
function cellsOf({ notes, sets }: WorkoutEntry, exercise: NamedExercise): Cell[][] {
  const completed = sets.filter(({ completedAt }) => completedAt !== null)
  return completed.map((set, index) => [
    orders[set.type] ?? index + 1,
    set.load && formatNumber(set.load.value),
    unitOf(set, exercise),
    set.reps,
    effortOf(set),
    set.distanceMeters === null ? null : formatNumber(set.distanceMeters),
    set.distanceMeters === null ? null : 'm',
    set.durationSeconds === null ? null : formatNumber(set.durationSeconds),
    index === 0 ? limitLineBreaks(notes) : null,
  ])
}

/** The letters that Strong writes instead of the number of a set. */
const orders: Partial<Record<SetType, string>> = { WARMUP: 'W', DROPSET: 'D', FAILURE: 'F' }

/** Appends the repetitions in reserve to the RPE, because the format of Strong has no column for them. */
const effortOf = ({ rpe, rir }: WorkoutSet): string =>
  [rpe === null ? '' : formatNumber(rpe), rir === null ? '' : `RIR ${rir}`].join(' ').trim()

/** The unit as Strong writes it, followed by the load mode unless that is the default of the exercise. */
function unitOf({ load, loadMode }: WorkoutSet, exercise: NamedExercise): string {
  const unit = load === null ? '' : { KG: 'kg', LB: 'lbs' }[load.unit]
  const defaultMode = defaultLoadMode(exercise.trackingType)
  const mode = loadMode ?? defaultMode
  const isDefault = mode === defaultMode && (exercise.source !== 'own' || defaultMode === 'EXTERNAL')
  return isDefault ? unit : `${unit} ${mode.toLowerCase()}`.trim()
}

/** Matches cells that a spreadsheet could read as formulas, and cells that look like an escaped formula. */
const formula = /^'*[=+\-@\t\r]/

function rowText(cells: readonly Cell[]): string {
  const escaped = cells.map(cell => (typeof cell === 'string' && formula.test(cell) ? `'${cell}` : cell))
  return `${Papa.unparse([escaped], { newline: '\r\n' })}\r\n`
}

function limitLineBreaks(text: string | null): string | null {
  let breaks = 0
  return text && text.replaceAll('\n', ending => (++breaks > maxLineBreaks ? ' ' : ending))
}

/** Formats a number without an exponent, which some programs cannot read. */
function formatNumber(value: number): string {
  const text = String(value)
  return text.includes('e') ? value.toFixed(20).replace(/\.?0+$/, '') : text
}

const digits = (value: number, length = 2) => String(value).padStart(length, '0')

/** The local time in the time zone, with its offset from UTC. */
function formatTime(time: Date, timezone: string): string {
  const { year, month, day, hour, minute, second, millisecond } = wallTimeAt(timezone, time)
  const minutes = Math.round(offsetAt(timezone, time) / 60_000)
  const offset = `${minutes < 0 ? '-' : '+'}${digits(Math.floor(Math.abs(minutes) / 60))}:${digits(Math.abs(minutes) % 60)}`
  const fraction = millisecond === 0 ? '' : `.${digits(millisecond, 3)}`
  return `${digits(year, 4)}-${digits(month)}-${digits(day)} ${digits(hour)}:${digits(minute)}:${digits(second)}${fraction}${offset}`
}
