import t from 'tap'
import { build, queryGraphQL, signUp } from '../../../../helper.js'
import { minutes } from '../../../../../src/lib/quantities.js'
import { manualClock, post, unlimitedLogins } from '../requests.js'
import { everyCollection } from '../../../stored-data.js'
import { nonce, startIssuer } from './issuer.js'

t.test('erases the identities of a deleted account, which can then sign in anew', async t => {
  const hand = manualClock(new Date('2026-05-02T08:00:00.000Z'))
  const issuer = await startIssuer(t, hand.clock)
  const { observe, texts } = everyCollection()
  const settings = { ...unlimitedLogins, ...issuer.settings }
  const app = await build(t, { settings, clock: hand.clock, wrapDatabase: observe })
  const user = await signUp(app)
  let count = 0
  const signIn = async (claims: object) => {
    const own = `${nonce}-${++count}`
    return post(app, 'oidc/test', { idToken: await issuer.sign({ ...claims, nonce: own }), nonce: own })
  }
  const claims = { sub: 'subject-of-the-deleted', email: user.email, email_verified: true }
  const { linkToken } = (await signIn(claims)).json<{ linkToken: string }>()
  await post(app, 'oidc/link', { linkToken, password: user.password })
  await signIn({ ...claims, sub: 'another-subject' })
  const deletion = 'mutation { deleteAccount(input: { immediately: true }) { user { id } } }'
  t.equal((await queryGraphQL(app, deletion, {}, user)).errors, undefined)
  await app.features.services.deletion.runDeletions()
  hand.advance(10 * minutes)
  await app.features.services.deletion.runDeletions()
  for (const [name, documents] of await texts())
    if (/^identit/.test(name))
      t.notOk(
        documents.some(text => text.includes(user.id)),
        name,
      )
  const again = await signIn(claims)
  t.not(again.json<{ user: { id: string } }>().user.id, user.id)
})

t.test('keeps an account without a confirmed address for the grace period', async t => {
  const hand = manualClock(new Date('2026-05-02T08:00:00.000Z'))
  const issuer = await startIssuer(t, hand.clock)
  const app = await build(t, { settings: { ...unlimitedLogins, ...issuer.settings }, clock: hand.clock })
  let count = 0
  const signIn = async () => {
    const own = `${nonce}-deletion-${++count}`
    const claims = { sub: 'without-address', email: 'ada@example.com', email_verified: false, nonce: own }
    const response = await post(app, 'oidc/test', { idToken: await issuer.sign(claims), nonce: own })
    const { accessToken, user } = response.json<{ accessToken: string; user: { id: string } }>()
    return { id: user.id, headers: { authorization: `Bearer ${accessToken}` } }
  }
  const user = await signIn()
  const deletion = 'mutation { deleteAccount(input: {}) { user { id } } }'
  t.equal((await queryGraphQL(app, deletion, {}, user)).errors, undefined)
  const again = await signIn()
  t.equal(again.id, user.id)
  const restoration = 'mutation { restoreAccount { user { id deletesAt } } }'
  t.same((await queryGraphQL(app, restoration, {}, again)).data, {
    restoreAccount: { user: { id: user.id, deletesAt: null } },
  })
})
