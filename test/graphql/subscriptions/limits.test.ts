import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { ask, signUp, type GraphQLAnswer, type Person } from '../../helper.js'
import { updateProfile } from '../../features/users/documents.js'
import { post } from '../requests.js'
import {
  accountChanged,
  answerOf,
  follow,
  liveApp,
  rawSocket,
  refusedUpgrade,
  socketClient,
  sseClient,
} from './live.js'

const followed = { query: accountChanged }
const twoAtMost = { settings: { GRAPHQL_MAX_SUBSCRIPTIONS: '2' } }

const overHttp = (url: string, { headers }: Pick<Person, 'headers'>, signal?: AbortSignal) =>
  fetch(url, {
    method: 'POST',
    headers: { ...headers, accept: 'text/event-stream', 'content-type': 'application/json' },
    body: JSON.stringify(followed),
    ...(signal ? { signal } : {}),
  })

/** A socket of this person. */
async function socketOf(t: Test, url: string, { headers }: Pick<Person, 'headers'>) {
  const raw = await rawSocket(t, url)
  await raw.init(headers)
  return {
    ...raw,
    async isAllowed(id: string): Promise<boolean> {
      raw.subscribe(id, followed)
      raw.send({ type: 'ping' })
      const { type, payload } = await raw.receive()
      if (type === 'pong') return true
      t.match(payload, [{ extensions: { code: 'RATE_LIMITED', retryAfter: 1 } }])
      t.equal((await raw.receive()).type, 'pong')
      return false
    },
  }
}

/** Asks until it is allowed: the service hears of the end of a connection in its own time. */
async function freed(isAllowed: (id: string) => Promise<boolean>): Promise<void> {
  for (let attempt = 0; !(await isAllowed(`freed ${attempt}`)); attempt++);
}

t.test('a user has so many subscriptions, over sockets and server-sent events together', async t => {
  const { app, socketUrl, httpUrl } = await liveApp(t, twoAtMost)
  const [mine, stranger] = [await signUp(app), await signUp(app)]
  const first = await socketOf(t, socketUrl, mine)
  t.ok(await first.isAllowed('1'))
  const stream = await overHttp(httpUrl, mine)
  t.equal(stream.status, 200)

  t.notOk(await first.isAllowed('2'))
  const second = await socketOf(t, socketUrl, mine)
  t.notOk(await second.isAllowed('1'))
  const refused = await overHttp(httpUrl, mine)
  t.equal(refused.status, 429)
  t.equal(refused.headers.get('retry-after'), '1')
  t.match(await refused.json(), { errors: [{ extensions: { code: 'RATE_LIMITED' } }] })

  t.ok(await (await socketOf(t, socketUrl, stranger)).isAllowed('1'), 'another user has the own number')
  first.subscribe('3', { query: '{ me { id } }' })
  t.match(await first.receive(), { type: 'next', payload: { data: { me: { id: mine.id } } } })
  await stream.body!.cancel()
})

t.test('a subscription frees its place when it is completed or its socket closes', async t => {
  const { app, socketUrl } = await liveApp(t, twoAtMost)
  const person = await signUp(app)
  const watching = await socketOf(t, socketUrl, person)
  for (let round = 0; round < 5; round++) {
    t.ok(await watching.isAllowed('1'))
    watching.send({ type: 'complete', id: '1' })
    await watching.handled()
  }
  for (const end of ['close', 'terminate'] as const) {
    const other = await socketOf(t, socketUrl, person)
    t.ok(await other.isAllowed('1'))
    t.ok(await other.isAllowed('2'))
    t.notOk(await watching.isAllowed('1'))
    other.socket[end]()
    await freed(watching.isAllowed)
    t.ok(await watching.isAllowed('last'), `all places are free after ${end}`)
    watching.socket.terminate()
    Object.assign(watching, await socketOf(t, socketUrl, person))
    await freed(watching.isAllowed)
    watching.send({ type: 'complete', id: 'freed 0' })
    await watching.handled()
  }
})

t.test('a subscription frees its place when the client of its stream is gone', async t => {
  const { app, socketUrl, httpUrl } = await liveApp(t, twoAtMost)
  const person = await signUp(app)
  const watching = await socketOf(t, socketUrl, person)
  const client = sseClient(t, httpUrl, { headers: person.headers })
  const signals = [new AbortController(), new AbortController()]
  for (const { signal } of signals) t.equal((await overHttp(httpUrl, person, signal)).status, 200)
  t.match(await answerOf(client, followed).catch(() => undefined), { error: {} })
  t.notOk(await watching.isAllowed('1'))
  signals[0]!.abort()
  await freed(watching.isAllowed)
  t.notOk(await watching.isAllowed('1'), 'one place only')
  signals[1]!.abort()
  await freed(watching.isAllowed)
})

