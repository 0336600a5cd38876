import type { S3Client, S3ClientConfig } from '@aws-sdk/client-s3'
import { open, rm, stat } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { deadlineIn, type Deadline } from '../../lib/deadline.js'
import { piecesOf } from '../../lib/pieces.js'
import { days, seconds } from '../../lib/quantities.js'
import { isSafeKey } from '../../lib/storage-key.js'
import { StorageUnavailableError, type Bucket, type ObjectStorage } from './object-storage.js'

export interface S3StorageOptions {
  /** Address of an S3-compatible service; Amazon's own if not given. */
  endpoint?: string | undefined
  /** Where clients reach it, if not there: what signed URLs name. */
  publicEndpoint?: string | undefined
  region: string
  /** Without keys the SDK looks where it always does: environment, shared files, the machine's role. */
  credentials?: { accessKeyId: string; secretAccessKey: string } | undefined
  /** Put the bucket in the path and not in the host name. */
  forcePathStyle: boolean
  /** What our two buckets are called there. They must exist. */
  buckets: Record<Bucket, string>
  clock: () => Date
  /** What each request tells beside what is signed. */
  headers?: () => Record<string, string>
}

const attempts = 3
const deletedAtOnce = 10
const connectionTimeout = 3 * seconds
/** For all attempts together. */
const requestTimeout = 10 * seconds
/** The longest that Amazon allows. */
const longestSignature = 7 * days

export async function s3Storage(options: S3StorageOptions): Promise<ObjectStorage> {
  // Loaded only here: it takes long, and local storage does not need it.
  const s3 = await import('@aws-sdk/client-s3')
  const { S3Client, DeleteObjectCommand, GetObjectCommand, HeadBucketCommand, ListObjectsV2Command } = s3
  const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner')
  const client = new S3Client(clientConfig(options))
  const { headers = () => ({}), publicEndpoint } = options
  // It only signs: keys that the SDK finds are found once.
  const signer =
    publicEndpoint === undefined
      ? client
      : new S3Client({
          ...clientConfig({ ...options, endpoint: publicEndpoint }),
          credentials: client.config.credentials,
        })
  // Behind the signature: addresses that are signed for others take none of it.
  client.middlewareStack.add(
    next => async args => {
      const { headers: sent } = args.request as { headers: Record<string, string> }
      Object.assign(sent, headers())
      return next(args)
    },
    { step: 'finalizeRequest', priority: 'low', name: 'unsignedHeaders' },
  )
  const place = (bucket: Bucket, key: string) => {
    if (!isSafeKey(key)) throw new RangeError('the key is not one of ours')
    return { Bucket: options.buckets[bucket], Key: key }
  }

  async function remove(bucket: Bucket, key: string): Promise<void> {
    const command = new DeleteObjectCommand(place(bucket, key))
    await translated(client.send(command, { abortSignal: endOf(deadlineIn(requestTimeout)) }))
  }

  return {
    async put(bucket, key, file, contentType) {
      const target = place(bucket, key)
      const { size } = await stat(file)
      await translated(retry(signal => upload(client, target, { file, size, contentType }, signal)))
      await rm(file, { force: true })
    },
    async read(bucket, key) {
      const command = new GetObjectCommand(place(bucket, key))
      // A file takes as long as its reader does: only the beginning of the answer has a deadline, and each pause in it.
      const beginning = new AbortController()
      const timer = setTimeout(() => beginning.abort(), requestTimeout)
      const sent = client.send(command, { abortSignal: beginning.signal }).catch((error: unknown) => {
        if (error instanceof s3.NoSuchKey) return undefined
        throw error
      })
      const answer = await translated(sent).finally(() => clearTimeout(timer))
      const body = answer?.Body as IncomingMessage | undefined
      body?.setTimeout(requestTimeout, () => body.destroy(new Error('the storage fell silent')))
      return body ?? null
    },
    delete: remove,
    async deleteAll(bucket, prefix) {
      const { Bucket, Key } = place(bucket, prefix.replace(/\/$/, ''))
      const Prefix = `${Key}/`
      let ContinuationToken: string | undefined
      do {
        const wanted = { Bucket, Prefix, ContinuationToken }
        const abortSignal = endOf(deadlineIn(requestTimeout))
        const page = await translated(client.send(new ListObjectsV2Command(wanted), { abortSignal }))
        const keys = (page.Contents ?? []).flatMap(({ Key }) => Key ?? [])
        // Each by itself: what deletes many at once wants checksums that many S3-compatible services do not understand.
        for (const piece of piecesOf(keys, deletedAtOnce, () => 1))
          await Promise.all(piece.map(key => remove(bucket, key)))
        ContinuationToken = page.NextContinuationToken
      } while (ContinuationToken !== undefined)
    },
    async signedUrl(bucket, key, expiresAt) {
      const signingDate = options.clock()
      // A signature is dated with whole seconds; what is cut off there must not be missing in the end.
      const left = Math.ceil(expiresAt.getTime() / seconds) - Math.floor(signingDate.getTime() / seconds)
      const expiresIn = Math.min(Math.max(left, 1), longestSignature / seconds)
      const command = new GetObjectCommand({
        ...place(bucket, key),
        ResponseCacheControl: `private, max-age=${expiresIn}`,
        ResponseContentDisposition: 'inline',
      })
      return getSignedUrl(signer, command, { expiresIn, signingDate })
    },
    async ping() {
      for (const name of Object.values(options.buckets)) {
        await client.send(new HeadBucketCommand({ Bucket: name }), {
          abortSignal: endOf(deadlineIn(connectionTimeout)),
        })
      }
    },
  }
}

