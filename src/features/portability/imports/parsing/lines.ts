import { KiB } from '../../../../lib/quantities.js'

/** A line of a text, without what ends it. */
export interface Line {
  /** The first is 1. */
  number: number
  text: string
  /** Whether it is too long to be read; then of its text nothing is kept. */
  isTooLong: boolean
}

/** In UTF-16 units: a line of an export is a set, with what was written about it. */
const longestLine = 64 * KiB
const utf16 = { little: [0xff, 0xfe], big: [0xfe, 0xff] }
const starts = (bytes: Buffer, mark: readonly number[]) => mark.every((byte, at) => bytes[at] === byte)

/** Lines of a text in UTF-8, or in UTF-16 with its mark, however they end. */
export async function* readLines(bytes: AsyncIterable<Buffer>): AsyncGenerator<Line> {
  const splitter = lineSplitter()
  let decoder: InstanceType<typeof TextDecoder> | undefined
  for await (const chunk of bytes) {
    decoder ??= new TextDecoder(encodingOf(chunk))
    yield* splitter.take(decoder.decode(chunk, { stream: true }))
  }
  if (decoder) yield* splitter.take(decoder.decode())
  yield* splitter.rest()
}

function lineSplitter() {
  let open = ''
  let isTooLong = false
  let number = 0
  let isAfterReturn = false

  function ended(text: string): Line {
    const line = { number: ++number, text, isTooLong: isTooLong || text.length > longestLine }
    open = ''
    isTooLong = false
    return line.isTooLong ? { ...line, text: '' } : line
  }

  return {
    /** The lines that end in a piece of the text. */
    *take(text: string): Generator<Line> {
      if (text === '') return
      // What ended a line may have been cut in two.
      let from = isAfterReturn && text.startsWith('\n') ? 1 : 0
      isAfterReturn = text.endsWith('\r')
      for (const { index, 0: ending } of text.matchAll(/\r\n|\r|\n/g)) {
        if (index < from) continue
        yield ended(open + text.slice(from, index))
        from = index + ending.length
      }
      open += text.slice(from)
      if (open.length <= longestLine) return
      isTooLong = true
      open = ''
    },

    /** The last one, if nothing ended it. */
    *rest(): Generator<Line> {
      if (open !== '' || isTooLong) yield ended(open)
    },
  }
}

function encodingOf(first: Buffer): string {
  if (starts(first, utf16.little)) return 'utf-16le'
  return starts(first, utf16.big) ? 'utf-16be' : 'utf-8'
}
