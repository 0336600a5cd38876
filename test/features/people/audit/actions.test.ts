import { Secret, TOTP } from 'otpauth'
import t, { type Test } from 'tap'
import type { App } from '../../../../src/app.js'
import type { AuditAction } from '../../../../src/features/people/audit/models.js'
import { queryGraphQL, build, logIn, signUp, type TestUser } from '../../../helper.js'
import { codeIn, mailbox, tokenIn, type Mailbox } from '../../../mailbox.js'
import { nonce, startIssuer, type Issuer } from '../auth/openid/issuer.js'
import { createAuthenticator } from '../auth/passkeys/authenticator.js'
import { unlimitedLogins, newRegistration, post } from '../auth/requests.js'
import { consoleBrowser, type ConsoleBrowser } from '../admin-console/browser-client.js'
import { catalogueRecord, importCatalogue } from '../../training/exercises/catalogue-imports/import-file.js'
import { newId } from '../../training/workouts/workouts.js'
import { routesOf } from '../../routes.js'
import { schema, syncOperations } from '../../schema-operations.js'

/** The app and accounts of an action. */
interface Scene {
  app: App
  box: Mailbox
  issuer: Issuer
  admin: TestUser
  /** The user whose account the action concerns. */
  person: TestUser
}

interface AuditedAction {
  /** The action in the audit log. */
  action: AuditAction
  /** The actor in the audit log. */
  by: 'owner' | 'administrator'
  /** @returns the id of the account if it is not that of the person */
  run(scene: Scene): Promise<string | undefined>
}

const owner = (action: AuditAction, run: AuditedAction['run']): AuditedAction => ({
  action,
  by: 'owner',
  run,
})

/** Sends a mutation, by default as the person. */
const mutate = (mutation: string) => (scene: Scene) => done(scene, mutation, scene.person)

async function done({ app, person }: Scene, mutation: string, by: TestUser): Promise<undefined> {
  const { id, email, password } = person
  const text = mutation.replace('$id', id).replace('$email', email).replace('$password', password)
  const { errors } = await queryGraphQL(app, `mutation { ${text} }`, {}, by)
  if (errors) throw new Error(JSON.stringify(errors))
}

const saveWebhook = (id: string) =>
  `saveWebhook(input: { id: "${id}", url: "https://hooks.invalid/", events: [RECORD_SET] }) { secret }`

const byAdmin = (action: AuditAction, mutation: string): AuditedAction => ({
  ...{ action, by: 'administrator' },
  run: scene => done(scene, mutation, scene.admin),
})

async function again({ app, person }: Scene): Promise<TestUser> {
  const { accessToken } = await logIn(app, person.email, person.password)
  return { ...person, headers: { authorization: `Bearer ${accessToken}` } }
}

/** Returns the token of the next link that is mailed to an address. */
async function linkTo(box: Mailbox, address: string): Promise<string> {
  for (;;) {
    const mail = await box.next()
    if (mail.to?.[0]?.address === address && mail.text?.includes('token=')) return tokenIn(mail)
  }
}

/** Returns the next code that is mailed to an address. */
async function codeFor(box: Mailbox, address: string): Promise<string> {
  for (;;) {
    const mail = await box.next()
    const code = mail.to?.[0]?.address === address && codeIn(mail)
    if (code) return code
  }
}

/** Registers a user without confirming the address. */
async function registered({ app, box }: Scene) {
  const { email, username, password } = newRegistration()
  await post(app, 'register', { email, username, password })
  const token = await linkTo(box, email)
  const { id } = (await app.features.services.account.findByEmail(email))!.account
  return { id, token }
}

async function linked({ app, box, person }: Scene, url: string): Promise<string> {
  await app.inject({ method: 'POST', url, payload: { email: person.email } })
  return linkTo(box, person.email)
}

async function confirmed({ app }: Scene, url: string, payload: object): Promise<undefined> {
  const { statusCode, body } = await app.inject({ method: 'POST', url, payload })
  if (statusCode >= 300) throw new Error(body)
}

