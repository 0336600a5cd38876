import t, { type Test } from 'tap'
import { minutes } from '../../../../src/lib/quantities.js'
import { build, queryGraphQL, signUp, type GraphQLResponse, type TestUser } from '../../../helper.js'
import { codeIn, mailbox, tokenIn } from '../../../mailbox.js'
import { failingCommands } from '../../../platform/database/failing-commands.js'
import { everyCollection } from '../../stored-data.js'
import { codeAt, enableSecondFactor, startFactor } from './authenticator-app.js'
import { nonce, startIssuer } from './openid/issuer.js'
import { createAuthenticator } from './passkeys/authenticator.js'
import {
  bearer,
  manualClock,
  newRegistration,
  post,
  unlimitedLogins,
  type Answer,
  type Bearer,
} from './requests.js'

/** Collections that count attempts and uses, or contain secrets that a failed request uses up. */
const changedByAttempts = new Map([
  ...['sessions', 'codeChallenges', 'identityLinkRequests', 'pendingSignIns'].map(
    name => [name, 'same count'] as const,
  ),
  ...['passkeyChallenges', 'usedIdTokens', 'mails'].map(name => [name, 'any count'] as const),
])

/** Starts an app with a provider and a mailbox, and a database whose commands can fail. */
async function start(t: Test) {
  // MongoDB deletes documents that have expired in the meantime.
  const { clock, advance } = manualClock()
  const issuer = await startIssuer(t, clock)
  const box = await mailbox(t)
  const { observe, failing, idle } = failingCommands()
  const stored = everyCollection()
  const settings = {
    ...{ ...unlimitedLogins, ...issuer.settings, SMTP_URL: box.url, JWT_ACCESS_TOKEN_EXPIRES_IN: '1d' },
    ...{ GUESTS_ENABLED: 'true', RATE_LIMIT_GUESTS_PER_HOUR: '1000' },
  }
  const wrapDatabase: typeof observe = database => stored.observe(observe(database))
  const app = await build(t, { settings, clock, wrapDatabase })

  const send = (operation: string, by: Bearer) =>
    app.inject({
      method: 'POST',
      url: '/graphql',
      headers: by.headers,
      payload: { query: `mutation { ${operation} }` },
    })

  let subjects = 0
  const newSubject = () => `subject-${++subjects}`
  /** Returns an ID token of its own, as after a sign-in with the provider. */
  async function provide(sub: string, email?: string) {
    const own = `${nonce}-${++subjects}`
    return { idToken: await issuer.sign({ sub, nonce: own, email, email_verified: true }), nonce: own }
  }

  /** Returns the next mail to an address that contains what is read. */
  async function readMail<T>(
    address: string,
    read: (mail: Awaited<ReturnType<typeof box.next>>) => T,
  ): Promise<T> {
    for (;;) {
      const mail = await box.next()
      const isRead = mail.to?.[0]?.address === address && /token=|^\d{6}$/m.test(mail.text ?? '')
      if (isRead) return read(mail)
    }
  }

  async function linkTokenOf({ email }: TestUser): Promise<string> {
    const { code, linkToken } = (await post(app, 'oidc/test', await provide(newSubject(), email))).json<
      Record<string, string>
    >()
    if (linkToken === undefined) throw new Error(code)
    return linkToken
  }

  /** Turns the second factor on. @returns a function that returns a code that was not used */
  async function withFactor(user: TestUser): Promise<() => string> {
    const { secret } = await enableSecondFactor(app, user, clock())
    return () => {
      advance(1 * minutes)
      return codeAt(secret, clock())
    }
  }

  async function newGuest() {
    const { accessToken, guestToken } = (await post(app, 'guest', {})).json<Record<string, string>>()
    return { ...bearer(accessToken!), guestToken: guestToken! }
  }

  return {
    ...{
      app,
      clock,
      advance,
      failing,
      idle,
      send,
      provide,
      newSubject,
      readMail,
      linkTokenOf,
      withFactor,
      newGuest,
    },
    texts: stored.texts,
  }
}

type Scene = Awaited<ReturnType<typeof start>>

interface Flow {
  /** Creates what the request needs. @returns the request, which can be sent again after a failure */
  prepare(scene: Scene): Promise<() => Promise<Answer>>
  /** Further collections in which a failed request may leave documents, because it is continued later. */
  leaves?: readonly string[]
  /** The code of the error with which the request succeeds. */
  succeedsWith?: string
}

