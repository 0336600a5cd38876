import t from 'tap'
import { ask, logIn, signUp, throwaway } from '../../helper.js'
import { updateProfile } from '../../features/profile/documents.js'
import { accountChanged, answerOf, follow, liveApp, socketClient, rawSocket } from './live.js'

const { TEST_MONGODB_URI, TEST_REDIS_URL } = process.env

// The embedded database belongs to one process, so only a real one can have two instances.
if (TEST_MONGODB_URI !== undefined && TEST_REDIS_URL !== undefined) {
  t.test('what happens on one instance is heard on the other', async t => {
    const settings = throwaway(t, { REDIS_URL: TEST_REDIS_URL })
    const [here, there] = [await liveApp(t, { settings }), await liveApp(t, { settings })]
    const person = await signUp(here.app)
    const { headers } = person
    const client = socketClient(t, there.socketUrl, { connectionParams: headers })
    const { next } = follow(client, { query: accountChanged })
    await answerOf(client, { query: '{ __typename }' })
    await ask(here.app, updateProfile, { input: { firstName: 'Ada' } }, person)
    t.same(await next(), { data: { accountChanged: { firstName: 'Ada' } } })
  })

  t.test('signing out on one instance closes the sockets of the other at once', async t => {
    const settings = throwaway(t, { REDIS_URL: TEST_REDIS_URL })
    const [here, there] = [await liveApp(t, { settings }), await liveApp(t, { settings })]
    const person = await signUp(here.app)
    const { accessToken } = await logIn(there.app, person.email, person.password)
    const { init, closed } = await rawSocket(t, there.socketUrl)
    await init({ authorization: `Bearer ${accessToken}` })
    const begin = Date.now()
    await here.app.features.services.auth.signOutEverywhere(person.id)
    t.equal((await closed()).code, 4403)
    t.ok(Date.now() - begin < 5000, 'long before the token would be judged anew')
  })
}
t.pass('with TEST_MONGODB_URI and TEST_REDIS_URL, two instances are tried')
