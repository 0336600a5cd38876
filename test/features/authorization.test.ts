import t from 'tap'
import type { App } from '../../src/app.js'
import { minutes } from '../../src/lib/quantities.js'
import { build, signUp, type GraphQLResponse, type TestUser } from '../helper.js'
import { unlimited } from '../graphql/requests.js'
import { manualClock } from './people/auth/requests.js'
import { consent } from './media/progress-photos/helpers.js'
import { save, workout } from './training/workouts/workouts.js'
import { routesOf } from './routes.js'
import { operationsWith, schema, type Operation } from './schema-operations.js'

/**
 * The audience of each operation that is not PERSONAL. PUBLIC: everybody. PERSONAL: signed-in users, for their own data;
 * administrators cannot read the data of others. ADMIN: administrators, by the role in the database.
 */
const audience: Record<string, 'PUBLIC' | 'ADMIN'> = {
  ...all('PUBLIC', 'node nodes exercise exercises sharedItem login'),
  ...all('ADMIN', 'deprecatedFieldUses users managedUser auditLog serviceStatus archivedExercises'),
  ...all('ADMIN', 'managedImports managedEnrollments resetUserSecondFactor'),
  ...all('ADMIN', 'setUserRole setAccountEnabled verifyUser revokeUserSessions revokeUserSession'),
  ...all('ADMIN', 'deleteUser restoreUser'),
  ...all('ADMIN', 'saveCatalogueExercise archiveCatalogueExercise'),
}

function all<Audience extends string>(
  whom: Audience,
  names: string,
  method?: string,
): Record<string, Audience> {
  const nameOf = (name: string) => (method === undefined ? name : `${method} ${name}`)
  return Object.fromEntries(names.split(' ').map(name => [nameOf(name), whom]))
}

/** Operations that sign the caller out. A separate user executes them. */
const signingOut = new Set(['signOutEverywhere', 'deleteAccount', 'changePassword'])

const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]
const kinds = ['query', 'mutation', 'subscription'] as const
/** Contained in all texts of the owner. */
const marker = 'only-the-owner-knows'

t.test('names only existing operations in the table of audiences', async t => {
  const names = new Set(roots.flatMap(root => Object.keys(root?.getFields() ?? {})))
  t.same(
    Object.keys(audience).filter(name => !names.has(name)),
    [],
  )
})

/** Sends an operation over server-sent events and returns the first event, which suffices for a subscription. */
async function first(app: App, { query, variables }: Operation, user?: Pick<TestUser, 'headers'>) {
  const accept = query.startsWith('subscription') ? { accept: 'text/event-stream' } : {}
  const response = await app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { ...user?.headers, ...accept },
    payload: { query, variables },
    payloadAsStream: true,
  })
  const stream = response.stream()
  let text = ''
  for await (const chunk of stream) {
    text += String(chunk)
    if (accept.accept && text.includes('\n')) break
  }
  stream.destroy()
  const [, event = '{}'] = accept.accept ? (/^data: (\{.*\})$/m.exec(text) ?? []) : [text, text]
  return JSON.parse(event) as GraphQLResponse
}

/**
 * Matches a rejection of the whole operation. The personal fields of an account are rejected for administrators one by
 * one.
 */
const isRefusal = ({ extensions, message, path }: NonNullable<GraphQLResponse['errors']>[number]) =>
  ((path as unknown[] | undefined)?.length ?? 0) <= 1 &&
  (extensions.code === 'FORBIDDEN' || /^Sign in first|revoked|has expired/.test(message))

/**
 * The audience of each route. LINK: clients with the token of a mail or a signed URL. CONSOLE: the page of the console,
 * with the cookie of its session.
 */
