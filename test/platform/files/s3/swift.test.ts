import t from 'tap'
import { hours, minutes } from '../../../../src/lib/quantities.js'
import { bucketSettings, photosGoRound } from '../../../features/media/photos/bucket.js'
import { photoApp } from '../../../features/media/photos/photo-app.js'
import { putText, signedUrlContract, statusOf, storageContract } from '../storage-contract.js'
import { swiftServer } from '../swift-server.js'
import { aheadOfTime, connect, names, warnings } from './connect.js'

const swift = await swiftServer(t, Object.values(names))

if ('missing' in swift)
  void t.test('stores files on OpenStack Swift', { skip: swift.missing }, async () => undefined)
else {
  const { endpoint, region, service, stranger } = swift
  const server = { endpoint, credentials: service }
  const open = (changes: Parameters<typeof connect>[1] = {}) =>
    connect(server, { region, timeout: 1 * minutes, ...changes })

  void t.test('serves photos through the API', async t => {
    const settings = { ...bucketSettings({ endpoint, credentials: service, region }), REQUEST_TIMEOUT: '1m' }
    const { app, person } = await photoApp(t, { settings })
    await photosGoRound(t, app, person, endpoint)
  })

  void t.test('stores files on OpenStack Swift', async t => storageContract(t, await open()))

  void t.test('signed URLs of OpenStack Swift', async t => signedUrlContract(t, clock => open({ clock })))

  void t.test('reports wrong settings with instructions', async t => {
    const { log, messages } = warnings()
    const problem = async (changes: Parameters<typeof connect>[1]) => {
      const storage = await open({ log, ...changes })
      const error: unknown = await storage.check().catch((error: unknown) => error)
      return error instanceof Error ? error.message : ''
    }
    const secret = { ...service, secretAccessKey: 'another' }
    t.equal(await problem({}), '')
    t.match(
      await problem({ buckets: { ...names, 'app-assets': 'nowhere' } }),
      /S3_BUCKET_APP_ASSETS names nowhere, a/,
    )
    t.match(
      await problem({ buckets: { ...names, 'app-assets': 'No_Name!' } }),
      /S3_BUCKET_APP_ASSETS names No_Name!/,
    )
    t.match(await problem({ credentials: secret }), 'S3_SECRET_ACCESS_KEY does not match S3_ACCESS_KEY_ID')
    t.match(
      await problem({ credentials: stranger }),
      /S3_BUCKET_USER_ASSETS names the-users, which S3_ACCESS_KEY_ID is not permitted to list/,
    )
    t.match(
      await problem({ region: 'eu-west-1' }),
      /not in the region eu-west-1 \(S3_REGION\): .* expecting 'us-east-1'/,
    )
    t.same(messages, [])
  })

  for (const skew of [5 * hours, -5 * hours])
    void t.test(`reports and corrects a clock that is ${skew / hours} hours ahead`, async t => {
      aheadOfTime(t, skew)
      const { log, messages } = warnings()
      const storage = await open({ log, clock: () => new Date(Date.now()) })
      await storage.check()
      t.equal(messages.length, 1)
      t.match(
        messages[0],
        `the clock of this machine is 5.0 hours ${skew > 0 ? 'ahead of' : 'behind'} the clock of the storage`,
      )
      await putText(t, storage, 'user-assets', 'a/b.jpg', 'x')
      const soon = await storage.signedUrl('user-assets', 'a/b.jpg', new Date(Date.now() + hours))
      t.equal(await statusOf(soon), 200)
      t.equal(messages.length, 1, 'logs the difference once')
    })

  void t.test('uploads a file as the first request with a clock that is hours wrong', async t => {
    aheadOfTime(t, 3 * hours)
    const storage = await open()
    await putText(t, storage, 'user-assets', 'a/c.jpg', 'x')
    t.ok(await storage.read('user-assets', 'a/c.jpg'))
  })
}
