import { randomBytes } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import t from 'tap'
import type { App } from '../../../../src/app.js'
import { days, minutes } from '../../../../src/lib/quantities.js'
import { tokenScopes } from '../../../../src/lib/token-scopes.js'
import { countCommands } from '../../../commands.js'
import { build, queryGraphQL, signUp, type GraphQLResponse, type TestUser } from '../../../helper.js'
import { signedApp } from '../../../http/signing-client.js'
import { mailbox } from '../../../mailbox.js'
import { operationsWith } from '../../schema-operations.js'
import { entry, newId, save, workout } from '../../training/workouts/workouts.js'
import { bearer, manualClock, newRegistration, post, unlimitedLogins, type Bearer } from './requests.js'

const creation = `mutation($input: CreatePersonalAccessTokenInput!) {
  createPersonalAccessToken(input: $input) {
    token
    personalAccessToken { id name scopes createdAt expiresAt lastUsedAt }
  }
}`

interface Created {
  createPersonalAccessToken: {
    token: string
    personalAccessToken: { id: string; scopes: string[]; expiresAt: string; lastUsedAt: string | null }
  }
}

const create = (app: App, user: Pick<TestUser, 'headers'>, input: object) =>
  queryGraphQL<Created>(app, creation, { input: { name: 'Spreadsheet', ...input } }, user)

async function tokenWith(app: App, user: Bearer, ...scopes: string[]): Promise<Bearer> {
  const { data } = await create(app, user, { scopes })
  return bearer(data!.createPersonalAccessToken.token)
}

/** Returns the scope that a response names as missing; null for what no token permits; undefined without such an error. */
function missingScope({ errors = [] }: GraphQLResponse<unknown>): string | null | undefined {
  const refused = errors.find(({ extensions }) => extensions['reason'] === 'INSUFFICIENT_SCOPE')
  return refused && ((refused.extensions['scope'] as string | undefined) ?? null)
}

/** Creates an exercise of the user. @returns its id */
async function ownExercise(app: App, user: TestUser): Promise<string> {
  const id = newId()
  const input = { id, name: 'Only mine', trackingType: 'WEIGHT_REPS', equipment: [], primaryMuscles: [] }
  const mutation = 'mutation($input: ExerciseInput!) { saveExercise(input: $input) { exercise { id } } }'
  const { errors } = await queryGraphQL(app, mutation, { input }, user)
  if (errors) throw new Error(JSON.stringify(errors))
  return id
}

t.test('creates a token, lists it without its secret, and records its use', async t => {
  const { clock, advance } = manualClock()
  const app = await build(t, { settings: unlimitedLogins, clock })
  const user = await signUp(app)
  const { data } = await create(app, user, { scopes: ['workouts:read', 'workouts:read', 'profile:read'] })
  const { token, personalAccessToken } = data!.createPersonalAccessToken
  t.match(token, /^fit_[\w-]{43}$/)
  t.match(personalAccessToken, {
    name: 'Spreadsheet',
    scopes: ['workouts:read', 'profile:read'],
    expiresAt: new Date(clock().getTime() + 90 * days).toISOString(),
    lastUsedAt: null,
  })
  const { data: me } = await queryGraphQL(app, '{ me { id } }', {}, bearer(token))
  t.same(me, { me: { id: user.id } })
  const list = () =>
    queryGraphQL<{ personalAccessTokens: { lastUsedAt: string | null }[] }>(
      app,
      '{ personalAccessTokens { id name scopes lastUsedAt } }',
      {},
      user,
    )
  // The use is recorded in the background.
  while ((await list()).data?.personalAccessTokens[0]?.lastUsedAt === null) await setImmediate()
  advance(30_000)
  await queryGraphQL(app, '{ me { id } }', {}, bearer(token))
  const listed = await list()
  const used = new Date(clock().getTime() - 30_000).toISOString()
  t.match(listed.data, { personalAccessTokens: [{ id: personalAccessToken.id, lastUsedAt: used }] })
  t.notOk(JSON.stringify(listed).includes(token))
  const { data: node } = await queryGraphQL(
    app,
    'query($id: ID!) { node(id: $id) { ... on PersonalAccessToken { name } } }',
    { id: personalAccessToken.id },
    user,
  )
  t.same(node, { node: { name: 'Spreadsheet' } })
})

