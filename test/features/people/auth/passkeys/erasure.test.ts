import t from 'tap'
import { minutes } from '../../../../../src/lib/quantities.js'
import { build, queryGraphQL, signUp } from '../../../../helper.js'
import { everyCollection } from '../../../stored-data.js'
import { manualClock, post, unlimitedLogins } from '../requests.js'
import { createAuthenticator } from './authenticator.js'

t.test('erases the passkeys of a deleted account, also those that were not finished', async t => {
  const hand = manualClock(new Date('2026-05-02T08:00:00.000Z'))
  const { observe, texts } = everyCollection()
  const app = await build(t, { settings: unlimitedLogins, clock: hand.clock, wrapDatabase: observe })
  const user = await signUp(app)
  const authenticator = createAuthenticator()
  const start = async () =>
    (await post(app, 'passkeys/registration/options', {}, user.headers)).json<{
      challengeId: string
      options: { challenge: string }
    }>()
  const { challengeId, options } = await start()
  const body = { challengeId, response: authenticator.register(options) }
  t.equal((await post(app, 'passkeys/registration/verify', body, user.headers)).statusCode, 201)
  await start()
  const stored = async () =>
    [...(await texts())].flatMap(([name, documents]) => (/^passkey/.test(name) ? documents : []))
  t.equal((await stored()).length, 2)
  const deletion = 'mutation { deleteAccount(input: { immediately: true }) { user { id } } }'
  t.equal((await queryGraphQL(app, deletion, {}, user)).errors, undefined)
  await app.features.services.deletion.runDeletions()
  hand.advance(10 * minutes)
  await app.features.services.deletion.runDeletions()
  t.same(await stored(), [])
})