const user = '{ user { id } }'
const leave = `deleteAccount(input: { password: "$password" }) ${user}`

/** Turns the second factor of the person on. @returns the recovery codes */
async function enableSecondFactor({ app, person }: Scene): Promise<string[]> {
  const { secondFactor, sessions } = app.features.services
  const viewer = await sessions.authenticate(person.token)
  const { secret } = await secondFactor.start(viewer)
  const client = { address: '127.0.0.1', device: 'test', locale: null }
  return secondFactor.confirm(viewer, new TOTP({ secret: Secret.fromBase32(secret) }).generate(), client)
}

const createToken =
  'createPersonalAccessToken(input: { name: "x", scopes: ["profile:read"] }) { personalAccessToken { id } }'

/** Returns a token of the issuer for a new subject, with its nonce. */
async function newIdentity({ issuer }: Scene, claims: object = {}) {
  const own = `${nonce}-${newId()}`
  return { idToken: await issuer.sign({ sub: newId(), nonce: own, ...claims }), nonce: own }
}

async function linkIdentity(scene: Scene): Promise<string> {
  const { idToken, nonce: own } = await newIdentity(scene)
  const { data } = await queryGraphQL<{ linkIdentity: { identity: { id: string } } }>(
    scene.app,
    'mutation($input: LinkIdentityInput!) { linkIdentity(input: $input) { identity { id } } }',
    { input: { provider: 'TEST', idToken, nonce: own } },
    scene.person,
  )
  return data!.linkIdentity.identity.id
}

/** Returns the token for linking a new identity to the account of its address. */
async function linkToken(scene: Scene): Promise<string> {
  const body = await newIdentity(scene, { email: scene.person.email, email_verified: true })
  return (await post(scene.app, 'oidc/test', body)).json<{ linkToken: string }>().linkToken
}

interface PasskeyOptions {
  challengeId: string
  options: { challenge: string }
}

const passkeyOptions = async ({ app, person }: Scene, purpose: 'registration' | 'authentication') =>
  (await post(app, `passkeys/${purpose}/options`, {}, person.headers)).json<PasskeyOptions>()

async function addPasskey(scene: Scene) {
  const authenticator = createAuthenticator()
  const { challengeId, options } = await passkeyOptions(scene, 'registration')
  const body = { challengeId, response: authenticator.register(options) }
  const added = await post(scene.app, 'passkeys/registration/verify', body, scene.person.headers)
  return { ...added.json<{ id: string }>(), authenticator }
}

/** Mutations of records, whose changes are listed in the feed with their versions. */
const ofRecords = new Set([
  ...syncOperations().filter(name => name !== 'updateProfile'),
  ...['sync', 'deleteProfilePhoto', 'restoreProfilePhoto', 'completeOnboarding', 'skipOnboarding'],
])

/** A change of the catalogue, of which the administrator is also the subject. */
const onCatalogue = (
  action: AuditAction,
  change: (scene: Scene, exerciseId: string) => Promise<void>,
): AuditedAction => ({
  ...{ action, by: 'administrator' },
  async run(scene) {
    await change(scene, newId())
    return scene.admin.id
  },
})

async function saveExercise(scene: Scene, id: string): Promise<void> {
  const input = `id: "${id}", slug: "slug-${id}", translations: [{ locale: en, name: "Lift" }]`
  await done(scene, `saveCatalogueExercise(input: { ${input} }) { conflict }`, scene.admin)
}

