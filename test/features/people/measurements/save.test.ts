import t from 'tap'
import { queryGraphQL, errorCodeOf, signUp } from '../../../helper.js'
import {
  consent,
  days,
  girths,
  kg,
  lb,
  list,
  measured,
  newId,
  noon,
  remove,
  save,
  buildWithUser,
  trySave,
  type Input,
} from './measurements.js'

const cm = (value: number) => ({ value, unit: 'CM' })
const inches = (value: number) => ({ value, unit: 'IN' })
const nothing = Object.fromEntries(['weight', 'bodyFatPercent', ...girths].map(name => [name, null]))

t.test('saves all values of a measurement in their units', async t => {
  const { app, person } = await buildWithUser(t)
  const values = {
    ...{ weight: lb(180.55), bodyFatPercent: 17.25 },
    ...Object.fromEntries(girths.map((name, at) => [name, at % 2 ? cm(30.125 + at) : inches(10.1 + at)])),
  }
  const id = newId()
  const made = { version: 1, createdAt: noon.toISOString(), updatedAt: noon.toISOString() }
  const whole = { id, ...made, date: '2026-05-01', ...values }
  t.same(await save(app, person, { id: id.toUpperCase(), date: '2026-05-01', ...values }), {
    conflict: null,
    measurement: whole,
  })
  const { data } = await queryGraphQL(
    app,
    `query ($id: ID!) { node(id: $id) { __typename ... on Measurement { id version date weight { value unit } } } }`,
    { id },
    person,
  )
  t.same(data?.node, { __typename: 'Measurement', id, version: 1, date: '2026-05-01', weight: lb(180.55) })

  const again = await save(app, person, { id, date: '2026-05-01', waist: cm(80), expectedVersion: 1 })
  t.match(
    again,
    { measurement: { ...nothing, waist: cm(80), version: 2, date: '2026-05-01' } },
    'omitted fields become null',
  )
  t.match(
    await save(app, person, { id, date: '2026-05-01', ...values }),
    { measurement: { version: 2 } },
    'repeated',
  )
})

t.test('rejects invalid values with their path and writes nothing', async t => {
  const { app, person } = await buildWithUser(t)
  const weight = kg(80)
  const wrong: [path: string, fields: Input][] = [
    ['input.id', { id: 'x', weight }],
    ['input.weight.value', { weight: kg(19.99) }],
    ['input.weight.value', { weight: kg(650.01) }],
    ['input.weight.value', { weight: kg(-80) }],
    ['input.weight.value', { weight: lb(44) }],
    ['input.weight.value', { weight: lb(1434) }],
    ['input.bodyFatPercent', { bodyFatPercent: 0.9 }],
    ['input.bodyFatPercent', { bodyFatPercent: 75.1 }],
    ...girths.flatMap((name): [string, Input][] => [
      [`input.${name}.value`, { [name]: cm(4.9) }],
      [`input.${name}.value`, { [name]: inches(118.2) }],
    ]),
    ['input', {}],
    ['input', { weight: null, waist: null }],
    ['input.date', { date: '2026-05-03', weight }],
    ['input.date', { date: '1966-04-30', weight }],
  ]
  for (const [path, fields] of wrong) {
    const { errors } = await trySave(app, person, { id: newId(), date: '2026-05-01', ...fields })
    t.match(errors, [{ extensions: { code: 'BAD_USER_INPUT' } }], JSON.stringify(fields))
    t.equal(errors?.[0]?.message.split(' ')[0], path, JSON.stringify(fields))
  }
  for (const date of [
    '2026-02-30',
    '2026-5-1',
    '10000-01-01',
    '01.05.2026',
    '2026-05-01T00:00:00.000Z',
    '',
    1,
  ])
    t.equal(
      errorCodeOf(await trySave(app, person, { id: newId(), date, weight })),
      'BAD_USER_INPUT',
      String(date),
    )
  for (const value of ['80', NaN, Infinity, null])
    t.equal(await save(app, person, measured('2026-05-01', { value, unit: 'KG' })), 'BAD_USER_INPUT')
  t.equal(await save(app, person, measured('2026-05-01', { value: 80, unit: 'STONE' })), 'BAD_USER_INPUT')
  t.same(await days(app, person), [])
})

t.test('accepts the minimum and maximum of every value', async t => {
  const { app, person } = await buildWithUser(t)
  const ends: Input[] = [
    ...[{ weight: kg(20) }, { weight: kg(650) }, { weight: lb(44.1) }, { weight: lb(1433) }],
    ...[{ bodyFatPercent: 1 }, { bodyFatPercent: 75 }, { neck: cm(5) }, { hips: cm(300) }],
    ...[{ leftCalf: inches(1.97) }, { chest: inches(118.1) }],
  ]
  for (const [at, fields] of ends.entries())
    t.match(await save(app, person, { id: newId(), date: `2026-04-${at + 10}`, ...fields }), {
      measurement: fields,
    })
  for (const date of ['1966-05-01', '2024-02-29'])
    t.match(await save(app, person, measured(date, kg(80))), { measurement: { date } })
})

