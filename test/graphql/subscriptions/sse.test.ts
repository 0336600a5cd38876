import { once } from 'node:events'
import { get as httpGet, type IncomingMessage } from 'node:http'
import t from 'tap'
import { starterCatalogue } from '../../features/training/exercises/starter-catalogue.js'
import { queryGraphQL, signUp, type GraphQLResponse, type TestUser } from '../../helper.js'
import { updateProfile } from '../../features/people/profile/operations.js'
import { claimsOf, headerOf, makeToken } from '../../tokens.js'
import { post, get } from '../requests.js'
import {
  accountChanged,
  responseOf,
  follow,
  inbox,
  startListening,
  sseClient,
  type OperationRequest,
} from './live.js'

const accept = 'text/event-stream'
const nowInSeconds = () => Math.floor(Date.now() / 1000)

const stream = (
  url: string,
  asked: OperationRequest,
  headers: Record<string, string> = {},
  method = 'POST',
) =>
  method === 'POST'
    ? fetch(url, {
        method,
        headers: { accept, 'content-type': 'application/json', ...headers },
        body: JSON.stringify(asked),
      })
    : fetch(`${url}?query=${encodeURIComponent(asked.query)}`, { headers: { accept, ...headers } })

/** Subscribes with the client, and resolves when the service has accepted the subscription. */
async function followed(
  t: Parameters<typeof sseClient>[0],
  url: string,
  { headers }: Pick<TestUser, 'headers'>,
) {
  const connected = inbox<true>()
  const client = sseClient(t, url, { headers, on: { connected: () => connected.put(true) } })
  const following = follow(client, { query: accountChanged })
  await connected.take()
  return following
}

t.test('sends the events of a subscription by POST and by GET', async t => {
  const { app, httpUrl } = await startListening(t)
  const user = await signUp(app)
  for (const method of ['POST', 'GET']) {
    const response = await stream(httpUrl, { query: accountChanged }, user.headers, method)
    t.equal(response.status, 200)
    t.match(response.headers.get('content-type'), /^text\/event-stream/)
    t.equal(response.headers.get('cache-control'), 'no-cache')
    for (const header of ['limit', 'remaining', 'reset'])
      t.match(response.headers.get(`x-ratelimit-${header}`), /^\d+$/, header)

    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
    await queryGraphQL(app, updateProfile, { input: { firstName: method } }, user)
    let text = ''
    while (!text.includes('event: next')) text += (await reader.read()).value ?? ''
    const event = `event: next\ndata: {"data":{"accountChanged":{"firstName":"${method}"}}}\n\n`
    t.equal(text.replaceAll(':\n\n', ''), event)
    await reader.cancel()
  }
})

t.test('sends a query and a mutation as one `next` and `complete`', async t => {
  const { app, httpUrl } = await startListening(t)
  await app.features.services.exercises.import(starterCatalogue.slice(0, 3), 'starter')
  const user = await signUp(app)
  const client = sseClient(t, httpUrl, { headers: user.headers })
  const requests: OperationRequest[] = [
    { query: '{ me { id } exercises(first: 2) { edges { node { name } } } }' },
    { query: 'query($first: Int) { exercises(first: $first) { totalCount } }', variables: { first: 1000 } },
    { query: 'mutation A { signOut: __typename } query B { __typename }', operationName: 'A' },
    { query: '{ __typename }', extensions: { cost: true } },
  ]
  for (const request of requests)
    t.same(
      await responseOf(client, request),
      (await post(app, { body: request, person: user })).json(),
      request.query,
    )

  const response = await stream(httpUrl, { query: '{ __typename }' })
  t.equal(
    await response.text(),
    'event: next\ndata: {"data":{"__typename":"Query"}}\n\nevent: complete\ndata:\n\n',
  )
  const mutation = await stream(httpUrl, { query: 'mutation { __typename }' }, {}, 'GET')
  t.equal(mutation.status, 405, 'a GET changes nothing')
  t.equal(mutation.headers.get('allow'), 'POST')
})

t.test('sends rejected operations as `next` and `complete`, as graphql-sse requires', async t => {
  const { app, httpUrl } = await startListening(t)
  const client = sseClient(t, httpUrl)
  const conditional = 'subscription($a: Boolean!) { accountChanged @skip(if: $a) { id } }'
  const persistedQuery = { version: 1, sha256Hash: 'a'.repeat(64) }
  for (const request of [
    { query: '{' },
    { query: '{ nothing }' },
    { query: 'query A { __typename } query B { __typename }' },
    { query: conditional, variables: { a: false } },
    { query: '', extensions: { persistedQuery } },
  ]) {
    const { errors } = (await post(app, { body: request })).json<GraphQLResponse>()
    t.ok(errors?.length)
    t.same(await responseOf(client, request), { errors }, request.query)
  }
  const response = await get(app, { query: '{ nothing }' }, { headers: { accept } })
  t.equal(response.statusCode, 200)
  t.match(response.headers['content-type'], /^text\/event-stream/)
})