t.test('a subscription that does not come about takes no place', async t => {
  const { app, socketUrl } = await liveApp(t, { settings: { GRAPHQL_MAX_SUBSCRIPTIONS: '1' } })
  const anonymous = await rawSocket(t, socketUrl)
  await anonymous.init()
  for (const id of ['1', '2', '3']) {
    anonymous.subscribe(id, followed)
    t.match(await anonymous.receive(), { payload: { errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] } })
    t.match(await anonymous.receive(), { type: 'complete' })
  }
  const mine = await socketOf(t, socketUrl, await signUp(app))
  mine.subscribe('1', { query: 'subscription { accountChanged { nothing } }' })
  t.match(await mine.receive(), { type: 'error' })
  t.ok(await mine.isAllowed('2'))
})

t.test('clients that come and go leave nothing behind', async t => {
  const { app, socketUrl, httpUrl } = await liveApp(t, twoAtMost)
  const person = await signUp(app)
  for (let round = 0; round < 20; round++) {
    const raw = await rawSocket(t, socketUrl)
    raw.send({ type: 'connection_init', payload: person.headers })
    if (round % 2 === 0) await raw.receive()
    raw.subscribe('1', followed)
    raw.subscribe('2', followed)
    raw.socket[round % 3 === 0 ? 'terminate' : 'close']()
    await raw.closed()
    const abort = new AbortController()
    const asked = overHttp(httpUrl, person, abort.signal).catch(() => undefined)
    if (round % 2 === 0) await asked
    abort.abort()
    await asked
  }
  const last = await socketOf(t, socketUrl, person)
  await freed(last.isAllowed)
  await freed(async id => last.isAllowed(`second ${id}`))
  t.pass('both places are free again')
})

t.test('every operation over a socket is counted, and one too many leaves the socket open', async t => {
  const { app, socketUrl } = await liveApp(t, { settings: { RATE_LIMIT_AUTHENTICATED_PER_HOUR: '4' } })
  const person = await signUp(app)
  const client = socketClient(t, socketUrl, { connectionParams: person.headers })
  const answered = { data: { __typename: 'Query' } }
  for (let run = 0; run < 4; run++) t.same(await answerOf(client, { query: '{ __typename }' }), answered)
  for (const query of ['{ __typename }', accountChanged, '{'])
    t.match(await answerOf(client, { query }), {
      error: [{ message: /4 are allowed/, extensions: { code: 'RATE_LIMITED', retryAfter: Number } }],
    })
  t.equal(
    (await post(app, { body: { query: '{ __typename }' }, person })).statusCode,
    429,
    'POST counts alike',
  )

  const raw = await rawSocket(t, socketUrl)
  await raw.init(person.headers)
  raw.subscribe('1', { query: '{ __typename }' })
  t.match(await raw.receive(), { type: 'error' })
  await raw.handled()
})

t.test('operations without a token are counted on the address', async t => {
  const { socketUrl } = await liveApp(t, { settings: { RATE_LIMIT_PUBLIC_PER_HOUR: '3' } })
  const client = socketClient(t, socketUrl)
  // The upgrade request is the first.
  for (const expected of ['data', 'data', 'error'])
    t.ok(expected in ((await answerOf(client, { query: '{ __typename }' })) as object), expected)
  t.equal(await refusedUpgrade(socketUrl), 429)
})

const policies: Record<string, { settings: Record<string, string>; query: string; variables?: object }> = {
  depth: { settings: { GRAPHQL_MAX_DEPTH: '2' }, query: '{ me { profile { age } } }' },
  aliases: { settings: { GRAPHQL_MAX_ALIASES: '1' }, query: '{ a: __typename b: __typename }' },
  directives: {
    settings: { GRAPHQL_MAX_DIRECTIVES: '1' },
    query: '{ __typename @skip(if: false) me @skip(if: false) { id } }',
  },
  tokens: { settings: { GRAPHQL_MAX_TOKENS: '5' }, query: '{ me { id email username } }' },
  rootFields: { settings: { GRAPHQL_MAX_ROOT_FIELDS: '1' }, query: '{ __typename me { id } }' },
  cost: {
    settings: { GRAPHQL_MAX_COST: '20' },
    query: 'query($first: Int) { exercises(first: $first) { edges { node { name } } } }',
    variables: { first: 90 },
  },
}

