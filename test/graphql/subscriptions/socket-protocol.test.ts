import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { json } from 'node:stream/consumers'
import t from 'tap'
import { signUp } from '../../helper.js'
import { accountChanged, waitUntilAllowed, startListening, protocol, rawSocket, subscriber } from './live.js'

const query = '{ __typename }'

t.test('closes the socket with 4400 after an invalid message', async t => {
  const { socketUrl } = await startListening(t)
  const messages: unknown[] = [
    '',
    '{',
    'null',
    '[]',
    '"ping"',
    {},
    { type: 'start', id: '1', payload: { query } },
    { type: 'constructor' },
    { type: 7 },
    // Messages that only the server sends.
    { type: 'connection_ack' },
    { type: 'next', id: '1', payload: {} },
    { type: 'error', id: '1', payload: [{ message: 'no' }] },
    { type: 'connection_init', payload: 'token' },
    { type: 'ping', payload: [] },
    { type: 'subscribe' },
    { type: 'subscribe', id: '1' },
    { type: 'subscribe', id: '', payload: { query } },
    { type: 'subscribe', id: 1, payload: { query } },
    { type: 'subscribe', id: '1', payload: {} },
    { type: 'subscribe', id: '1', payload: { query: { kind: 'Document' } } },
    { type: 'subscribe', id: '1', payload: { query, variables: [] } },
    { type: 'subscribe', id: '1', payload: { query, operationName: 1 } },
    { type: 'complete' },
    Buffer.from(JSON.stringify({ type: 'ping' })),
  ]
  for (const message of messages) {
    const { init, send, closed } = await rawSocket(t, socketUrl)
    await init()
    send(message)
    t.equal((await closed()).code, 4400, JSON.stringify(message))
  }
})

t.test('closes the socket with 4401 after an operation before the acknowledgement', async t => {
  const { app, socketUrl } = await startListening(t)
  const { headers } = await signUp(app)
  const early = await rawSocket(t, socketUrl)
  early.subscribe('1', { query })
  t.equal((await early.closed()).code, 4401)

  const hasty = await rawSocket(t, socketUrl)
  hasty.send({ type: 'connection_init', payload: headers })
  hasty.subscribe('1', { query })
  const first = await Promise.race([
    hasty.closed().then(({ code }) => code),
    hasty.receive().then(({ type }) => type),
  ])
  // Frames of one chunk are read one by one: the token may have been verified before the second one.
  t.ok(first === 4401 || first === 'connection_ack', `nothing comes before the acknowledgement: ${first}`)
})

t.test('closes the socket with 4408 without connection_init', async t => {
  const { socketUrl } = await startListening(t, { settings: { GRAPHQL_INIT_TIMEOUT: '50ms' } })
  const idle = await rawSocket(t, socketUrl)
  t.equal((await idle.closed()).code, 4408)
  const chatting = await rawSocket(t, socketUrl)
  // Does not wait for the response: on a busy machine, the timeout can come first.
  chatting.send({ type: 'ping' })
  t.equal((await chatting.closed()).code, 4408, 'pings do not extend the timeout')
})

t.test('closes the socket with 4409 for an id in use', async t => {
  const { app, socketUrl } = await startListening(t)
  const { headers } = await signUp(app)
  for (const id of ['1', 'constructor', '__proto__', 'ü'.repeat(500)]) {
    const { init, subscribe, closed } = await rawSocket(t, socketUrl)
    await init(headers)
    subscribe(id, { query: accountChanged })
    subscribe(id, { query: accountChanged })
    t.equal((await closed()).code, 4409, id.slice(0, 20))
  }
})

t.test('allows reusing the id of a completed operation', async t => {
  const { app, socketUrl } = await startListening(t)
  const { headers } = await signUp(app)
  const { init, subscribe, send, receive, handled } = await rawSocket(t, socketUrl)
  await init(headers)
  for (let round = 0; round < 3; round++) {
    subscribe('1', { query })
    t.match(await receive(), { type: 'next', id: '1', payload: { data: { __typename: 'Query' } } })
    t.same(await receive(), { type: 'complete', id: '1' })
  }
  for (let round = 0; round < 3; round++) {
    subscribe('1', { query: accountChanged })
    send({ type: 'complete', id: '1' })
    await handled()
  }
  send({ type: 'complete', id: 'never used' })
  await handled()
})

t.test('closes the socket with 4429 after a second connection_init', async t => {
  const { socketUrl } = await startListening(t)
  const late = await rawSocket(t, socketUrl)
  await late.init()
  late.send({ type: 'connection_init' })
  t.equal((await late.closed()).code, 4429)
  const early = await rawSocket(t, socketUrl)
  early.send({ type: 'connection_init' })
  early.send({ type: 'connection_init' })
  t.equal((await early.closed()).code, 4429)
})

