import t from 'tap'
import type { App } from '../../src/app.js'
import { requestSignature } from '../../src/lib/signature.js'
import { startListening, rawSocket } from '../graphql/subscriptions/live.js'

const HMAC_SECRET = 'ein Schlüssel von zweiunddreißig Byte'
const me = { query: '{ me { id } }' }

/** The headers of an upgrade request, signed for that user. */
function signedFor(userId: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const signed = { method: 'GET', path: '/graphql', timestamp, body: '', userId }
  const signature = requestSignature(HMAC_SECRET, signed)
  return { 'x-user-id': userId, 'x-timestamp': timestamp, 'x-signature': signature }
}

/** Creates an account and a token without the API, which requires signatures. */
async function signUp({ features }: App, username: string) {
  const { registration, passwordLogin } = features.services
  const [email, password] = [`${username}@example.com`, 'correct horse battery']
  await registration.createVerifiedAccount({ email, username, password, role: 'USER' })
  const { accessToken, account } = await passwordLogin.login(email, password, {
    address: '127.0.0.1',
    device: 'test',
    locale: null,
  })
  return { id: account.id, headers: { authorization: `Bearer ${accessToken}` } }
}

t.test('accepts only the token of the user for whom the upgrade was signed', async t => {
  const { app, socketUrl } = await startListening(t, { settings: { HMAC_ENABLED: 'true', HMAC_SECRET } })
  const [mine, stranger] = [await signUp(app, 'mine'), await signUp(app, 'stranger')]
  const good = await rawSocket(t, socketUrl, { headers: signedFor(mine.id) })
  await good.init(mine.headers)
  good.subscribe('1', me)
  t.match(await good.receive(), { payload: { data: { me: { id: mine.id } } } })

  for (const userId of [stranger.id, '']) {
    const { send, closed, arrived } = await rawSocket(t, socketUrl, { headers: signedFor(userId) })
    send({ type: 'connection_init', payload: mine.headers })
    t.equal((await closed()).code, 4403, userId)
    t.same(arrived, [], 'the socket is not acknowledged')
  }
})
