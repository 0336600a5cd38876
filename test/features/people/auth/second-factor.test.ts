import { createHash, scryptSync } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { ObjectId } from 'mongodb'
import t, { type Test } from 'tap'
import type { App } from '../../../../src/app.js'
import { minutes, seconds } from '../../../../src/lib/quantities.js'
import type { Database, Entity } from '../../../../src/platform/database/database.js'
import { build, errorCodeOf, queryGraphQL, signUp, type Settings, type TestUser } from '../../../helper.js'
import { codeIn, mailbox } from '../../../mailbox.js'
import { codeAt, confirmFactor, enableSecondFactor, startFactor } from './authenticator-app.js'
import {
  assertError,
  bearer,
  manualClock,
  newRegistration,
  post,
  unlimitedLogins,
  wrongCode,
  type Bearer,
} from './requests.js'

async function startApp(t: Test, settings: Settings = unlimitedLogins) {
  const box = await mailbox(t)
  const hand = manualClock(new Date('2026-05-02T08:00:00.000Z'))
  const all = { ...settings, SMTP_URL: box.url, JWT_ACCESS_TOKEN_EXPIRES_IN: '1h' }
  const app = await build(t, { settings: all, clock: hand.clock })
  return { app, box, ...hand }
}

/** Signs in with the password. @returns the token for the second factor */
async function pendingToken(app: App, { email, password }: Pick<TestUser, 'email' | 'password'>) {
  const response = await post(app, 'login', { email, password })
  return response.json<{ secondFactorToken?: string }>().secondFactorToken ?? ''
}

const submit = (app: App, secondFactorToken: string, proof: object) =>
  post(app, 'second-factor', { secondFactorToken, ...proof })

async function reasonOf(app: App, user: Bearer, operation: string) {
  const { errors = [] } = await queryGraphQL(app, operation, {}, user)
  return errors[0]?.extensions['reason'] ?? errors[0]?.extensions.code
}

const replacement = 'mutation { replaceRecoveryCodes { recoveryCodes } }'

t.test('turns the second factor on with a code of the authenticator app', async t => {
  const { app, box, clock, advance } = await startApp(t)
  const user = await signUp(app)
  const { secret, uri, qrCode } = await startFactor(app, user)
  t.match(secret, /^[A-Z2-7]{32}$/)
  t.match(uri, /^otpauth:\/\/totp\/.+secret=/)
  t.match(qrCode, /^<svg /)
  const early = await confirmFactor(app, user, wrongCode(codeAt(secret, clock())))
  t.match(early.errors, [
    { extensions: { code: 'BAD_USER_INPUT', reason: 'INVALID_CODE', field: 'input.code' } },
  ])
  const state = '{ secondFactor { isEnabled enabledAt recoveryCodesLeft } }'
  t.same((await queryGraphQL(app, state, {}, user)).data, {
    secondFactor: { isEnabled: false, enabledAt: null, recoveryCodesLeft: 0 },
  })
  const { data } = await confirmFactor(app, user, codeAt(secret, clock()))
  const codes = data!.confirmSecondFactor.recoveryCodes
  t.equal(new Set(codes).size, 10)
  for (const code of codes) t.match(code, /^[a-z2-9]{5}-[a-z2-9]{5}$/)
  t.same((await queryGraphQL(app, state, {}, user)).data, {
    secondFactor: { isEnabled: true, enabledAt: clock().toISOString(), recoveryCodesLeft: 10 },
  })
  t.match(await box.next(), { subject: 'Two-step sign-in is on' })
  advance(9 * minutes)
  t.equal(await reasonOf(app, user, 'mutation { startSecondFactor { secret } }'), 'ALREADY_ENABLED')
})