t.test('rejects other subprotocols with 4406', async t => {
  const { socketUrl } = await startListening(t)
  for (const protocols of [['graphql-ws'], ['soap', 'graphql-ws'], []]) {
    const { closed } = await rawSocket(t, socketUrl, { protocols })
    t.equal((await closed()).code, 4406, protocols.join())
  }
  for (const protocols of [
    ['graphql-ws', protocol],
    [protocol, 'graphql-ws'],
  ]) {
    const { socket, init } = await rawSocket(t, socketUrl, { protocols })
    t.equal(socket.protocol, protocol)
    await init()
  }
})

t.test('ignores messages after a protocol violation', async t => {
  const { app, socketUrl } = await startListening(t)
  const user = await signUp(app)
  const { socket, init, send, subscribe, closed } = await rawSocket(t, socketUrl)
  await init(user.headers)
  send('nonsense')
  subscribe('1', { query: 'mutation { updateProfile(input: { firstName: "late" }) { user { id } } }' })
  socket.pause()
  const { firstName } = await app.features.services.profile.get(user.id)
  socket.resume()
  t.equal((await closed()).code, 4400)
  t.equal(firstName, null)
  t.equal((await app.features.services.profile.get(user.id)).firstName, null)
})

t.test('responds to a ping with its payload', async t => {
  const { socketUrl } = await startListening(t)
  const { init, send, receive } = await rawSocket(t, socketUrl)
  send({ type: 'ping' })
  t.same(await receive(), { type: 'pong' })
  await init()
  send({ type: 'ping', payload: { at: 1 } })
  t.same(await receive(), { type: 'pong', payload: { at: 1 } })
  send({ type: 'pong' })
  send({ type: 'ping', payload: null })
  t.same(await receive(), { type: 'pong' })
})

t.test('closes the socket with 1009 after a message above 1 MiB', async t => {
  const { socketUrl } = await startListening(t)
  const { init, subscribe, send, receive, closed } = await rawSocket(t, socketUrl)
  await init()
  const padding = ' '.repeat(1000 * 1024)
  send(`${padding}{"type":"ping"}`)
  t.same(await receive(), { type: 'pong' })
  subscribe('1', { query, variables: { padding: padding + padding } })
  t.equal((await closed()).code, 1009)
})

t.test('answers a handshake that cannot be accepted like any other request', async t => {
  const { port } = await startListening(t)
  const handshake = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
  }
  const cases: Record<string, string>[] = [
    { 'sec-websocket-version': '12' },
    { 'sec-websocket-version': '' },
    { 'sec-websocket-key': 'short' },
    { 'sec-websocket-protocol': 'a,' },
    { 'sec-websocket-protocol': 'a, a' },
  ]
  for (const changed of cases) {
    const sent = request({ port, path: '/graphql', headers: { ...handshake, ...changed } }).end()
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    const { errors } = (await json(response)) as { errors: object[] }
    const label = JSON.stringify(changed)
    t.equal(response.statusCode, 400, label)
    t.match(errors, [{ extensions: { code: 'BAD_USER_INPUT' } }], label)
    t.match(
      response.headers,
      {
        connection: 'close',
        'content-type': 'application/json; charset=utf-8',
        'x-content-type-options': 'nosniff',
        'x-ratelimit-limit': /^\d+$/,
        'x-request-id': /^[\da-f-]{36}$/,
      },
      label,
    )
    const hasWrongVersion = 'sec-websocket-version' in changed
    t.equal(response.headers['sec-websocket-version'], hasWrongVersion ? '13, 8' : undefined, label)
  }
})

t.test('closes only the socket after an invalid frame', async t => {
  const { port, socketUrl } = await startListening(t)
  const broken = connect(port, '127.0.0.1').on('error', () => undefined)
  const ended = once(broken, 'close')
  broken.write(
    [
      'GET /graphql HTTP/1.1',
      `Host: 127.0.0.1:${port}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
      `Sec-WebSocket-Protocol: ${protocol}`,
      '\r\n',
    ].join('\r\n'),
  )
  await once(broken, 'data')
  broken.write(Buffer.alloc(100, 0xff))
  broken.resume()
  await ended
  const { init } = await rawSocket(t, socketUrl)
  await init()
})

t.test('pings clients and terminates those that do not respond', async t => {
  const { app, socketUrl } = await startListening(t, {
    settings: { GRAPHQL_KEEP_ALIVE: '200ms', GRAPHQL_MAX_SUBSCRIPTIONS: '1' },
  })
  const user = await signUp(app)
  const living = await rawSocket(t, socketUrl)
  await living.init()
  const dead = await subscriber(t, app, socketUrl, user)
  t.ok(await dead.isAllowed('1'))
  dead.socket.pause()

  await waitUntilAllowed(await subscriber(t, app, socketUrl, user))
  dead.socket.resume()
  t.equal((await dead.closed()).code, 1006)
  await once(living.socket, 'ping')
  t.equal(living.socket.readyState, living.socket.OPEN)
})