t.test(
  'limits unknown tokens per address, and rejects malformed ones without reading the database',
  async t => {
    const commands = countCommands(t)
    const settings = { ...unlimitedLogins, RATE_LIMIT_LOGIN_FAILURES_PER_ADDRESS: '3' }
    const app = await build(t, { settings, wrapDatabase: commands.observe })
    const user = await signUp(app)
    const own = await tokenWith(app, user, 'profile:read')
    const reads = () => commands.log.filter(command => command === 'personalAccessTokens.findOne').length
    const unknownToken = () => `fit_${randomBytes(32).toString('base64url')}`
    /** @returns the code of the error, and how often the tokens were read */
    const send = async ({ headers }: Bearer, remoteAddress = '203.0.113.9') => {
      const readsBefore = reads()
      const { errors } = (
        await app.inject({
          method: 'POST',
          url: '/graphql',
          payload: { query: '{ me { id } }' },
          headers,
          remoteAddress,
        })
      ).json<GraphQLResponse<object>>()
      return { code: errors?.[0]?.extensions.code, reads: reads() - readsBefore }
    }
    for (const malformed of ['fit_', 'fit_x', `fit_${'x'.repeat(43)}`, `${unknownToken()}A`])
      t.same(await send(bearer(malformed)), { code: 'UNAUTHENTICATED', reads: 0 }, malformed)
    for (let failure = 1; failure <= 3; failure++) {
      t.same(await send(own), { code: undefined, reads: 1 }, 'valid tokens do not count')
      t.same(await send(bearer(unknownToken())), { code: 'UNAUTHENTICATED', reads: 1 })
    }
    t.same(await send(bearer(unknownToken())), { code: 'RATE_LIMITED', reads: 0 })
    t.same(await send(own), { code: 'RATE_LIMITED', reads: 0 })
    t.match(await send(own, '203.0.113.10'), { code: undefined }, 'another address')
    const { email, password } = user
    const login = await app.inject({
      ...{ method: 'POST', url: '/auth/login', payload: { email, password }, remoteAddress: '203.0.113.9' },
    })
    t.equal(login.statusCode, 200, 'logins are counted separately')
  },
)

t.test('refuses every operation for which a token has no scope', async t => {
  const app = await build(t, { settings: unlimitedLogins })
  const user = await signUp(app)
  const token = await tokenWith(app, user, 'export:read')
  const open = new Set(['changes', 'exercise', 'exercises', 'node', 'nodes', 'sync', 'changesAvailable'])
  for (const { name, query, variables } of operationsWith(newId, ['query', 'mutation'], 2)) {
    const response = await queryGraphQL(app, query, variables, token)
    const isRefused = missingScope(response) !== undefined
    // The document selects every field, some of which need further scopes.
    if (open.has(name) && !isRefused) continue
    t.ok(isRefused, `${name}: ${JSON.stringify(response.errors?.[0])}`)
    t.equal(response.errors?.[0]?.extensions.code, 'FORBIDDEN', name)
  }
})