for (const [measure, { settings, ...asked }] of Object.entries(policies))
  t.test(`too much ${measure} is refused over sockets and streams as it is by POST`, async t => {
    const { app, socketUrl, httpUrl } = await liveApp(t, { settings })
    const { errors } = (await post(app, { body: asked })).json<GraphQLAnswer>()
    t.match(errors, [{ extensions: { code: 'QUERY_TOO_COMPLEX', measure, limit: Number } }])
    t.same(await answerOf(socketClient(t, socketUrl), asked as { query: string }), { error: errors })
    const streamed = await fetch(httpUrl, {
      method: 'POST',
      headers: { accept: 'text/event-stream', 'content-type': 'application/json' },
      body: JSON.stringify(asked),
    })
    t.equal(streamed.status, 400)
    t.same(await streamed.json(), { errors })
  })

t.test('where requests are signed, so is the upgrade, and no message', async t => {
  const secret = 'a secret of at least thirty-two bytes'
  const { app, socketUrl } = await liveApp(t, { settings: { HMAC_ENABLED: 'true', HMAC_SECRET: secret } })
  const account = { email: 'signer@example.com', username: 'signer', password: 'correct horse battery' }
  await app.services.registration.provision({ ...account, role: 'USER' })
  const client = { address: '127.0.0.1', device: 'test' }
  const { accessToken, user } = await app.services.auth.login(account.email, account.password, client)
  const authorization = `Bearer ${accessToken}`
  const timestamp = String(Math.floor(Date.now() / 1000))
  const signature = createHmac('sha256', secret)
    .update(['GET', '/graphql', timestamp, '', user.id].join('|'))
    .digest('hex')
  const signed = { 'x-user-id': user.id, 'x-timestamp': timestamp, 'x-signature': signature }

  t.equal(await refusedUpgrade(socketUrl), 401)
  t.equal(await refusedUpgrade(socketUrl, { authorization }), 401)
  t.equal(await refusedUpgrade(`${socketUrl}?other`, { authorization, ...signed }), 401, 'another address')
  const { init, subscribe, receive } = await rawSocket(t, socketUrl, {
    headers: { authorization, ...signed },
  })
  await init()
  subscribe('1', { query: '{ me { id } }' })
  t.match(await receive(), { payload: { data: { me: { id: user.id } } } })
})

t.test('who does not read gets an error in the end, and nobody else waits', async t => {
  const settings = { GRAPHQL_KEEP_ALIVE: '10m' }
  const { app, socketUrl } = await liveApp(t, { settings })
  const person = await signUp(app)
  // As much as an event can hold, so that all buffers on the way are soon full.
  const fields = Array.from({ length: 30 }, (_, index) => `a${index}: bio`).join(' ')
  const query = `subscription { accountChanged { firstName ${fields} } }`
  const bio = '語'.repeat(1000)
  await ask(app, updateProfile, { input: { bio } }, person)

  const slow = await rawSocket(t, socketUrl)
  await slow.init(person.headers)
  slow.subscribe('1', { query })
  await slow.handled()
  slow.socket.pause()
  const reading = socketClient(t, socketUrl, { connectionParams: person.headers })
  const { next } = follow(reading, { query })
  await answerOf(reading, { query: '{ __typename }' })

  for (let round = 0; round < 400; round++) {
    await app.services.users.update(person.id, { firstName: `${round}` })
    t.match(await next(), { data: { accountChanged: { firstName: `${round}` } } })
  }
  slow.socket.resume()
  let last = await slow.receive()
  let events = 0
  for (; last.type === 'next'; last = await slow.receive()) events++
  t.match(last, { type: 'error', id: '1', payload: [{ extensions: { code: 'RATE_LIMITED' } }] })
  t.ok(events < 400, `${events} events were on the way`)
  await slow.handled()
})

t.test('who asks without reading the answers is not read any further', async t => {
  const { socketUrl } = await liveApp(t)
  const { init, send, socket } = await rawSocket(t, socketUrl)
  await init()
  socket.pause()
  const ping = { type: 'ping', payload: { text: 'x'.repeat(100_000) } }
  // Many times what the buffers between the two ends hold.
  const enough = 20_000_000
  for (let round = 0; round < 2000 && socket.bufferedAmount < enough; round++) {
    send(ping)
    await turn()
  }
  t.ok(socket.bufferedAmount >= enough, 'the rest waits at the client')
  const answered = once(socket, 'message')
  socket.resume()
  await answered
  await once(socket, 'message')
})
