import { createHash } from 'node:crypto'
import { dropExcessMarks, normalizeText } from '../../../../lib/normalize.js'
import type { LoggedEntry, LoggedWorkout, SkippedLine } from '../models.js'
import type { ParsedRow } from './rows.js'

/** What a workout has at most; the bounds of workouts that are saved. */
const most = { entries: 50, sets: 50, title: 200, notes: 5000, name: 100 }
/** Of how many workouts is remembered that they have been read. Each weighs some forty bytes. */
const remembered = 200_000

type Read = { row: ParsedRow } | SkippedLine
type Found = { workout: LoggedWorkout } | SkippedLine

/** A workout whose rows are being read. */
interface Open {
  key: string
  workout: LoggedWorkout
  /** Of the last row with a set, in its entry. */
  superset: string
  order: number | null
  /** Whether the file has had it before. */
  isRepeated: boolean
}

/** The workouts of a table, whose rows follow each other. */
export async function* groupIntoWorkouts(rows: AsyncIterable<Read>): AsyncGenerator<Found> {
  const known = new Set<number>()
  let open: Open | undefined

  for await (const read of rows) {
    if (!('row' in read)) {
      yield read
      continue
    }
    const { row } = read
    const key = `${row.start.key} ${row.title}`
    if (open?.key !== key) {
      if (open && !open.isRepeated) yield { workout: open.workout }
      const mark = markOf(key)
      open = { key, workout: begun(row), superset: '', order: null, isRepeated: known.has(mark) }
      if (known.size < remembered) known.add(mark)
    }
    const problem = open.isRepeated ? scattered : add(open, row)
    if (problem !== null) yield { line: row.line, reason: problem }
  }
  if (open && !open.isRepeated) yield { workout: open.workout }
}

const scattered = 'The workout already appears earlier in the file. All of its lines must be adjacent.'

/** Forty-eight bits: one in a billion workouts is taken for another. */
const markOf = (key: string) => createHash('sha256').update(key).digest().readUIntBE(0, 6)

function begun({ line, start, end, title, durationSeconds }: ParsedRow): LoggedWorkout {
  const lasted = end ? (end.getTime() - start.date.getTime()) / 1000 : durationSeconds
  return {
    ...{ line, startKey: start.key, startedAt: start.date, durationSeconds: lasted },
    ...{ title: cutLine(title, most.title), notes: null, entries: [] },
  }
}

/** @returns why it cannot be */
function add(open: Open, row: ParsedRow): string | null {
  const { workout, superset, order } = open
  workout.notes ??= cut(row.workoutNotes, most.notes)
  const name = cutLine(row.exercise, most.name)
  // A row that is neither a set nor a note.
  if (name === null || (!row.set && row.notes === '')) return null
  const last = workout.entries.at(-1)
  // Numbered from the start again, it is the same exercise later in the workout.
  const isAnew = row.superset !== superset || (row.order !== null && order !== null && row.order <= order)
  const isSame = last?.name === name && (!isAnew || !row.set) && last.sets.length < most.sets
  if (!isSame && workout.entries.length === most.entries)
    return `A workout has at most ${most.entries} exercises.`
  const entry = isSame ? last : { name, supersetId: cutLine(row.superset, 36), notes: null, sets: [] }
  if (!isSame) workout.entries.push(entry)
  note(entry, row.notes)
  if (!row.set) return null
  entry.sets.push(row.set)
  open.superset = row.superset
  open.order = row.order ?? (isSame ? order : null)
  return null
}

/** Every set of an exercise repeats what was noted of it. */
function note(entry: LoggedEntry, text: string): void {
  if (text === '' || entry.notes?.split('\n').includes(text) || entry.notes === text) return
  entry.notes = cut(entry.notes === null ? text : `${entry.notes}\n${text}`, most.notes)
}

/** The text as a single line can be stored: line breaks and tabs become spaces. Returns null for nothing. */
const cutLine = (text: string, length: number): string | null =>
  cut(text.slice(0, unitsOf(length)).replace(/[\r\n\t]+/g, ' '), length)

/** The text as it can be stored, with at most `length` characters. Returns null for nothing. */
function cut(text: string, length: number): string | null {
  // Characters that cannot be stored go first: without them, the marks on both sides stand in a row.
  const writable = text.slice(0, unitsOf(length)).replace(/[\p{Cs}\uFFFE\uFFFF]|(?![\n\t])\p{Cc}/gu, '')
  // Some marks decompose into two, so the normalized text can have too many again.
  const [...characters] = dropExcessMarks(normalizeText(writable, 'NFC'))
  return characters.slice(0, length).join('').trim() || null
}

/** The UTF-16 units that are read of a text: a letter and its marks are up to four. */
const unitsOf = (length: number) => 4 * length