t.test('leaves the second factor off if its session ends while the recovery codes are hashed', async t => {
  const hand = manualClock(new Date('2026-05-02T08:00:00.000Z'))
  let beforeTransaction: (() => Promise<unknown>) | null = null
  const wrapDatabase = (database: Database): Database => ({
    ...database,
    transaction: async (userId, work) => {
      const before = beforeTransaction
      beforeTransaction = null
      await before?.()
      return database.transaction(userId, work)
    },
  })
  const app = await build(t, { settings: unlimitedLogins, clock: hand.clock, wrapDatabase })
  const user = await signUp(app)
  const { secret } = await startFactor(app, user)
  beforeTransaction = async () => {
    const signOut = 'mutation { signOutEverywhere { signedOut } }'
    t.equal(errorCodeOf(await queryGraphQL(app, signOut, {}, user)), '0 errors')
  }
  t.equal(errorCodeOf(await confirmFactor(app, user, codeAt(secret, hand.clock()))), 'UNAUTHENTICATED')
  t.equal(
    (await post(app, 'login', { email: user.email, password: user.password })).statusCode,
    200,
    'asks for no second factor',
  )
})

t.test('asks for a code after the password, and accepts each code once', async t => {
  const { app, clock, advance } = await startApp(t)
  const user = await signUp(app)
  const { secret } = await enableSecondFactor(app, user, clock())
  const { email, password } = user
  assertError(t, await post(app, 'login', { email, password: 'wrong' }), 401, 'INVALID_CREDENTIALS')
  const login = await post(app, 'login', { email, password })
  t.match(login.json(), { statusCode: 401, code: 'SECOND_FACTOR_REQUIRED', secondFactorToken: /^[\w-]{43}$/ })
  t.notOk('accessToken' in login.json<object>())

  const token = await pendingToken(app, user)
  const used = codeAt(secret, clock())
  assertError(t, await submit(app, token, { code: used }), 401, 'INVALID_CODE', 'the code that turned it on')
  advance(30 * seconds)
  const code = codeAt(secret, clock())
  const spaced = `${code.slice(0, 3)} ${code.slice(3)}`
  const response = await submit(app, token, { code: spaced })
  t.equal(response.statusCode, 200)
  t.match(response.json(), { user: { id: user.id } })
  const session = bearer(response.json<{ accessToken: string }>().accessToken)
  const sessions = await queryGraphQL(app, '{ sessions { signInMethod current } }', {}, session)
  t.match(sessions.data, { sessions: [{ signInMethod: 'PASSWORD', current: true }, {}] })
  assertError(t, await submit(app, token, { code }), 400, 'INVALID_TOKEN', 'the token works once')
  assertError(
    t,
    await submit(app, await pendingToken(app, user), { code }),
    401,
    'INVALID_CODE',
    'a used code',
  )

  const mutation = await queryGraphQL(
    app,
    'mutation($email: String!, $password: String!) { login(email: $email, password: $password) { token } }',
    { email, password },
  )
  t.match(mutation.errors, [
    {
      extensions: {
        code: 'UNAUTHENTICATED',
        reason: 'SECOND_FACTOR_REQUIRED',
        secondFactorToken: /^[\w-]{43}$/,
      },
    },
  ])
})

t.test('records the time of a sign-in once the second factor is passed', async t => {
  const { app, clock, advance } = await startApp(t)
  const user = await signUp(app)
  const signedUpAt = clock().toISOString()
  const { secret } = await enableSecondFactor(app, user, clock())
  const lastLogin = async () => (await queryGraphQL(app, '{ me { lastLogin } }', {}, user)).data
  advance(1 * minutes)
  const token = await pendingToken(app, user)
  t.same(await lastLogin(), { me: { lastLogin: signedUpAt } }, 'the password alone')
  advance(1 * minutes)
  t.equal((await submit(app, token, { code: codeAt(secret, clock()) })).statusCode, 200)
  t.same(await lastLogin(), { me: { lastLogin: clock().toISOString() } })
})

t.test('accepts the codes of the steps before and after, and no others', async t => {
  const { app, clock, advance } = await startApp(t)
  const user = await signUp(app)
  const { secret } = await enableSecondFactor(app, user, clock())
  advance(10 * minutes)
  const at = (offset: number) => new Date(clock().getTime() + offset * seconds)
  for (const offset of [-60, 60]) {
    const token = await pendingToken(app, user)
    assertError(t, await submit(app, token, { code: codeAt(secret, at(offset)) }), 401, 'INVALID_CODE')
  }
  for (const offset of [-30, 0, 30]) {
    const token = await pendingToken(app, user)
    t.equal((await submit(app, token, { code: codeAt(secret, at(offset)) })).statusCode, 200, `${offset} s`)
  }
  const token = await pendingToken(app, user)
  assertError(
    t,
    await submit(app, token, { code: codeAt(secret, clock()) }),
    401,
    'INVALID_CODE',
    'an earlier step',
  )
})

