import t, { type Test } from 'tap'
import type { App } from '../../../../src/app.js'
import { minutes } from '../../../../src/lib/quantities.js'
import type { Collection, Database, Entity, Index } from '../../../../src/platform/database/database.js'
import {
  build,
  errorCodeOf,
  isolatedSettings,
  queryGraphQL,
  signUp,
  temporaryPath,
  type TestUser,
} from '../../../helper.js'
import { createLatch } from '../../../latch.js'
import { codeIn, mailbox } from '../../../mailbox.js'
import { assertError, manualClock, newRegistration, post, unlimitedLogins } from './requests.js'

async function startApp(t: Test, settings = unlimitedLogins) {
  const box = await mailbox(t)
  const hand = manualClock()
  const app = await build(t, {
    settings: { ...settings, SMTP_URL: box.url, JWT_ACCESS_TOKEN_EXPIRES_IN: '25m' },
    clock: hand.clock,
  })
  return { app, box, ...hand }
}

const stepUp = (app: App, token: string, proof: object) =>
  post(app, 'step-up', proof, { authorization: `Bearer ${token}` })

/** Changes the address without a password, which requires a recent sign-in or step-up. */
async function changeEmail(app: App, token: string): Promise<string | undefined> {
  const query = 'mutation($input: ChangeEmailInput!) { changeEmail(input: $input) { user { email } } }'
  const { errors = [] } = await app
    .inject({
      ...{ method: 'POST', url: '/graphql' },
      payload: { query, variables: { input: { newEmail: newRegistration().email } } },
      headers: { authorization: `Bearer ${token}` },
    })
    .then(response => response.json<{ errors?: { extensions: { reason?: string } }[] }>())
  return errors[0]?.extensions.reason
}

async function signIn(app: App, { email, password }: TestUser): Promise<string> {
  return (await post(app, 'login', { email, password })).json<{ accessToken: string }>().accessToken
}

/** Signs in, and lets the time pass in which the sign-in permits sensitive actions. */
async function signInLongAgo(t: Test) {
  const started = await startApp(t)
  const user = await signUp(started.app)
  const token = await signIn(started.app, user)
  started.advance(10 * minutes)
  return { ...started, user, token }
}

t.test('permits sensitive actions without a password for ten minutes after signing in', async t => {
  const { app, advance } = await startApp(t)
  const token = await signIn(app, await signUp(app))
  advance(10 * minutes - 1)
  t.equal(await changeEmail(app, token), undefined)
  advance(1)
  t.equal(await changeEmail(app, token), 'STEP_UP_REQUIRED')
})

t.test('permits sensitive actions in one session after a step-up with the password', async t => {
  const { app, advance } = await startApp(t)
  const user = await signUp(app)
  const [token, other] = [await signIn(app, user), await signIn(app, user)]
  advance(10 * minutes)
  assertError(t, await stepUp(app, token, { password: 'wrong' }), 401, 'INVALID_CREDENTIALS')
  t.equal(await changeEmail(app, token), 'STEP_UP_REQUIRED')
  t.equal((await stepUp(app, token, { password: user.password })).statusCode, 204)
  t.equal(await changeEmail(app, token), undefined)
  t.equal(await changeEmail(app, other), 'STEP_UP_REQUIRED', 'another session of the same user')
})

t.test('counts a right password of an action as a step-up', async t => {
  const { app, user, token } = await signInLongAgo(t)
  const query = 'mutation($input: ChangeEmailInput!) { changeEmail(input: $input) { user { email } } }'
  const input = { newEmail: newRegistration().email, password: user.password }
  const headers = { authorization: `Bearer ${token}` }
  await app.inject({ method: 'POST', url: '/graphql', payload: { query, variables: { input } }, headers })
  t.equal(await changeEmail(app, token), undefined)
})

t.test('steps up once with a code that was mailed to the user', async t => {
  const { app, box, user, token } = await signInLongAgo(t)
  const stranger = await signUp(app)
  const request = async (email: string) => {
    const { challenge } = (await post(app, 'code', { email })).json<{ challenge: string }>()
    return { challenge, code: codeIn(await box.next())! }
  }
  const foreign = await request(stranger.email)
  assertError(t, await stepUp(app, token, foreign), 401, 'INVALID_CREDENTIALS', 'the code of another user')
  t.equal(await changeEmail(app, token), 'STEP_UP_REQUIRED')
  const own = await request(user.email)
  const responses = await Promise.all([1, 2, 3].map(() => stepUp(app, token, own)))
  t.same(responses.map(({ statusCode }) => statusCode).sort(), [204, 401, 401])
  t.equal(await changeEmail(app, token), undefined)
})

