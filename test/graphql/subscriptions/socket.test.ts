import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { ObjectId } from 'mongodb'
import t, { type Test } from 'tap'
import type { Entity } from '../../../src/platform/database/database.js'
import { openDatabase } from '../../../src/platform/database/open-database.js'
import { starterCatalogue } from '../../features/training/exercises/starter-catalogue.js'
import { signUp, isolatedSettings, type GraphQLResponse } from '../../helper.js'
import { post } from '../requests.js'
import {
  accountChanged,
  responseOf,
  follow,
  startListening,
  rawSocket,
  socketClient,
  type OperationRequest,
} from './live.js'

const several = `
  mutation Rename { updateProfile(input: { firstName: "changed" }) { user { ...Who } } }
  query Who { me { ...Who } }
  query Names($first: Int = 1) { exercises(first: $first) { edges { node { name } } } }
  query Broken { user(id: "nobody") { id } }
  fragment Who on User { firstName email }
`
const hash = (text: string) => createHash('sha256').update(text).digest('hex')

async function appWithExercises(t: Test) {
  const live = await startListening(t)
  await live.app.features.services.exercises.import(starterCatalogue.slice(0, 3), 'starter')
  const account = await signUp(live.app)
  const client = socketClient(t, live.socketUrl, { connectionParams: account.headers })
  return { ...live, person: account, client }
}

t.test('returns the same results as POST', async t => {
  const { app, person, client } = await appWithExercises(t)
  const requests: OperationRequest[] = [
    { query: '{ __typename }' },
    { query: '{ me { id email } exercises(first: 2) { totalCount edges { node { name } } } }' },
    { query: 'query($first: Int!) { exercises(first: $first) { totalCount } }', variables: { first: 1 } },
    { query: several, operationName: 'Who' },
    { query: several, operationName: 'Names', variables: { first: 2 } },
    { query: several, operationName: 'Broken' },
    { query: '{ exercises(first: 1000) { totalCount } __typename }' },
    { query: '{ me { id } }', extensions: { cost: true } },
    { query: '{ __schema { queryType { name } } }' },
  ]
  for (const request of requests) {
    const posted = await post(app, { body: request, person })
    t.same(await responseOf(client, request), posted.json(), JSON.stringify(request))
  }
  const renamed = { data: { updateProfile: { user: { firstName: 'changed', email: person.email } } } }
  t.same(await responseOf(client, { query: several, operationName: 'Rename' }), renamed)
})

t.test('accepts an id or a hash without a query', async t => {
  const { app, socketUrl } = await appWithExercises(t)
  const raw = await rawSocket(t, socketUrl)
  await raw.init()
  const query = '{ exercises { totalCount } }'
  const extensions = { persistedQuery: { version: 1, sha256Hash: hash(query) } }
  await post(app, { body: { query, extensions } })
  const named = [
    { documentId: 'example/1.0.0/SearchExercises', variables: { first: 1 } },
    { documentId: 'example/1.0.0/SearchExercises', query: null, variables: { first: 1 } },
    { extensions },
  ]
  for (const [id, payload] of Object.entries(named)) {
    const posted = await post(app, { body: payload })
    t.ok(posted.json<GraphQLResponse>().data)
    raw.subscribe(id, payload)
    t.same(await raw.receive(), { id, type: 'next', payload: posted.json() })
    t.same(await raw.receive(), { id, type: 'complete' })
  }
  raw.subscribe('unknown', { documentId: 'nothing' })
  t.match(await raw.receive(), { type: 'error', payload: [{ extensions: { code: 'NOT_FOUND' } }] })
  raw.subscribe('nothing', { variables: {} })
  t.match(await raw.closed(), { code: 4400 })
})

t.test('sends rejected operations as `error` with the errors of POST', async t => {
  const { app, person, client } = await appWithExercises(t)
  const requests: OperationRequest[] = [
    { query: '{' },
    { query: ' ' },
    { query: '{ nothing me { nobody } }' },
    { query: several },
    { query: several, operationName: 'Nobody' },
    { query: 'query($first: Int!) { exercises(first: $first) { totalCount } }', variables: { first: 'x' } },
    { query: 'query($id: ID!) { exercise(id: $id) { id } }' },
    { query: '{ __typename }', extensions: { persistedQuery: { version: 1, sha256Hash: hash('other') } } },
    { query: '{ __typename }', extensions: { persistedQuery: { version: 2, sha256Hash: hash('') } } },
    { query: '{ __typename }', extensions: { cost: 'yes' } },
  ]
  for (const request of requests) {
    const { data, errors } = (await post(app, { body: request, person })).json<GraphQLResponse>()
    t.equal(data, undefined)
    t.same(await responseOf(client, request), { error: errors }, JSON.stringify(request))
  }
})