/** All other mutations. */
const mutations: Record<string, AuditedAction> = {
  login: owner('LOGGED_IN', mutate('login(email: "$email", password: "$password") { token }')),
  signOutEverywhere: owner('SESSIONS_REVOKED', mutate('signOutEverywhere { signedOut }')),
  changePassword: owner(
    'PASSWORD_CHANGED',
    mutate(`changePassword(input: { current: "$password", new: "seven blue herons" }) ${user}`),
  ),
  changeEmail: owner(
    'EMAIL_CHANGE_REQUESTED',
    mutate(`changeEmail(input: { newEmail: "elsewhere@example.com", password: "$password" }) ${user}`),
  ),
  revokeSession: owner('SESSION_REVOKED', async scene => {
    const { data } = await queryGraphQL<{ sessions: { id: string }[] }>(
      scene.app,
      '{ sessions { id } }',
      {},
      scene.person,
    )
    return done(scene, `revokeSession(input: { id: "${data!.sessions[0]!.id}" }) ${user}`, scene.person)
  }),
  createPersonalAccessToken: owner('TOKEN_CREATED', mutate(createToken)),
  revokePersonalAccessToken: owner('TOKEN_REVOKED', async scene => {
    const { data } = await queryGraphQL<{
      createPersonalAccessToken: { personalAccessToken: { id: string } }
    }>(scene.app, `mutation { ${createToken} }`, {}, scene.person)
    const { id } = data!.createPersonalAccessToken.personalAccessToken
    const revocation = `revokePersonalAccessToken(input: { id: "${id}" }) { personalAccessToken { id } }`
    return done(scene, revocation, scene.person)
  }),
  confirmSecondFactor: owner('SECOND_FACTOR_ENABLED', async scene => {
    await enableSecondFactor(scene)
    return undefined
  }),
  replaceRecoveryCodes: owner('RECOVERY_CODES_REPLACED', async scene => {
    await enableSecondFactor(scene)
    return done(scene, 'replaceRecoveryCodes { recoveryCodes }', scene.person)
  }),
  disableSecondFactor: owner('SECOND_FACTOR_DISABLED', async scene => {
    await enableSecondFactor(scene)
    return done(scene, 'disableSecondFactor { secondFactor { isEnabled } }', scene.person)
  }),
  resetUserSecondFactor: {
    ...{ action: 'SECOND_FACTOR_DISABLED', by: 'administrator' },
    async run(scene) {
      await enableSecondFactor(scene)
      return done(scene, `resetUserSecondFactor(input: { userId: "$id" }) ${user}`, scene.admin)
    },
  },
  linkIdentity: owner('IDENTITY_LINKED', async scene => {
    await linkIdentity(scene)
    return undefined
  }),
  unlinkIdentity: owner('IDENTITY_UNLINKED', async scene => {
    const id = await linkIdentity(scene)
    return done(scene, `unlinkIdentity(input: { id: "${id}" }) { identity { id } }`, scene.person)
  }),
  deleteAccount: owner('DELETION_REQUESTED', mutate(leave)),
  restoreAccount: owner('ACCOUNT_RESTORED', async scene => {
    await done(scene, leave, scene.person)
    return done(scene, `restoreAccount ${user}`, await again(scene))
  }),
  giveConsent: owner('CONSENT_GIVEN', mutate(`giveConsent(input: { kind: PROGRESS_PHOTOS }) ${user}`)),
  withdrawConsent: owner('CONSENT_WITHDRAWN', async scene => {
    await done(scene, `giveConsent(input: { kind: PROGRESS_PHOTOS }) ${user}`, scene.person)
    return done(scene, `withdrawConsent(input: { kind: PROGRESS_PHOTOS }) ${user}`, scene.person)
  }),
  updateProfile: owner(
    'USERNAME_CHANGED',
    mutate('updateProfile(input: { username: "another-name" }) { conflict }'),
  ),
  setUserRole: byAdmin('ADMIN_ROLE_GRANTED', `setUserRole(input: { id: "$id", role: ADMIN }) ${user}`),
  setAccountEnabled: byAdmin(
    'ACCOUNT_DISABLED',
    `setAccountEnabled(input: { id: "$id", enabled: false }) ${user}`,
  ),
  revokeUserSessions: byAdmin('SESSIONS_REVOKED', `revokeUserSessions(input: { id: "$id" }) ${user}`),
  revokeUserSession: {
    ...{ action: 'SESSION_REVOKED', by: 'administrator' },
    async run(scene) {
      const { data } = await queryGraphQL<{ managedUser: { sessions: { id: string }[] } }>(
        scene.app,
        `{ managedUser(id: "${scene.person.id}") { sessions { id } } }`,
        {},
        scene.admin,
      )
      const input = `id: "$id", sessionId: "${data!.managedUser.sessions[0]!.id}"`
      return done(scene, `revokeUserSession(input: { ${input} }) ${user}`, scene.admin)
    },
  },
  deleteUser: byAdmin('DELETION_REQUESTED', `deleteUser(input: { id: "$id" }) ${user}`),
  restoreUser: {
    ...{ action: 'ACCOUNT_RESTORED', by: 'administrator' },
    async run(scene) {
      await done(scene, leave, scene.person)
      return done(scene, `restoreUser(input: { id: "$id" }) ${user}`, scene.admin)
    },
  },
  saveCatalogueExercise: onCatalogue('CATALOGUE_EXERCISE_SAVED', saveExercise),
  archiveCatalogueExercise: onCatalogue('CATALOGUE_EXERCISE_ARCHIVED', async (scene, id) => {
    await saveExercise(scene, id)
    await done(scene, `archiveCatalogueExercise(input: { id: "${id}" }) { conflict }`, scene.admin)
  }),
  saveWebhook: owner('WEBHOOK_SAVED', scene => done(scene, saveWebhook(newId()), scene.person)),
  deleteWebhook: owner('WEBHOOK_DELETED', async scene => {
    const id = newId()
    await done(scene, saveWebhook(id), scene.person)
    return done(scene, `deleteWebhook(input: { id: "${id}" }) { deletedId }`, scene.person)
  }),
  verifyUser: {
    ...{ action: 'EMAIL_VERIFIED', by: 'administrator' },
    async run(scene) {
      const { id } = await registered(scene)
      await done(scene, `verifyUser(input: { id: "${id}" }) ${user}`, scene.admin)
      return id
    },
  },
}