t.test('permits each field with its scope only, and reading with a scope to write', async t => {
  const app = await build(t, { settings: unlimitedLogins })
  const user = await signUp(app)
  await save(app, user, workout({ exercises: [entry(await ownExercise(app, user))] }))
  const fields: Record<string, string> = {
    'profile:read': '{ me { id email } }',
    'workouts:read': '{ workouts { edges { node { id } } } achievements { key } }',
    'exercises:read': '{ exercises(filter: { scope: MINE }) { edges { node { id } } } }',
    'programs:read': '{ activeEnrollment { id } routines { edges { node { id } } } }',
    'measurements:read': '{ measurements { edges { node { id } } } }',
    'photos:read': '{ progressPhotos { edges { node { id } } } }',
  }
  for (const scope of tokenScopes.filter(scope => scope !== 'export:read')) {
    const token = await tokenWith(app, user, scope)
    for (const [required, query] of Object.entries(fields)) {
      const expected = required === scope.replace(':write', ':read') ? undefined : required
      t.equal(missingScope(await queryGraphQL(app, query, {}, token)), expected, `${scope}: ${query}`)
    }
  }
  const profile = await tokenWith(app, user, 'profile:read')
  const nested = {
    '{ me { workoutsCompleted } }': 'workouts:read',
    '{ me { profilePhotos { id } } }': 'photos:read',
    '{ me { improvements { id } } }': 'workouts:read',
    '{ exercises { edges { node { timesPerformed } } } }': 'workouts:read',
    '{ exercises { edges { node { settings { note } } } } }': 'exercises:read',
    '{ exercises(sort: LAST_PERFORMED) { edges { node { id } } } }': 'exercises:read',
    '{ sessions { id } }': null,
    '{ personalAccessTokens { id } }': null,
    'mutation { signOutEverywhere { signedOut } }': null,
    'mutation { updateProfile(input: { bio: "x" }) { user { id } } }': 'profile:write',
  }
  for (const [query, scope] of Object.entries(nested))
    t.equal(missingScope(await queryGraphQL(app, query, {}, profile)), scope, query)
  const ownId = await ownExercise(app, user)
  const alternatives = '{ exercises(first: 1) { edges { node { alternatives(first: 100) { id } } } } }'
  t.notMatch(JSON.stringify(await queryGraphQL(app, alternatives, {}, profile)), ownId)
  const admin = await signUp(app, { role: 'ADMIN' })
  const publisher = await tokenWith(app, admin, 'programs:write')
  const deletion = `mutation { deleteProgram(input: { id: "${newId()}" }) { conflict } }`
  t.equal(
    missingScope(await queryGraphQL(app, deletion, {}, publisher)),
    'programs:write',
    'an administrator',
  )
  const workouts = await tokenWith(app, user, 'workouts:read')
  const { data } = await queryGraphQL<{
    workouts: { edges: { node: { exercises: { exercise: object }[] } }[] }
  }>(app, '{ workouts { edges { node { exercises { exercise { name } } } } } }', {}, workouts)
  t.match(
    data!.workouts.edges[0]!.node.exercises[0]!.exercise,
    { name: /\w/ },
    'exercises come with a workout',
  )
})

t.test(
  'leaves out of `changes` and `node` what a token does not permit, and judges `sync` by operation',
  async t => {
    const app = await build(t, { settings: unlimitedLogins })
    const user = await signUp(app)
    const exerciseId = await ownExercise(app, user)
    const own = workout({ exercises: [entry(exerciseId)] })
    await save(app, user, own)
    const typesFor = async (token: Bearer) => {
      const { data } = await queryGraphQL<{ changes: { changes: { type: string }[] } }>(
        app,
        '{ changes { changes { type recordId record { id } } } }',
        {},
        token,
      )
      return data!.changes.changes.map(({ type }) => type).sort()
    }
    t.same(await typesFor(user), ['EXERCISE', 'PROFILE', 'WORKOUT'])
    const workouts = await tokenWith(app, user, 'workouts:write')
    t.same(await typesFor(workouts), ['WORKOUT'])
    t.same(await typesFor(await tokenWith(app, user, 'exercises:read')), ['EXERCISE'])
    t.same(await typesFor(await tokenWith(app, user, 'photos:read', 'profile:read')), ['PROFILE'])

    const nodes = 'query($ids: [ID!]!) { nodes(ids: $ids) { id } }'
    const ids = { ids: [own.id, exerciseId, user.id] }
    t.same((await queryGraphQL(app, nodes, ids, workouts)).data, { nodes: [{ id: own.id }, null, null] })
    const byId = 'query($id: ID!) { exercise(id: $id) { id } }'
    t.match((await queryGraphQL(app, byId, { id: exerciseId }, workouts)).errors, [
      { extensions: { code: 'NOT_FOUND' } },
    ])

    const sync = `mutation($operations: [SyncOperation!]!) {
    sync(operations: $operations) { results { status recordId record { id } error { code reason } } }
  }`
    const operations = [
      { updateProfile: { bio: 'changed' } },
      { saveWorkout: { ...own, expectedVersion: 1, title: 'Changed by a program' } },
      { deleteExercise: { id: exerciseId } },
    ]
    const refused = {
      status: 'REFUSED',
      record: null,
      error: { code: 'FORBIDDEN', reason: 'INSUFFICIENT_SCOPE' },
    }
    const synced = await queryGraphQL<{ sync: { results: object[] } }>(app, sync, { operations }, workouts)
    t.match(synced.data!.sync.results, [refused, { status: 'APPLIED', record: { id: own.id } }, refused])
    t.not((await app.features.services.profile.get(user.id)).bio, 'changed')
  },
)

