import type { ImportOptions, LoggedWorkout, SkippedLine } from '../models.js'
import { columnsOf, type Columns } from './columns.js'
import { linesOf, type Line } from './lines.js'
import { cellReader, delimiterOf, recordsOf, type BrokenLine, type CsvRecord } from './records.js'
import { rowReader, UnusableLineError, type Row } from './rows.js'
import { UnreadableFileError } from './unreadable.js'
import { workoutsOf } from './workouts.js'

/** With which every zip begins, an export of this service, too. */
const zipMark = 'PK\u0003\u0004'

/** A table of sets, open at its first row. */
export interface Table {
  columns: Columns
  /** Its workouts, and the lines of which there is nothing to import. */
  workouts: AsyncGenerator<{ workout: LoggedWorkout } | SkippedLine>
}

/**
 * @param now by which dates are judged
 * @param onRow is told of each row that is read
 * @throws UnreadableFileError where the first line is no header of an export
 */
export async function openTable(
  bytes: AsyncIterable<Buffer>,
  options: ImportOptions,
  now: Date,
  onRow: () => void,
): Promise<Table> {
  const lines = linesOf(bytes)
  try {
    const header = await firstOf(lines)
    const delimiter = delimiterOf(header)
    const names = cellReader(delimiter)(header)
    if (!names)
      throw new UnreadableFileError('The first line is not a valid header: it contains an unclosed quote.')
    const columns = columnsOf(names, delimiter, options.source)
    const records = recordsOf(lines, delimiter, names.length)
    return { columns, workouts: workoutsOf(rowsOf(records, rowReader(columns, options, now), onRow)) }
  } catch (error) {
    await lines.return(undefined)
    throw error
  }
}

async function firstOf(lines: AsyncGenerator<Line>): Promise<string> {
  const first = await lines.next()
  if (first.done || first.value.isTooLong || first.value.text.trim() === '')
    throw new UnreadableFileError(
      'The first line of the file must be the header with the names of its columns.',
    )
  if (first.value.text.startsWith(zipMark))
    throw new UnreadableFileError('The file is a zip archive. Unpack it and upload one of its files.')
  return first.value.text.replace(/^\uFEFF/, '')
}

async function* rowsOf(
  records: AsyncIterable<CsvRecord | BrokenLine>,
  read: (record: CsvRecord) => Row,
  onRow: () => void,
): AsyncGenerator<{ row: Row } | SkippedLine> {
  for await (const record of records) {
    onRow()
    yield 'cells' in record ? readOne(record, read) : record
  }
}

function readOne(record: CsvRecord, read: (record: CsvRecord) => Row): { row: Row } | SkippedLine {
  try {
    return { row: read(record) }
  } catch (error) {
    if (error instanceof UnusableLineError) return { line: record.line, reason: error.message }
    throw error
  }
}