const routeAudience: Record<string, 'PUBLIC' | 'LINK' | 'PERSONAL' | 'CONSOLE'> = {
  ...all(
    'PUBLIC',
    '/ /health/live /health/accepting /health/ready /.well-known/jwks.json /openapi.json /schema.graphql',
    'GET',
  ),
  ...all('PUBLIC', '/possible-types.json /api/muscle-map.svg /api/exercise-images/:file', 'GET'),
  ...all(
    'PUBLIC',
    '/.well-known/apple-app-site-association /.well-known/assetlinks.json /account/delete',
    'GET',
  ),
  ...all('PUBLIC', '/app /app/ /app/:file', 'GET'),
  ...all('PUBLIC', '/auth/register /auth/login /auth/refresh /auth/logout /auth/forgot-password', 'POST'),
  ...all('PUBLIC', '/auth/code /auth/code/verify /auth/second-factor /auth/guest', 'POST'),
  ...all('PUBLIC', '/auth/sign-in-methods /auth/oidc/:provider/start /auth/oidc/:provider/callback', 'GET'),
  ...all('PUBLIC', '/auth/oidc/:provider /auth/oidc/:provider/callback', 'POST'),
  ...all('PUBLIC', '/auth/oidc/link /auth/oidc/exchange', 'POST'),
  ...all('LINK', '/auth/link-identity', 'GET'),
  ...all('LINK', '/auth/link-identity', 'POST'),
  ...all('PUBLIC', '/auth/passkeys/authentication/options /auth/passkeys/authentication/verify', 'POST'),
  ...all('PERSONAL', '/auth/passkeys/registration/options /auth/passkeys/registration/verify', 'POST'),
  ...all('PERSONAL', '/auth/passkeys', 'GET'),
  ...{
    ...all('PERSONAL', '/auth/passkeys/:id', 'PATCH'),
    ...all('PERSONAL', '/auth/passkeys/:id', 'DELETE'),
  },
  ...all('PERSONAL', '/auth/step-up', 'POST'),
  ...all('PUBLIC', '/auth/resend-verification /account/delete/link', 'POST'),
  ...all('PUBLIC', '/auth/verify-email/new-link /auth/reset-password/new-link', 'POST'),
  // The table above lists the operations of these routes.
  ...{ ...all('PUBLIC', '/graphql', 'GET'), ...all('PUBLIC', '/graphql', 'POST') },
  ...all('LINK', '/auth/verify-email /auth/reset-password /api/storage/signed/:bucket/* /s/:token', 'GET'),
  ...all('LINK', '/auth/verify-email /auth/reset-password /account/delete/confirm', 'POST'),
  ...all('LINK', '/api/storage/signed/:bucket/*', 'POST'),
  ...all('LINK', '/auth/verify-email/confirm /auth/reset-password/confirm', 'POST'),
  ...all('PUBLIC', '/console /console/ /console/:file /console/session', 'GET'),
  ...all('CONSOLE', '/console/session /console/step-up /console/graphql', 'POST'),
  ...all('CONSOLE', '/console/passkey-options', 'POST'),
  ...all('CONSOLE', '/console/exercise-images /console/exercise-imports', 'POST'),
  ...all('CONSOLE', '/console/session', 'DELETE'),
  ...all('PERSONAL', '/auth/profile /api/exports/mine', 'GET'),
  ...all('PERSONAL', '/api/storage/profile-photo/upload /api/storage/progress-photo/upload', 'POST'),
  ...all('PERSONAL', '/api/imports/workouts /api/storage/exercise-image/upload', 'POST'),
  ...all('PERSONAL', '/api/catalogue/imports', 'POST'),
}

/** Bodies that pass validation but name nothing that exists. */
const bodies: Record<string, object> = {
  '/auth/register': { email: 'nobody', username: 'x', password: 'x' },
  '/auth/reset-password': { token: 'x', password: 'seven blue herons' },
}

