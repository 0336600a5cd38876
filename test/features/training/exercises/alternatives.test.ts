import fc from 'fast-check'
import t from 'tap'
import {
  equipment,
  levels,
  type Equipment,
  type ExerciseEntry,
} from '../../../../src/lib/exercise-vocabulary.js'
import { unlimited } from '../../../graphql/requests.js'
import { queryGraphQL, build, errorCodeOf, signUp, type TestUser } from '../../../helper.js'
import { everything, newId, remove, save, use } from './custom-exercises.js'
import { starterCatalogue } from './starter-catalogue.js'

interface Row extends ExerciseEntry {
  id: string
  isCustom: boolean
}

// No test changes the catalogue.
const app = await build(t, { settings: unlimited })
await app.features.services.exercises.import(starterCatalogue, 'starter')
const { exercises } = app.features.services
const bySlug = await exercises.findBySlugs(starterCatalogue.map(({ slug }) => slug))
const idOf = (slug: string) => bySlug.get(slug)!.id

async function alternatives(
  id: string,
  args: { first?: number | null; equipment?: readonly Equipment[] | null } = {},
  user?: TestUser,
): Promise<Row[]> {
  const { data, errors } = await queryGraphQL<{ exercise: { alternatives: Row[] } }>(
    app,
    `query ($id: ID!, $first: Int, $equipment: [Equipment!]) {
      exercise(id: $id) { alternatives(first: $first, equipment: $equipment) { ${everything} } }
    }`,
    { id, first: 5, ...args },
    user,
  )
  if (!data) throw new Error(JSON.stringify(errors))
  return data.exercise.alternatives
}

const namesOf = (rows: readonly { name: string }[]) => rows.map(({ name }) => name)
const muscles = ({ primaryMuscles }: ExerciseEntry) => [...primaryMuscles].sort().join()

/** The difference of two exercises. Each component outweighs all that follow. */
const difference = (one: ExerciseEntry, other: ExerciseEntry) =>
  [
    Number(one.mechanic !== other.mechanic),
    Number(one.force !== other.force),
    Math.abs(levels.indexOf(one.level) - levels.indexOf(other.level)),
  ].join('')

t.test(
  'finds exercises for the same muscles and the available equipment, the most similar first',
  async t => {
    const available = fc.option(fc.subarray([...equipment], { minLength: 1 }))
    const first = fc.integer({ min: 1, max: 20 })
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...bySlug.values()),
        available,
        first,
        async (one, available, first) => {
          const same = [...bySlug.values()].filter(
            other => other.id !== one.id && muscles(other) === muscles(one),
          )
          fc.pre(same.length > 0)
          const possible = same.filter(
            other =>
              !available || other.equipment.every(item => item === 'BODY_ONLY' || available.includes(item)),
          )
          const found = await alternatives(one.id, { first, equipment: available })
          t.ok(
            found.every(({ id }) => possible.some(other => other.id === id)),
            `${one.name}: ${namesOf(found).join()}`,
          )
          t.equal(new Set(found.map(({ id }) => id)).size, found.length)
          const expected = possible.map(other => difference(one, other)).sort()
          t.same(
            found.map(other => difference(one, other)),
            expected.slice(0, first),
            `${one.name} ${JSON.stringify({ available, first })}`,
          )
        },
      ),
      { numRuns: 150 },
    )
  },
)

t.test('sorts equally similar alternatives by popularity', async t => {
  t.same(namesOf(await alternatives(idOf('barbell-bench-press'), { first: 2 })), [
    'Barbell Incline Bench Press',
    'Chest Dip',
  ])
  t.equal((await alternatives(idOf('barbell-bench-press'), { first: null })).length, 5, 'five by default')
  t.same(await alternatives(idOf('barbell-bench-press'), { first: 0 }), [])
})

t.test('falls back to exercises that share the most muscles if none trains exactly the same', async t => {
  const deadlift = bySlug.get('barbell-deadlift')!
  const found = await alternatives(deadlift.id)
  t.equal(found.length, 5)
  const missing = found.map(
    other => deadlift.primaryMuscles.filter(muscle => !other.primaryMuscles.includes(muscle)).length,
  )
  t.same(missing, missing.toSorted())
  t.ok(missing.every(count => count < 3))
})

t.test('includes the custom exercises of the user only, and finds alternatives to them', async t => {
  const [user, stranger] = [await signUp(app), await signUp(app)]
  const press = bySlug.get('barbell-bench-press')!
  const { slug: _, ...entry } = starterCatalogue.find(({ slug }) => slug === press.slug)!
  const [own, other] = [newId(), newId()]
  await save(app, user, { id: own, ...entry, name: 'Press of mine', equipment: ['OTHER'] })
  await save(app, user, { id: other, ...entry, name: 'Far from it', force: 'PULL', mechanic: 'ISOLATION' })
  const all = namesOf(await alternatives(press.id, { first: 100 }, user))
  t.equal(all[0], 'Press of mine')
  t.ok(all.includes('Far from it'))
  t.equal(new Set(all).size, all.length)
  t.notOk(namesOf(await alternatives(press.id, { equipment: ['BARBELL'] }, user)).includes('Press of mine'))
  for (const who of [stranger, undefined])
    t.notOk(namesOf(await alternatives(press.id, { first: 100 }, who)).includes('Press of mine'))
  t.ok(namesOf(await alternatives(own, { first: 100 }, user)).includes('Barbell Bench Press'))

  await use(app, user, { [own]: {} })
  await remove(app, user, own)
  t.notOk(namesOf(await alternatives(press.id, { first: 100 }, user)).includes('Press of mine'))
  t.equal((await alternatives(own, {}, user)).length, 5, 'a deleted exercise has alternatives, too')
  const bare = newId()
  await save(app, user, { id: bare, name: 'Something' })
  t.same(await alternatives(bare, {}, user), [], 'an exercise without muscles has none')
})

t.test(
  'returns the alternatives of a page of 100 exercises in one request, and rejects an invalid number',
  async t => {
    const page = `{ exercises(first: 100) { edges { node { id alternatives { id name } } } } }`
    t.equal((await queryGraphQL(app, page)).errors, undefined)
    for (const first of [-1, 101]) {
      const query = `{ exercise(id: "${idOf('plank')}") { name alternatives(first: ${first}) { id } } }`
      t.equal(errorCodeOf(await queryGraphQL(app, query)), 'BAD_USER_INPUT')
    }
  },
)
