import { setImmediate as nextRound } from 'node:timers/promises'
import t from 'tap'
import { createTurnQueue } from '../../src/lib/event-loop.js'
import { build, errorCodeOf, signUp, type GraphQLResponse } from '../helper.js'
import { responseIn, get, post, unlimited } from './requests.js'

const query = '{ __typename }'
const rename = (bio: string) => ({
  query: `mutation { updateProfile(input: { bio: "${bio}" }) { user { bio } } }`,
})
const me = { query: '{ me { bio } }' }

t.test('runs the operations of a batch serially and returns them in order', async t => {
  const app = await build(t)
  const account = await signUp(app)
  const body = [me, rename('one'), me, { query: '{ nothing }' }, rename('two'), { query: '{' }, me]
  const response = await post(app, { body, person: account })
  t.equal(response.statusCode, 200)
  t.equal(response.headers['content-type'], 'application/json; charset=utf-8')
  const responses = response.json<GraphQLResponse[]>()
  t.same(
    responses.map(answer => answer.data ?? errorCodeOf(answer)),
    [
      { me: { bio: null } },
      { updateProfile: { user: { bio: 'one' } } },
      { me: { bio: 'one' } },
      'GRAPHQL_VALIDATION_FAILED',
      { updateProfile: { user: { bio: 'two' } } },
      'GRAPHQL_PARSE_FAILED',
      { me: { bio: 'two' } },
    ],
  )
})

t.test('accepts batches up to the configured length', async t => {
  const app = await build(t)
  const batch = (length: number) => post(app, { body: Array(length).fill({ query }) })
  t.same((await batch(1)).json(), [{ data: { __typename: 'Query' } }])
  t.equal((await batch(10)).json().length, 10)
  for (const length of [0, 11, 5000]) {
    const response = await batch(length)
    t.equal(response.statusCode, 400, `${length}`)
    t.match(response.json(), { errors: [{ message: /1 to 10/, extensions: { code: 'BAD_USER_INPUT' } }] })
  }
})

t.test('executes no operation of a malformed batch', async t => {
  const app = await build(t)
  const account = await signUp(app)
  const malformed = [7, null, 'text', [me], [], {}, { query: 1 }, { query, variables: 'a' }]
  for (const wrong of malformed) {
    const response = await post(app, { body: [rename('changed'), wrong], person: account })
    t.equal(response.statusCode, 400, JSON.stringify(wrong))
    t.equal(errorCodeOf(response.json()), 'BAD_USER_INPUT')
  }
  t.same((await post(app, { body: me, person: account })).json(), { data: { me: { bio: null } } })
})

t.test('counts each operation of a batch as a request', async t => {
  const app = await build(t, { settings: { RATE_LIMIT_PUBLIC_PER_HOUR: '10' } })
  const batch = (length: number) => post(app, { body: Array(length).fill({ query }) })
  t.equal((await batch(4)).headers['x-ratelimit-remaining'], '6')
  t.equal((await batch(1)).headers['x-ratelimit-remaining'], '5')
  t.equal((await batch(5)).headers['x-ratelimit-remaining'], '0')
  const refused = await batch(2)
  t.equal(refused.statusCode, 429)
  t.equal(errorCodeOf(refused.json()), 'RATE_LIMITED')
})

t.test('executes no operation of a batch above the limit', async t => {
  const app = await build(t, { settings: { RATE_LIMIT_AUTHENTICATED_PER_HOUR: '10' } })
  const account = await signUp(app)
  const refused = await post(app, {
    body: Array(5).fill(rename('changed')).concat(Array(5).fill(me)),
    person: account,
  })
  t.equal(refused.statusCode, 200, 'the batch that uses the whole limit is executed')
  t.match(refused.json(), { 9: { data: { me: { bio: 'changed' } } } })

  const other = await signUp(app)
  for (let count = 0; count < 8; count++) await post(app, { body: me, person: other })
  const response = await post(app, { body: [rename('changed'), me, me], person: other })
  t.equal(response.statusCode, 429)
  t.match(response.headers, { 'retry-after': String, 'x-ratelimit-remaining': '0' })
  t.same((await app.features.services.profile.get(other.id)).bio ?? null, null)
})

t.test('rejects the whole batch with an invalid token', async t => {
  const app = await build(t)
  const response = await post(app, { body: [{ query }, { query }], headers: { authorization: 'Bearer x' } })
  t.equal(response.statusCode, 401)
  t.equal(errorCodeOf(response.json()), 'UNAUTHENTICATED')
})

t.test('accepts batches only by POST and responds with JSON', async t => {
  const app = await build(t)
  const body = [{ query }]
  const list = JSON.stringify(body)
  t.equal((await get(app, { query: list })).json().errors[0].extensions.code, 'GRAPHQL_PARSE_FAILED')
  const apollo = 'application/graphql-response+json, application/json;q=0.9'
  t.equal((await post(app, { body, headers: { accept: apollo } })).statusCode, 200)
  for (const accept of ['text/event-stream', 'application/graphql-response+json']) {
    const response = await post(app, { body, headers: { accept } })
    t.equal(response.statusCode, 406, accept)
    t.equal(errorCodeOf(responseIn(response.body)), 'NOT_ACCEPTABLE')
  }
})

t.test('rejects only the subscription in a batch', async t => {
  const app = await build(t, { settings: unlimited })
  const account = await signUp(app)
  const body = [me, { query: 'subscription { accountChanged { id } }' }, me]
  const responses = (await post(app, { body, person: account })).json()
  t.equal(responses.length, 3)
  t.same(responses[0].data, { me: { bio: null } })
  t.equal(errorCodeOf(responses[1]), 'NOT_ACCEPTABLE')
  t.same(responses[2].data, { me: { bio: null } })
})

t.test('serves other requests between the operations of a batch', async t => {
  const app = await build(t, { settings: unlimited })
  const operations = Array.from({ length: 10 }, (_, at) => ({ query: `{ a${at}: __typename }` }))
  const batch = { ended: false }
  let rounds = 0
  const counting = (async () => {
    for (; !batch.ended; rounds++) await nextRound()
  })()
  const before = rounds
  t.equal((await post(app, { body: operations })).json().length, 10)
  batch.ended = true
  await counting
  t.ok(rounds - before > 10, `${rounds - before} rounds`)
})

t.test('runs simultaneous operations in separate iterations of the event loop', async t => {
  const turn = createTurnQueue()
  const resumed: number[] = []
  const all = [1, 2, 3].map(async number => {
    await turn()
    resumed.push(number)
  })
  for (const expected of [[1], [1, 2], [1, 2, 3]]) {
    await nextRound()
    t.ok(resumed.length <= expected.length, `${resumed.length} of at most ${expected.length} have resumed`)
  }
  await Promise.all(all)
  t.same(resumed, [1, 2, 3])
})