/** Mutations without an action on an account, besides those of records. */
const harmlessMutations = new Set([
  // The second factor is off until it is confirmed.
  'startSecondFactor',
  ...['createShareLink', 'revokeShareLink', 'copySharedItem', 'mergeExercises'],
  ...['testWebhook', 'replayWebhookDelivery'],
])

/** Routes without an action on an account: they read, request a mail, or write records and photos. */
const harmless = new Set([
  ...[
    'GET /',
    'GET /app',
    'GET /app/',
    'GET /app/:file',
    'GET /health/live',
    'GET /health/accepting',
    'GET /health/ready',
    'GET /.well-known/jwks.json',
    'GET /openapi.json',
    'GET /api/muscle-map.svg',
    'GET /api/exercise-images/:file',
    'GET /s/:token',
  ],
  ...[
    'GET /.well-known/apple-app-site-association',
    'GET /.well-known/assetlinks.json',
    'GET /schema.graphql',
    'GET /possible-types.json',
  ],
  ...['GET /auth/profile', 'GET /auth/verify-email', 'GET /auth/reset-password', 'GET /account/delete'],
  ...['POST /auth/forgot-password', 'POST /auth/resend-verification', 'POST /account/delete/link'],
  ...['POST /auth/code', 'POST /auth/step-up', 'GET /auth/sign-in-methods', 'GET /auth/link-identity'],
  // A sign-in in a browser ends with the exchange of its code.
  ...['GET /auth/oidc/:provider/start', 'GET /auth/oidc/:provider/callback'],
  'POST /auth/oidc/:provider/callback',
  ...['GET /auth/passkeys', 'PATCH /auth/passkeys/:id'],
  ...['POST /auth/passkeys/registration/options', 'POST /auth/passkeys/authentication/options'],
  // openid/web-flow.test.ts covers it: it requires a provider with a page.
  'POST /auth/oidc/exchange',
  ...['POST /auth/verify-email/new-link', 'POST /auth/reset-password/new-link'],
  // The session records the time of the refresh.
  'POST /auth/refresh',
  ...['POST /api/storage/profile-photo/upload', 'POST /api/storage/progress-photo/upload'],
  ...[
    'POST /api/imports/workouts',
    'POST /api/storage/exercise-image/upload',
    'GET /api/storage/signed/:bucket/*',
    'POST /api/storage/signed/:bucket/*',
  ],
  // Pages of the console, and its requests, which end up at the routes of this table.
  ...['GET /console', 'GET /console/', 'GET /console/:file', 'GET /console/session'],
  ...['POST /console/step-up', 'POST /console/graphql', 'POST /console/exercise-images'],
  ...['POST /console/exercise-imports', 'POST /console/passkey-options'],
  // The table above lists the mutations of these routes.
  ...['GET /graphql', 'POST /graphql'],
])

