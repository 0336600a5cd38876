import fc from 'fast-check'
import { Kind } from 'graphql'
import t from 'tap'
import { DateTime } from '../../src/graphql/scalars.js'
import { queryGraphQL, build, signUp } from '../helper.js'

const stamp = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/

t.test('serializes a DateTime in UTC with three fractional digits', async t => {
  const app = await build(t, { clock: () => new Date('2026-01-31T08:15:30Z') })
  const user = await signUp(app)
  const { data } = await queryGraphQL(app, '{ me { createdAt lastLogin profile { updatedAt } } }', {}, user)
  const moment = '2026-01-31T08:15:30.000Z'
  t.same(data, { me: { createdAt: moment, lastLogin: moment, profile: { updatedAt: moment } } })
})

t.test('parses a DateTime with any offset and fraction', async t => {
  const read = (text: string) => DateTime.parseValue(text).toISOString()
  t.equal(read('2026-01-31T08:15:30Z'), '2026-01-31T08:15:30.000Z')
  t.equal(read('2026-01-31T08:15:30.5Z'), '2026-01-31T08:15:30.500Z')
  t.equal(read('2026-01-31T08:15:30.123456789Z'), '2026-01-31T08:15:30.123Z')
  t.equal(read('2026-01-31T00:15:30+05:45'), '2026-01-30T18:30:30.000Z')
  t.equal(read('2024-02-29T00:00:00-00:00'), '2024-02-29T00:00:00.000Z')
  const literal = DateTime.parseLiteral({ kind: Kind.STRING, value: '2026-01-31T08:15:30Z' })
  t.equal(literal.toISOString(), '2026-01-31T08:15:30.000Z')
})

t.test('rejects invalid DateTimes', async t => {
  for (const value of [
    '',
    '2026-01-31',
    '2026-01-31T08:15:30',
    '2026-01-31 08:15:30Z',
    '2026-02-31T08:15:30Z',
    '2026-02-29T08:15:30Z',
    '2026-13-01T00:00:00Z',
    '2026-01-31T25:00:00Z',
    '2026-01-31T08:15:30+25:00',
    '+002026-01-31T08:15:30Z',
    'yesterday',
    1769847330000,
    true,
    {},
    [],
    new Date(0),
  ])
    t.throws(
      () => DateTime.parseValue(value),
      { message: /DateTime must have the form/ },
      JSON.stringify(value),
    )
  t.throws(() => DateTime.parseLiteral({ kind: Kind.INT, value: '0' }))
})

t.test('serializes only valid Dates', async t => {
  for (const value of ['2026-01-31T08:15:30.000Z', 0, null, new Date(NaN)])
    t.throws(() => DateTime.serialize(value), String(value))
})

t.test('parses what it serializes', async () => {
  const years = { min: new Date('0000-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59.999Z') }
  fc.assert(
    fc.property(fc.date({ ...years, noInvalidDate: true }), moment => {
      const written = DateTime.serialize(moment)
      return stamp.test(written) && DateTime.parseValue(written).getTime() === moment.getTime()
    }),
  )
})

t.test('parses or rejects any string', async t => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), text => {
      t.throws(() => DateTime.parseValue(text), { name: 'GraphQLError' })
    }),
  )
})
