import type { ImportOptions, LoggedWorkout, SkippedLine } from '../models.js'
import { detectColumns, type Columns } from './columns.js'
import { readLines, type Line } from './lines.js'
import { cellParser, detectDelimiter, readRecords, type InvalidLine, type CsvRecord } from './csv-records.js'
import { rowParser, InvalidLineError, type ParsedRow } from './rows.js'
import { UnreadableFileError } from './unreadable-file-error.js'
import { groupIntoWorkouts } from './workouts.js'

/** The signature of zip files, such as an export of this service. */
const zipSignature = 'PK\u0003\u0004'

/** A CSV file of sets, read up to its header. */
interface Table {
  columns: Columns
  /** Yields the workouts, and the lines that cannot be imported with the reason. */
  workouts: AsyncGenerator<{ workout: LoggedWorkout } | SkippedLine>
}

/**
 * @param now the current time, against which dates are checked
 * @param onRow called for each row
 * @throws UnreadableFileError if the first line is not the header of a supported export
 */
export async function openTable(
  bytes: AsyncIterable<Buffer>,
  options: ImportOptions,
  now: Date,
  onRow: () => void,
): Promise<Table> {
  const lines = readLines(bytes)
  try {
    const header = await firstOf(lines)
    const delimiter = detectDelimiter(header)
    const names = cellParser(delimiter)(header)
    if (!names)
      throw new UnreadableFileError('The first line is not a valid header: it contains an unclosed quote.')
    const columns = detectColumns(names, delimiter, options.source)
    const records = readRecords(lines, delimiter, names.length)
    return { columns, workouts: groupIntoWorkouts(rowsOf(records, rowParser(columns, options, now), onRow)) }
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
  if (first.value.text.startsWith(zipSignature))
    throw new UnreadableFileError('The file is a zip archive. Unpack it and upload one of its files.')
  return first.value.text.replace(/^\uFEFF/, '')
}

async function* rowsOf(
  records: AsyncIterable<CsvRecord | InvalidLine>,
  read: (record: CsvRecord) => ParsedRow,
  onRow: () => void,
): AsyncGenerator<{ row: ParsedRow } | SkippedLine> {
  for await (const record of records) {
    onRow()
    yield 'cells' in record ? readOne(record, read) : record
  }
}

function readOne(
  record: CsvRecord,
  read: (record: CsvRecord) => ParsedRow,
): { row: ParsedRow } | SkippedLine {
  try {
    return { row: read(record) }
  } catch (error) {
    if (error instanceof InvalidLineError) return { line: record.line, reason: error.message }
    throw error
  }
}
