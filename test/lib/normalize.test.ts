import fc from 'fast-check'
import t from 'tap'
import { hasExcessMarks, maxMarks, normalizeText } from '../../src/lib/normalize.js'

const marks = (count: number) => '\u0315\u0300'.repeat(count / 2)

t.test('normalizes like the language, but keeps at most 30 combining marks in a row', async t => {
  const text = fc.array(fc.constantFrom('a', 'é', '가', '\u0e33', '\uff9e', '\u0315', '\u0300', 'ﬁ', '😀'), {
    maxLength: maxMarks,
  })
  for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'] as const)
    fc.assert(
      fc.property(text, units => normalizeText(units.join(''), form) === units.join('').normalize(form)),
    )
  t.equal(normalizeText(`a${marks(100_000)}b`, 'NFC'), `a${marks(maxMarks)}b`.normalize('NFC'))
  t.equal(normalizeText('\uff9e\u0300'.repeat(50_000), 'NFKC').length, maxMarks)
  t.notOk(hasExcessMarks(marks(maxMarks)))
  t.ok(hasExcessMarks(marks(maxMarks + 2)))
})
