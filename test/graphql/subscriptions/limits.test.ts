import { createHmac } from 'node:crypto'
import t from 'tap'
import { signUp, type GraphQLResponse, type TestUser } from '../../helper.js'
import { responseIn, post } from '../requests.js'
import {
  accountChanged,
  responseOf,
  waitUntilAllowed,
  startListening,
  rawSocket,
  refusedUpgrade,
  socketClient,
  sseClient,
  subscriber,
} from './live.js'

const followed = { query: accountChanged }
const twoAtMost = { settings: { GRAPHQL_MAX_SUBSCRIPTIONS: '2' } }

const overHttp = (url: string, { headers }: Pick<TestUser, 'headers'>, signal?: AbortSignal) =>
  fetch(url, {
    method: 'POST',
    headers: { ...headers, accept: 'text/event-stream', 'content-type': 'application/json' },
    body: JSON.stringify(followed),
    ...(signal ? { signal } : {}),
  })

t.test('limits the subscriptions of a user across transports', async t => {
  const { app, socketUrl, httpUrl } = await startListening(t, twoAtMost)
  const [mine, stranger] = [await signUp(app), await signUp(app)]
  const first = await subscriber(t, app, socketUrl, mine)
  t.ok(await first.isAllowed('1'))
  const stream = await overHttp(httpUrl, mine)
  t.equal(stream.status, 200)

  t.notOk(await first.isAllowed('2'))
  const second = await subscriber(t, app, socketUrl, mine)
  t.notOk(await second.isAllowed('1'))
  const refused = await overHttp(httpUrl, mine)
  t.equal(refused.status, 429)
  t.equal(refused.headers.get('retry-after'), '1')
  t.match(responseIn(await refused.text()), { errors: [{ extensions: { code: 'RATE_LIMITED' } }] })

  t.ok(await (await subscriber(t, app, socketUrl, stranger)).isAllowed('1'), 'counts users separately')
  await stream.body!.cancel()
})

t.test('releases a subscription when it completes or its socket closes', async t => {
  const { app, socketUrl } = await startListening(t, twoAtMost)
  const person = await signUp(app)
  const watching = await subscriber(t, app, socketUrl, person)
  for (let round = 0; round < 5; round++) {
    t.ok(await watching.isAllowed('1'))
    watching.complete('1')
    await watching.handled()
  }
  for (const end of ['close', 'terminate'] as const) {
    const other = await subscriber(t, app, socketUrl, person)
    t.ok(await other.isAllowed('1'))
    t.ok(await other.isAllowed('2'))
    t.notOk(await watching.isAllowed('1'))
    other.socket[end]()
    await waitUntilAllowed(watching)
    t.ok(await watching.isAllowed('last'), `all places are free after ${end}`)
    watching.complete('freed')
    watching.complete('last')
    await watching.handled()
  }
})

t.test('releases a subscription when the client of its stream disconnects', async t => {
  const { app, socketUrl, httpUrl } = await startListening(t, twoAtMost)
  const person = await signUp(app)
  const watching = await subscriber(t, app, socketUrl, person)
  const client = sseClient(t, httpUrl, { headers: person.headers })
  const [first, second] = [new AbortController(), new AbortController()]
  for (const { signal } of [first, second]) t.equal((await overHttp(httpUrl, person, signal)).status, 200)
  t.match(await responseOf(client, followed), { error: { response: { status: 429 } } })
  t.notOk(await watching.isAllowed('1'))
  first.abort()
  await waitUntilAllowed(watching)
  t.notOk(await watching.isAllowed('1'), 'releases one place only')
  second.abort()
  await waitUntilAllowed(watching, 'second')
})

t.test('does not count a failed subscription', async t => {
  const { app, socketUrl } = await startListening(t, { settings: { GRAPHQL_MAX_SUBSCRIPTIONS: '1' } })
  const anonymous = await rawSocket(t, socketUrl)
  await anonymous.init()
  for (const id of ['1', '2', '3']) {
    anonymous.subscribe(id, followed)
    t.match(await anonymous.receive(), { payload: { errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] } })
    t.match(await anonymous.receive(), { type: 'complete' })
  }
  const mine = await subscriber(t, app, socketUrl, await signUp(app))
  mine.subscribe('1', { query: 'subscription { accountChanged { nothing } }' })
  t.match(await mine.receive(), { type: 'error' })
  t.ok(await mine.isAllowed('2'))
})