function clientConfig({ endpoint, region, credentials, forcePathStyle }: S3StorageOptions): S3ClientConfig {
  return {
    region,
    forcePathStyle,
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(credentials === undefined ? {} : { credentials }),
    maxAttempts: attempts,
    requestHandler: { connectionTimeout, requestTimeout },
    // The SDK's default adds trailing checksums, which many S3-compatible services do not understand.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  }
}

const endOf = ({ left }: Deadline) => AbortSignal.timeout(Math.ceil(left()))

interface Place {
  Bucket: string
  Key: string
}

async function upload(
  client: S3Client,
  place: Place,
  { file, size, contentType }: { file: string; size: number; contentType: string },
  abortSignal: AbortSignal,
): Promise<void> {
  const { PutObjectCommand } = await import('@aws-sdk/client-s3')
  // Opened before anything listens to a stream: a file that is gone is an error of this call.
  const handle = await open(file)
  const body = handle.createReadStream()
  try {
    const command = new PutObjectCommand({
      ...place,
      Body: body,
      ContentLength: size,
      ContentType: contentType,
    })
    await client.send(command, { abortSignal })
  } finally {
    body.destroy()
  }
}

/** The SDK does not repeat a request whose body is a stream, because it cannot rewind it. We can open the file again. */
async function retry(attempt: (abortSignal: AbortSignal) => Promise<void>): Promise<void> {
  const deadline = deadlineIn(requestTimeout)
  for (let left = attempts - 1; ; left--) {
    try {
      await attempt(endOf(deadline))
      return
    } catch (error) {
      if (left === 0 || deadline.left() === 0 || isRefusal(error)) throw error
      await pause(200 * (attempts - left))
    }
  }
}

/** A refusal, too: it is about our keys or our buckets, and not about what the client asked for. */
const translated = <T>(work: Promise<T>): Promise<T> =>
  work.catch((cause: unknown) => {
    throw new StorageUnavailableError({ cause })
  })

/** The service has understood the request and will not do it, however often it is asked. */
function isRefusal(error: unknown): boolean {
  const metadata = error instanceof Error && '$metadata' in error ? error.$metadata : undefined
  const status = (metadata as { httpStatusCode?: number } | undefined)?.httpStatusCode ?? 0
  return status >= 400 && status < 500 && status !== 408 && status !== 429
}
