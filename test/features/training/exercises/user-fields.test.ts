import t from 'tap'
import type { Collection, Database, Entity, Index } from '../../../../src/platform/database/database.js'
import { get } from '../../../graphql/requests.js'
import { countCommands } from '../../../commands.js'
import { queryGraphQL, build, signUp, type TestUser } from '../../../helper.js'
import { catalogueOf, pageOf } from './documents.js'
import { favorite, newId, save, use } from './custom-exercises.js'
import { starterCatalogue } from './starter-catalogue.js'

const fields = 'name isFavorite lastPerformedAt timesPerformed'

t.test('returns the fields of an exercise that depend on the user', async t => {
  const app = await catalogueOf(t, 3)
  const [user, stranger] = [await signUp(app), await signUp(app)]
  const { id } = (await pageOf(app)).edges[0]!.node
  const own = newId()
  await save(app, user, { id: own })
  const lastPerformedAt = new Date('2026-02-03T10:00:00.000Z')
  await use(app, user, { [id]: { timesPerformed: 4, lastPerformedAt }, [own]: {} })
  await favorite(app, user, id)
  const find = async (exerciseId: string, who?: TestUser) => {
    const { data, errors } = await queryGraphQL<{ exercise: object }>(
      app,
      `query ($id: ID!) { exercise(id: $id) { ${fields} } }`,
      { id: exerciseId },
      who,
    )
    return { ...data?.exercise, codes: errors?.map(({ extensions }) => extensions.code) }
  }
  t.match(await find(id, user), {
    isFavorite: true,
    lastPerformedAt: lastPerformedAt.toISOString(),
    timesPerformed: 4,
  })
  const nothing = { isFavorite: false, lastPerformedAt: null, timesPerformed: 0 }
  t.match(await find(own, user), nothing)
  t.match(await find(id, stranger), nothing)
  t.match(await find(id), {
    name: String,
    isFavorite: null,
    lastPerformedAt: null,
    timesPerformed: null,
    codes: ['UNAUTHENTICATED', 'UNAUTHENTICATED', 'UNAUTHENTICATED'],
  })
  await favorite(app, user, id, false)
  t.match(await find(id, user), { isFavorite: false })
})

t.test('returns a private response with the latest writes if there is a token', async t => {
  const app = await catalogueOf(t, 3)
  const user = await signUp(app)
  const query = '{ exercises { totalCount } }'
  const open = await get(app, { query })
  t.equal(open.headers['cache-control'], 'public, max-age=300')
  const before = await get(app, { query }, { person: user })
  t.equal(before.headers['cache-control'], 'private, no-cache')
  await save(app, user, { id: newId() })
  const headers = { 'if-none-match': String(before.headers.etag) }
  const after = await get(app, { query }, { person: user, headers })
  t.same([after.statusCode, after.json()], [200, { data: { exercises: { totalCount: 4 } } }])
})

t.test('reads a page in a constant number of round trips', async t => {
  const commands = countCommands(t)
  const app = await build(t, { wrapDatabase: commands.observe })
  await app.features.services.exercises.import(starterCatalogue.slice(0, 120), 'starter')
  const user = await signUp(app)
  for (const { id } of (await pageOf(app, { first: 3 })).edges.map(({ node }) => node)) {
    await favorite(app, user, id)
    await save(app, user, { id: newId(), name: 'Press of mine', primaryMuscles: ['CHEST'] })
  }
  const query = `query ($first: Int, $filter: ExerciseFilter, $search: String) {
    exercises(first: $first, filter: $filter, search: $search, sort: LAST_PERFORMED) {
      edges { node { ${fields} alternatives(first: 2) { id ${fields} } } }
    }
  }`
  const trips = async (variables: object) => {
    // Invalidate the cached library.
    await use(app, user, {})
    const { result, commands: sent } = await commands.during(() => queryGraphQL(app, query, variables, user))
    t.equal(result.errors, undefined)
    return sent.filter(
      command => !command.startsWith('catalogueRevisions') && command !== 'exercises.countDocuments',
    )
  }
  for (const variables of [{}, { search: 'press' }, { filter: { muscles: ['CHEST'], scope: 'ALL' } }]) {
    const one = await trips({ ...variables, first: 1 })
    t.ok(one.length <= 8, one.join(', '))
    const many = await trips({ ...variables, first: 100 })
    t.ok(many.length <= one.length, `${many.join(', ')} after ${one.join(', ')}`)
  }
})

t.test('reads the head once for the fields of all exercises of a page', async t => {
  let reads = 0
  const observed = <T extends Entity>(name: string, collection: Collection<T>): Collection<T> => ({
    ...collection,
    findById(id) {
      if (name === 'ownedRecords') reads++
      return collection.findById(id)
    },
  })
  const wrapDatabase = (database: Database): Database => ({
    ...database,
    collection: <T extends Entity>(name: string, indexes?: Index[]) =>
      observed(name, database.collection<T>(name, indexes)),
  })
  const app = await build(t, { wrapDatabase })
  await app.features.services.exercises.import(starterCatalogue.slice(0, 20), 'starter')
  const user = await signUp(app)
  const query = `{ exercises { edges { node { ${fields} } } } }`
  await queryGraphQL(app, query, {}, user)
  reads = 0
  const { data } = await queryGraphQL<{ exercises: { edges: unknown[] } }>(app, query, {}, user)
  t.equal(data?.exercises.edges.length, 20)
  t.equal(reads, 2, 'one for the list and one for the fields')
})
