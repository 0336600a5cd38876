import { BSON, ObjectId } from 'mongodb'
import fc from 'fast-check'
import t from 'tap'
import { encodeKey, endOfPrefix } from '../../../../src/platform/database/embedded/index-keys.js'

/** Values in the order of MongoDB. Values of one row are equal. */
const ordered: unknown[][] = [
  [new BSON.MinKey()],
  [null, undefined],
  [NaN],
  [-Infinity],
  [-1e300],
  [-2.5],
  [-1],
  [-0, 0, BSON.Long.fromNumber(0)],
  [Number.MIN_VALUE],
  [1, 1n],
  [1.5],
  [Number.MAX_SAFE_INTEGER],
  [Infinity],
  [''],
  ['\0'],
  ['\0\0'],
  ['a'],
  ['a\0'],
  ['a\0b'],
  ['aa'],
  ['b'],
  ['ä'],
  ['\uffee'],
  ['😀'],
  [new BSON.Binary(Buffer.of(255))],
  [new BSON.Binary(Buffer.of(0, 0))],
  [new ObjectId('000000000000000000000000')],
  [new ObjectId('ff0000000000000000000000')],
  [false],
  [true],
  [new Date(-1)],
  [new Date(0)],
  [new Date(1e15)],
]

const compareKeys = (a: readonly unknown[], b: readonly unknown[]) =>
  Math.sign(Buffer.compare(encodeKey(a), encodeKey(b)))

t.test('gives keys the order of MongoDB', async t => {
  for (const [position, values] of ordered.entries())
    for (const [other, others] of ordered.entries())
      for (const value of values)
        for (const otherValue of others)
          if (compareKeys([value], [otherValue]) !== Math.sign(position - other))
            t.fail(`${BSON.EJSON.stringify({ value })} and ${BSON.EJSON.stringify({ otherValue })}`)
})

t.test('compares several values one after the other', async t => {
  const position = fc.nat({ max: ordered.length - 1 })
  const positions = fc.tuple(position, position, position)
  const valuesAt = (chosen: readonly number[]) => chosen.map(row => ordered[row]?.[0])
  const property = fc.property(positions, positions, (a, b) => {
    const first = a.findIndex((row, index) => row !== b[index])
    const expected = first < 0 ? 0 : Math.sign(a[first]! - b[first]!)
    t.equal(compareKeys(valuesAt(a), valuesAt(b)), expected)
  })
  fc.assert(property)
})

t.test('ends the range of a prefix after all keys that begin with it', async t => {
  t.same(endOfPrefix(Buffer.of(1, 2)), Buffer.of(1, 3))
  t.same(endOfPrefix(Buffer.of(1, 255, 255)), Buffer.of(2))
  t.equal(endOfPrefix(Buffer.of(255)), undefined)
  const bytes = fc.uint8Array({ minLength: 1, maxLength: 4 })
  const property = fc.property(bytes, bytes, (prefix, rest) => {
    const end = endOfPrefix(prefix)
    t.ok(!end || Buffer.compare(Buffer.concat([prefix, rest]), end) < 0)
  })
  fc.assert(property)
})

t.test('encodes long and many values', async t => {
  const long = 'x'.repeat(100_000)
  t.equal(
    Buffer.from(encodeKey([long, long]))
      .toString()
      .split(long).length,
    3,
  )
  t.equal(compareKeys([long, 1], [long, 2]), -1)
})
