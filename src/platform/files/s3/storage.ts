import { rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { chunk } from '../../../lib/chunk.js'
import { days, seconds } from '../../../lib/quantities.js'
import { isSafeKey } from '../../../lib/storage-key.js'
import { StorageUnavailableError, type Bucket, type ObjectStorage } from '../object-storage.js'
import { checkBuckets } from './check-buckets.js'
import { checkTimeout, s3Clients, idleTimeoutOf, type S3StorageOptions } from './client.js'
import { upload } from './upload.js'
import { abortAfter } from './abort-after.js'
import { withDeadline } from '../../../lib/deadline.js'

interface S3Storage extends ObjectStorage {
  /** Checks that both buckets can be used. @throws ConfigError with the settings to change */
  check(): Promise<void>
}

const deleteConcurrency = 10
/** The maximum that Amazon S3 allows. */
const maxSignatureLifetime = 7 * days

export async function s3Storage(options: S3StorageOptions): Promise<S3Storage> {
  const { buckets, timeout, clock } = options
  const { client, signer, clockSkew } = await s3Clients(options)
  const s3 = await import('@aws-sdk/client-s3')
  const { DeleteObjectCommand, GetObjectCommand, HeadBucketCommand, ListObjectsV2Command } = s3
  const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner')
  const locationOf = (bucket: Bucket, key: string) => {
    if (!isSafeKey(key)) throw new RangeError('the key is not valid')
    return { Bucket: buckets[bucket], Key: key }
  }

  async function remove(bucket: Bucket, key: string): Promise<void> {
    const command = new DeleteObjectCommand(locationOf(bucket, key))
    await translateErrors(abortAfter(timeout, abortSignal => client.send(command, { abortSignal })))
  }

  return {
    async put(bucket, key, file, ContentType) {
      const { size: ContentLength } = await stat(file)
      const target = { ...locationOf(bucket, key), ContentType, ContentLength }
      await translateErrors(upload(client, target, file, timeout))
      await rm(file, { force: true })
    },
    async read(bucket, key) {
      const command = new GetObjectCommand(locationOf(bucket, key))
      const sent = abortAfter(timeout, abortSignal => client.send(command, { abortSignal }))
      const response = await translateErrors(
        sent.catch((error: unknown) => {
          if (error instanceof s3.NoSuchKey) return undefined
          throw error
        }),
      )
      return response?.Body ? withIdleTimeout(response.Body as Readable, idleTimeoutOf(options)) : null
    },
    delete: remove,
    async deleteAll(bucket, prefix) {
      const { Bucket, Key } = locationOf(bucket, prefix.replace(/\/$/, ''))
      let ContinuationToken: string | undefined
      do {
        const command = new ListObjectsV2Command({ Bucket, Prefix: `${Key}/`, ContinuationToken })
        const page = await translateErrors(
          abortAfter(timeout, abortSignal => client.send(command, { abortSignal })),
        )
        const keys = (page.Contents ?? []).flatMap(({ Key }) => Key ?? [])
        // Delete objects one by one: DeleteObjects requires checksums that many S3-compatible services do not support.
        for (const batch of chunk(keys, deleteConcurrency, () => 1))
          await Promise.all(batch.map(key => remove(bucket, key)))
        ContinuationToken = page.NextContinuationToken
      } while (ContinuationToken !== undefined)
    },
    async signedUrl(bucket, key, expiresAt) {
      const now = clock().getTime()
      // Signatures are dated in whole seconds. Round up, so that the URL does not expire too early.
      const left = Math.ceil(expiresAt.getTime() / seconds) - Math.floor(now / seconds)
      const expiresIn = Math.min(Math.max(left, 1), maxSignatureLifetime / seconds)
      const command = new GetObjectCommand({
        ...locationOf(bucket, key),
        ResponseCacheControl: `private, max-age=${expiresIn}`,
        ResponseContentDisposition: 'inline',
      })
      return getSignedUrl(signer, command, { expiresIn, signingDate: new Date(now + clockSkew()) })
    },
    async ping() {
      const sendHead = (Bucket: string) =>
        abortAfter(checkTimeout, abortSignal =>
          client.send(new HeadBucketCommand({ Bucket }), { abortSignal }),
        )
      await Promise.all(Object.values(buckets).map(sendHead))
    },
    check: () => checkBuckets(client, options),
  }
}

/** Rejected requests count as unavailable, too: they concern credentials or buckets, not the request of the client. */
const translateErrors = <T>(work: Promise<T>): Promise<T> =>
  work.catch((cause: unknown) => {
    throw new StorageUnavailableError({ cause })
  })

/**
 * Wraps a response body so that it fails if the connection ends or no data arrives within the timeout. Only the time
 * during which a reader waits counts, so that readers can be slow.
 * @param idleTimeout in milliseconds
 * @throws StorageUnavailableError
 */
function withIdleTimeout(body: Readable, idleTimeout: number): Readable {
  // Destroy the body in any case, even if it was never read, so that the connection is released.
  return Readable.from(readChunks(body, idleTimeout), { objectMode: false }).once('close', () =>
    body.destroy(),
  )
}

async function* readChunks(body: Readable, idleTimeout: number): AsyncGenerator<Buffer> {
  const chunks = (body as AsyncIterable<Buffer>)[Symbol.asyncIterator]()
  for (;;) {
    const next = await withDeadline(chunks.next(), idleTimeout).catch((cause: unknown) => {
      throw new StorageUnavailableError({ cause })
    })
    if (next.done) return
    yield next.value
  }
}