t.test('asks for a code after a mailed code, too, and keeps the factor after a password reset', async t => {
  const { app, box, clock, advance } = await startApp(t)
  const user = await signUp(app)
  const { secret } = await enableSecondFactor(app, user, clock())
  await box.next()
  advance(1 * minutes)
  const { challenge } = (await post(app, 'code', { email: user.email })).json<{ challenge: string }>()
  const verified = await post(app, 'code/verify', { challenge, code: codeIn(await box.next())! })
  t.match(verified.json(), { code: 'SECOND_FACTOR_REQUIRED' })
  const { secondFactorToken } = verified.json<{ secondFactorToken: string }>()
  const response = await submit(app, secondFactorToken, { code: codeAt(secret, clock()) })
  t.equal(response.statusCode, 200)

  await app.features.services.sessions.signOutEverywhere(user.id)
  t.match((await post(app, 'login', { email: user.email, password: user.password })).json(), {
    code: 'SECOND_FACTOR_REQUIRED',
  })
})

t.test('accepts each recovery code once, also for concurrent requests', async t => {
  const { app, clock } = await startApp(t)
  const user = await signUp(app)
  const { recoveryCodes } = await enableSecondFactor(app, user, clock())
  const [first = '', second = ''] = recoveryCodes
  const tokens = await Promise.all([1, 2, 3].map(() => pendingToken(app, user)))
  const responses = await Promise.all(
    tokens.map(token => submit(app, token, { recoveryCode: ` ${first.toUpperCase().replace('-', ' ')}` })),
  )
  t.same(responses.map(({ statusCode }) => statusCode).sort(), [200, 401, 401])
  const concurrent = await Promise.all([
    submit(app, await pendingToken(app, user), { recoveryCode: second }),
    submit(app, await pendingToken(app, user), { recoveryCode: recoveryCodes[2] }),
  ])
  t.same(
    concurrent.map(({ statusCode }) => statusCode),
    [200, 200],
  )
  const { data } = await queryGraphQL(app, '{ secondFactor { recoveryCodesLeft } }', {}, user)
  t.same(data, { secondFactor: { recoveryCodesLeft: 7 } })
  const { edges } = await app.features.services.audit.list(
    { userId: user.id, action: 'RECOVERY_CODE_USED' },
    {},
  )
  t.equal(edges.length, 3)
})

t.test('hashes recovery codes slowly with a salt, and accepts the hashes of earlier versions', async t => {
  const databases: Database[] = []
  const { clock } = manualClock()
  const wrapDatabase = (database: Database) => (databases.push(database), database)
  const app = await build(t, { settings: unlimitedLogins, clock, wrapDatabase })
  const user = await signUp(app)
  const { recoveryCodes } = await enableSecondFactor(app, user, clock())
  const normalized = recoveryCodes.map(code => code.replace('-', ''))
  const factors = databases[0]!.collection<Entity & { recoveryCodes: string[] }>('secondFactors')
  const _id = new ObjectId(user.id)
  const expected = normalized.map(code => scryptSync(code, user.id, 32).toString('base64url'))
  t.same((await factors.findById(_id))?.recoveryCodes, expected)

  const earlier = normalized.map(code => createHash('sha256').update(code).digest('base64url'))
  await factors.updateOne({ _id }, { $set: { recoveryCodes: earlier } })
  const [recoveryCode] = recoveryCodes
  t.equal((await submit(app, await pendingToken(app, user), { recoveryCode })).statusCode, 200)
  t.same((await factors.findById(_id))?.recoveryCodes, earlier.slice(1))
  assertError(t, await submit(app, await pendingToken(app, user), { recoveryCode }), 401, 'INVALID_CODE')
})

