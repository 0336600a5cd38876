import fc from 'fast-check'
import t from 'tap'
import { readLines } from '../../../../src/features/portability/imports/parsing/lines.js'
import { readRecords } from '../../../../src/features/portability/imports/parsing/csv-records.js'

async function* chunksOf(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size)
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`
const plain = /^[^",;\t\r\n]*$/

t.test('reads all records, whatever the chunks, quotes and line endings', async t => {
  const cell = fc.oneof(
    fc.constantFrom('', 'a', '"', 'a"b', 'x\ny', ',', '""', 'é', '💪', 'a;b'),
    fc.string(),
  )
  const row = fc.array(
    cell.map(text => text.replaceAll('\r', '')),
    { minLength: 3, maxLength: 3 },
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { maxLength: 20 }),
      fc.integer({ min: 1, max: 40 }),
      fc.constantFrom('\n', '\r\n'),
      fc.constantFrom<BufferEncoding>('utf8', 'utf16le'),
      fc.boolean(),
      async (rows, size, ending, encoding, quoteAll) => {
        const lines = rows.map(cells =>
          cells.map(text => (quoteAll || !plain.test(text) ? quoted(text) : text)).join(','),
        )
        const bytes = Buffer.from((encoding === 'utf8' ? '' : '\uFEFF') + lines.join(ending), encoding)
        // The byte order mark of UTF-16 must not be divided.
        const read = await all(readRecords(readLines(chunksOf(bytes, Math.max(size, 2))), ',', 3))
        const expected = rows.filter((_, at) => lines[at]!.trim() !== '')
        t.same(
          read.map(record => ('cells' in record ? record.cells : record)),
          expected.map(cells => cells.map(text => text.toWellFormed())),
        )
      },
    ),
    { numRuns: 100 },
  )
})

t.test('skips only the line with a misplaced quote, wherever it is', async t => {
  const good = (at: number) => `"row ${at}","a ""b""",${at}`
  const broken = ['"open,b,c', 'a,"b,c', 'a,b,"c', '"a"b,"c",d', '"a,"b",c', '"a","b","c']
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.option(fc.constantFrom(...broken), { freq: 3 }), { minLength: 1, maxLength: 120 }),
      async places => {
        const lines = places.map((place, at) => place ?? good(at + 1))
        const read = await all(readRecords(readLines(chunksOf(Buffer.from(lines.join('\n')), 1000)), ',', 3))
        t.same(
          read.map(record => ('cells' in record ? record.cells[2] : `broken ${record.line}`)),
          places.map((place, at) => (place === null ? String(at + 1) : `broken ${at + 1}`)),
        )
      },
    ),
    { numRuns: 60 },
  )
})
