import type { S3Client } from '@aws-sdk/client-s3'
import { ConfigError } from '../../../errors.js'
import type { Bucket } from '../object-storage.js'
import { checkTimeout, type S3StorageOptions } from './client.js'
import { isPermanentError, statusOf } from './response-errors.js'
import { abortAfter } from './within.js'

const settingOf: Record<Bucket, string> = {
  'user-assets': 'S3_BUCKET_USER_ASSETS',
  'app-assets': 'S3_BUCKET_APP_ASSETS',
}

/**
 * Lists both buckets, as deleting an account does. A service that does not answer now may do so later: that is a
 * warning.
 * @throws ConfigError where it refuses, with what to set
 */
export async function checkBuckets(client: S3Client, options: S3StorageOptions): Promise<void> {
  const { ListObjectsV2Command } = await import('@aws-sdk/client-s3')
  const problems = new Set<string>()
  let away: unknown
  await Promise.all(
    (Object.keys(settingOf) as Bucket[]).map(async bucket => {
      // Not HEAD: its answers do not say why.
      const command = new ListObjectsV2Command({ Bucket: options.buckets[bucket], MaxKeys: 1 })
      try {
        const page = await abortAfter(checkTimeout, abortSignal => client.send(command, { abortSignal }))
        // The SDK finds an empty list in a page for people, too.
        if ((page.Name ?? page.KeyCount ?? page.MaxKeys) === undefined)
          problems.add(unexpectedResponse('something else', bucket, options))
      } catch (error) {
        const problem = findProblem(error, bucket, options)
        if (problem === undefined) away = error
        else problems.add(problem)
      }
    }),
  )
  if (problems.size > 0) throw new ConfigError([...problems])
  if (away !== undefined) options.log.warn({ err: away }, unavailableMessage(options))
}

/** What is wrong with the settings; undefined: nothing that an error like this tells. */
function findProblem(error: unknown, bucket: Bucket, options: S3StorageOptions): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { region, credentials, buckets } = options
  const named = `${settingOf[bucket]} names ${buckets[bucket]}`
  const key = credentials ? 'S3_ACCESS_KEY_ID' : 'the access key that was found outside of the settings'
  switch (error.name) {
    case 'CredentialsProviderError':
      return 'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are not set, and no access key is found elsewhere.'
    case 'NoSuchBucket':
      return `${named}, a bucket that the storage does not have. Make it, or name another.`
    case 'InvalidBucketName':
      return `${named}, which cannot be a bucket's name.`
    case 'InvalidAccessKeyId':
      return `The storage does not know ${key}.`
    case 'SignatureDoesNotMatch':
      return `S3_SECRET_ACCESS_KEY is not the secret of ${key}, or a proxy before the storage changes requests.`
    case 'AccessDenied':
      return `${named}, which the storage does not let ${key} list. docs/storage.md tells the rights it needs.`
    case 'AuthorizationHeaderMalformed':
    case 'PermanentRedirect':
      return `${named}, which is not in the region ${region} (S3_REGION): ${error.message}`
    case 'RequestTimeTooSkewed':
      return 'The clocks of this machine and of the storage are too different. Set the one that is wrong.'
  }
  const status = statusOf(error)
  const isAnswer = isPermanentError(error) || (status !== undefined && status < 300)
  return isAnswer ? unexpectedResponse(`status ${status}, ${error.name}`, bucket, options) : undefined
}

function unexpectedResponse(what: string, bucket: Bucket, { endpoint, buckets }: S3StorageOptions): string {
  const asked = endpoint === undefined ? 'Amazon (no S3_ENDPOINT is set)' : `${endpoint} (S3_ENDPOINT)`
  return `${asked}, asked to list ${buckets[bucket]} (${settingOf[bucket]}), answers otherwise than S3 does: ${what}.`
}

const unavailableMessage = ({ endpoint = 'Amazon' }: S3StorageOptions) =>
  `the storage, ${endpoint} (S3_ENDPOINT), does not answer: the service starts, and is not ready until it does`