t.test('limits the attempts of a sign-in and of an account, and ends sign-ins with the sessions', async t => {
  const { app, clock, advance } = await startApp(t, {
    ...unlimitedLogins,
    RATE_LIMIT_LOGIN_FAILURES_PER_ACCOUNT: '12',
  })
  const user = await signUp(app)
  const { secret } = await enableSecondFactor(app, user, clock())
  advance(1 * minutes)
  const bad = wrongCode(codeAt(secret, clock()))
  const token = await pendingToken(app, user)
  for (let attempt = 0; attempt < 5; attempt++)
    assertError(t, await submit(app, token, { code: bad }), 401, 'INVALID_CODE')
  assertError(t, await submit(app, token, { code: codeAt(secret, clock()) }), 400, 'INVALID_TOKEN')

  const [late, ended, disabled] = [
    await pendingToken(app, user),
    await pendingToken(app, user),
    await pendingToken(app, user),
  ]
  await app.features.services.sessions.signOutEverywhere(user.id)
  assertError(t, await submit(app, ended, { code: codeAt(secret, clock()) }), 400, 'INVALID_TOKEN')
  assertError(t, await submit(app, disabled, { code: codeAt(secret, clock()) }), 400, 'INVALID_TOKEN')
  assertError(t, await submit(app, late, { code: codeAt(secret, clock()) }), 400, 'INVALID_TOKEN')
  const expired = await pendingToken(app, user)
  advance(5 * minutes)
  assertError(t, await submit(app, expired, { code: codeAt(secret, clock()) }), 400, 'INVALID_TOKEN')

  // Seven failures are left, whatever the token is.
  for (let attempt = 0; attempt < 7; attempt++)
    assertError(t, await submit(app, await pendingToken(app, user), { code: bad }), 401, 'INVALID_CODE')
  const { email, password } = user
  assertError(t, await post(app, 'login', { email, password }), 429, 'TOO_MANY_REQUESTS')
})

t.test('rejects the code of another account, and malformed requests', async t => {
  const { app, clock, advance } = await startApp(t)
  const [user, stranger] = [await signUp(app), await signUp(app)]
  await enableSecondFactor(app, user, clock())
  const foreign = await enableSecondFactor(app, stranger, clock())
  advance(1 * minutes)
  const token = await pendingToken(app, user)
  assertError(t, await submit(app, token, { code: codeAt(foreign.secret, clock()) }), 401, 'INVALID_CODE')
  const [recoveryCode] = foreign.recoveryCodes
  assertError(t, await submit(app, token, { recoveryCode }), 401, 'INVALID_CODE')
  for (const code of ['12345', '1234567', '１２３４５６', 'abcdef'])
    assertError(t, await submit(app, await pendingToken(app, user), { code }), 401, 'INVALID_CODE', code)
  for (const proof of [{}, { code: '123456', recoveryCode }, { code: '' }, { code: '1'.repeat(101) }])
    assertError(t, await submit(app, token, proof), 400, 'VALIDATION_ERROR', JSON.stringify(proof))
  assertError(t, await submit(app, 'x'.repeat(43), { code: '123456' }), 400, 'INVALID_TOKEN')
})

