import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import t, { type Test } from 'tap'
import type { App } from '../../src/app.js'
import { redact } from '../../src/lib/redact.js'
import { newRegistration, post as postAuth } from '../features/people/auth/requests.js'
import { addressesOf, responseOf, socketClient } from '../graphql/subscriptions/live.js'
import { post, unlimited } from '../graphql/requests.js'
import { build, signUp, type TestUser, type Settings } from '../helper.js'
import { captureLog, type LogLine } from '../log-lines.js'

const me = 'query Me { me { id email } }'
const mine = 'query Mine { me { id profile { goal } } workouts(first: 1) { edges { node { id } } } }'

async function listened(t: Test, settings: Settings = {}) {
  const app = await build(t, { settings: { ...unlimited, LOG_LEVEL: 'warn', ...settings } })
  return { app, log: captureLog(app), person: await signUp(app) }
}

type Log = Awaited<ReturnType<typeof listened>>['log']

/** Returns the only line of a GraphQL request. */
async function lineOf(app: App, log: Log, body: unknown, user?: TestUser): Promise<LogLine> {
  const { headers } = await post(app, { body, ...(user ? { person: user } : {}) })
  const [line, ...more] = await log.ofRequest(headers['x-request-id'])
  if (!line || more.length > 0) throw new Error(JSON.stringify([line, ...more]))
  return line
}

