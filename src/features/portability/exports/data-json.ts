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
  let text = JSON.stringify(head).slice(0, -1)
  for (const [name, items] of lists) {
    text += `,\n${JSON.stringify(name)}:[`
    let separator = '\n'
    for await (const item of items) {
      text += separator + JSON.stringify(item)
      separator = ',\n'
      if (text.length < chunkLength) continue
      yield text
      text = ''
    }
    text += ']'
  }
  yield `${text}}\n`
}
