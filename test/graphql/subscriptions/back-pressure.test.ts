import { once } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import t from 'tap'
import { queryGraphQL, signUp } from '../../helper.js'
import { updateProfile } from '../../features/people/profile/operations.js'
import { responseOf, follow, startListening, rawSocket, socketClient } from './live.js'

t.test('ends the subscription of a client that does not read', async t => {
  const settings = { GRAPHQL_KEEP_ALIVE: '10m' }
  const { app, socketUrl } = await startListening(t, { settings })
  const user = await signUp(app)
  // Events of the maximum size, so that all buffers on the way are full soon.
  const fields = Array.from({ length: 30 }, (_, index) => `a${index}: bio`).join(' ')
  const query = `subscription { accountChanged { firstName ${fields} } }`
  const bio = '語'.repeat(1000)
  await queryGraphQL(app, updateProfile, { input: { bio } }, user)

  const slow = await rawSocket(t, socketUrl)
  await slow.init(user.headers)
  slow.subscribe('1', { query })
  await slow.handled()
  slow.socket.pause()
  const reading = socketClient(t, socketUrl, { connectionParams: user.headers })
  const { next } = follow(reading, { query })
  await responseOf(reading, { query: '{ __typename }' })

  for (let round = 0; round < 400; round++) {
    await app.features.services.profile.update(user.id, { firstName: `${round}` })
    t.match(await next(), { data: { accountChanged: { firstName: `${round}` } } })
  }
  slow.socket.resume()
  let last = await slow.receive()
  let events = 0
  for (; last.type === 'next'; last = await slow.receive()) events++
  t.match(last, { type: 'error', id: '1', payload: [{ extensions: { code: 'RATE_LIMITED' } }] })
  t.ok(events < 400, `${events} events arrived before the error`)
  await slow.handled()
})

t.test('stops reading messages of a client that does not read responses', async t => {
  const { socketUrl } = await startListening(t)
  const { init, send, socket } = await rawSocket(t, socketUrl)
  await init()
  socket.pause()
  const ping = { type: 'ping', payload: { text: 'x'.repeat(100_000) } }
  // Much more than the buffers between the two ends can hold.
  const enough = 20_000_000
  for (let round = 0; round < 2000 && socket.bufferedAmount < enough; round++) {
    send(ping)
    await turn()
  }
  t.ok(socket.bufferedAmount >= enough, 'the remaining messages wait at the client')
  const response = once(socket, 'message')
  socket.resume()
  await response
  await once(socket, 'message')
})

t.test('shuts down despite a client that does not read', async t => {
  const { app, socketUrl } = await startListening(t, { settings: { GRAPHQL_KEEP_ALIVE: '10m' } })
  const user = await signUp(app)
  await queryGraphQL(app, updateProfile, { input: { bio: '語'.repeat(1000) } }, user)
  const fields = Array.from({ length: 30 }, (_, index) => `a${index}: bio`).join(' ')
  const { init, subscribe, socket } = await rawSocket(t, socketUrl)
  await init(user.headers)
  socket.pause()
  for (let id = 0; id < 300; id++) {
    subscribe(`${id}`, { query: `{ me { ${fields} } }` })
    await turn()
  }
  await queryGraphQL(app, '{ me { id } }', {}, user)
  await app.close()
  t.pass('the service has ended')
})
