import t, { type Test } from 'tap'
import type { App } from '../../../../src/app.js'
import { minutes, seconds } from '../../../../src/lib/quantities.js'
import { build, queryGraphQL, signUp, type TestUser } from '../../../helper.js'
import { codeIn, mailbox, tokenIn } from '../../../mailbox.js'
import { unknownCommits } from '../../../platform/database/unknown-commits.js'
import { codeAt, enableSecondFactor } from './authenticator-app.js'
import { nonce, startIssuer } from './openid/issuer.js'
import { createAuthenticator } from './passkeys/authenticator.js'
import {
  assertError,
  getProfile,
  manualClock,
  newRegistration,
  post,
  unlimitedLogins,
  type Bearer,
} from './requests.js'

/** Starts an app with a provider, a mailbox and a database whose commits can have an unknown outcome. */
async function start(t: Test) {
  const hand = manualClock(new Date('2026-05-02T08:00:00.000Z'))
  const issuer = await startIssuer(t, hand.clock)
  const box = await mailbox(t)
  const { observe, during, repeated } = unknownCommits()
  const settings = {
    ...unlimitedLogins,
    ...issuer.settings,
    SMTP_URL: box.url,
    JWT_ACCESS_TOKEN_EXPIRES_IN: '1d',
  }
  const app = await build(t, { settings, clock: hand.clock, wrapDatabase: observe })
  /** Performs an action while the outcomes of commits are unknown, and asserts that a transaction runs twice. */
  const withUnknownCommit = async <T>(action: () => Promise<T>): Promise<T> => {
    const before = repeated()
    const result = await during(action)
    t.ok(repeated() > before, 'a transaction ran twice')
    return result
  }
  return { app, box, issuer, withUnknownCommit, ...hand }
}

/** Returns the data of an operation, or the reason of its error. */
async function run(app: App, user: Bearer, operation: string): Promise<unknown> {
  const { data, errors = [] } = await queryGraphQL(app, operation, {}, user)
  return errors[0] ? (errors[0].extensions['reason'] ?? errors[0].extensions.code) : data
}

const actionsOf = async (app: App, { id }: TestUser, action: 'EMAIL_CHANGED' | 'TOKEN_REVOKED') =>
  (await app.features.services.audit.list({ userId: id, action }, {})).edges.length

t.test('steps up once with each code if the outcome of the commit is unknown', async t => {
  const { app, box, clock, advance, withUnknownCommit } = await start(t)
  const [user, other] = [await signUp(app), await signUp(app)]
  const { secret, recoveryCodes } = await enableSecondFactor(app, user, clock())
  await box.next()
  advance(10 * minutes)
  const stepUp = (by: Bearer, proof: object) => post(app, 'step-up', proof, by.headers)
  const replacement = 'mutation { replaceRecoveryCodes { recoveryCodes } }'
  for (const proof of [{ code: codeAt(secret, clock()) }, { recoveryCode: recoveryCodes[0] }]) {
    t.equal((await withUnknownCommit(() => stepUp(user, proof))).statusCode, 204)
    assertError(t, await stepUp(user, proof), 401, 'INVALID_CREDENTIALS', 'the code is used up')
  }
  t.match(await run(app, user, replacement), { replaceRecoveryCodes: {} })

  const { challenge } = (await post(app, 'code', { email: other.email })).json<{ challenge: string }>()
  const mailed = { challenge, code: codeIn(await box.next())! }
  t.equal((await withUnknownCommit(() => stepUp(other, mailed))).statusCode, 204)
  assertError(t, await stepUp(other, mailed), 401, 'INVALID_CREDENTIALS')
})