const verify = (url: string) =>
  owner('EMAIL_VERIFIED', async scene => {
    const { id, token } = await registered(scene)
    await confirmed(scene, url, { token })
    return id
  })

const reset = (url: string) =>
  owner('PASSWORD_RESET', async scene => {
    const token = await linked(scene, '/auth/forgot-password')
    return confirmed(scene, url, { token, password: 'seven blue herons' })
  })

/** Signs a new administrator in to the console. */
const inConsole = (action: AuditAction, run: (browser: ConsoleBrowser) => Promise<unknown>) =>
  owner(action, async ({ app }) => {
    const account = { ...newRegistration(), role: 'ADMIN' as const }
    await app.features.services.registration.createVerifiedAccount(account)
    const browser = consoleBrowser(app)
    await browser.signIn(account.email, account.password)
    await run(browser)
    return (await app.features.services.account.findByEmail(account.email))!.account.id
  })

/** All other routes. */
const routes: Record<string, AuditedAction> = {
  'POST /auth/register': owner('REGISTERED', async scene => (await registered(scene)).id),
  'POST /auth/login': owner('LOGGED_IN', async scene => {
    await again(scene)
    return undefined
  }),
  'POST /auth/second-factor': owner('RECOVERY_CODE_USED', async scene => {
    const [recoveryCode] = await enableSecondFactor(scene)
    const { email, password } = scene.person
    const login = await post(scene.app, 'login', { email, password })
    const { secondFactorToken } = login.json<{ secondFactorToken: string }>()
    return confirmed(scene, '/auth/second-factor', { secondFactorToken, recoveryCode })
  }),
  'POST /auth/code/verify': owner('LOGGED_IN', async scene => {
    const { app, box, person } = scene
    const { challenge } = (await post(app, 'code', { email: person.email })).json<{ challenge: string }>()
    return confirmed(scene, '/auth/code/verify', { challenge, code: await codeFor(box, person.email) })
  }),
  'POST /auth/oidc/:provider': owner('LOGGED_IN', async scene => {
    const response = await post(scene.app, 'oidc/test', await newIdentity(scene))
    return response.json<{ user: { id: string } }>().user.id
  }),
  'POST /auth/oidc/link': owner('IDENTITY_LINKED', async scene =>
    confirmed(scene, '/auth/oidc/link', {
      linkToken: await linkToken(scene),
      password: scene.person.password,
    }),
  ),
  'POST /auth/link-identity': owner('IDENTITY_LINKED', async scene => {
    await post(scene.app, 'oidc/link', { linkToken: await linkToken(scene) })
    return confirmed(scene, '/auth/link-identity', { token: await linkTo(scene.box, scene.person.email) })
  }),
  'POST /auth/passkeys/registration/verify': owner('PASSKEY_ADDED', async scene => {
    await addPasskey(scene)
    return undefined
  }),
  'POST /auth/passkeys/authentication/verify': owner('LOGGED_IN', async scene => {
    const { authenticator } = await addPasskey(scene)
    const { challengeId, options } = await passkeyOptions(scene, 'authentication')
    const body = { challengeId, response: authenticator.signIn(options) }
    return confirmed(scene, '/auth/passkeys/authentication/verify', body)
  }),
  'DELETE /auth/passkeys/:id': owner('PASSKEY_REMOVED', async scene => {
    const { id } = await addPasskey(scene)
    const { headers } = scene.person
    await scene.app.inject({ method: 'DELETE', url: `/auth/passkeys/${id}`, headers })
    return undefined
  }),
  'POST /auth/guest': owner('GUEST_CREATED', async scene => {
    const response = await post(scene.app, 'guest', {})
    return response.json<{ user: { id: string } }>().user.id
  }),
  'POST /auth/logout': owner('LOGGED_OUT', scene =>
    confirmed(scene, '/auth/logout', { refreshToken: scene.person.refreshToken }),
  ),
  'POST /auth/verify-email': verify('/auth/verify-email'),
  'POST /auth/verify-email/confirm': verify('/auth/verify-email/confirm'),
  'POST /auth/reset-password': reset('/auth/reset-password'),
  'POST /auth/reset-password/confirm': reset('/auth/reset-password/confirm'),
  'POST /account/delete/confirm': owner('DELETION_REQUESTED', async scene =>
    confirmed(scene, '/account/delete/confirm', { token: await linked(scene, '/account/delete/link') }),
  ),
  'POST /console/session': inConsole('LOGGED_IN', () => Promise.resolve()),
  'DELETE /console/session': inConsole('LOGGED_OUT', browser =>
    browser.send('session', { method: 'DELETE' }),
  ),
  'POST /api/catalogue/imports': {
    ...{ action: 'CATALOGUE_IMPORTED', by: 'administrator' },
    async run({ app, admin }) {
      await importCatalogue(app, admin, [catalogueRecord(`Import ${newId()}`)])
      return admin.id
    },
  },
  'GET /api/exports/mine': owner('DATA_EXPORTED', async ({ app, person: { headers } }) => {
    await app.inject({ url: '/api/exports/mine', headers })
    return undefined
  }),
}