t.test('accepts a token without a signature where tokens are accepted, and nowhere else', async t => {
  const { app } = await signedApp(t)
  const { passwordLogin, sessions, registration, accessTokens } = app.features.services
  const { email, password, username } = newRegistration()
  await registration.createVerifiedAccount({ email, password, username, role: 'USER' })
  const client = { address: '127.0.0.1', device: 'test', locale: null }
  const { accessToken } = await passwordLogin.login(email, password, client)
  const draft = { name: 'x', scopes: ['profile:read', 'export:read'] }
  const { token } = await accessTokens.create(await sessions.authenticate(accessToken), draft, client)
  const { headers } = bearer(token)
  const status = async (method: 'GET' | 'POST', url: string, payload?: object) =>
    (await app.inject({ method, url, headers, ...(payload && { payload }) })).statusCode
  t.equal(await status('POST', '/graphql', { query: '{ me { id } }' }), 200)
  t.equal(await status('GET', '/auth/profile'), 200)
  t.equal(await status('GET', '/api/exports/mine'), 200)
  t.equal(await status('POST', '/auth/login', { email, password }), 401, 'login needs a signature')
  t.equal(await status('POST', '/auth/step-up', { password }), 401, 'so does a step-up')
  const unknown = { authorization: `Bearer fit_${'x'.repeat(43)}` }
  const forged = await app.inject({
    method: 'POST',
    url: '/graphql',
    headers: unknown,
    payload: { query: '{ me { id } }' },
  })
  t.match(forged.json(), { errors: [{ extensions: { code: 'INVALID_SIGNATURE' } }] })
})

t.test('rejects tokens on REST routes without the scope', async t => {
  const app = await build(t, { settings: unlimitedLogins })
  const user = await signUp(app)
  const token = await tokenWith(app, user, 'workouts:write')
  for (const [method, url] of [
    ['GET', '/auth/profile'],
    ['GET', '/api/exports/mine'],
    ['POST', '/auth/step-up'],
    ['POST', '/api/imports/workouts'],
    ['POST', '/api/storage/profile-photo/upload'],
    ['POST', '/api/storage/exercise-image/upload'],
  ] as const) {
    const payload = method === 'POST' ? { payload: { password: user.password } } : {}
    const response = await app.inject({ method, url, headers: token.headers, ...payload })
    t.equal(response.statusCode, 403, url)
    t.match(response.body, 'INSUFFICIENT_SCOPE', url)
  }
})

