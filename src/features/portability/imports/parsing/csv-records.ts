import Papa from 'papaparse'
import { KiB } from '../../../../lib/quantities.js'
import type { Line } from './lines.js'

/** A row of a table in text. */
export interface CsvRecord {
  line: number
  cells: string[]
}

/** A line that is no row of it. */
export interface InvalidLine {
  line: number
  reason: string
}

/** A note may have lines of its own; a quote that nobody closed must not swallow what follows. */
const mostLines = 250
const longestRecord = 64 * KiB

const delimiters = [',', ';', '\t'] as const
export type Delimiter = (typeof delimiters)[number]

/** The one that divides a header into the most columns. */
export function detectDelimiter(header: string): Delimiter {
  const columns = (delimiter: Delimiter) => header.split(delimiter).length
  return delimiters.reduce((best, other) => (columns(other) > columns(best) ? other : best))
}

/** Reads the cells of one record; null where a quote in it is wrong. */
export function cellParser(delimiter: Delimiter): (text: string) => string[] | null {
  const parser = new Papa.Parser({ delimiter, newline: '\n' })
  return text => {
    const { data, errors } = parser.parse(text, 0, false) as Papa.ParseResult<string[]>
    return errors.length > 0 || data.length > 1 ? null : (data[0] ?? [''])
  }
}

/**
 * The rows of a table, each with all its columns. A line that is broken costs that line: where a quote is not closed
 * well, the next line is read as if it were not there.
 */
export async function* readRecords(
  lines: AsyncIterable<Line>,
  delimiter: Delimiter,
  columns: number,
): AsyncGenerator<CsvRecord | InvalidLine> {
  const cellsOf = cellParser(delimiter)
  const waiting: Line[] = []
  const source = lines[Symbol.asyncIterator]()
  const lineAt = async (place: number): Promise<Line | undefined> => {
    while (waiting.length <= place) {
      const next = await source.next()
      if (next.done) return undefined
      waiting.push(next.value)
    }
    return waiting[place]
  }

  /** What begins with the first waiting line, and how many lines it takes. */
  async function next(first: Line): Promise<{ text: string; lines: number } | null> {
    let text = first.text
    let state = afterLine(text, delimiter, 'outside')
    for (let lines = 1; state !== 'broken'; lines++) {
      if (state === 'outside') return { text, lines }
      const more = lines < mostLines ? await lineAt(lines) : undefined
      if (!more || more.isTooLong || text.length + more.text.length > longestRecord) return null
      text += `\n${more.text}`
      state = afterLine(more.text, delimiter, 'inside')
    }
    return null
  }

  try {
    for (let first = await lineAt(0); first; first = await lineAt(0)) {
      const line = first.number
      if (first.isTooLong) yield { line, reason: 'The line is too long.' }
      const found = first.isTooLong ? null : await next(first)
      const cells = found && cellsOf(found.text)
      if (found?.text.trim() === '') waiting.splice(0, found.lines)
      else if (found && cells && fits(cells, columns)) {
        waiting.splice(0, found.lines)
        yield { line, cells }
      } else {
        waiting.shift()
        if (first.isTooLong) continue
        const isWhole = cells && found.lines === 1
        const reason = isWhole
          ? `The line has ${cells.length} columns; the header has ${columns}.`
          : 'The line contains an unclosed or misplaced quote.'
        yield { line, reason }
      }
    }
  } finally {
    await source.return?.()
  }
}

/** Some programs write empty cells behind the last column. */
const fits = (cells: readonly string[], columns: number) =>
  cells.length >= columns && cells.slice(columns).every(cell => cell.trim() === '')

type State = 'inside' | 'outside' | 'broken'

/** Whether a line leaves us in the middle of a quoted cell. */
function afterLine(text: string, delimiter: Delimiter, before: 'inside' | 'outside'): State {
  let at = 0
  let isInside = before === 'inside'
  for (;;) {
    if (!isInside) {
      if (text[at] === '"') at++
      else {
        // A quote inside a cell that has none at its start is a letter like any other.
        const end = text.indexOf(delimiter, at)
        if (end === -1) return 'outside'
        at = end + 1
        continue
      }
    }
    for (;;) {
      const quote = text.indexOf('"', at)
      if (quote === -1) return 'inside'
      at = quote + 1
      if (text[at] !== '"') break
      at++
    }
    while (text[at] === ' ') at++
    if (at >= text.length) return 'outside'
    if (text[at] !== delimiter) return 'broken'
    at++
    isInside = false
  }
}
