import { once } from 'node:events'
import { METHODS, request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import type { InjectOptions } from 'fastify'
import t from 'tap'
import { build } from '../helper.js'
import { responseIn, get, post } from './requests.js'

const query = '{ __typename }'
const typenameResponse = { data: { __typename: 'Query' } }
const graphqlResponse = 'application/graphql-response+json'
const eventStream = 'text/event-stream'

t.test('executes a query by POST and by GET', async t => {
  const app = await build(t)
  const variables = { first: 0 }
  const document = 'query($first: Int) { exercises(first: $first) { totalCount } }'
  const expected = { data: { exercises: { totalCount: 0 } } }

  const posted = await post(app, { body: { query: document, variables } })
  t.equal(posted.statusCode, 200)
  t.same(posted.json(), expected)
  const got = await get(app, { query: document, variables: JSON.stringify(variables) })
  t.equal(got.statusCode, 200)
  t.same(got.json(), expected)
})

t.test('responds in the requested media type', async t => {
  const app = await build(t)
  const typeFor = async (accept: string) => {
    const { headers } = await post(app, { body: { query }, headers: { accept } })
    return headers['content-type']
  }
  t.equal(await typeFor('application/json'), 'application/json; charset=utf-8')
  t.equal(await typeFor('*/*'), 'application/json; charset=utf-8')
  t.equal(await typeFor('application/*'), 'application/json; charset=utf-8')
  t.equal(await typeFor(graphqlResponse), `${graphqlResponse}; charset=utf-8`)
  t.equal(await typeFor(`${graphqlResponse}, application/json;q=0.9`), `${graphqlResponse}; charset=utf-8`)
  t.equal(await typeFor(`text/html, application/json;q=0.5`), 'application/json; charset=utf-8')

  const recommended = `${graphqlResponse}; charset=utf-8, application/json; charset=utf-8`
  t.equal(await typeFor(recommended), `${graphqlResponse}; charset=utf-8`)
  t.equal(await typeFor('application/json;charset="UTF-8"'), 'application/json; charset=utf-8')
  t.match(await typeFor('text/event-stream; charset=utf-8'), /^text\/event-stream/)

  const withoutAccept = await post(app, { body: { query } })
  t.equal(withoutAccept.headers['content-type'], 'application/json; charset=utf-8')
})

t.test('rejects unacceptable media types', async t => {
  const app = await build(t)
  const response = await post(app, { body: { query }, headers: { accept: 'text/html' } })
  t.equal(response.statusCode, 406)
  t.match(response.json(), { errors: [{ extensions: { code: 'NOT_ACCEPTABLE' } }] })
})

t.test('responds to request errors with 400, except for plain JSON', async t => {
  const app = await build(t)
  for (const wrong of ['{', '{ nope }']) {
    const body = { query: wrong }
    const plain = await post(app, { body, headers: { accept: 'application/json' } })
    const precise = await post(app, { body, headers: { accept: graphqlResponse } })
    t.equal(plain.statusCode, 200, wrong)
    t.equal(precise.statusCode, 400, wrong)
    t.notOk('data' in precise.json(), 'nothing was executed, so there is no data')
  }
})

t.test('keeps status 200 after a failed field', async t => {
  const app = await build(t)
  const response = await post(app, { body: { query: '{ me { id } }' }, headers: { accept: graphqlResponse } })
  t.equal(response.statusCode, 200)
  t.match(response.json(), { data: { me: null }, errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] })
})

t.test('rejects a mutation by GET with the allowed methods', async t => {
  const app = await build(t)
  const response = await get(app, { query: 'mutation { signOutEverywhere { signedOut } }' })
  t.equal(response.statusCode, 405)
  t.equal(response.headers.allow, 'POST')
  t.match(response.json(), { errors: [{ extensions: { code: 'METHOD_NOT_ALLOWED' } }] })
})

