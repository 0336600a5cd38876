import { KiB } from '../../../../lib/quantities.js'

/** A line of a text without its line ending. */
export interface Line {
  /** Starts at 1. */
  number: number
  text: string
  /** True if the line exceeds the maximum length; its text is then empty. */
  isTooLong: boolean
}

/** The maximum length of a line, in UTF-16 units. */
const maxLineLength = 64 * KiB
const byteOrderMarks = { littleEndian: [0xff, 0xfe], bigEndian: [0xfe, 0xff] }
const startsWith = (bytes: Buffer, start: readonly number[]) =>
  start.every((byte, offset) => bytes[offset] === byte)

/** Yields the lines of a text in UTF-8, or in UTF-16 with a byte order mark, with any line endings. */
export async function* readLines(bytes: AsyncIterable<Buffer>): AsyncGenerator<Line> {
  const splitter = lineSplitter()
  let decoder: InstanceType<typeof TextDecoder> | undefined
  for await (const chunk of bytes) {
    decoder ??= new TextDecoder(detectEncoding(chunk))
    yield* splitter.take(decoder.decode(chunk, { stream: true }))
  }
  if (decoder) yield* splitter.take(decoder.decode())
  yield* splitter.rest()
}

function lineSplitter() {
  let current = ''
  let isTooLong = false
  let number = 0
  let isAfterReturn = false

  function endLine(text: string): Line {
    const line = { number: ++number, text, isTooLong: isTooLong || text.length > maxLineLength }
    current = ''
    isTooLong = false
    return line.isTooLong ? { ...line, text: '' } : line
  }

  return {
    /** Yields the lines that end in a chunk of the text. */
    *take(text: string): Generator<Line> {
      if (text === '') return
      // A CRLF can be split between two chunks.
      let from = isAfterReturn && text.startsWith('\n') ? 1 : 0
      isAfterReturn = text.endsWith('\r')
      for (const { index, 0: ending } of text.matchAll(/\r\n|\r|\n/g)) {
        if (index < from) continue
        yield endLine(current + text.slice(from, index))
        from = index + ending.length
      }
      current += text.slice(from)
      if (current.length <= maxLineLength) return
      isTooLong = true
      current = ''
    },

    /** Yields the last line if it has no line ending. */
    *rest(): Generator<Line> {
      if (current !== '' || isTooLong) yield endLine(current)
    },
  }
}

function detectEncoding(first: Buffer): string {
  if (startsWith(first, byteOrderMarks.littleEndian)) return 'utf-16le'
  return startsWith(first, byteOrderMarks.bigEndian) ? 'utf-16be' : 'utf-8'
}
