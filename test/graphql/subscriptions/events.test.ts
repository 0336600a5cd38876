import t, { type Test } from 'tap'
import { queryGraphQL, signUp, type TestUser } from '../../helper.js'
import { multipartBody, multipartType, photoPart, uploadUrl } from '../../features/media/photos/photo-app.js'
import { updateProfile } from '../../features/people/profile/operations.js'
import {
  accountChanged,
  responseOf,
  follow,
  inbox,
  startListening,
  profilePhotoUploaded,
  socketClient,
  sseClient,
} from './live.js'

const uploadOver = (port: number, user: TestUser, fileName: string) =>
  fetch(`http://127.0.0.1:${port}${uploadUrl}`, {
    method: 'POST',
    headers: { ...user.headers, 'content-type': multipartType },
    body: new Uint8Array(multipartBody([photoPart({ fileName })])),
  })

/** Starts an app with two users and a client of each. */
async function twoPeople(t: Test) {
  const live = await startListening(t)
  const [mine, stranger] = [await signUp(live.app), await signUp(live.app)]
  const clientOf = ({ headers }: TestUser) => socketClient(t, live.socketUrl, { connectionParams: headers })
  /** Waits until all earlier subscriptions of the socket have begun. */
  const settled = async (client: ReturnType<typeof clientOf>) => {
    await responseOf(client, { query: '{ __typename }' })
  }
  return { ...live, mine, stranger, client: clientOf(mine), strangersClient: clientOf(stranger), settled }
}

t.test('sends a change of the account to its user only', async t => {
  const { app, mine, stranger, client, strangersClient, settled } = await twoPeople(t)
  const [followed, strangers] = [
    follow(client, { query: accountChanged }),
    follow(strangersClient, { query: accountChanged }),
  ]
  await Promise.all([settled(client), settled(strangersClient)])
  for (const firstName of ['Ada', 'Grace', null]) {
    await queryGraphQL(app, updateProfile, { input: { firstName } }, mine)
    t.same(await followed.next(), { data: { accountChanged: { firstName } } })
  }
  await queryGraphQL(app, updateProfile, { input: { firstName: 'Stranger' } }, stranger)
  t.same(await strangers.next(), { data: { accountChanged: { firstName: 'Stranger' } } })
  t.same([followed.arrived, strangers.arrived], [[], []])
})

t.test('sends no event if nothing changed', async t => {
  const { app, mine, client, settled } = await twoPeople(t)
  const { next } = follow(client, { query: accountChanged })
  await settled(client)
  await queryGraphQL(app, updateProfile, { input: {} }, mine)
  await queryGraphQL(app, updateProfile, { input: { username: '' } }, mine)
  await queryGraphQL(app, updateProfile, { input: { firstName: 'Ada' } }, mine)
  t.same(await next(), { data: { accountChanged: { firstName: 'Ada' } } })
})

t.test('sends an event when an administrator unlocks an account', async t => {
  const { app, mine, client, settled } = await twoPeople(t)
  const admin = await signUp(app, { role: 'ADMIN' })
  const { next } = follow(client, { query: 'subscription { accountChanged { id enabled } }' })
  await settled(client)
  const enable =
    'mutation ($id: ID!) { setAccountEnabled(input: { id: $id, enabled: true }) { user { id } } }'
  t.match(await queryGraphQL(app, enable, { id: mine.id }, admin), { data: {} })
  t.same(await next(), { data: { accountChanged: { id: mine.id, enabled: true } } })
})

t.test('sends a photo event and a change event to the user only', async t => {
  const { port, mine, stranger, client, strangersClient, settled } = await twoPeople(t)
  const photos = follow(client, { query: profilePhotoUploaded })
  const changes = follow(client, { query: 'subscription { accountChanged { profileImageFileKey } }' })
  const strangers = follow(strangersClient, { query: profilePhotoUploaded })
  await Promise.all([settled(client), settled(strangersClient)])

  const response = await uploadOver(port, mine, 'mine.jpg')
  t.equal(response.status, 201)
  const { data } = (await response.json()) as { data: { assetId: string; fileKey: string } }
  t.same(await photos.next(), {
    data: { profilePhotoUploaded: { id: data.assetId, fileName: 'mine.jpg' } },
  })
  t.same(await changes.next(), { data: { accountChanged: { profileImageFileKey: data.fileKey } } })

  t.equal((await uploadOver(port, stranger, 'strange.jpg')).status, 201)
  t.match(await strangers.next(), { data: { profilePhotoUploaded: { fileName: 'strange.jpg' } } })
  t.same([photos.arrived, strangers.arrived], [[], []])
})

t.test('sends no event for a rejected upload', async t => {
  const { port, mine, client, settled } = await twoPeople(t)
  const { next } = follow(client, { query: profilePhotoUploaded })
  await settled(client)
  t.equal((await uploadOver(port, mine, 'mine.gif')).status, 415)
  t.equal((await uploadOver(port, mine, 'good.jpg')).status, 201)
  t.match(await next(), { data: { profilePhotoUploaded: { fileName: 'good.jpg' } } })
})

t.test('sends events to all connections of the user on both transports', async t => {
  const { app, mine, client, settled, socketUrl, httpUrl } = await twoPeople(t)
  const other = socketClient(t, socketUrl, { connectionParams: mine.headers })
  const connected = inbox<true>()
  const streams = sseClient(t, httpUrl, {
    headers: mine.headers,
    on: { connected: () => connected.put(true) },
  })
  const followers = [client, client, other, streams].map(one => follow(one, { query: accountChanged }))
  await connected.take()
  await Promise.all([settled(client), settled(other)])
  await queryGraphQL(app, updateProfile, { input: { firstName: 'Ada' } }, mine)
  for (const { next } of followers) t.same(await next(), { data: { accountChanged: { firstName: 'Ada' } } })
})

t.test('stops events after complete', async t => {
  const { app, mine, client, settled } = await twoPeople(t)
  const [stopped, other] = [
    follow(client, { query: accountChanged }),
    follow(client, { query: accountChanged }),
  ]
  await settled(client)
  stopped.stop()
  await settled(client)
  await queryGraphQL(app, updateProfile, { input: { firstName: 'Ada' } }, mine)
  t.same(await other.next(), { data: { accountChanged: { firstName: 'Ada' } } })
  t.same(stopped.arrived, [])
})

t.test('supports variables, fragments, aliases and the cost in events', async t => {
  const { app, mine, client, settled } = await twoPeople(t)
  const { next } = follow(client, {
    query: `
      subscription Other { profilePhotoUploaded { id } }
      subscription Change($names: Boolean!) { account: accountChanged { ...Names @include(if: $names) country } }
      fragment Names on User { firstName }`,
    operationName: 'Change',
    variables: { names: true },
    extensions: { cost: true },
  })
  await settled(client)
  await queryGraphQL(app, updateProfile, { input: { firstName: 'Ada' } }, mine)
  t.match(await next(), {
    data: { account: { firstName: 'Ada', country: null } },
    extensions: { cost: { spent: Number, limit: 1000 } },
  })
})
