import t from 'tap'
import type { App } from '../../../../src/app.js'
import { build, errorCodeOf, queryGraphQL, signUp, type TestUser } from '../../../helper.js'
import { newId, type Input } from '../workouts/workouts.js'
import { deleteGym, gymsOf, saveGym, trySaveGym } from './gyms.js'

const kg = (value: number) => ({ value, unit: 'KG' })
const lb = (value: number) => ({ value, unit: 'LB' })

const defaultsOf = async (app: App, user: TestUser) =>
  (await gymsOf(app, user)).filter(gym => gym.isDefault).map(gym => gym.name)

t.test('saves, replaces, lists and deletes a gym', async t => {
  const app = await build(t)
  const [person, stranger] = [await signUp(app), await signUp(app)]
  const equipment = {
    bars: [{ name: 'Olympic bar', load: kg(20) }],
    plates: [{ load: lb(45), count: 4 }],
    dumbbells: [kg(7.5), kg(10)],
    steps: { machine: kg(5), cable: null },
  }
  const id = newId()
  t.match(await saveGym(app, person, { id, name: ' Downtown ', ...equipment }), {
    conflict: null,
    gym: { id, version: 1, name: 'Downtown', unit: 'KG', isDefault: true, ...equipment },
  })
  t.match(await gymsOf(app, person), [{ id, ...equipment }])
  t.same(await gymsOf(app, stranger), [])

  t.match(await saveGym(app, person, { id, name: 'Empty', expectedVersion: 1 }), {
    gym: {
      version: 2,
      name: 'Empty',
      bars: [],
      plates: [],
      dumbbells: [],
      steps: { machine: null, cable: null },
    },
  })
  t.match(await saveGym(app, person, { id, name: 'Old', expectedVersion: 1 }), {
    conflict: 'VERSION',
    gym: { name: 'Empty' },
  })
  t.match(await saveGym(app, stranger, { id, name: 'Taken' }), { conflict: 'ID_TAKEN', gym: null })
  await deleteGym(app, person, id)
  t.same(await gymsOf(app, person), [])
})

t.test('exactly one gym is the default', async t => {
  const app = await build(t)
  const person = await signUp(app)
  const [first, second, third] = [newId(), newId(), newId()]
  await saveGym(app, person, { id: first, name: 'First' })
  await saveGym(app, person, { id: second, name: 'Second' })
  t.same(await defaultsOf(app, person), ['First'], 'the first gym')
  await saveGym(app, person, { id: third, name: 'Third', isDefault: true })
  t.same(await defaultsOf(app, person), ['Third'], 'the gym that was chosen')
  await saveGym(app, person, { id: third, name: 'Third again', expectedVersion: 1 })
  t.same(await defaultsOf(app, person), ['Third again'], 'a save without the field keeps it')

  await saveGym(app, person, { id: first, name: 'First again', expectedVersion: 1 })
  await deleteGym(app, person, third)
  t.same(await defaultsOf(app, person), ['First again'], 'the gym that was saved last follows a deleted one')
  t.match(
    (await gymsOf(app, person)).map(gym => [gym.name, gym.version]),
    [
      ['First again', 2],
      ['Second', 1],
    ],
    'without a new version',
  )
  const givenUp = { id: first, name: 'First again', expectedVersion: 2, isDefault: false }
  t.match(await saveGym(app, person, givenUp), { gym: { isDefault: false } })
  t.same(await defaultsOf(app, person), ['Second'])
  await deleteGym(app, person, first)
  await saveGym(app, person, { id: second, name: 'Second', expectedVersion: 1, isDefault: false })
  t.same(await defaultsOf(app, person), ['Second'], 'the only gym is always the default')
})

t.test('reports a change of the default gym in the feed', async t => {
  const app = await build(t)
  const person = await signUp(app)
  const first = newId()
  await saveGym(app, person, { id: first, name: 'First' })
  const changesSince = (since: string | null) =>
    queryGraphQL<{ changes: { cursor: string; changes: { recordId: string; record: Input | null }[] } }>(
      app,
      `query($since: String) {
        changes(since: $since) { cursor changes { recordId record { ... on Gym { id isDefault } } } }
      }`,
      { since },
      person,
    )
  const before = (await changesSince(null)).data!.changes.cursor
  await saveGym(app, person, { name: 'Second', isDefault: true })
  const { changes } = (await changesSince(before)).data!.changes
  t.match(
    changes.find(change => change.recordId === first),
    { record: { id: first, isDefault: false } },
  )
})

t.test('rejects invalid gyms with the path', async t => {
  const app = await build(t)
  const person = await signUp(app)
  const invalid: [field: string, input: Input][] = [
    ['input.name', { name: ' ' }],
    ['input.bars', { bars: Array.from({ length: 11 }, () => ({ name: 'Bar', load: kg(20) })) }],
    ['input.bars[0].name', { bars: [{ name: '', load: kg(20) }] }],
    ['input.bars[0].load.value', { bars: [{ name: 'Bar', load: kg(0) }] }],
    [
      'input.plates[1].count',
      {
        plates: [
          { load: kg(20), count: 2 },
          { load: kg(10), count: 0 },
        ],
      },
    ],
    ['input.plates[0].load.value', { plates: [{ load: kg(501), count: 2 }] }],
    ['input.dumbbells', { dumbbells: Array.from({ length: 61 }, () => kg(1)) }],
    ['input.dumbbells[0].value', { dumbbells: [lb(-1)] }],
    ['input.steps.cable.value', { steps: { cable: kg(0) } }],
  ]
  for (const [field, input] of invalid) {
    const { data, errors } = await trySaveGym(app, person, input)
    t.equal(data?.saveGym, null)
    t.match(errors, [{ extensions: { code: 'BAD_USER_INPUT', field } }], field)
  }
  t.same(await gymsOf(app, person), [])
})

t.test('limits the number of gyms', async t => {
  const app = await build(t)
  const person = await signUp(app)
  const ids = Array.from({ length: 20 }, newId)
  for (const id of ids) await saveGym(app, person, { id })
  t.equal(errorCodeOf(await trySaveGym(app, person, {})), 'CONFLICT')
  t.match(await saveGym(app, person, { id: ids[0], expectedVersion: 1 }), { conflict: null })
})