t.test('rejects bodies that are not JSON', async t => {
  const app = await build(t)
  const body = JSON.stringify({ query })
  for (const type of [
    'text/plain',
    'application/graphql',
    'application/x-www-form-urlencoded',
    'image/png',
  ]) {
    const response = await post(app, { body, headers: { 'content-type': type } })
    t.equal(response.statusCode, 415, type)
    t.match(response.json(), { errors: [{ extensions: { code: 'UNSUPPORTED_MEDIA_TYPE' } }] })
  }
  const multipart = await post(app, {
    body: '--x\r\ncontent-disposition: form-data; name="query"\r\n\r\n{ me { id } }\r\n--x--\r\n',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  })
  t.equal(multipart.statusCode, 415)
  const charset = await post(app, { body, headers: { 'content-type': 'application/json; charset=utf-8' } })
  t.same(charset.json(), typenameResponse)
})

t.test('rejects malformed bodies and wrong types with 400', async t => {
  const app = await build(t)
  const bodies: unknown[] = [
    '{',
    '',
    'null',
    '"{ __typename }"',
    {},
    { query: 1 },
    { query: true },
    { query: null },
    { query: ['{ __typename }'] },
    { query: { kind: 'Document', definitions: [] } },
    { query, variables: 'a' },
    { query, variables: [] },
    { query, variables: 1 },
    { query, operationName: 1 },
    { query, operationName: {} },
    { query, extensions: 'a' },
    { query, extensions: [] },
    `{"query": "{ __typename }", "variables": {"__proto__": {"a": 1}}}`,
  ]
  for (const body of bodies) {
    const response = await post(app, { body })
    t.equal(response.statusCode, 400, JSON.stringify(body))
    t.match(response.json(), { errors: [{ extensions: { code: 'BAD_USER_INPUT' } }] })
  }
})

t.test('treats null as omitted for optional parameters', async t => {
  const app = await build(t)
  const body = { query, variables: null, operationName: null, extensions: null }
  t.same((await post(app, { body })).json(), typenameResponse)
  t.same(
    (await get(app, { query, variables: 'null', operationName: '', extensions: '' })).json(),
    typenameResponse,
  )
})

t.test('rejects a GET with malformed parameters with 400', async t => {
  const app = await build(t)
  const malformed: Record<string, string>[] = [
    {},
    { query, variables: '{' },
    { query, variables: '[]' },
    { query, variables: '1' },
    { query, extensions: 'x' },
  ]
  for (const parameters of malformed) {
    const response = await get(app, parameters)
    t.equal(response.statusCode, 400, JSON.stringify(parameters))
    t.match(response.json(), { errors: [{ extensions: { code: 'BAD_USER_INPUT' } }] })
  }
})

t.test('returns a batch in order, and rejects empty and long batches', async t => {
  const app = await build(t, { settings: { GRAPHQL_BATCH_LIMIT: '3' } })
  const broken = { query: '{ nothing }' }
  const response = await post(app, { body: [{ query }, broken, { query }] })
  t.equal(response.statusCode, 200)
  t.match(response.json(), [{ data: {} }, { errors: [{}] }, { data: {} }])
  t.equal((await post(app, { body: [{ query }, { query }, { query }, { query }] })).statusCode, 400)
  t.equal((await post(app, { body: [{ query }, 7] })).statusCode, 400)
  t.equal((await post(app, { body: [] })).statusCode, 400)
})

t.test('rejects bodies above 1 MiB', async t => {
  const app = await build(t)
  const bodies = {
    'white space': ' '.repeat(1025 * 1024),
    'a long document': { query: `{ __typename }${' '.repeat(1024 * 1024)}` },
    'long variables': { query, variables: { a: 'x'.repeat(1024 * 1024) } },
  }
  for (const [what, body] of Object.entries(bodies)) {
    const response = await post(app, { body })
    t.equal(response.statusCode, 413, what)
    t.match(response.json(), { errors: [{ extensions: { code: 'PAYLOAD_TOO_LARGE' } }] })
  }
})

const errorIn = (body: string) => String(responseIn(body).errors?.[0]?.extensions.code)

