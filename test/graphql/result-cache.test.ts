import t, { type Test } from 'tap'
import type { App } from '../../src/app.js'
import {
  build,
  errorCodeOf,
  isolatedSettings,
  logIn,
  queryGraphQL,
  signUp,
  type TestUser,
} from '../helper.js'
import { favorite, newId, remove, save } from '../features/training/exercises/custom-exercises.js'
import { starterCatalogue } from '../features/training/exercises/starter-catalogue.js'
import { get, post, unlimited } from './requests.js'
import { addressesOf, responseOf, socketClient } from './subscriptions/live.js'

const query = `query ($first: Int, $filter: ExerciseFilter, $sort: ExerciseSort) {
  exercises(first: $first, filter: $filter, sort: $sort) { totalCount edges { cursor node { id name isCustom } } }
}`

async function start(t: Test) {
  const app = await build(t, { settings: { ...unlimited, METRICS_PORT: '0' } })
  await app.features.services.exercises.import(starterCatalogue.slice(0, 10), 'starter')
  const lookups = async (result: 'hit' | 'miss') => {
    const metrics = await (await fetch(`http://127.0.0.1:${app.metricsPort}/metrics`)).text()
    const line = new RegExp(
      `fitness_cache_requests_total\\{[^}]*cache="results"[^}]*result="${result}"[^}]*\\} (\\d+)`,
    )
    return Number(line.exec(metrics)?.[1] ?? 0)
  }
  /** Sends a request, and returns its body and whether its result was reused. */
  const send = async (variables: object = {}, person?: TestUser, language = 'en') => {
    const hits = await lookups('hit')
    const headers = { 'accept-language': language }
    const response = await post(app, { body: { query, variables }, headers, ...(person ? { person } : {}) })
    return { body: response.body, isReused: (await lookups('hit')) > hits }
  }
  return { app, send, lookups }
}

const total = (body: string) =>
  (JSON.parse(body) as { data: { exercises: { totalCount: number } } }).data.exercises.totalCount

t.test('returns the same bytes without executing the operation again', async t => {
  const { app, send } = await start(t)
  const user = await signUp(app)
  const first = await send({ first: 3 })
  t.notOk(first.isReused)
  t.same(await send({ first: 3 }), { body: first.body, isReused: true })
  t.same(
    await send({ first: 3 }, user),
    { body: first.body, isReused: true },
    'for every user without own exercises',
  )
  t.notOk((await send({ first: 4 })).isReused, 'other variables')
  t.same((await send({ first: 3 }, undefined, 'de')).isReused, false, 'another language')
  t.not((await send({ first: 3 }, undefined, 'de')).body, first.body)
  const cached = await get(app, { query, variables: '{"first":3}' })
  t.equal(cached.body, first.body)
  t.equal(cached.headers['cache-control'], 'public, max-age=300')
})

t.test('returns the latest writes of the user and of imports', async t => {
  const { app, send } = await start(t)
  const [user, stranger] = [await signUp(app), await signUp(app)]
  t.equal(total((await send({}, user)).body), 10)
  const id = newId()
  await save(app, user, { id })
  t.equal(total((await send({}, user)).body), 11)
  t.ok((await send({}, user)).isReused)
  t.equal(total((await send({}, stranger)).body), 10)
  await remove(app, user, id)
  t.equal(total((await send({}, user)).body), 10)
  await app.features.services.exercises.import(starterCatalogue.slice(0, 12), 'starter')
  for (const person of [user, stranger, undefined]) t.equal(total((await send({}, person)).body), 12)
})

