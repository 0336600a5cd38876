import t from 'tap'
import type { App } from '../../../../src/app.js'
import { queryGraphQL, build, errorCodeOf, signUp, type TestUser } from '../../../helper.js'
import { manualClock } from '../auth/requests.js'

const consent = 'kind givenAt withdrawnAt'

const change = (app: App, account: TestUser | undefined, mutation: string, kind = 'BODY_MEASUREMENTS') =>
  queryGraphQL<Record<string, { user: { id: string; consents: object[] } } | null>>(
    app,
    `mutation ($kind: ConsentKind!) { ${mutation}(input: { kind: $kind }) { user { id consents { ${consent} } } } }`,
    { kind },
    account,
  )

async function list(app: App, account?: TestUser) {
  const response = await queryGraphQL<{ consents: object[] | null }>(
    app,
    `{ consents { ${consent} } }`,
    {},
    account,
  )
  return response.data?.consents ?? errorCodeOf(response)
}

t.test('records giving and withdrawing each kind of consent once', async t => {
  const { clock, advance } = manualClock()
  const at = (minute: number) => new Date(start + minute * 60_000).toISOString()
  const start = clock().getTime()
  const app = await build(t, { clock })
  const [account, other] = [await signUp(app), await signUp(app)]
  t.same(await list(app, account), [])
  t.same(
    (await change(app, account, 'withdrawConsent')).data?.withdrawConsent?.user.consents,
    [],
    'withdrawing a consent that was never given changes nothing',
  )

  const given = [{ kind: 'BODY_MEASUREMENTS', givenAt: at(0), withdrawnAt: null }]
  t.same((await change(app, account, 'giveConsent')).data?.giveConsent?.user, {
    id: account.id,
    consents: given,
  })
  advance(60_000)
  t.same(
    (await change(app, account, 'giveConsent')).data?.giveConsent?.user.consents,
    given,
    'a repetition changes nothing',
  )
  t.same(await list(app, account), given)

  const withdrawn = [{ ...given[0], withdrawnAt: at(1) }]
  t.same((await change(app, account, 'withdrawConsent')).data?.withdrawConsent?.user.consents, withdrawn)
  advance(60_000)
  await change(app, account, 'withdrawConsent')
  t.same(await list(app, account), withdrawn)

  await change(app, account, 'giveConsent', 'PROGRESS_PHOTOS')
  const photos = { kind: 'PROGRESS_PHOTOS', givenAt: at(2), withdrawnAt: null }
  t.same(await list(app, account), [...withdrawn, photos])
  await change(app, account, 'giveConsent')
  t.same(
    await list(app, account),
    [{ ...given[0], givenAt: at(2) }, photos],
    'lists both consents, the repeated one with its new time',
  )
  t.same(await list(app, other), [], 'does not list consents of other users')

  const { audit } = app.features.services
  const { edges } = await audit.list({ userId: account.id, action: null }, {})
  const kept = edges.map(({ node }) => node).filter(({ consent }) => consent !== null)
  t.same(
    kept.map(({ action, consent }) => `${action} ${consent}`),
    [
      ...['CONSENT_GIVEN BODY_MEASUREMENTS', 'CONSENT_GIVEN PROGRESS_PHOTOS'],
      ...['CONSENT_WITHDRAWN BODY_MEASUREMENTS', 'CONSENT_GIVEN BODY_MEASUREMENTS'],
    ],
    'every kind is covered',
  )
  t.equal(edges.length, kept.length + 2, 'lists only consents')
})

t.test('requires a token and a valid kind', async t => {
  const app = await build(t)
  t.equal(await list(app), 'UNAUTHENTICATED')
  for (const mutation of ['giveConsent', 'withdrawConsent']) {
    t.equal(errorCodeOf(await change(app, undefined, mutation)), 'UNAUTHENTICATED')
    t.equal(errorCodeOf(await change(app, await signUp(app), mutation, 'MARKETING')), 'BAD_USER_INPUT')
  }
})

t.test('returns the same error for a missing consent in mutations and in a sync', async t => {
  const app = await build(t)
  const account = await signUp(app)
  const input = { id: 'a'.repeat(24), date: '2026-01-31', weight: { value: 80, unit: 'KG' } }
  const alone = await queryGraphQL(
    app,
    'mutation ($input: MeasurementInput!) { saveMeasurement(input: $input) { conflict } }',
    { input },
    account,
  )
  const refusal = { code: 'FORBIDDEN', reason: 'CONSENT_REQUIRED' }
  t.same(alone.errors?.[0]?.extensions, refusal)
  const inSync = await queryGraphQL(
    app,
    `mutation ($operations: [SyncOperation!]!) {
      sync(operations: $operations) { results { status error { code reason } } }
    }`,
    { operations: [{ saveMeasurement: input }, { updateProfile: { username: null } }] },
    account,
  )
  t.same(inSync.data?.sync, {
    results: [
      { status: 'REFUSED', error: refusal },
      { status: 'REFUSED', error: { code: 'BAD_USER_INPUT', reason: null } },
    ],
  })
})

t.test('requires the consent, and erases its data at the withdrawal or not at all', async t => {
  const app = await build(t)
  const { consents } = app.features.services
  const { id } = await signUp(app)
  const erased: string[] = []
  let isFailing = true
  consents.onWithdrawal('PROGRESS_PHOTOS', async userId => {
    if (isFailing) throw new Error('out of order')
    erased.push(userId)
  })
  const required = { code: 'CONSENT_REQUIRED', statusCode: 403, field: 'input' }
  const demand = () => consents.require(id, 'PROGRESS_PHOTOS', 'input')
  await t.rejects(demand, required)
  await consents.give(id, 'BODY_MEASUREMENTS', null)
  await t.rejects(demand, required, 'a consent to something else does not suffice')
  await consents.give(id, 'PROGRESS_PHOTOS', null)
  await t.resolves(demand())

  await t.rejects(consents.withdraw(id, 'PROGRESS_PHOTOS', null), { message: 'out of order' })
  await t.resolves(demand(), 'the consent remains if the erasure fails')
  isFailing = false
  await consents.withdraw(id, 'BODY_MEASUREMENTS', null)
  t.same(erased, [], 'withdrawing another consent erases nothing')
  await consents.withdraw(id, 'PROGRESS_PHOTOS', null)
  await consents.withdraw(id, 'PROGRESS_PHOTOS', null)
  t.same(erased, [id])
  await t.rejects(demand, required)
})
