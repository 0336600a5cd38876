import { KiB } from '../../../lib/quantities.js'

/** Increased when the meaning of an existing field changes. */
const dataVersion = 1
const dataFormat = 'fitness-training-export'

/** The approximate length of the generated chunks, in UTF-16 units. */
const chunkLength = 64 * KiB

/** Generates `data.json`: an object of lists, one item per line. Items are read as the text is consumed. */
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
      if (piece.length < chunkLength) continue
      yield piece
      piece = ''
    }
    piece += ']'
  }
  yield `${piece}}\n`
}
