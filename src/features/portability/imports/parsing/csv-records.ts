import Papa from 'papaparse'
import { KiB } from '../../../../lib/quantities.js'
import type { Line } from './lines.js'

export interface CsvRecord {
  /** The line on which the record starts. */
  line: number
  cells: string[]
}

/** A line that is not part of a valid record. */
export interface InvalidLine {
  line: number
  reason: string
}

/** The maximum number of lines of a record. It limits the lines that an unclosed quote can affect. */
const maxLines = 250
/** The maximum length of a record, in UTF-16 units. */
const maxRecordLength = 64 * KiB

const delimiters = [',', ';', '\t'] as const
type Delimiter = (typeof delimiters)[number]

/** Returns the delimiter that divides a header into the most columns. */
export function detectDelimiter(header: string): Delimiter {
  const columns = (delimiter: Delimiter) => header.split(delimiter).length
  return delimiters.reduce((best, other) => (columns(other) > columns(best) ? other : best))
}

/** Creates a function that parses the cells of one record. It returns null if a quote is unclosed or misplaced. */
export function cellParser(delimiter: Delimiter): (text: string) => string[] | null {
  const parser = new Papa.Parser({ delimiter, newline: '\n' })
  return text => {
    const { data, errors } = parser.parse(text, 0, false) as Papa.ParseResult<string[]>
    return errors.length > 0 || data.length > 1 ? null : (data[0] ?? [''])
  }
}

/**
 * Yields the records of a file, each with all columns. If a record is invalid, only its first line is skipped: reading
 * continues with the next line.
 */
export async function* readRecords(
  lines: AsyncIterable<Line>,
  delimiter: Delimiter,
  columns: number,
): AsyncGenerator<CsvRecord | InvalidLine> {
  const parseCells = cellParser(delimiter)
  const buffered: Line[] = []
  const source = lines[Symbol.asyncIterator]()
  const lineAt = async (index: number): Promise<Line | undefined> => {
    while (buffered.length <= index) {
      const next = await source.next()
      if (next.done) return undefined
      buffered.push(next.value)
    }
    return buffered[index]
  }

  /** Reads the record that starts with the first buffered line. Returns null if its quotes are invalid. */
  async function readRecord(first: Line): Promise<{ text: string; lines: number } | null> {
    let text = first.text
    let state = scanQuotes(text, delimiter, 'outside')
    for (let lines = 1; state !== 'broken'; lines++) {
      if (state === 'outside') return { text, lines }
      const more = lines < maxLines ? await lineAt(lines) : undefined
      if (!more || more.isTooLong || text.length + more.text.length > maxRecordLength) return null
      text += `\n${more.text}`
      state = scanQuotes(more.text, delimiter, 'inside')
    }
    return null
  }

  try {
    for (let first = await lineAt(0); first; first = await lineAt(0)) {
      const line = first.number
      if (first.isTooLong) yield { line, reason: 'The line is too long.' }
      const found = first.isTooLong ? null : await readRecord(first)
      const cells = found && parseCells(found.text)
      if (found?.text.trim() === '') buffered.splice(0, found.lines)
      else if (found && cells && hasAllColumns(cells, columns)) {
        buffered.splice(0, found.lines)
        yield { line, cells }
      } else {
        buffered.shift()
        if (first.isTooLong) continue
        const hasWrongColumns = cells && found.lines === 1
        const reason = hasWrongColumns
          ? `The line has ${cells.length} columns; the header has ${columns}.`
          : 'The line contains an unclosed or misplaced quote.'
        yield { line, reason }
      }
    }
  } finally {
    await source.return?.()
  }
}

/** Additional empty cells are allowed, because some programs write them after the last column. */
const hasAllColumns = (cells: readonly string[], columns: number) =>
  cells.length >= columns && cells.slice(columns).every(cell => cell.trim() === '')

type State = 'inside' | 'outside' | 'broken'

/** Returns whether the end of a line is inside a quoted cell. @param before whether its start is */
function scanQuotes(text: string, delimiter: Delimiter, before: 'inside' | 'outside'): State {
  let offset = 0
  let isInside = before === 'inside'
  for (;;) {
    if (!isInside) {
      if (text[offset] === '"') offset++
      else {
        // A quote inside an unquoted cell has no special meaning.
        const end = text.indexOf(delimiter, offset)
        if (end === -1) return 'outside'
        offset = end + 1
        continue
      }
    }
    for (;;) {
      const quote = text.indexOf('"', offset)
      if (quote === -1) return 'inside'
      offset = quote + 1
      if (text[offset] !== '"') break
      offset++
    }
    while (text[offset] === ' ') offset++
    if (offset >= text.length) return 'outside'
    if (text[offset] !== delimiter) return 'broken'
    offset++
    isInside = false
  }
}