t.test(
  'ends tokens when they expire or are revoked, and with everything that signs out everywhere',
  async t => {
    const { clock, advance } = manualClock()
    const app = await build(t, { settings: { ...unlimitedLogins, STEP_UP_EXPIRES_IN: '1000d' }, clock })
    const user = await signUp(app)
    const status = async (token: Bearer) => {
      const { errors = [] } = await queryGraphQL(app, '{ me { id } }', {}, token)
      return errors[0]?.extensions['reason'] ?? errors[0]?.extensions.code
    }
    const { data } = await create(app, user, { scopes: ['profile:read'] })
    const { token, personalAccessToken } = data!.createPersonalAccessToken
    t.equal(await status(bearer(token)), undefined)
    const revocation =
      'mutation($id: ID!) { revokePersonalAccessToken(input: { id: $id }) { personalAccessToken { id } } }'
    const { id } = personalAccessToken
    t.match((await queryGraphQL(app, revocation, { id }, await signUp(app))).errors, [
      { extensions: { code: 'NOT_FOUND' } },
    ])
    t.same((await queryGraphQL(app, revocation, { id }, user)).data, {
      revokePersonalAccessToken: { personalAccessToken: { id } },
    })
    t.equal(await status(bearer(token)), 'UNAUTHENTICATED')

    const short = await create(app, user, {
      scopes: ['profile:read'],
      expiresAt: new Date(clock().getTime() + 5 * minutes).toISOString(),
    })
    const shortToken = bearer(short.data!.createPersonalAccessToken.token)
    advance(5 * minutes)
    t.equal(await status(shortToken), 'TOKEN_EXPIRED')

    const { accountAccess, sessions } = app.features.services
    const [first, second] = [await signUp(app), await signUp(app)]
    const [ended, disabled] = [
      await tokenWith(app, first, 'profile:read'),
      await tokenWith(app, second, 'profile:read'),
    ]
    await sessions.signOutEverywhere(first.id)
    await accountAccess.setEnabled(second.id, false)
    t.same([await status(ended), await status(disabled)], ['UNAUTHENTICATED', 'UNAUTHENTICATED'])
  },
)

t.test('validates the input, and limits the tokens of a user, also for concurrent requests', async t => {
  const { clock, advance } = manualClock()
  const settings = { ...unlimitedLogins, JWT_ACCESS_TOKEN_EXPIRES_IN: '1d' }
  const app = await build(t, { settings, clock })
  const user = await signUp(app)
  const fields: [object, string][] = [
    [{ scopes: [] }, 'input.scopes'],
    [{ scopes: ['workouts:read', 'everything'] }, 'input.scopes[1]'],
    [{ scopes: Array(100).fill('workouts:read') }, 'input.scopes'],
    [{ scopes: ['workouts:read'], name: ' ' }, 'input.name'],
    [{ scopes: ['workouts:read'], name: 'x'.repeat(101) }, 'input.name'],
    [{ scopes: ['workouts:read'], expiresAt: clock().toISOString() }, 'input.expiresAt'],
    [
      { scopes: ['workouts:read'], expiresAt: new Date(clock().getTime() + 367 * days).toISOString() },
      'input.expiresAt',
    ],
  ]
  for (const [input, field] of fields)
    t.match(
      (await create(app, user, input)).errors,
      [{ extensions: { code: 'BAD_USER_INPUT', field } }],
      field,
    )
  for (let count = 0; count < 48; count++) await create(app, user, { scopes: ['profile:read'] })
  const last = await Promise.all([1, 2, 3, 4].map(() => create(app, user, { scopes: ['profile:read'] })))
  t.same(last.map(({ errors }) => errors?.[0]?.extensions.code ?? 'created').sort(), [
    'CONFLICT',
    'CONFLICT',
    'created',
    'created',
  ])
  advance(10 * minutes)
  t.match((await create(app, user, { scopes: ['profile:read'] })).errors, [
    { extensions: { reason: 'STEP_UP_REQUIRED' } },
  ])
})

t.test('records creation and revocation in the audit log, and notifies the user by mail', async t => {
  const box = await mailbox(t)
  const app = await build(t, { settings: { ...unlimitedLogins, SMTP_URL: box.url } })
  const user = await signUp(app)
  const { data } = await create(app, user, { scopes: ['profile:read'] })
  t.match(await box.next(), { subject: /token was created/, text: /“Spreadsheet”/ })
  const { id } = data!.createPersonalAccessToken.personalAccessToken
  await queryGraphQL(
    app,
    'mutation($id: ID!) { revokePersonalAccessToken(input: { id: $id }) { personalAccessToken { id } } }',
    { id },
    user,
  )
  t.match(await box.next(), { subject: /token of your account was revoked/ })
  for (const action of ['TOKEN_CREATED', 'TOKEN_REVOKED'] as const) {
    const { edges } = await app.features.services.audit.list({ userId: user.id, action }, {})
    t.equal(edges.length, 1, action)
  }
  t.equal((await post(app, 'login', { email: user.email, password: user.password })).statusCode, 200)
})