t.test(
  'ends a token that another instance creates during a sign-out everywhere',
  { skip: process.env.TEST_MONGODB_URI === undefined && 'instances share only MongoDB' },
  async t => {
    const [hasRead, signOutHasTried] = [createLatch(), createLatch()]
    const settings = isolatedSettings(t, unlimitedLogins)
    const observe =
      (name: string, method: 'insertOne' | 'deleteMany', wrap: (call: () => Promise<unknown>) => unknown) =>
      (database: Database): Database => ({
        ...database,
        collection: <T extends Entity>(collectionName: string, indexes?: Index[]): Collection<T> => {
          const collection = database.collection<T>(collectionName, indexes)
          if (collectionName !== name) return collection
          const call = collection[method] as (...parameters: unknown[]) => Promise<unknown>
          return { ...collection, [method]: (...parameters: unknown[]) => wrap(() => call(...parameters)) }
        },
      })
    const creating = await build(t, {
      settings,
      wrapDatabase: observe('personalAccessTokens', 'insertOne', async insert => {
        hasRead.open()
        await signOutHasTried.passed
        return insert()
      }),
    })
    const ending = await build(t, {
      settings: { ...settings, DATA_PATH: temporaryPath() },
      wrapDatabase: observe('sessions', 'deleteMany', remove => remove().finally(signOutHasTried.open)),
    })
    const user = await signUp(creating)
    const creation = queryGraphQL<{ createPersonalAccessToken: { token: string } }>(
      creating,
      'mutation { createPersonalAccessToken(input: { name: "x", scopes: ["profile:read"] }) { token } }',
      {},
      user,
    )
    await hasRead.passed
    t.notOk((await queryGraphQL(ending, 'mutation { signOutEverywhere { signedOut } }', {}, user)).errors)
    const { data } = await creation
    const headers = { authorization: `Bearer ${data?.createPersonalAccessToken.token ?? ''}` }
    t.equal(errorCodeOf(await queryGraphQL(ending, '{ me { id } }', {}, { headers })), 'UNAUTHENTICATED')
  },
)

t.test('counts wrong passwords of step-ups as failed logins', async t => {
  const { app, advance } = await startApp(t, { ...unlimitedLogins, RATE_LIMIT_LOGIN_FAILURES: '2' })
  const user = await signUp(app)
  const token = await signIn(app, user)
  advance(1 * minutes)
  for (let tries = 0; tries < 2; tries++)
    assertError(t, await stepUp(app, token, { password: 'wrong' }), 401, 'INVALID_CREDENTIALS')
  assertError(t, await stepUp(app, token, { password: user.password }), 429, 'TOO_MANY_REQUESTS')
  const { email, password } = user
  assertError(t, await post(app, 'login', { email, password }), 429, 'TOO_MANY_REQUESTS')
})

t.test('requires exactly one proof, and an access token', async t => {
  const { app } = await startApp(t)
  const user = await signUp(app)
  const token = await signIn(app, user)
  const { password } = user
  for (const proof of [
    {},
    { challenge: 'x' },
    { code: '123456', recoveryCode: 'x' },
    { password, code: '123456' },
    { password, challenge: 'x', code: '123456' },
    { password: '' },
    { password: 7 },
    { password, more: true },
  ])
    assertError(t, await stepUp(app, token, proof), 400, 'VALIDATION_ERROR', JSON.stringify(proof))
  assertError(t, await post(app, 'step-up', { password }), 401, 'UNAUTHENTICATED')
})

t.test('sets a first password without the current one after a recent sign-in only', async t => {
  const { app, box, advance } = await startApp(t)
  const registration = newRegistration()
  await post(app, 'register', registration)
  await box.next()
  const { challenge } = (await post(app, 'code', { email: registration.email })).json<{ challenge: string }>()
  const response = await post(app, 'code/verify', { challenge, code: codeIn(await box.next())! })
  const headers = { authorization: `Bearer ${response.json<{ accessToken: string }>().accessToken}` }
  const change = (input: object) =>
    queryGraphQL(
      app,
      'mutation($input: ChangePasswordInput!) { changePassword(input: $input) { user { id } } }',
      { input },
      { headers },
    )
  advance(10 * minutes)
  t.match((await change({ new: 'nine blue herons' })).errors, [
    { extensions: { reason: 'STEP_UP_REQUIRED' } },
  ])
  advance(-1)
  t.notOk((await change({ new: 'nine blue herons' })).errors)
  const { email } = registration
  const signedIn = await post(app, 'login', { email, password: 'nine blue herons' })
  t.equal(signedIn.statusCode, 200)
})

t.test('requires the current password of an account that has one', async t => {
  const { app } = await startApp(t)
  const user = await signUp(app)
  const { errors } = await queryGraphQL(
    app,
    'mutation { changePassword(input: { new: "nine blue herons" }) { user { id } } }',
    {},
    user,
  )
  t.match(errors, [{ message: /^input\.current is required/, extensions: { field: 'input.current' } }])
})
