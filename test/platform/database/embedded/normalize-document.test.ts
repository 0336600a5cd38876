import { BSON, Binary, Long, ObjectId } from 'mongodb'
import t from 'tap'
import { normalizeDocument } from '../../../../src/platform/database/embedded/normalize-document.js'

const roundTrip = (document: object) => BSON.deserialize(BSON.serialize(document, { ignoreUndefined: false }))

const values: unknown[] = [
  ...[null, undefined, true, 0, -0, 1.5, 2 ** 31, 2 ** 53, Infinity, -Infinity, '', 'é😀', '\ud800 broken'],
  ...[new Date(0), new Date(NaN), new ObjectId(), 12n, Long.fromNumber(7), new Binary(Buffer.from('abc'))],
  ...[/x/i, Buffer.from('bytes'), new Uint8Array([1, 2]), new Map([['key', 1]]), () => 1],
  ...[[], {}, [undefined, [null]], { nested: { list: [{ at: new Date(1) }] } }, Object.create(null)],
  ...[JSON.parse('{"__proto__": {"isAdmin": true}}'), { 'a.b': 1, $set: { c: undefined } }],
  { '\ud800 broken': 1 },
]

t.test('returns what a BSON round trip returns, for every type of value', t => {
  for (const value of values)
    for (const document of [{ value }, { list: [1, value] }, { nested: { value } }])
      t.strictSame(
        normalizeDocument(document),
        roundTrip(document),
        BSON.EJSON.stringify({ at: values.indexOf(value) }),
      )
  t.end()
})

t.test('shares no object or array with the caller', t => {
  const document = { list: [{ reps: 5 }], at: new Date(5) }
  const copy = normalizeDocument(document)
  document.list[0]!.reps = 6
  document.list.push({ reps: 7 })
  document.at.setTime(9)
  t.same(copy, { list: [{ reps: 5 }], at: new Date(5) })
  t.end()
})
