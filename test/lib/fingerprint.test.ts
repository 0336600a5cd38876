import fc from 'fast-check'
import t from 'tap'
import { canonicalJson, fingerprintOf } from '../../src/lib/fingerprint.js'

t.test('creates equal texts for equal values', t => {
  const moment = new Date('2026-05-01T12:00:00.000Z')
  const value = { b: [1, -0, null, undefined], a: 'x"', c: { e: true, d: moment }, f: null }
  // Fingerprints of this text are stored, so it must not change.
  t.equal(canonicalJson(value), `{"a":"x\\"","b":[1,0,null,null],"c":{"d":@${moment.getTime()},"e":true}}`)
  t.equal(canonicalJson({ a: undefined }), canonicalJson({}))
  t.equal(fingerprintOf({ a: 1, b: 2 }), fingerprintOf({ b: 2.0, a: 1 }))
  t.not(fingerprintOf({ a: [1, 2] }), fingerprintOf({ a: [2, 1] }))
  t.end()
})

t.test('equals the JSON with sorted fields for values without nulls and dates', t => {
  const sorted = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(sorted)
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(
            Object.entries(value)
              .sort(([a], [b]) => (a < b ? -1 : 1))
              .map(([name, part]) => [name, sorted(part)]),
          )
        : value
  // Names that look like numbers come first in every object.
  const name = fc.string({ minLength: 1 }).map(text => `x${text}`)
  const { tree } = fc.letrec(tie => ({
    leaf: fc.oneof(fc.string(), fc.integer(), fc.boolean()),
    tree: fc.oneof(
      { depthSize: 'small' },
      tie('leaf'),
      fc.array(tie('tree'), { maxLength: 4 }),
      fc.dictionary(name, tie('tree'), { maxKeys: 4 }),
    ),
  }))
  fc.assert(fc.property(tree, value => canonicalJson(value) === JSON.stringify(sorted(value))))
  t.end()
})