t.test('logs one line per request', async t => {
  const { app, log, person } = await listened(t, { LOG_LEVEL: 'info' })
  const fields = new Set<string>()
  const note = (line: LogLine) => {
    for (const name of Object.keys(line)) fields.add(name)
    return line
  }

  await t.test('logs the user, name, cost, round trips and duration of an operation', async t => {
    const line = note(await lineOf(app, log, { query: me }, person))
    t.match(line, {
      ...{ level: 30, msg: 'request completed', method: 'POST', route: '/graphql', status: 200 },
      ...{ userId: person.id, operation: 'Me', cost: Number, roundTrips: Number },
      ...{ databaseTime: Number, duration: Number },
    })
    t.ok(Number(line['cost']) > 0 && Number(line['roundTrips']) > 0)
    t.notOk('errors' in line)
  })

  await t.test('attributes round trips to the right one of concurrent requests', async t => {
    const alone = async (query: string) => Number((await lineOf(app, log, { query }, person))['roundTrips'])
    for (const query of [me, mine]) await alone(query)
    const [one, other] = [await alone(me), await alone(mine)]
    t.not(one, other)
    t.same(await Promise.all([alone(me), alone(mine)]), [one, other])
  })

  await t.test('logs all operations of a batch and their total cost', async t => {
    const { cost } = await lineOf(app, log, { query: me }, person)
    const batch = [{ query: me }, { query: '{ me { id email } }' }]
    t.match(await lineOf(app, log, batch, person), {
      operation: 'Me, (unnamed)',
      cost: 2 * Number(cost),
    })
  })

  await t.test('logs the codes of errors', async t => {
    t.match(note(await lineOf(app, log, { query: '{ nothing }' })), { errors: ['GRAPHQL_VALIDATION_FAILED'] })
    t.match(await lineOf(app, log, { query: me }), { errors: ['UNAUTHENTICATED'], status: 200 })
    const response = await postAuth(app, 'login', { email: person.email, password: 'wrong' })
    const [line] = await log.ofRequest(response.headers['x-request-id'])
    t.match(line, { errors: ['INVALID_CREDENTIALS'], status: 401, route: '/auth/login' })
    t.notOk('userId' in line!)
  })

  await t.test('logs the redacted path of an unknown address', async t => {
    const { headers } = await app.inject({
      url: `/users/${encodeURIComponent(person.email)}?token=${person.token}`,
    })
    const [line] = await log.ofRequest(headers['x-request-id'])
    t.match(note(line!), { path: '/users/<address>', status: 404, errors: ['NOT_FOUND'] })
  })

  await t.test('logs the round trips of a request with a body', async t => {
    await app.listen({ port: 0 })
    const headers = { 'content-type': 'application/json', ...person.headers }
    // A body of more than one chunk.
    const body = JSON.stringify({ query: me, extensions: { filler: 'x'.repeat(500_000) } })
    const response = await fetch(addressesOf(app).httpUrl, { method: 'POST', headers, body })
    const [line] = await log.ofRequest(response.headers.get('x-request-id'))
    t.ok(Number(line?.['roundTrips']) > 0)
    app.server.closeIdleConnections()
  })

  await t.test('logs requests that their clients have abandoned', async t => {
    const { port } = app.server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1')
    // The body is never completed.
    socket.write(
      `POST /graphql HTTP/1.1\r\nHost: x\r\nAuthorization: ${person.headers.authorization}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 99\r\nX-Request-Id: gone\r\n\r\n{',
    )
    await once(app.server, 'request')
    socket.destroy()
    const line = await log.next('request abandoned')
    t.match(note(line), { level: 30, method: 'POST', route: '/graphql', status: 499, duration: Number })
    t.equal(typeof line.reqId, 'string')
  })

  await t.test('logs malformed URLs and bytes that are not HTTP', async t => {
    const { headers } = await app.inject({
      url: `/%zz/${encodeURIComponent(person.email)}?token=${person.token}`,
    })
    const [line] = await log.ofRequest(headers['x-request-id'])
    t.match(note(line!), {
      msg: 'request completed',
      method: 'GET',
      status: 400,
      errors: Array,
      duration: Number,
    })
    t.notOk(JSON.stringify(line).includes(person.email) || JSON.stringify(line).includes(person.token))
    const { port } = app.server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1')
    socket.end('hello\r\n\r\n')
    const [, id] = /x-request-id: (\S+)/i.exec(await text(socket)) ?? []
    const [unreadable] = await log.ofRequest(id)
    t.match(note(unreadable!), {
      ...{ level: 30, msg: 'malformed request', status: 400, errors: ['BAD_REQUEST'] },
      reason: 'HPE_INVALID_METHOD',
    })
  })

  await t.test('logs an operation of a socket in the same way as a request', async t => {
    const connectionParams = { authorization: `Bearer ${person.token}` }
    const client = socketClient(t, addressesOf(app).socketUrl, { connectionParams })
    t.match(await responseOf(client, { query: me }), { data: { me: { id: person.id } } })
    const operationLines = () => log.lines.filter(({ msg }) => msg === 'operation completed')
    t.match(operationLines(), [{ operation: 'Me', userId: person.id, route: '/graphql', roundTrips: Number }])
    t.match(await responseOf(client, { query: '{ nothing }' }), { error: Array })
    t.match(operationLines()[1], { errors: ['GRAPHQL_VALIDATION_FAILED'] })
  })

  await t.test('documents every field', async t => {
    const docs = await readFile(new URL('../../../docs/observability.md', import.meta.url), 'utf8')
    const described = new Set([...docs.matchAll(/^\| `(\w+)` /gm)].map(([, name]) => name))
    t.same(
      [...fields].filter(name => !described.has(name)),
      [],
    )
  })
})

t.test('writes no address, name, password or token to the log', async t => {
  const { app, log, person } = await listened(t, { LOG_LEVEL: 'info' })
  const stranger = newRegistration()
  const remoteAddress = '192.0.2.77'
  await postAuth(app, 'register', stranger)
  await postAuth(app, 'login', { email: person.email, password: 'not this one' })
  await postAuth(app, 'refresh', { refreshToken: person.refreshToken })
  await post(app, { body: { query: me }, person })
  await post(app, {
    body: {
      query: 'query Find($email: String!) { users(search: $email) { totalCount } }',
      variables: { email: person.email },
    },
    person,
  })
  await app.inject({ url: `/auth/profile?email=${person.email}`, remoteAddress })
  await app.inject({ url: `/nowhere/${person.token}/${person.username}@example.com`, remoteAddress })
  await app.close()
  t.ok(log.lines.length >= 7)
  const secrets = [
    ...[person.email, person.username, person.password, person.token, person.refreshToken, remoteAddress],
    ...[stranger.email, stranger.username, stranger.password],
  ]
  for (const line of log.lines.map(line => JSON.stringify(line)))
    for (const secret of secrets) t.notOk(line.includes(secret), `${secret} in ${line}`)
})

t.test('omits round trips unless they are enabled, and warns about slow requests', async t => {
  const { app, log } = await listened(t, { LOG_ROUND_TRIPS: 'false', SLOW_OPERATION: '1ms' })
  const response = await postAuth(app, 'register', newRegistration())
  const [line] = await log.ofRequest(response.headers['x-request-id'], 'request completed')
  t.match(line, { level: 40, slow: true, status: 202 })
  t.notOk('roundTrips' in line! || 'databaseTime' in line!)
})

t.test('redacts long texts quickly', async t => {
  const cases = {
    'no account of ada+gym@mail.example.com here': 'no account of <address> here',
    'E11000 duplicate key error collection: a.accounts index: email_1 dup key: { email: "a b" }':
      'E11000 duplicate key error collection: a.accounts index: email_1 dup key: {…}',
    'GET /verify?token=abc&next=1 failed': 'GET /verify?token=…&next=… failed',
    [`bearer eyJhbGciOi.eyJpZCI6.c2ln`]: 'bearer <token>',
    [`request 6f9619ff-8b86-d011-b42d-00cf4fc964ff`]: 'request 6f9619ff-8b86-d011-b42d-00cf4fc964ff',
  }
  for (const [text, expected] of Object.entries(cases)) t.equal(redact(text), expected)
  t.ok(redact('a.'.repeat(100_000)).length <= 4000)
})