t.test('steps up with a code only while the second factor is on', async t => {
  const { app, box, clock, advance } = await startApp(t)
  const user = await signUp(app)
  const { secret, recoveryCodes } = await enableSecondFactor(app, user, clock())
  await box.next()
  t.equal(await reasonOf(app, user, replacement), undefined, 'turning it on counts as a step-up')
  advance(10 * minutes)
  t.equal(await reasonOf(app, user, replacement), 'STEP_UP_REQUIRED')
  const stepUp = (proof: object) => post(app, 'step-up', proof, user.headers)
  assertError(t, await stepUp({ password: user.password }), 401, 'INVALID_CREDENTIALS', 'the password')
  const { challenge } = (await post(app, 'code', { email: user.email })).json<{ challenge: string }>()
  const mailed = { challenge, code: codeIn(await box.next())! }
  assertError(t, await stepUp(mailed), 401, 'INVALID_CREDENTIALS', 'a mailed code')
  const change = `mutation { changeEmail(input: { newEmail: "${newRegistration().email}", password: "${user.password}" }) { user { id } } }`
  t.equal(await reasonOf(app, user, change), 'STEP_UP_REQUIRED', 'the password of an action')
  assertError(t, await stepUp({ code: wrongCode(codeAt(secret, clock())) }), 401, 'INVALID_CREDENTIALS')
  t.equal(await reasonOf(app, user, replacement), 'STEP_UP_REQUIRED')
  t.equal((await stepUp({ code: codeAt(secret, clock()) })).statusCode, 204)
  t.equal(await reasonOf(app, user, change), undefined)
  advance(10 * minutes)
  t.equal((await stepUp({ recoveryCode: recoveryCodes[0] })).statusCode, 401, 'it was replaced')
  const { data } = await queryGraphQL<{ disableSecondFactor: object }>(
    app,
    'mutation { disableSecondFactor { secondFactor { isEnabled } } }',
    {},
    user,
  )
  t.notOk(data?.disableSecondFactor)
  t.equal((await stepUp({ code: codeAt(secret, clock()) })).statusCode, 204)
  const disabled = await queryGraphQL(
    app,
    'mutation { disableSecondFactor { secondFactor { isEnabled } } }',
    {},
    user,
  )
  t.same(disabled.data, { disableSecondFactor: { secondFactor: { isEnabled: false } } })
  const { email, password } = user
  t.equal((await post(app, 'login', { email, password })).statusCode, 200)
})

t.test('records how a step-up failed in the audit log', async t => {
  const { app, box, clock, advance } = await startApp(t)
  const [user, other] = [await signUp(app), await signUp(app)]
  const stepUp = async (by: TestUser, proof: object) =>
    assertError(t, await post(app, 'step-up', proof, by.headers), 401, 'INVALID_CREDENTIALS')
  const { challenge } = (await post(app, 'code', { email: user.email })).json<{ challenge: string }>()
  const mailedCode = codeIn(await box.next())!
  await stepUp(user, { password: 'wrong' })
  await stepUp(user, { challenge, code: wrongCode(mailedCode) })
  const { secret } = await enableSecondFactor(app, other, clock())
  advance(1 * minutes)
  await stepUp(other, { code: wrongCode(codeAt(secret, clock())) })
  await stepUp(other, { recoveryCode: 'aaaaa-aaaaa' })
  const failures = async ({ id }: TestUser) => {
    const { edges } = await app.features.services.audit.list({ userId: id, action: 'LOGIN_FAILED' }, {})
    return edges.map(({ node }) => node.signInMethod).sort()
  }
  // They are recorded in the background.
  while ((await failures(user)).length < 2 || (await failures(other)).length < 2) await setImmediate()
  t.same(await failures(user), ['EMAIL_CODE', 'PASSWORD'])
  t.same(await failures(other), [null, null], 'a code of the second factor is no way to sign in')
})

t.test('lets administrators reset the factor of a user, after a recent sign-in', async t => {
  const { app, clock, advance } = await startApp(t)
  const [user, admin] = [await signUp(app), await signUp(app, { role: 'ADMIN' })]
  await enableSecondFactor(app, user, clock())
  const reset = `mutation { resetUserSecondFactor(input: { userId: "${user.id}" }) { user { id } } }`
  t.equal(await reasonOf(app, user, reset), 'FORBIDDEN')
  advance(10 * minutes)
  t.equal(await reasonOf(app, admin, reset), 'STEP_UP_REQUIRED')
  const role = `mutation { setUserRole(input: { id: "${user.id}", role: ADMIN }) { user { id } } }`
  t.equal(await reasonOf(app, admin, role), 'STEP_UP_REQUIRED')
  await post(app, 'step-up', { password: admin.password }, admin.headers)
  t.equal(await reasonOf(app, admin, reset), undefined)
  const { email, password } = user
  t.equal((await post(app, 'login', { email, password })).statusCode, 200)
  const { edges } = await app.features.services.audit.list(
    { userId: user.id, action: 'SECOND_FACTOR_DISABLED' },
    {},
  )
  t.match(edges, [{ node: { actor: admin.id } }])
})

