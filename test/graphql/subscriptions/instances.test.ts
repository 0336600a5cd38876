import t from 'tap'
import { queryGraphQL, errorCodeOf, logIn, signUp, isolatedSettings } from '../../helper.js'
import { updateProfile } from '../../features/people/profile/operations.js'
import { accountChanged, responseOf, follow, startListening, socketClient, rawSocket } from './live.js'

const { TEST_MONGODB_URI, TEST_REDIS_URL } = process.env

// Only one process can open the embedded database, so two instances require MongoDB.
if (TEST_MONGODB_URI !== undefined && TEST_REDIS_URL !== undefined) {
  t.test('sends the events of one instance on the other', async t => {
    const settings = isolatedSettings(t, { REDIS_URL: TEST_REDIS_URL })
    const [here, there] = [await startListening(t, { settings }), await startListening(t, { settings })]
    const user = await signUp(here.app)
    const { headers } = user
    const client = socketClient(t, there.socketUrl, { connectionParams: headers })
    const { next } = follow(client, { query: accountChanged })
    await responseOf(client, { query: '{ __typename }' })
    await queryGraphQL(here.app, updateProfile, { input: { firstName: 'Ada' } }, user)
    t.same(await next(), { data: { accountChanged: { firstName: 'Ada' } } })
  })

  t.test('closes the sockets of all instances after a sign-out', async t => {
    const settings = isolatedSettings(t, { REDIS_URL: TEST_REDIS_URL })
    const [here, there] = [await startListening(t, { settings }), await startListening(t, { settings })]
    const user = await signUp(here.app)
    const { accessToken } = await logIn(there.app, user.email, user.password)
    const { init, closed } = await rawSocket(t, there.socketUrl)
    await init({ authorization: `Bearer ${accessToken}` })
    const begin = Date.now()
    await here.app.features.services.sessions.signOutEverywhere(user.id)
    t.equal((await closed()).code, 4403)
    t.ok(Date.now() - begin < 5000, 'before the next verification of the token')
  })

  t.test('revokes a device on all instances', async t => {
    const settings = isolatedSettings(t, { REDIS_URL: TEST_REDIS_URL })
    const [here, there] = [await startListening(t, { settings }), await startListening(t, { settings })]
    const user = await signUp(here.app)
    const { headers } = user
    const phone = {
      authorization: `Bearer ${(await logIn(there.app, user.email, user.password)).accessToken}`,
    }
    const { data } = await queryGraphQL<{ sessions: { id: string; current: boolean }[] }>(
      there.app,
      '{ sessions { id current } }',
      {},
      { headers: phone },
    )
    const { id } = data!.sessions.find(({ current }) => current)!
    const [lost, kept] = [await rawSocket(t, there.socketUrl), await rawSocket(t, there.socketUrl)]
    await lost.init(phone)
    await kept.init(headers)
    const revoke = 'mutation($id: ID!) { revokeSession(input: { id: $id }) { user { id } } }'
    t.notOk((await queryGraphQL(here.app, revoke, { id }, user)).errors)
    t.equal((await lost.closed()).code, 4403)
    t.equal(
      errorCodeOf(await queryGraphQL(there.app, '{ me { id } }', {}, { headers: phone })),
      'UNAUTHENTICATED',
    )
    t.notOk(
      (await queryGraphQL(there.app, '{ me { id } }', {}, user)).errors,
      'the other device stays signed in',
    )
    await kept.handled()
  })
}
t.pass('with TEST_MONGODB_URI and TEST_REDIS_URL, two instances are tried')