t.test('accepts the current date of any time zone', async t => {
  const lateInTheDay = new Date('2026-05-01T10:30:00.000Z')
  const { app, person } = await buildWithUser(t, () => lateInTheDay)
  t.match(
    await save(app, person, measured('2026-05-02', kg(80))),
    { conflict: null },
    'the date is already May 2 on Kiritimati',
  )
  t.equal(await save(app, person, measured('2026-05-03', kg(80))), 'BAD_USER_INPUT')
})

t.test('allows one measurement per date', async t => {
  const { app, person } = await buildWithUser(t)
  const [first, second] = [measured('2026-04-01', kg(80)), measured('2026-04-01', kg(81))]
  await save(app, person, first)
  const taken = { conflict: 'ACTIVE', measurement: { id: first.id, weight: kg(80), version: 1 } }
  t.match(await save(app, person, second), taken)
  t.match(await save(app, person, { ...second, date: '2026-04-02' }), { conflict: null })
  t.match(
    await save(app, person, { ...second, expectedVersion: 1 }),
    taken,
    'moving a measurement to a taken date conflicts',
  )
  t.match(await save(app, person, { ...first, date: '2026-04-03', expectedVersion: 1 }), { conflict: null })
  t.match(
    await save(app, person, { ...second, expectedVersion: 1 }),
    { conflict: null },
    'after the date is free',
  )
  await remove(app, person, second.id)
  t.match(await save(app, person, measured('2026-04-01', kg(82))), { conflict: null }, 'after the deletion')
  t.same(await days(app, person), ['2026-04-03', '2026-04-01'])
  const other = await signUp(app)
  await consent(app, other)
  t.match(await save(app, other, second), { conflict: 'ID_TAKEN', measurement: null })
  t.match(
    await save(app, other, measured('2026-04-01', kg(60))),
    { conflict: null },
    'dates of other users do not conflict',
  )
})

t.test('saves one of several concurrent measurements of the same date', async t => {
  const { app, person } = await buildWithUser(t)
  const inputs = Array.from({ length: 8 }, (_, at) => measured('2026-04-01', kg(70 + at)))
  const results = await Promise.all(inputs.map(competitor => save(app, person, competitor)))
  const conflicts = results.map(result => (typeof result === 'string' ? result : result.conflict))
  t.same(conflicts.filter(conflict => conflict === null).length, 1)
  t.same(conflicts.filter(conflict => conflict === 'ACTIVE').length, 7)
  const shown = results.map(result => (typeof result === 'string' ? result : result.measurement?.id))
  t.equal(new Set(shown).size, 1, 'all devices get the same record')
})

t.test('handles versions, deletions and conflicts like other owned records', async t => {
  const { app, person } = await buildWithUser(t)
  const input = measured('2026-04-01', kg(80))
  t.match(await save(app, person, { ...input, expectedVersion: 1 }), {
    conflict: 'UNKNOWN',
    measurement: null,
  })
  await save(app, person, input)
  const shown = { id: input.id, version: 1, weight: kg(80) }
  t.match(await save(app, person, { ...input, weight: kg(81) }), { conflict: 'VERSION', measurement: shown })
  t.match(await remove(app, person, input.id, 2), {
    ...{ conflict: 'VERSION', version: 1, deletedAt: null },
    record: { __typename: 'Measurement', id: input.id, version: 1 },
  })
  const deleted = {
    recordId: input.id,
    version: 2,
    deletedAt: noon.toISOString(),
    conflict: null,
    record: null,
  }
  t.same(await remove(app, person, input.id, 1), deleted)
  t.same(await remove(app, person, input.id), deleted, 'a repetition changes nothing')
  t.match(await save(app, person, { ...input, weight: kg(82) }), { conflict: 'DELETED', measurement: null })
  t.equal(await remove(app, person, 'x'), 'BAD_USER_INPUT')
  t.match(await remove(app, person, newId()), { version: null, conflict: null })
  t.same(await days(app, person), [])
})

t.test('paginates by date, latest first, with an inclusive range', async t => {
  const { app, person } = await buildWithUser(t)
  const all = ['2026-05-01', '2026-04-30', '2026-04-02', '2025-12-31', '2006-05-01']
  for (const date of [...all].sort()) await save(app, person, measured(date, kg(80)))
  t.same(await days(app, person), all)
  t.same(await days(app, person, { from: '2026-04-02' }), all.slice(0, 3))
  t.same(await days(app, person, { to: '2026-04-02' }), all.slice(2))
  t.same(await days(app, person, { from: '2025-12-31', to: '2026-04-30' }), all.slice(1, 4))
  t.same(
    await days(app, person, { from: '2006-05-01', to: '2026-04-30' }),
    all.slice(1),
    'accepts a range of twenty years',
  )
  for (const range of [
    { from: '2006-05-01', to: '2026-05-01' },
    { from: '2026-05-02', to: '2026-05-01' },
    { first: 101 },
    { after: 'x' },
  ])
    t.equal(await days(app, person, range), 'BAD_USER_INPUT', JSON.stringify(range))

  const page = await list(app, person, { first: 2 })
  if (typeof page === 'string') throw new Error(page)
  t.equal(page.pageInfo.hasNextPage, true)
  t.same(await days(app, person, { first: 2, after: page.pageInfo.endCursor }), all.slice(2, 4))
  t.same(await days(app, person, { last: 1 }), all.slice(-1))
  t.same(await days(app, await signUp(app)), [])
  t.equal(await days(app, undefined), 'UNAUTHENTICATED')
})