t.test('releases everything of disconnected clients', async t => {
  const { app, socketUrl, httpUrl } = await startListening(t, twoAtMost)
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
    const streamEnd = overHttp(httpUrl, person, abort.signal).catch(() => undefined)
    if (round % 2 === 0) await streamEnd
    abort.abort()
    await streamEnd
  }
  const last = await subscriber(t, app, socketUrl, person)
  await waitUntilAllowed(last)
  await waitUntilAllowed(last, 'second')
  t.pass('both places are free again')
})

t.test('counts every operation of a socket and keeps it open above the limit', async t => {
  const { app, socketUrl } = await startListening(t, { settings: { RATE_LIMIT_AUTHENTICATED_PER_HOUR: '4' } })
  const person = await signUp(app)
  const client = socketClient(t, socketUrl, { connectionParams: person.headers })
  const expected = { data: { __typename: 'Query' } }
  for (let run = 0; run < 4; run++) t.same(await responseOf(client, { query: '{ __typename }' }), expected)
  for (const query of ['{ __typename }', accountChanged, '{'])
    t.match(await responseOf(client, { query }), {
      error: [
        { message: /4 per hour are allowed/, extensions: { code: 'RATE_LIMITED', retryAfter: Number } },
      ],
    })
  t.equal(
    (await post(app, { body: { query: '{ __typename }' }, person })).statusCode,
    429,
    'the limit counts POST requests, too',
  )

  const raw = await rawSocket(t, socketUrl)
  await raw.init(person.headers)
  raw.subscribe('1', { query: '{ __typename }' })
  t.match(await raw.receive(), { type: 'error' })
  await raw.handled()
})

t.test('counts operations without a token by address', async t => {
  const { socketUrl } = await startListening(t, { settings: { RATE_LIMIT_PUBLIC_PER_HOUR: '3' } })
  const { init, subscribe, receive } = await rawSocket(t, socketUrl)
  await init()
  // The upgrade request is the first.
  for (const id of ['2', '3']) {
    subscribe(id, { query: '{ __typename }' })
    t.match(
      [await receive(), await receive()],
      [
        { type: 'next', id },
        { type: 'complete', id },
      ],
    )
  }
  subscribe('4', { query: '{ __typename }' })
  t.match(await receive(), { type: 'error', payload: [{ extensions: { code: 'RATE_LIMITED' } }] })
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

for (const [measure, { settings, ...request }] of Object.entries(policies))
  t.test(`rejects too much ${measure} over sockets and streams as by POST`, async t => {
    const { app, socketUrl, httpUrl } = await startListening(t, { settings })
    const { errors } = (await post(app, { body: request })).json<GraphQLResponse>()
    t.match(errors, [{ extensions: { code: 'QUERY_TOO_COMPLEX', measure, limit: Number } }])
    t.same(await responseOf(socketClient(t, socketUrl), request as { query: string }), { error: errors })
    const streamed = await fetch(httpUrl, {
      method: 'POST',
      headers: { accept: 'text/event-stream', 'content-type': 'application/json' },
      body: JSON.stringify(request),
    })
    t.equal(streamed.status, 200)
    t.same(responseIn(await streamed.text()), { errors })
  })

t.test('requires a signature for the upgrade but not for messages', async t => {
  const secret = 'a secret of at least thirty-two bytes'
  const { app, socketUrl } = await startListening(t, {
    settings: { HMAC_ENABLED: 'true', HMAC_SECRET: secret },
  })
  const account = { email: 'signer@example.com', username: 'signer', password: 'correct horse battery' }
  await app.features.services.registration.createVerifiedAccount({ ...account, role: 'USER' })
  const client = { address: '127.0.0.1', device: 'test', locale: null }
  const { accessToken, account: user } = await app.features.services.passwordLogin.login(
    account.email,
    account.password,
    client,
  )
  const authorization = `Bearer ${accessToken}`
  const timestamp = String(Math.floor(Date.now() / 1000))
  const signature = createHmac('sha256', secret)
    .update(['GET', '/graphql', timestamp, '', user.id].join('|'))
    .digest('hex')
  const signed = { 'x-user-id': user.id, 'x-timestamp': timestamp, 'x-signature': signature }

  t.equal(await refusedUpgrade(socketUrl), 401)
  t.equal(await refusedUpgrade(socketUrl, { authorization }), 401)
  t.equal(
    await refusedUpgrade(`${socketUrl}?other`, { authorization, ...signed }),
    401,
    'rejects a signature of another URL',
  )
  const { init, subscribe, receive } = await rawSocket(t, socketUrl, {
    headers: { authorization, ...signed },
  })
  await init()
  subscribe('1', { query: '{ me { id } }' })
  t.match(await receive(), { payload: { data: { me: { id: user.id } } } })
})