t.test('accepts a persisted query with an empty text', async t => {
  const { client } = await appWithExercises(t)
  const query = '{ exercises { totalCount } }'
  const extensions = { persistedQuery: { version: 1, sha256Hash: hash(query) } }
  t.match(await responseOf(client, { query: '', extensions }), {
    error: [{ message: 'PersistedQueryNotFound', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } }],
  })
  const expected = { data: { exercises: { totalCount: 3 } } }
  t.same(await responseOf(client, { query, extensions }), expected)
  t.same(await responseOf(client, { query: '', extensions }), expected)
  t.match(await responseOf(client, { query: '' }), { error: [{ extensions: { code: 'BAD_USER_INPUT' } }] })
})

t.test('runs many operations on one socket', async t => {
  const { person, client } = await appWithExercises(t)
  const responses = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      responseOf(client, { query: `{ me { id } a${index}: __typename }` }),
    ),
  )
  for (const [index, response] of responses.entries())
    t.same(response, { data: { me: { id: person.id }, [`a${index}`]: 'Query' } })
})

t.test('masks an unexpected error and keeps the socket open', async t => {
  const settings = isolatedSettings(t)
  const folder = join(settings.DATA_PATH ?? '', 'database')
  const database = await openDatabase({ mongodbUri: settings.MONGODB_URI, folder })
  const damaged = { ...starterCatalogue[0], _id: new ObjectId(), updatedAt: new Date(), level: 'SECRET' }
  await database.collection<Entity>('exercises').insertOne(damaged)
  await database.close()

  const { socketUrl } = await startListening(t, { settings })
  const client = socketClient(t, socketUrl)
  for (let run = 0; run < 3; run++) {
    const response = await responseOf(client, { query: '{ exercises { edges { node { level } } } }' })
    t.match(response, {
      data: { exercises: null },
      errors: [
        {
          message: /^Internal server error \(request [\w-]+\)$/,
          path: ['exercises', 'edges', 0, 'node', 'level'],
          extensions: { code: 'INTERNAL_SERVER_ERROR' },
        },
      ],
    })
  }
  t.same(await responseOf(client, { query: '{ __typename }' }), { data: { __typename: 'Query' } })
})

t.test('responds to an upgrade at another address and closes the connection', async t => {
  const { port } = await startListening(t)
  for (const path of ['/health/live', '/auth/profile', '/nothing', '/%zz']) {
    const socket = connect(port, '127.0.0.1')
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
    )
    socket.resume()
    await once(socket, 'close')
    t.pass(path)
  }
})

t.test('completes operations in progress at shutdown, then closes sockets with 1001', async t => {
  // The hash takes so long that a login is still in progress when the service closes.
  const { app, socketUrl } = await startListening(t, { settings: { BCRYPT_SALT_ROUNDS: '10' } })
  const { email, password, headers } = await signUp(app)
  const { init, subscribe, handled, receive, arrived, closed } = await rawSocket(t, socketUrl)
  await init(headers)
  subscribe('followed', { query: accountChanged })
  const login =
    'mutation ($email: String!, $password: String!) { login(email: $email, password: $password) { user { email } } }'
  subscribe('asked', { query: login, variables: { email, password } })
  await handled()
  const idle = await rawSocket(t, socketUrl)

  const ended = app.close()
  t.equal((await idle.closed()).code, 1001)
  t.same(await receive(), { id: 'asked', type: 'next', payload: { data: { login: { user: { email } } } } })
  t.same(await receive(), { id: 'asked', type: 'complete' })
  t.equal((await closed()).code, 1001)
  t.same(arrived, [], 'sends no `complete`, so that clients resubscribe')
  await ended
})

t.test('shuts down despite a client that ignores the close frame', async t => {
  const { app, socketUrl } = await appWithExercises(t)
  const { init, socket } = await rawSocket(t, socketUrl)
  await init()
  socket.pause()
  await app.close()
  t.pass('the service has ended')
})

t.test('lets the client reconnect and resubscribe after a restart', async t => {
  const first = await appWithExercises(t)
  const second = await startListening(t)
  const account = await signUp(second.app)
  const urls = [first.socketUrl, second.socketUrl]
  const params = [first.person.headers, account.headers]
  const client = socketClient(t, '', {
    url: () => urls.shift() ?? second.socketUrl,
    connectionParams: () => params.shift() ?? {},
    retryAttempts: 3,
    retryWait: async () => undefined,
  })
  const connected = new Promise<void>(resolve => {
    let count = 0
    client.on('connected', () => ++count === 2 && resolve())
  })
  const { next } = follow(client, { query: accountChanged })
  await responseOf(client, { query: '{ __typename }' })
  await first.app.close()
  await connected
  await responseOf(client, { query: '{ __typename }' })
  await second.app.features.services.profile.update(account.id, { firstName: 'back' })
  t.same(await next(), { data: { accountChanged: { firstName: 'back' } } })
})