// Only MongoDB can serve two instances, because the embedded database belongs to one process.
t.test(
  'returns the latest writes on another instance',
  { skip: process.env.TEST_MONGODB_URI === undefined && 'needs TEST_MONGODB_URI' },
  async t => {
    const settings = isolatedSettings(t, unlimited)
    const [here, there] = [await build(t, { settings }), await build(t, { settings })]
    await here.features.services.exercises.import(starterCatalogue.slice(0, 10), 'starter')
    const user = await signUp(here)
    const count = async (app: App) => total((await post(app, { body: { query }, person: user })).body)
    const body = { query: '{ exercises { edges { node { isFavorite timesPerformed } } } }' }
    const favorites = async (app: App) =>
      (await post(app, { body, person: user })).body.match(/"isFavorite":true/g)?.length ?? 0
    const { exercises } = (
      await queryGraphQL<{ exercises: { edges: { node: { id: string } }[] } }>(
        here,
        '{ exercises { edges { node { id } } } }',
        {},
        user,
      )
    ).data!
    for (let round = 1; round <= 5; round++)
      for (const [writer, reader] of [
        [here, there],
        [there, here],
      ] as const) {
        const before = await count(reader)
        const id = newId()
        await save(writer, user, { id })
        t.equal(await count(reader), before + 1)
        await remove(writer, user, id)
        t.equal(await count(reader), before)
        const exercise = exercises.edges[round]!.node
        await favorite(writer, user, exercise.id)
        t.equal(await favorites(reader), 1)
        await favorite(writer, user, exercise.id, false)
        t.equal(await favorites(reader), 0)
      }
  },
)

t.test('executes operations that depend on more than the catalogue', async t => {
  const { app, send, lookups } = await start(t)
  const user = await signUp(app)
  const favorites = { filter: { scope: 'FAVORITES' } }
  t.equal(total((await send(favorites, user)).body), 0)
  const { id } = (
    JSON.parse((await send()).body) as { data: { exercises: { edges: { node: { id: string } }[] } } }
  ).data.exercises.edges[0]!.node
  await favorite(app, user, id)
  t.equal(total((await send(favorites, user)).body), 1)
  t.equal(errorCodeOf(JSON.parse((await send(favorites)).body)), 'UNAUTHENTICATED')
  const hits = await lookups('hit')
  for (const fields of ['edges { node { isFavorite } }', 'totalCount } me { id']) {
    for (let time = 0; time < 2; time++) {
      const response = await post(app, { body: { query: `{ exercises { ${fields} } }` }, person: user })
      t.equal(response.json().errors, undefined)
    }
  }
  t.equal(await lookups('hit'), hits)
})

t.test('rejects users whose deletion is pending', async t => {
  const { app, send } = await start(t)
  const user = await signUp(app)
  await send({}, user)
  t.ok((await send({}, user)).isReused)
  const deletion = `mutation($password: String!) { deleteAccount(input: { password: $password }) { user { id } } }`
  const { password } = user
  const response = await post(app, { body: { query: deletion, variables: { password } }, person: user })
  t.equal(response.json().errors, undefined)
  const { accessToken } = await logIn(app, user.email, user.password)
  const signedIn = { ...user, headers: { authorization: `Bearer ${accessToken}` } }
  const refusal = { extensions: { code: 'FORBIDDEN', reason: 'DELETION_PENDING' } }
  t.match(JSON.parse((await send({}, signedIn)).body), { errors: [refusal] })
})

t.test('reports the cost, and counts the objects of a batch', async t => {
  const { app, send } = await start(t)
  const { body } = await send({ first: 100 })
  await send({ first: 100 })
  const operation = { query, variables: { first: 100 } }
  const { data } = JSON.parse(body)
  t.same((await post(app, { body: [operation, operation] })).json(), [{ data }, { data }])
  const withCost = (await post(app, { body: { ...operation, extensions: { cost: true } } })).json()
  t.match(withCost, { data, extensions: { cost: { spent: Number } } })
})

t.test('sends reused results over a WebSocket', async t => {
  const { app, send } = await start(t)
  const { body } = await send({ first: 2 })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const client = socketClient(t, addressesOf(app).socketUrl)
  t.same(await responseOf(client, { query, variables: { first: 2 } }), JSON.parse(body))
})
