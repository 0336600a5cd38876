import { KiB } from '../../../lib/quantities.js'

/** Raised when something that was there means something else. */
const dataVersion = 1
const dataFormat = 'fitness-training-export'

/** Items are joined until a piece is about so long, in UTF-16 units. */
const pieceLength = 64 * KiB

/** The text of `data.json`: an object of lists, one item a line. Items are read as the text is taken. */
export async function* generateDataJson(
  exportedAt: Date,
  lists: Iterable<readonly [name: string, items: AsyncIterable<object>]>,
): AsyncGenerator<string> {
  const head = { format: dataFormat, version: dataVersion, exportedAt }
  let piece = JSON.stringify(head).slice(0, -1)
  for (const [name, items] of lists) {
    piece += `,\n${JSON.stringify(name)}:[`
    let separator = '\n'
    for await (const item of items) {
      piece += separator + JSON.stringify(item)
      separator = ',\n'
      if (piece.length < pieceLength) continue
      yield piece
      piece = ''
    }
    piece += ']'
  }
  yield `${piece}}\n`
}