const flows: Record<string, Flow> = {
  'a registration': {
    prepare: async ({ app }) => {
      const registration = newRegistration()
      return () => post(app, 'register', registration)
    },
  },
  'a login': {
    prepare: async ({ app }) => {
      const { email, password } = await signUp(app)
      return () => post(app, 'login', { email, password })
    },
  },
  'a login with a second factor': {
    succeedsWith: 'SECOND_FACTOR_REQUIRED',
    prepare: async ({ app, withFactor }) => {
      const user = await signUp(app)
      await withFactor(user)
      return () => post(app, 'login', { email: user.email, password: user.password })
    },
  },
  'the second step of a login': {
    prepare: async ({ app, withFactor }) => {
      const user = await signUp(app)
      const code = (await withFactor(user))()
      const login = await post(app, 'login', { email: user.email, password: user.password })
      const { secondFactorToken } = login.json<{ secondFactorToken: string }>()
      return () => post(app, 'second-factor', { secondFactorToken, code })
    },
  },
  'a refresh': {
    prepare: async ({ app }) => {
      const { refreshToken } = await signUp(app)
      return () => post(app, 'refresh', { refreshToken })
    },
  },
  'a sign-out': {
    prepare: async ({ app }) => {
      const { refreshToken } = await signUp(app)
      return () => post(app, 'logout', { refreshToken })
    },
  },
  'a sign-in with a mailed code': {
    prepare: async ({ app, readMail }) => {
      const { email } = await signUp(app)
      const { challenge } = (await post(app, 'code', { email })).json<{ challenge: string }>()
      const code = await readMail(email, codeIn)
      return () => post(app, 'code/verify', { challenge, code })
    },
  },
  'the confirmation of a registration': {
    prepare: async ({ app, readMail }) => {
      const registration = newRegistration()
      await post(app, 'register', registration)
      const token = await readMail(registration.email, tokenIn)
      return () => post(app, 'verify-email', { token })
    },
  },
  'a change of the password': {
    prepare: async ({ app, send }) => {
      const user = await signUp(app)
      return () =>
        send(
          `changePassword(input: { current: "${user.password}", new: "seven blue herons" }) { user { id } }`,
          user,
        )
    },
  },
  'a reset of the password': {
    prepare: async ({ app, readMail }) => {
      const { email } = await signUp(app)
      await post(app, 'forgot-password', { email })
      const token = await readMail(email, tokenIn)
      return () => post(app, 'reset-password', { token, password: 'seven blue herons' })
    },
  },
  'a change of the address': {
    prepare: async ({ app, send, readMail }) => {
      const user = await signUp(app)
      const { email } = newRegistration()
      await send(
        `changeEmail(input: { newEmail: "${email}", password: "${user.password}" }) { user { id } }`,
        user,
      )
      const token = await readMail(email, tokenIn)
      return () => post(app, 'verify-email', { token })
    },
  },
  'the confirmation of a second factor': {
    prepare: async ({ app, send, clock }) => {
      const user = await signUp(app)
      const { secret } = await startFactor(app, user)
      const code = codeAt(secret, clock())
      return () => send(`confirmSecondFactor(input: { code: "${code}" }) { recoveryCodes }`, user)
    },
  },
  'the removal of a second factor': {
    // The response needs another read after the commit. A repeated request changes nothing.
    leaves: ['auditEntries', 'secondFactors'],
    prepare: async ({ app, send, withFactor }) => {
      const user = await signUp(app)
      await withFactor(user)
      return () => send('disableSecondFactor { __typename }', user)
    },
  },
  'the registration of a passkey': {
    prepare: async ({ app }) => {
      const user = await signUp(app)
      return async () => {
        const started = await post(app, 'passkeys/registration/options', {}, user.headers)
        if (started.statusCode !== 200) return started
        const { challengeId, options } = started.json<{
          challengeId: string
          options: { challenge: string; user: { id: string } }
        }>()
        const response = createAuthenticator().register(options)
        return post(app, 'passkeys/registration/verify', { challengeId, response }, user.headers)
      }
    },
  },
  'a sign-in with a provider': {
    // The next sign-in finds the account.
    leaves: ['auditEntries', 'identities', 'ownedRecords', 'users'],
    prepare: async ({ app, provide, newSubject }) => {
      const subject = newSubject()
      return async () => post(app, 'oidc/test', await provide(subject))
    },
  },
  'the link of an identity with the password': {
    prepare: async ({ app, linkTokenOf }) => {
      const user = await signUp(app)
      const linkToken = await linkTokenOf(user)
      return () => post(app, 'oidc/link', { linkToken, password: user.password })
    },
  },
  'the link of an identity with the password and a second factor': {
    succeedsWith: 'SECOND_FACTOR_REQUIRED',
    prepare: async ({ app, linkTokenOf, withFactor }) => {
      const user = await signUp(app)
      await withFactor(user)
      const linkToken = await linkTokenOf(user)
      return () => post(app, 'oidc/link', { linkToken, password: user.password })
    },
  },
  'the mailed link of an identity': {
    prepare: async ({ app, linkTokenOf, readMail }) => {
      const user = await signUp(app)
      await post(app, 'oidc/link', { linkToken: await linkTokenOf(user) })
      const token = await readMail(user.email, tokenIn)
      return () => post(app, 'link-identity', { token })
    },
  },
  'the mailed link of an identity with a second factor': {
    succeedsWith: 'SECOND_FACTOR_REQUIRED',
    prepare: async ({ app, linkTokenOf, readMail, withFactor }) => {
      const user = await signUp(app)
      await withFactor(user)
      await post(app, 'oidc/link', { linkToken: await linkTokenOf(user) })
      const token = await readMail(user.email, tokenIn)
      return () => post(app, 'link-identity', { token })
    },
  },
  'the removal of an identity': {
    prepare: async ({ app, send, provide, newSubject }) => {
      const user = await signUp(app)
      const input = { provider: 'TEST', ...(await provide(newSubject())) }
      const { data } = await queryGraphQL<{ linkIdentity: { identity: { id: string } } }>(
        app,
        'mutation($input: LinkIdentityInput!) { linkIdentity(input: $input) { identity { id } } }',
        { input },
        user,
      )
      const { id } = data!.linkIdentity.identity
      return () => send(`unlinkIdentity(input: { id: "${id}" }) { identity { id } }`, user)
    },
  },
  'a new guest': {
    prepare:
      async ({ app }) =>
      () =>
        post(app, 'guest', {}),
  },
  'a sign-in of a guest': {
    prepare: async ({ app, newGuest }) => {
      const { guestToken } = await newGuest()
      return () => post(app, 'guest', { guestToken })
    },
  },
  'a guest who confirms an address': {
    prepare: async ({ app, newGuest, readMail }) => {
      const { headers } = await newGuest()
      const { email } = newRegistration()
      const { challenge } = (await post(app, 'code', { email }, headers)).json<{ challenge: string }>()
      const code = await readMail(email, codeIn)
      return () => post(app, 'code/verify', { challenge, code }, headers)
    },
  },
  'a guest who links an identity': {
    prepare: async ({ newGuest, provide, newSubject, send }) => {
      const guest = await newGuest()
      const { email } = newRegistration()
      return async () => {
        const { idToken, nonce: own } = await provide(newSubject(), email)
        const input = `{ provider: "test", idToken: "${idToken}", nonce: "${own}" }`
        return send(`linkIdentity(input: ${input}) { identity { id } }`, guest)
      }
    },
  },
  'a personal access token': {
    prepare: async ({ app, send }) => {
      const user = await signUp(app)
      const input = '{ name: "x", scopes: ["profile:read"] }'
      return () => send(`createPersonalAccessToken(input: ${input}) { token }`, user)
    },
  },
  'a deletion of the account': {
    prepare: async ({ app, send }) => {
      const user = await signUp(app)
      return () => send(`deleteAccount(input: { password: "${user.password}" }) { user { id } }`, user)
    },
  },
  'a canceled deletion': {
    prepare: async ({ app, send }) => {
      const user = await signUp(app)
      await send(`deleteAccount(input: { password: "${user.password}" }) { user { id } }`, user)
      const login = await post(app, 'login', { email: user.email, password: user.password })
      const { accessToken } = login.json<{ accessToken: string }>()
      return () => send('restoreAccount { user { id } }', bearer(accessToken))
    },
  },
}