t.test('sends errors in the requested media type', async t => {
  const settings = { RATE_LIMIT_PUBLIC_PER_HOUR: '40' }
  const app = await build(t, { settings })
  const body = { query }
  const json = { 'content-type': 'application/json' }
  const refused: Record<string, InjectOptions> = {
    '400 BAD_USER_INPUT': { method: 'POST', payload: { query: 7 } },
    '401 UNAUTHENTICATED': { method: 'POST', payload: body, headers: { authorization: 'Bearer x' } },
    '405 METHOD_NOT_ALLOWED': { method: 'PUT', payload: body },
    '413 PAYLOAD_TOO_LARGE': { method: 'POST', payload: ' '.repeat(1025 * 1024), headers: json },
    '415 UNSUPPORTED_MEDIA_TYPE': { method: 'POST', payload: 'x', headers: { 'content-type': 'text/plain' } },
    '429 RATE_LIMITED': { method: 'POST', payload: body },
  }
  for (const [what, { headers, ...request }] of Object.entries(refused)) {
    if (what.startsWith('429')) for (let sent = 0; sent < 40; sent++) await post(app, { body })
    for (const accept of ['application/json', graphqlResponse, eventStream]) {
      const response = await app.inject({ ...request, url: '/graphql', headers: { ...headers, accept } })
      const { statusCode, headers: responseHeaders } = response
      t.equal(`${statusCode} ${errorIn(response.body)}`, what, accept)
      t.equal(responseHeaders['content-type'], `${accept}; charset=utf-8`, what)
    }
  }
})

t.test('sends NOT_ACCEPTABLE in the requested media type, or as JSON', async t => {
  const app = await build(t)
  const subscription = { query: 'subscription { accountChanged { id } }' }
  for (const [body, accept] of [
    [subscription, graphqlResponse],
    [[{ query }], graphqlResponse],
    [[{ query }], eventStream],
  ] as const) {
    const response = await post(app, { body, headers: { accept } })
    t.equal(response.statusCode, 406)
    t.equal(response.headers['content-type'], `${accept}; charset=utf-8`)
    t.equal(errorIn(response.body), 'NOT_ACCEPTABLE')
  }
  const page = await post(app, { body: { query }, headers: { accept: 'text/html' } })
  t.equal(page.headers['content-type'], 'application/json; charset=utf-8')
})

t.test('rejects other methods with 405', async t => {
  const app = await build(t)
  await app.listen({ port: 0 })
  const { port } = app.server.address() as AddressInfo
  for (const method of METHODS.filter(one => !/^(GET|HEAD|POST|OPTIONS|CONNECT)$/.test(one))) {
    const sent = request({ port, method, path: '/graphql', agent: false }).end()
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    response.resume()
    t.equal(response.statusCode, 405, method)
    t.equal(response.headers.allow, 'GET, HEAD, POST, OPTIONS', method)
  }
  const options = await app.inject({ method: 'OPTIONS', url: '/graphql' })
  t.equal(options.statusCode, 204)
  t.equal(options.headers.allow, 'GET, HEAD, POST, OPTIONS')
})

t.test('rejects compressed bodies', async t => {
  const app = await build(t)
  const body = gzipSync(JSON.stringify({ query }))
  for (const encoding of ['gzip', 'br', 'deflate', 'GZIP', 'zstd', 'gzip, identity']) {
    const response = await post(app, { body, headers: { 'content-encoding': encoding } })
    t.equal(response.statusCode, 415, encoding)
    t.match(response.json(), { errors: [{ extensions: { code: 'UNSUPPORTED_MEDIA_TYPE' } }] })
  }
  const plain = await post(app, { body: { query }, headers: { 'content-encoding': 'identity' } })
  t.same(plain.json(), typenameResponse)
})

t.test('rejects @skip and @include on the root field of a subscription', async t => {
  const app = await build(t)
  for (const query of [
    'subscription($a: Boolean!) { accountChanged @skip(if: $a) { id } }',
    'subscription { accountChanged @include(if: true) { id } }',
    'subscription { ... @skip(if: true) { accountChanged { id } } }',
    'subscription { ...F } fragment F on Subscription { ... { accountChanged @skip { id } } ...F }',
    'query Q { __typename } subscription S($a: Boolean!) { ...F @include(if: $a) } fragment F on Subscription { accountChanged { id } }',
  ]) {
    const response = await post(app, { body: { query, variables: { a: false } } })
    t.match(response.json(), {
      errors: [
        {
          message: /cannot have "@skip" or "@include"/,
          locations: [{ line: 1 }],
          extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
        },
      ],
    })
  }
  const inner = 'subscription($a: Boolean!) { accountChanged { id @skip(if: $a) } }'
  t.equal(
    (await post(app, { body: { query: inner, variables: { a: true } } })).statusCode,
    406,
    'rejects only the media type',
  )
})
