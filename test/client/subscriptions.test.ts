import t from 'tap'
import { createClient, newId, type TypedText } from '../../src/client/index.js'
import { build, logIn, queryGraphQL, signUp } from '../helper.js'
import { yieldToEventLoop } from '../../src/lib/event-loop.js'
import { minutes } from '../../src/lib/quantities.js'
import { createLatch } from '../latch.js'
import { workout } from '../features/training/workouts/workouts.js'

const available: TypedText<{ changesAvailable: { cursor: string } }, object> =
  'subscription { changesAvailable { cursor } }'

t.test('receives events, and connects again after the connection was lost', async t => {
  const service = await build(t)
  const user = await signUp(service)
  const baseUrl = await service.listen({ port: 0 })
  let connections = 0
  const abort = new AbortController()
  const delays: number[] = []
  const client = createClient({
    baseUrl,
    app: { name: 'test', version: '1' },
    // The first connection can be cut.
    fetch: async (url, init) => {
      const isStream = new Headers(init.headers).get('accept')?.includes('event-stream') ?? false
      if (!isStream || ++connections > 1) return fetch(url, init)
      return fetch(url, {
        ...init,
        signal: AbortSignal.any([abort.signal, ...(init.signal ? [init.signal] : [])]),
      })
    },
    wait: async milliseconds => void delays.push(milliseconds),
  })
  t.teardown(() => client.close())
  await client.signIn(user.email, user.password)

  const cursors: string[] = []
  let received = createLatch()
  const next = async () => {
    await received.passed
    received = createLatch()
  }
  const stop = client.subscribe(
    available,
    {},
    {
      next({ changesAvailable: { cursor } }) {
        cursors.push(cursor)
        received.open()
      },
      error: error => t.fail(error.message),
    },
  )
  await next()
  const save = 'mutation($input: WorkoutInput!) { saveWorkout(input: $input) { conflict } }'
  await queryGraphQL(service, save, { input: workout({ id: newId() }) }, user)
  await next()
  t.equal(new Set(cursors).size, 2)
  t.equal(connections, 1)
  abort.abort()
  await next()
  t.equal(connections, 2)
  t.equal(cursors.length, 3, 'the new connection begins with a cursor, by which the app catches up')
  t.equal(delays.length, 1)
  t.ok((delays[0] ?? 0) >= 500 && (delays[0] ?? 0) <= 2000)
  stop()
})

t.test('reports a subscription that the service refuses, and the end of a session', async t => {
  const service = await build(t)
  const user = await signUp(service)
  const baseUrl = await service.listen({ port: 0 })
  const client = createClient({ baseUrl, app: { name: 'test', version: '1' }, wait: async () => undefined })
  t.teardown(() => client.close())
  const failure = (text: string) =>
    new Promise<Error>(resolve =>
      client.subscribe(text, {}, { next: () => t.fail('there is no event'), error: resolve }),
    )
  t.match(await failure('subscription { changesAvailable { cursor } }'), { code: 'UNAUTHENTICATED' })
  await client.signIn(user.email, user.password)
  t.match(await failure('subscription { nothing }'), { code: 'GRAPHQL_VALIDATION_FAILED' })
})

t.test('connects again with a new token when its token has expired, until the session ends', async t => {
  let passed = 0
  const service = await build(t, { clock: () => new Date(Date.now() + passed) })
  const user = await signUp(service)
  const baseUrl = await service.listen({ port: 0 })
  let isSignedOut = false
  const client = createClient({
    baseUrl,
    app: { name: 'test', version: '1' },
    wait: async () => undefined,
    onSignedOut: () => (isSignedOut = true),
  })
  t.teardown(() => client.close())
  await client.signIn(user.email, user.password)
  let received = createLatch()
  const failure = new Promise<Error>(resolve =>
    client.subscribe(available, {}, { next: () => received.open(), error: resolve }),
  )
  await Promise.race([received.passed, failure])

  received = createLatch()
  passed += 16 * minutes
  // Signing out another device makes the service verify the token of the subscription again.
  await service.inject({
    method: 'POST',
    url: '/auth/logout',
    payload: { refreshToken: (await logIn(service, user.email, user.password)).refreshToken },
  })
  t.equal(await Promise.race([received.passed, failure]), undefined, 'an event of the new connection')

  const { accessToken } = await logIn(service, user.email, user.password)
  const headers = { authorization: `Bearer ${accessToken}` }
  await queryGraphQL(service, 'mutation { signOutEverywhere { signedOut } }', {}, { headers })
  t.match(await failure, { code: 'INVALID_REFRESH_TOKEN' })
  t.equal(isSignedOut, true)
})

t.test('connects no more after the client was closed', async t => {
  const service = await build(t)
  const user = await signUp(service)
  const baseUrl = await service.listen({ port: 0 })
  let connections = 0
  const client = createClient({
    baseUrl,
    app: { name: 'test', version: '1' },
    fetch: async (url, init) => {
      if (new Headers(init.headers).get('accept')?.includes('event-stream')) connections++
      return fetch(url, init)
    },
    wait: async () => undefined,
  })
  await client.signIn(user.email, user.password)
  const received = createLatch()
  client.subscribe(available, {}, { next: () => received.open(), error: error => t.fail(error.message) })
  await received.passed
  await client.close()
  // The service ends when it has no connection.
  await service.close()
  for (let turn = 0; turn < 20; turn++) await yieldToEventLoop()
  t.equal(connections, 1)
})