/** Returns the code of an error; null for a success. */
function errorOf({ statusCode, body, json }: Answer): string | null {
  if (body === '') return null
  const { code, errors } = json<GraphQLResponse & { code?: string }>()
  const { extensions } = errors?.[0] ?? {}
  if (statusCode < 400 && !extensions) return null
  return code ?? String(extensions?.['reason'] ?? extensions?.['code'])
}

/** Returns the collections in which documents have changed, except for attempts. */
function changesBetween(before: Map<string, string[]>, after: Map<string, string[]>): string[] {
  return [...after].flatMap(([name, documents]) => {
    const earlier = before.get(name) ?? []
    const isSame =
      documents.length === earlier.length && documents.every(document => earlier.includes(document))
    const allowed = changedByAttempts.get(name)
    const isAllowed =
      allowed === 'any count' || (allowed === 'same count' && documents.length === earlier.length)
    return isSame || isAllowed ? [] : [name]
  })
}

/** Performs the request of a flow as often as it sends commands, while another one of them fails each time. */
async function failEachCommand(t: Test, scene: Scene, { prepare, leaves = [], ...flow }: Flow) {
  const succeedsWith = flow.succeedsWith ?? null
  let request = await prepare(scene)
  let failures = 0
  await scene.idle()
  for (let number = 0; ; number++) {
    const before = await scene.texts()
    const { result, failed } = await scene.failing(number, request)
    await scene.idle()
    if (failed === null) {
      t.equal(errorOf(result), succeedsWith, result.body)
      break
    }
    const error = errorOf(result)
    if (error !== succeedsWith) {
      failures++
      t.equal(error, 'SERVICE_UNAVAILABLE', `${failed}: ${result.body}`)
      const changed = changesBetween(before, await scene.texts()).filter(name => !leaves.includes(name))
      t.same(changed, [], `nothing is stored if ${failed} fails`)
      // Links and codes allow five attempts.
      if (failures % 4 > 0) continue
      t.equal(errorOf(await request()), succeedsWith, `succeeds after ${failed} has failed`)
    }
    // Otherwise a command of a background task has failed.
    scene.advance(2 * minutes)
    request = await prepare(scene)
    await scene.idle()
  }
  t.ok(failures > 1, `${failures} commands failed`)
}

t.test('completes requests after any of their commands has failed', async t => {
  const scene = await start(t)
  for (const [name, flow] of Object.entries(flows)) await t.test(name, t => failEachCommand(t, scene, flow))
})