t.test('requires a second factor of administrators where the setting demands it', async t => {
  const { app, clock, advance } = await startApp(t, {
    ...unlimitedLogins,
    SECOND_FACTOR_REQUIRED_FOR_ADMINS: 'true',
  })
  const admin = await signUp(app, { role: 'ADMIN' })
  const users = '{ users { edges { node { id } } } }'
  t.equal(await reasonOf(app, admin, users), 'SECOND_FACTOR_SETUP_REQUIRED')
  t.equal(await reasonOf(app, admin, '{ me { id } }'), undefined)
  const { secret } = await enableSecondFactor(app, admin, clock())
  t.equal(await reasonOf(app, admin, users), undefined, 'the session in which it was turned on')
  advance(1 * minutes)
  const response = await submit(app, await pendingToken(app, admin), { code: codeAt(secret, clock()) })
  t.equal(await reasonOf(app, bearer(response.json<{ accessToken: string }>().accessToken), users), undefined)
})

t.test('erases the factor with the account', async t => {
  const { app, clock } = await startApp(t)
  const user = await signUp(app)
  await enableSecondFactor(app, user, clock())
  await pendingToken(app, user)
  const deletion = 'mutation { deleteAccount(input: { immediately: true }) { user { id } } }'
  t.equal(await reasonOf(app, user, deletion), undefined)
  await app.features.services.deletion.runDeletions()
  const { isEnabled, recoveryCodesLeft } = await app.features.services.secondFactor.state(user.id)
  t.same({ isEnabled, recoveryCodesLeft }, { isEnabled: false, recoveryCodesLeft: 0 })
})

t.test(
  'ignores proofs from before the factor was on, and forgets the factor when it is turned off',
  async t => {
    const { app, clock, advance } = await startApp(t, {
      ...unlimitedLogins,
      SECOND_FACTOR_REQUIRED_FOR_ADMINS: 'true',
    })
    const admin = await signUp(app, { role: 'ADMIN' })
    const login = await post(app, 'login', { email: admin.email, password: admin.password })
    const other = bearer(login.json<{ accessToken: string }>().accessToken)
    t.equal((await post(app, 'step-up', { password: admin.password }, other.headers)).statusCode, 204)
    const { secret } = await enableSecondFactor(app, admin, clock())
    t.equal(
      await reasonOf(app, other, replacement),
      'STEP_UP_REQUIRED',
      'a password before the factor was on',
    )
    const users = '{ users { edges { node { id } } } }'
    t.equal(await reasonOf(app, other, users), 'SECOND_FACTOR_SETUP_REQUIRED')
    advance(1 * minutes)
    t.equal((await post(app, 'step-up', { code: codeAt(secret, clock()) }, other.headers)).statusCode, 204)
    t.equal(await reasonOf(app, other, users), undefined, 'the step-up counts at once')
    t.equal(
      await reasonOf(app, other, 'mutation { disableSecondFactor { secondFactor { isEnabled } } }'),
      undefined,
    )
    t.equal(await reasonOf(app, other, users), 'SECOND_FACTOR_SETUP_REQUIRED')
    t.equal(await reasonOf(app, admin, users), 'SECOND_FACTOR_SETUP_REQUIRED')
  },
)

t.test('limits wrong codes of an account to thirty a day, and still accepts recovery codes', async t => {
  const { app, clock, advance } = await startApp(t)
  const user = await signUp(app)
  const { secret, recoveryCodes } = await enableSecondFactor(app, user, clock())
  advance(1 * minutes)
  const bad = wrongCode(codeAt(secret, clock()))
  for (let attempt = 0; attempt < 30; attempt++)
    assertError(t, await submit(app, await pendingToken(app, user), { code: bad }), 401, 'INVALID_CODE')
  const code = codeAt(secret, clock())
  assertError(t, await submit(app, await pendingToken(app, user), { code }), 429, 'TOO_MANY_REQUESTS')
  const [recoveryCode] = recoveryCodes
  t.equal((await submit(app, await pendingToken(app, user), { recoveryCode })).statusCode, 200)
})