t.test('removes tokens, identities, passkeys and sessions if the outcome is unknown', async t => {
  const { app, box, issuer, withUnknownCommit } = await start(t)
  const user = await signUp(app)
  const removeTwice = async (removal: string, success: object) => {
    t.match(await withUnknownCommit(() => run(app, user, removal)), success, removal)
    t.equal(await run(app, user, removal), 'NOT_FOUND', removal)
  }
  const creation = `mutation {
    createPersonalAccessToken(input: { name: "x", scopes: ["profile:read"] }) { personalAccessToken { id } }
  }`
  const created = await queryGraphQL<{
    createPersonalAccessToken: { personalAccessToken: { id: string } }
  }>(app, creation, {}, user)
  const { id: tokenId } = created.data!.createPersonalAccessToken.personalAccessToken
  await box.next()
  await removeTwice(
    `mutation { revokePersonalAccessToken(input: { id: "${tokenId}" }) { personalAccessToken { id } } }`,
    { revokePersonalAccessToken: { personalAccessToken: { id: tokenId } } },
  )
  t.equal(await actionsOf(app, user, 'TOKEN_REVOKED'), 1)
  t.match(await box.next(), { subject: /revoked/ })

  const idToken = await issuer.sign({ sub: 'subject', nonce })
  const linked = await queryGraphQL<{ linkIdentity: { identity: { id: string } } }>(
    app,
    'mutation($input: LinkIdentityInput!) { linkIdentity(input: $input) { identity { id } } }',
    { input: { provider: 'test', idToken, nonce } },
    user,
  )
  const { id: identityId } = linked.data!.linkIdentity.identity
  await removeTwice(`mutation { unlinkIdentity(input: { id: "${identityId}" }) { identity { id } } }`, {
    unlinkIdentity: { identity: { id: identityId } },
  })

  const { challengeId, options } = (await post(app, 'passkeys/registration/options', {}, user.headers)).json<{
    challengeId: string
    options: { challenge: string; user: { id: string } }
  }>()
  const response = createAuthenticator().register(options)
  const added = await post(app, 'passkeys/registration/verify', { challengeId, response }, user.headers)
  const url = `/auth/passkeys/${added.json<{ id: string }>().id}`
  const removePasskey = () => app.inject({ method: 'DELETE', url, headers: user.headers })
  t.equal((await withUnknownCommit(removePasskey)).statusCode, 204)
  t.equal((await removePasskey()).statusCode, 404)

  await post(app, 'login', { email: user.email, password: user.password })
  const { data } = await queryGraphQL<{ sessions: { id: string; current: boolean }[] }>(
    app,
    '{ sessions { id current } }',
    {},
    user,
  )
  const session = data!.sessions.find(({ current }) => !current)!
  await removeTwice(`mutation { revokeSession(input: { id: "${session.id}" }) { user { id } } }`, {
    revokeSession: { user: { id: user.id } },
  })
})

t.test('redeems mailed links once if the outcome is unknown', async t => {
  const { app, box, withUnknownCommit } = await start(t)
  const { email, ...registration } = newRegistration()
  await post(app, 'register', { email, ...registration })
  const verification = { token: tokenIn(await box.next()) }
  t.equal((await withUnknownCommit(() => post(app, 'verify-email', verification))).statusCode, 204)
  assertError(t, await post(app, 'verify-email', verification), 400, 'INVALID_TOKEN')

  await post(app, 'forgot-password', { email })
  const reset = { token: tokenIn(await box.next()), password: 'nine blue herons' }
  t.equal((await withUnknownCommit(() => post(app, 'reset-password', reset))).statusCode, 204)
  t.match(await box.next(), { subject: 'Your password was changed' })
  assertError(t, await post(app, 'reset-password', reset), 400, 'INVALID_TOKEN')

  const user = await signUp(app)
  const newEmail = newRegistration().email
  await run(app, user, `mutation { changeEmail(input: { newEmail: "${newEmail}" }) { user { id } } }`)
  const mails = [await box.next(), await box.next()]
  const change = { token: tokenIn(mails.find(({ text }) => text?.includes('verify-email'))!) }
  t.equal((await withUnknownCommit(() => post(app, 'verify-email', change))).statusCode, 204)
  t.equal(await actionsOf(app, user, 'EMAIL_CHANGED'), 1)
  assertError(t, await post(app, 'verify-email', change), 400, 'INVALID_TOKEN')
  t.equal(box.waiting(), 0, 'the changed password was mailed once')
})

t.test('deletes accounts if the outcome is unknown', async t => {
  const { app, box, clock, advance, withUnknownCommit } = await start(t)
  const send = (path: string, form: Record<string, string>) =>
    app.inject({
      ...{ method: 'POST', url: `/account/delete/${path}`, payload: new URLSearchParams(form).toString() },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  const linkOf = async ({ email }: TestUser) => {
    await send('link', { email })
    return { token: tokenIn(await box.next()) }
  }
  const user = await signUp(app)
  const link = await linkOf(user)
  t.match((await withUnknownCommit(() => send('confirm', link))).body, 'Your account will be deleted')
  t.match(await box.next(), { subject: 'Your account will be deleted' })
  t.equal((await send('confirm', link)).statusCode, 400)
  t.equal(box.waiting(), 0)

  const withFactor = await signUp(app)
  const { secret } = await enableSecondFactor(app, withFactor, clock())
  await box.next()
  const immediate = { ...(await linkOf(withFactor)), immediately: 'yes' }
  advance(30 * seconds)
  const code = codeAt(secret, clock())
  const deleted = await withUnknownCommit(() => send('confirm', { ...immediate, code }))
  t.match(deleted.body, 'Your account has been deleted')

  for (const input of [
    '{}',
    '{ immediately: true }',
    `{ password: "${user.password}", immediately: true }`,
  ]) {
    const third = await signUp(app)
    const deletion = `mutation { deleteAccount(input: ${input}) { user { id } } }`
    t.match(await withUnknownCommit(() => run(app, third, deletion)), {
      deleteAccount: { user: { id: third.id } },
    })
    assertError(t, await getProfile(app, third.token), 401, 'UNAUTHENTICATED')
  }
})
