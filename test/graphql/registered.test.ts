import { createHash } from 'node:crypto'
import { mock } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parse, print, stripIgnoredCharacters } from 'graphql'
import t from 'tap'
import { MeDocument, SearchExercisesDocument } from '../../generated/operations/example.js'
import { preparationDelay } from '../../src/graphql/registered/prepare-after-start.js'
import { readManifests } from '../../src/graphql/registered/manifests.js'
import { yieldToEventLoop } from '../../src/lib/event-loop.js'
import { build, errorCodeOf, signUp } from '../helper.js'
import { responseIn, get, post, unlimited } from './requests.js'

const folder = fileURLToPath(new URL('../../../schema/operations', import.meta.url))
const { operations } = readManifests(folder)
const sourceOf = (name: string) => operations.find(({ id }) => id === `example/1.0.0/${name}`)!.source
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
const persisted = (sha256Hash: string) => ({ persistedQuery: { version: 1, sha256Hash } })

const search = sourceOf('SearchExercises')
const page = { exercises: { totalCount: 0, edges: [], pageInfo: { hasNextPage: false, endCursor: null } } }
const onlyRegistered = { ...unlimited, GRAPHQL_ONLY_REGISTERED: 'true' }

for (const settings of [unlimited, onlyRegistered])
  t.test(`finds a registered operation, GRAPHQL_ONLY_REGISTERED=${settings === onlyRegistered}`, async t => {
    const app = await build(t, { settings })
    const variables = { first: 1 }
    const bodies = {
      'by its id': { documentId: 'example/1.0.0/SearchExercises' },
      'by its id and its name': {
        documentId: 'example/1.0.0/SearchExercises',
        operationName: 'SearchExercises',
      },
      'by the hash of its text': { documentId: `sha256:${hashOf(search)}` },
      "by the same hash as Apollo's clients send it": { extensions: persisted(hashOf(search)) },
      'by hash and text': { query: search, extensions: persisted(hashOf(search)) },
      'by its text': { query: search },
      'by its text in one line': { query: stripIgnoredCharacters(search) },
      'by its text with comments': { query: search.replace(/\n/g, ' # a comment\r\n\t') },
      'by its text, parts in another order': {
        query: print({ ...parse(search), definitions: parse(search).definitions.toReversed() }),
      },
      'by the text that a client generates': { query: print(SearchExercisesDocument) },
    }
    for (const [what, body] of Object.entries(bodies))
      for (let run = 0; run < 3; run++) {
        const response = await post(app, { body: { ...body, variables } })
        t.same(response.json(), { data: page }, what)
      }
    const got = await get(app, { documentId: 'example/1.0.0/SearchExercises', variables: '{"first": 1}' })
    t.same(got.json(), { data: page })
    t.equal(got.headers['cache-control'], 'public, max-age=300')
  })

t.test('sends NOT_FOUND for an unregistered id', async t => {
  const app = await build(t, { settings: unlimited })
  const ids = [
    'example/1.0.0/Nothing',
    'example/9.9.9/Me',
    'SearchExercises',
    `sha256:${hashOf('other')}`,
    'sha256:',
    '',
    'constructor',
  ]
  for (const documentId of ids)
    for (const response of [await post(app, { body: { documentId } }), await get(app, { documentId })]) {
      t.equal(response.statusCode, 200, documentId)
      t.equal(errorCodeOf(response.json()), 'NOT_FOUND')
      t.ok(response.json().errors[0].message.includes(`"${documentId}"`))
    }
})