/** Starts an app as in production, without development tools and with links of apps. */
async function startApp(t: Test) {
  const box = await mailbox(t)
  const links = {
    APPLE_APP_IDS: 'ABCDE12345.com.example.fit',
    ANDROID_APPS: `com.example.fit=${Array(32).fill('AA').join(':')}`,
  }
  const issuer = await startIssuer(t, () => new Date())
  const signIn = { ...issuer.settings, GUESTS_ENABLED: 'true', RATE_LIMIT_GUESTS_PER_HOUR: '1000' }
  const settings = { ...unlimitedLogins, ...links, ...signIn, SMTP_URL: box.url }
  const app = await build(t, { settings })
  return { app, box, issuer, admin: await signUp(app, { role: 'ADMIN' }) }
}

t.test('records every action on an account by any mutation or route', async t => {
  const { app, box, issuer, admin } = await startApp(t)
  const names = Object.keys(schema.getMutationType()?.getFields() ?? {}).filter(
    name => !ofRecords.has(name) && !harmlessMutations.has(name),
  )
  t.same(
    names.toSorted(),
    Object.keys(mutations).toSorted(),
    'every mutation declares its audit action or is a record operation',
  )
  const paths = routesOf(app).filter(route => !harmless.has(route))
  t.same(paths.toSorted(), Object.keys(routes).toSorted(), 'every route declares its audit action')

  const entries = async (userId: string, action: AuditAction) =>
    (await app.features.services.audit.list({ userId, action }, {})).edges.map(({ node }) => node)
  for (const [name, { action, by, run }] of Object.entries({ ...mutations, ...routes })) {
    const person = await signUp(app)
    const before = (await entries(person.id, action)).map(({ id }) => id)
    const subject = (await run({ app, box, issuer, admin, person })) ?? person.id
    const actor = by === 'owner' ? subject : admin.id
    const address = action === 'USERNAME_CHANGED' ? null : '127.0.0.1'
    const after = (await entries(subject, action)).filter(({ id }) => !before.includes(id))
    t.match(after, [{ action, actor, subject, address }], name)
    t.equal(after.length, 1, name)
  }
})