t.test('neither subscribes nor mutates with HEAD', async t => {
  const settings = { GRAPHQL_MAX_SUBSCRIPTIONS: '1' }
  const { app, httpUrl } = await startListening(t, { settings })
  const user = await signUp(app)
  const head = (query: string) =>
    fetch(`${httpUrl}?query=${encodeURIComponent(query)}`, {
      method: 'HEAD',
      headers: { accept, ...user.headers },
    })
  for (let time = 0; time < 3; time++) {
    const response = await head(accountChanged)
    t.equal(response.status, 200)
    t.match(response.headers.get('content-type'), /^text\/event-stream/)
  }
  const following = await followed(t, httpUrl, user)
  const renaming = await head('mutation { updateProfile(input: { firstName: "Eve" }) { conflict } }')
  t.equal(renaming.status, 405)
  await queryGraphQL(app, updateProfile, { input: { firstName: 'Ada' } }, user)
  t.same(await following.next(), { data: { accountChanged: { firstName: 'Ada' } } })
})

t.test('explains the transports for a subscription requested as JSON', async t => {
  const { app } = await startListening(t)
  const { headers } = await signUp(app)
  const response = await post(app, { body: { query: accountChanged }, headers })
  t.equal(response.statusCode, 406)
  const refused = { errors: [{ message: /text\/event-stream/, extensions: { code: 'NOT_ACCEPTABLE' } }] }
  t.match(response.json(), refused)
  const batch = await post(app, { body: [{ query: '{ __typename }' }, { query: accountChanged }], headers })
  t.match(batch.json(), [{ data: { __typename: 'Query' } }, refused], 'does not hide other responses')
})

t.test('rejects an invalid token with 401, and a missing one with an error', async t => {
  const { app, httpUrl } = await startListening(t)
  const bad = await stream(httpUrl, { query: accountChanged }, { authorization: 'Bearer abc' })
  t.equal(bad.status, 401)
  t.equal(app.server.listening, true)
  const client = sseClient(t, httpUrl)
  t.match(await responseOf(client, { query: accountChanged }), {
    errors: [{ extensions: { code: 'UNAUTHENTICATED' } }],
  })
})

t.test('ends the stream with the reason when the token expires or is revoked', async t => {
  const { app, httpUrl } = await startListening(t)
  const [mine, stranger] = [await signUp(app), await signUp(app)]
  const authorization = `Bearer ${makeToken(headerOf(mine.token), { ...claimsOf(mine.token), exp: nowInSeconds() + 2 })}`
  const expiring = await followed(t, httpUrl, { headers: { authorization } })
  t.match(await expiring.next(), {
    errors: [{ message: /expired/, extensions: { code: 'UNAUTHENTICATED', reason: 'TOKEN_EXPIRED' } }],
  })
  t.equal(await expiring.ended(), 'complete')

  const [revoked, other] = [await followed(t, httpUrl, mine), await followed(t, httpUrl, stranger)]
  await app.features.services.sessions.signOutEverywhere(mine.id)
  t.match(await revoked.next(), {
    errors: [{ message: /revoked/, extensions: { code: 'UNAUTHENTICATED' } }],
  })
  t.equal(await revoked.ended(), 'complete')
  await queryGraphQL(app, updateProfile, { input: { firstName: 'Ada' } }, stranger)
  t.same(await other.next(), { data: { accountChanged: { firstName: 'Ada' } } })
})

t.test('keeps the connection alive with comments', async t => {
  const { app, httpUrl } = await startListening(t, { settings: { GRAPHQL_KEEP_ALIVE: '20ms' } })
  const { headers } = await signUp(app)
  const response = await stream(httpUrl, { query: accountChanged }, headers)
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  while (text.length < 4 * ':\n\n'.length) text += (await reader.read()).value ?? ''
  t.match(text, /^(:\n\n)+$/)
  await reader.cancel()
})

t.test('ends streams without complete on shutdown, so that clients reconnect', async t => {
  const first = await startListening(t)
  const second = await startListening(t)
  const users = [await signUp(first.app), await signUp(second.app)]
  const urls = [first.httpUrl, second.httpUrl]
  const headers = users.map(user => user.headers)
  const connected = inbox<true>()
  const client = sseClient(t, '', {
    url: () => urls.shift()!,
    headers: () => headers.shift()!,
    retryAttempts: 3,
    retry: async () => undefined,
    on: { connected: () => connected.put(true) },
  })
  const { next } = follow(client, { query: accountChanged })
  await connected.take()
  await first.app.close()
  await connected.take()
  await queryGraphQL(second.app, updateProfile, { input: { firstName: 'back' } }, users[1])
  t.same(await next(), { data: { accountChanged: { firstName: 'back' } } })
})

t.test('shuts down despite a client that has stopped reading', async t => {
  const { app, httpUrl } = await startListening(t)
  const { headers } = await signUp(app)
  const url = `${httpUrl}?query=${encodeURIComponent(accountChanged)}`
  const request = httpGet(url, { headers: { ...headers, accept } })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  response.pause()
  await app.close()
  request.destroy()
  t.pass('the service has ended')
})