t.test('rejects other operations if only registered ones are allowed', async t => {
  const app = await build(t, { settings: onlyRegistered })
  const admin = await signUp(app, { role: 'ADMIN' })
  const other = '{ exercises { totalCount } }'
  const bodies: Record<string, object> = {
    'another text': { query: other },
    'the shortest text': { query: '{ __typename }' },
    introspection: { query: '{ __schema { queryType { name } } }' },
    'a new text with its hash': { query: other, extensions: persisted(hashOf(other)) },
    'a registered text and more': {
      query: `${search} query Other { __typename }`,
      operationName: 'SearchExercises',
    },
    'a registered text with another name': { query: search.replace('SearchExercises', 'Search') },
    'a registered text with another field': { query: search.replace('totalCount', '') },
    'a text that cannot be read': { query: '{' },
    'a long text': { query: '{ me '.repeat(10_000) },
  }
  for (const [what, body] of Object.entries(bodies))
    for (const account of [{ headers: {} as { authorization: string } }, admin]) {
      const answer = (await post(app, { body, person: account })).json()
      t.equal(errorCodeOf(answer), 'FORBIDDEN', what)
      t.notOk('data' in answer)
    }
  t.equal(errorCodeOf((await get(app, { query: other })).json()), 'FORBIDDEN')
  const batch = (await post(app, { body: [{ query: other }, { query: search }] })).json()
  t.equal(errorCodeOf(batch[0]), 'FORBIDDEN')
  t.same(batch[1], { data: page })
  const events = await post(app, { body: { query: other }, headers: { accept: 'text/event-stream' } })
  t.match(events.body, /^event: next\ndata: .*"code":"FORBIDDEN".*\n\nevent: complete/)

  const unknown = await post(app, { body: { extensions: persisted(hashOf(other)) } })
  t.equal(errorCodeOf(unknown.json()), 'PERSISTED_QUERY_NOT_FOUND', 'the text is not stored')
})

t.test('executes registered mutations by POST only', async t => {
  const app = await build(t, { settings: onlyRegistered })
  const account = await signUp(app)
  const documentId = 'example/1.0.0/UpdateProfile'
  const variables = { input: { firstName: 'Ada' } }
  const refused = await get(app, { documentId, variables: JSON.stringify(variables) }, { person: account })
  t.equal(refused.statusCode, 405)
  const { data } = (await post(app, { body: { documentId, variables }, person: account })).json()
  t.match(data, { updateProfile: { user: { id: account.id, firstName: 'Ada' } } })
  const me = (await post(app, { body: { query: print(MeDocument) }, person: account })).json()
  t.match(me, { data: { me: { id: account.id } } })
})

t.test('executes every registered operation or requires a token', async t => {
  const app = await build(t, { settings: onlyRegistered })
  for (const { id, source } of operations) {
    const isSubscription = source.startsWith('subscription')
    const headers = { accept: isSubscription ? 'text/event-stream' : 'application/json' }
    const response = await post(app, { body: { documentId: id }, headers })
    for (const { extensions } of responseIn(response.body).errors ?? []) {
      const code = String(extensions.code)
      t.ok(['UNAUTHENTICATED', 'BAD_USER_INPUT'].includes(code), `${id}: ${code}`)
    }
  }
})

t.test('serves other operations if a registered one exceeds a limit', async t => {
  const app = await build(t, { settings: { ...unlimited, GRAPHQL_MAX_DEPTH: '2' } })
  const refused = (await post(app, { body: { documentId: 'example/1.0.0/Me' } })).json()
  t.match(refused, { errors: [{ extensions: { code: 'QUERY_TOO_COMPLEX', measure: 'depth' } }] })
  const { data } = (
    await post(app, { body: { documentId: 'example/1.0.0/PublicUser', variables: { id: 'x' } } })
  ).json()
  t.same(data, { user: null })
})

t.test('prepares registered operations a second after it listens, and warns about invalid ones', async t => {
  const app = await build(t, { settings: { ...unlimited, GRAPHQL_MAX_DEPTH: '2' } })
  const warnings: string[] = []
  Object.assign(app.log, { warn: (_details: object, message: string) => warnings.push(message) })
  const refusal = 'requests for the registered operation client/1.0.0/Me will be rejected'
  mock.timers.enable({ apis: ['setTimeout'] })
  t.teardown(() => mock.timers.reset())
  await app.listen({ port: 0 })
  for (let turn = 0; turn < 10; turn++) await yieldToEventLoop()
  t.same(warnings, [])
  mock.timers.tick(preparationDelay)
  while (!warnings.includes(refusal)) await yieldToEventLoop()
})
