import { createHash } from 'node:crypto'
import { dropExcessMarks, normalizeText } from '../../../../lib/normalize.js'
import type { LoggedEntry, LoggedWorkout, SkippedLine } from '../models.js'
import type { ParsedRow } from './rows.js'

/** The limits of a workout. */
const maxValues = { entries: 50, sets: 50, title: 200, notes: 5000, name: 100 }
/** The number of workouts for which repetitions are detected. Each takes about 40 bytes. */
const maxRememberedWorkouts = 200_000

/** A workout whose rows are being read. */
interface OpenWorkout {
  key: string
  workout: LoggedWorkout
  /** The superset and the order of the last row with a set. */
  superset: string
  order: number | null
  /** True if the workout has appeared earlier in the file. */
  isRepeated: boolean
}

/** Groups adjacent rows with the same start and title into workouts. */
export async function* groupIntoWorkouts(
  rows: AsyncIterable<{ row: ParsedRow } | SkippedLine>,
): AsyncGenerator<{ workout: LoggedWorkout } | SkippedLine> {
  const seen = new Set<number>()
  let open: OpenWorkout | undefined

  for await (const read of rows) {
    if (!('row' in read)) {
      yield read
      continue
    }
    const { row } = read
    const key = `${row.start.key} ${row.title}`
    if (open?.key !== key) {
      if (open && !open.isRepeated) yield { workout: open.workout }
      const fingerprint = fingerprintOf(key)
      open = { key, workout: startWorkout(row), superset: '', order: null, isRepeated: seen.has(fingerprint) }
      if (seen.size < maxRememberedWorkouts) seen.add(fingerprint)
    }
    const problem = open.isRepeated ? notAdjacent : addRow(open, row)
    if (problem !== null) yield { line: row.line, reason: problem }
  }
  if (open && !open.isRepeated) yield { workout: open.workout }
}

const notAdjacent = 'The workout already appears earlier in the file. All of its lines must be adjacent.'

/** 48 bits of a hash. A false match in a file is very unlikely. */
const fingerprintOf = (key: string) => createHash('sha256').update(key).digest().readUIntBE(0, 6)

function startWorkout({ line, start, end, title, durationSeconds }: ParsedRow): LoggedWorkout {
  return {
    line,
    startKey: start.key,
    startedAt: start.date,
    durationSeconds: end ? (end.getTime() - start.date.getTime()) / 1000 : durationSeconds,
    title: truncateLine(title, maxValues.title),
    notes: null,
    entries: [],
  }
}

/** Adds a row to the workout. Returns the reason if it cannot be added. */
function addRow(open: OpenWorkout, row: ParsedRow): string | null {
  const { workout, superset, order } = open
  workout.notes ??= truncate(row.workoutNotes, maxValues.notes)
  const name = truncateLine(row.exercise, maxValues.name)
  // The row is neither a set nor a note.
  if (name === null || (!row.set && row.notes === '')) return null
  const last = workout.entries.at(-1)
  // If the numbers of sets start again, the exercise appears a second time in the workout.
  const isNewEntry = row.superset !== superset || (row.order !== null && order !== null && row.order <= order)
  const isSame = last?.name === name && (!isNewEntry || !row.set) && last.sets.length < maxValues.sets
  if (!isSame && workout.entries.length === maxValues.entries)
    return `A workout has at most ${maxValues.entries} exercises.`
  const entry = isSame ? last : { name, supersetId: truncateLine(row.superset, 36), notes: null, sets: [] }
  if (!isSame) workout.entries.push(entry)
  addNotes(entry, row.notes)
  if (!row.set) return null
  entry.sets.push(row.set)
  open.superset = row.superset
  open.order = row.order ?? (isSame ? order : null)
  return null
}

/** Adds notes unless the entry has them: files repeat the notes of an exercise on each of its sets. */
function addNotes(entry: LoggedEntry, text: string): void {
  if (text === '' || entry.notes?.split('\n').includes(text) || entry.notes === text) return
  entry.notes = truncate(entry.notes === null ? text : `${entry.notes}\n${text}`, maxValues.notes)
}

/** Converts a text to one line of at most `length` characters that can be stored. Returns null if it is empty. */
const truncateLine = (text: string, length: number): string | null =>
  truncate(text.slice(0, maxUnitsOf(length)).replace(/[\r\n\t]+/g, ' '), length)

/** Converts a text to at most `length` characters that can be stored. Returns null if it is empty. */
function truncate(text: string, length: number): string | null {
  // Remove the characters that cannot be stored first: marks on both sides of them become adjacent.
  const writable = text.slice(0, maxUnitsOf(length)).replace(/[\p{Cs}\uFFFE\uFFFF]|(?![\n\t])\p{Cc}/gu, '')
  // Normalization decomposes some marks into two, so there can be too many again.
  const [...characters] = dropExcessMarks(normalizeText(writable, 'NFC'))
  return characters.slice(0, length).join('').trim() || null
}

/** The maximum number of UTF-16 units to read for a text: a letter and its marks are up to four. */
const maxUnitsOf = (length: number) => 4 * length
