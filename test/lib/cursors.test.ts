import fc from 'fast-check'
import t from 'tap'
import { compareKeys, decodeCursor, encodeCursor, type SortKey } from '../../src/lib/cursors.js'

const texts = fc.string({ unit: 'binary' })
const numbers = fc.double({ noNaN: true, noDefaultInfinity: true }).map(number => number + 0)
const keys = fc.tuple(numbers, texts, texts)
const example: SortKey = [0, '', '']

t.test('decodes a cursor to its key', async t => {
  fc.assert(fc.property(keys, key => t.strictSame(decodeCursor('after', encodeCursor(key), example), key)))
})

t.test('rejects a cursor that is too long without decoding it', async t => {
  const long = encodeCursor([0, 'a'.repeat(4000), ''])
  t.throws(() => decodeCursor('after', long, example), { code: 'BAD_USER_INPUT' })
})

t.test('encodes cursors with URL-safe characters', async () => {
  fc.assert(fc.property(keys, key => /^[\w-]+$/.test(encodeCursor(key))))
})

t.test('rejects a cursor of another list with the name of the argument', async t => {
  const others: unknown[] = [
    [],
    [0],
    [0, ''],
    [0, '', '', ''],
    ['', '', ''],
    [0, '', 1],
    [0, '', null],
    {},
    null,
    0,
    '',
  ]
  for (const other of others) {
    const cursor = encodeCursor(other as SortKey)
    t.throws(() => decodeCursor('before', cursor, example), {
      code: 'BAD_USER_INPUT',
      message: 'before is not a cursor of this list.',
    })
  }
})

t.test('rejects a cursor that is changed in one place', async t => {
  const change = fc.tuple(keys, fc.nat(), fc.integer({ min: 1, max: 127 }))
  fc.assert(
    fc.property(change, ([key, place, difference]) => {
      const bytes = Buffer.from(encodeCursor(key), 'base64url')
      bytes[place % bytes.length]! ^= difference
      t.throws(() => decodeCursor('after', bytes.toString('base64url'), example), { code: 'BAD_USER_INPUT' })
    }),
  )
})

t.test('compares keys part by part', async t => {
  t.equal(compareKeys(['a', 1], ['a', 1]), 0)
  t.equal(compareKeys(['a', 1], ['a', 2]), -1)
  t.equal(compareKeys(['b', 1], ['a', 2]), 1)
  t.equal(compareKeys([9], [10]), -1)
  t.equal(compareKeys(['9'], ['10']), 1)
})

t.test('orders keys totally', async t => {
  const small = fc.tuple(fc.integer({ min: 0, max: 2 }), fc.constantFrom('a', 'b', 'B', 'ä'))
  fc.assert(
    fc.property(small, small, small, (one, two, three) => {
      t.equal(compareKeys(one, two) + compareKeys(two, one), 0)
      t.equal(compareKeys(one, one), 0)
      if (compareKeys(one, two) < 0 && compareKeys(two, three) < 0) t.equal(compareKeys(one, three), -1)
    }),
  )
})
