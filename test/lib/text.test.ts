import fc from 'fast-check'
import t from 'tap'
import { foldCase, multiLine, singleLine } from '../../src/lib/text.js'

/** Any text, including unpaired surrogates. */
const anything = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 30 })
  .map(units => String.fromCharCode(...units))
const rule = { field: 'name', minLength: 1, maxLength: 5 }

t.test('trims and composes a single line', async t => {
  t.equal(singleLine('  a b\u00a0', rule), 'a b')
  t.equal(singleLine('e\u0301', rule), '\u00e9')
})

t.test('measures lengths in characters instead of UTF-16 units', async t => {
  t.equal(singleLine('😀😀😀😀😀', rule), '😀😀😀😀😀')
  t.throws(() => singleLine('😀😀😀😀😀😀', rule), {
    code: 'BAD_USER_INPUT',
    message: 'name must have at most 5 characters.',
  })
  t.throws(() => singleLine('  ', rule), {
    code: 'BAD_USER_INPUT',
    message: 'name must have at least 1 character.',
  })
})

t.test('rejects a much too long text before normalizing it', async t => {
  const normalized = t.capture(String.prototype, 'normalize', String.prototype.normalize)
  for (const clean of [singleLine, multiLine])
    t.throws(() => clean(`a${'\u0315\u0300'.repeat(40_000)}`, rule), {
      code: 'BAD_USER_INPUT',
      message: 'name must have at most 5 characters.',
    })
  t.same(normalized(), [])
})

t.test('does not count decomposed marks and surrounding white space', async t => {
  t.equal(singleLine(`${' '.repeat(100)}${'e\u0323\u0302'.repeat(5)}${' '.repeat(100)}`, rule), 'ệ'.repeat(5))
})

t.test('rejects characters that cannot be stored', async t => {
  for (const character of ['\0', '\n', '\t', '\x1b', '\x7f', '\x9f', '\ud83d', '\ude00', '\ufffe', '\uffff'])
    t.throws(() => singleLine(`a${character}b`, rule), { code: 'BAD_USER_INPUT' }, JSON.stringify(character))
})

t.test('keeps line breaks and normalizes them to \\n', async t => {
  t.equal(multiLine('\n1\r\n2\r3\n\t4\n', { field: 'bio', maxLength: 20 }), '1\n2\n3\n\t4')
  for (const character of ['\0', '\x1b', '\ud83d'])
    t.throws(() => multiLine(`a${character}b`, { field: 'bio', maxLength: 20 }), { code: 'BAD_USER_INPUT' })
})

t.test('accepts its own result unchanged', async t => {
  for (const clean of [singleLine, multiLine])
    fc.assert(
      fc.property(anything, text => {
        const wide = { field: 'x', maxLength: 1000 }
        let once: string
        try {
          once = clean(text, wide)
        } catch (error) {
          t.match(error, { code: 'BAD_USER_INPUT' })
          return
        }
        t.equal(clean(once, wide), once)
        t.notMatch(once, /\p{Cs}/u)
      }),
    )
})

t.test('folds spellings that differ only in case to one', async t => {
  for (const [one, other] of [
    ['Ada', 'ADA'],
    ['ﬁt', 'FIT'],
    ['Ａｄａ', 'ada'],
    ['é', 'e\u0301'],
    ['ΟΔΟΣ', 'οδος'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['K', 'k'],
    ['Ω', 'ω'],
    ['ẞ', 'ß'],
  ] as const)
    t.equal(foldCase(one), foldCase(other), `${one} and ${other}`)
  t.not(foldCase('a'), foldCase('ä'))
})

t.test('folds idempotently', async t => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), text => t.equal(foldCase(foldCase(text)), foldCase(text))),
    {
      numRuns: 1000,
    },
  )
})
