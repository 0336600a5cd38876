import type { Test } from 'tap'
import type { App } from '../../../../src/app.js'
import { secret } from '../../../exif.js'
import type { TestUser, Settings } from '../../../helper.js'
import type { Credentials } from '../../../platform/files/signature-v4.js'
import { photosOf, restore, upload } from './photo-app.js'

interface Store {
  endpoint: string
  credentials: Credentials
  region?: string
}

/** Settings of an app that stores its files in the two buckets of a storage. */
export const bucketSettings = ({ endpoint, credentials, region = 'us-east-1' }: Store): Settings => ({
  OBJECT_STORAGE_PROVIDER: 'S3',
  S3_ENDPOINT: endpoint,
  S3_REGION: region,
  S3_ACCESS_KEY_ID: credentials.accessKeyId,
  S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  S3_BUCKET_USER_ASSETS: 'the-users',
  S3_BUCKET_APP_ASSETS: 'the-app',
})

/** Uploads more photos than can be active, reads them at their URLs, and restores the archived one. */
export async function photosGoRound(t: Test, app: App, user: TestUser, endpoint: string): Promise<void> {
  const first = await upload(app, user)
  t.ok(first.uploadUrl.startsWith(`${endpoint}/the-users/${first.fileKey}?`))
  for (let count = 0; count < 5; count++) await upload(app, user)
  t.equal((await photosOf(app, user)).profilePhotos.length, 5)

  const { data } = await restore(app, user, first.assetId)
  for (const url of [first.uploadUrl, data?.restoreProfilePhoto?.profilePhoto.url ?? '']) {
    const response = await fetch(url)
    t.equal(response.status, 200)
    t.equal(response.headers.get('content-type'), 'image/jpeg')
    const bytes = Buffer.from(await response.arrayBuffer())
    t.equal(bytes.length, first.size)
    t.notOk(bytes.includes(secret))
  }
  t.equal((await photosOf(app, user)).profileImageFileKey, first.fileKey)
}