t.test('enforces the declared access of every route', async t => {
  const { clock, advance } = manualClock(new Date('2026-05-02T08:00:00.000Z'))
  const apps = {
    APPLE_APP_IDS: 'ABCDE12345.com.example.fit',
    ANDROID_APPS: `com.example.fit=${Array(32).fill('AA').join(':')}`,
  }
  const app = await build(t, { settings: { ...unlimited, ...apps }, clock })
  const routes = routesOf(app)
  t.same(routes.toSorted(), Object.keys(routeAudience).toSorted(), 'every route declares its audience')

  const expired = await signUp(app)
  advance(20 * minutes)
  const [owner, stranger, admin] = [
    ...[await signUp(app), await signUp(app)],
    await signUp(app, { role: 'ADMIN' }),
  ]
  await app.features.services.profile.update(owner.id, { bio: marker })
  const revoked = await signUp(app)
  await app.features.services.sessions.signOutEverywhere(revoked.id)
  for (const [route, whom] of Object.entries(routeAudience)) {
    const [method, path = ''] = route.split(' ')
    const url = path.replace(':bucket', 'user-assets').replace('*', `users/${owner.id}/profile-picture/x.png`)
    const send = (user?: Pick<TestUser, 'headers'>) =>
      app.inject({
        ...{ method: method as 'GET', url },
        headers: { ...user?.headers },
        ...(method === 'GET' ? {} : { payload: bodies[path] ?? { token: 'x' } }),
      })
    const status = async (user?: Pick<TestUser, 'headers'>) => (await send(user)).statusCode
    if (whom === 'PERSONAL') {
      for (const [who, user] of Object.entries({ anonymous: undefined, expired, revoked }))
        t.equal(await status(user), 401, `${route}, ${who}`)
      t.not(await status(owner), 401, `${route}, owner`)
      for (const [who, user] of Object.entries({ stranger, admin }))
        t.notOk((await send(user)).body.includes(marker), `${route}, ${who}`)
      continue
    }
    if (whom === 'CONSOLE') {
      for (const [who, user] of Object.entries({ anonymous: undefined, owner, admin }))
        t.equal(await status(user), 403, `${route}, ${who} without the page`)
      continue
    }
    const anonymous = await status()
    if (whom === 'LINK')
      t.ok([400, 403, 404].includes(anonymous), `${route}, without a valid link: ${anonymous}`)
    else
      t.notOk(
        [401, 403].includes(anonymous) && !path.startsWith('/auth'),
        `${route}, without a token: ${anonymous}`,
      )
  }
})

t.test('enforces the declared access of every operation', async t => {
  const { clock, advance } = manualClock(new Date('2026-05-02T08:00:00.000Z'))
  const settings = {
    ...unlimited,
    ...{
      GRAPHQL_MAX_COST: '1000000',
      GRAPHQL_MAX_ALIASES: '1000',
      GRAPHQL_MAX_TOKENS: '100000',
      GRAPHQL_MAX_DEPTH: '30',
    },
    ...{ GRAPHQL_KEEP_ALIVE: '100ms', GRAPHQL_MAX_SUBSCRIPTIONS: '1000' },
  }
  const app = await build(t, { settings, clock })
  const expired = await signUp(app)
  advance(20 * minutes)
  const [owner, stranger, victim] = [await signUp(app), await signUp(app), await signUp(app)]
  const [admin, revoked] = [await signUp(app, { role: 'ADMIN' }), await signUp(app)]
  await app.features.services.sessions.signOutEverywhere(revoked.id)
  const own = workout({ title: marker })
  await save(app, owner, own)
  await consent(app, owner)

  for (const operation of operationsWith(() => own.id, kinds)) {
    const { name } = operation
    const whom = audience[name] ?? 'PERSONAL'
    const codeFor = async (user?: Pick<TestUser, 'headers'>) => {
      const { errors } = await first(app, operation, user)
      return errors?.find(isRefusal)
    }
    const asOne = async () => (signingOut.has(name) ? signUp(app) : owner)
    t.match(await codeFor(expired), { message: /has expired/ }, `${name}, expired`)
    t.match(await codeFor(revoked), { message: /revoked/ }, `${name}, revoked`)
    const anonymous = await codeFor()
    if (whom === 'PUBLIC') t.notOk(anonymous, `${name}, anonymous`)
    else t.match(anonymous, { message: /^Sign in first/ }, `${name}, anonymous`)
    if (whom === 'ADMIN') {
      t.match(await codeFor(stranger), { extensions: { code: 'FORBIDDEN' } }, `${name}, a person`)
      const [onVictim] = operationsWith(() => victim.id, kinds).filter(one => one.name === name)
      t.same(
        (await first(app, onVictim!, admin)).errors?.filter(isRefusal) ?? [],
        [],
        `${name}, administrator`,
      )
      continue
    }
    t.notOk(await codeFor(await asOne()), `${name}, owner`)
    if (signingOut.has(name)) continue
    for (const [who, user] of Object.entries({ stranger, admin })) {
      const answer = await first(app, operation, user)
      t.notOk(JSON.stringify(answer).includes(marker), `${name}, ${who}`)
    }
  }
})
