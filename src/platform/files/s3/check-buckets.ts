import type { S3Client } from '@aws-sdk/client-s3'
import { ConfigError } from '../../../errors.js'
import type { Bucket } from '../object-storage.js'
import { checkTimeout, type S3StorageOptions } from './client.js'
import { isPermanentError, statusOf } from './response-errors.js'
import { abortAfter } from './abort-after.js'

const settingOf: Record<Bucket, string> = {
  'user-assets': 'S3_BUCKET_USER_ASSETS',
  'app-assets': 'S3_BUCKET_APP_ASSETS',
}

/**
 * Checks that both buckets can be listed, which is needed to delete accounts. If the storage does not respond, only a
 * warning is logged, because it may respond later.
 * @throws ConfigError with the settings to change, if the storage rejects the requests
 */
export async function checkBuckets(client: S3Client, options: S3StorageOptions): Promise<void> {
  const { ListObjectsV2Command } = await import('@aws-sdk/client-s3')
  const problems = new Set<string>()
  let unavailable: unknown
  await Promise.all(
    (Object.keys(settingOf) as Bucket[]).map(async bucket => {
      // Not HEAD, because its responses do not contain the reason of an error.
      const command = new ListObjectsV2Command({ Bucket: options.buckets[bucket], MaxKeys: 1 })
      try {
        const page = await abortAfter(checkTimeout, abortSignal => client.send(command, { abortSignal }))
        // The SDK parses an HTML page as an empty list.
        if ((page.Name ?? page.KeyCount ?? page.MaxKeys) === undefined)
          problems.add(unexpectedResponse('a body that is not a list of objects', bucket, options))
      } catch (error) {
        const problem = findProblem(error, bucket, options)
        if (problem === undefined) unavailable = error
        else problems.add(problem)
      }
    }),
  )
  if (problems.size > 0) throw new ConfigError([...problems])
  if (unavailable !== undefined) options.log.warn({ err: unavailable }, unavailableMessage(options))
}

/** Returns which setting an error shows to be wrong; undefined for other errors. */
function findProblem(error: unknown, bucket: Bucket, options: S3StorageOptions): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { region, credentials, buckets } = options
  const setting = `${settingOf[bucket]} names ${buckets[bucket]}`
  const key = credentials ? 'S3_ACCESS_KEY_ID' : 'the access key that was found outside of the settings'
  switch (error.name) {
    case 'CredentialsProviderError':
      return 'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are not set, and no access key is found elsewhere.'
    case 'NoSuchBucket':
      return `${setting}, a bucket that does not exist. Create it, or set another name.`
    case 'InvalidBucketName':
      return `${setting}, which is not a valid bucket name.`
    case 'InvalidAccessKeyId':
      return `The storage rejected ${key} as unknown.`
    case 'SignatureDoesNotMatch':
      return `S3_SECRET_ACCESS_KEY does not match ${key}, or a proxy in front of the storage modifies requests.`
    case 'AccessDenied':
      return `${setting}, which ${key} is not permitted to list. See docs/storage.md for the required permissions.`
    case 'AuthorizationHeaderMalformed':
    case 'PermanentRedirect':
      return `${setting}, which is not in the region ${region} (S3_REGION): ${error.message}`
    case 'RequestTimeTooSkewed':
      return 'The clocks of this machine and of the storage differ too much. Correct the wrong clock.'
  }
  const status = statusOf(error)
  const hasResponded = isPermanentError(error) || (status !== undefined && status < 300)
  return hasResponded ? unexpectedResponse(`status ${status}, ${error.name}`, bucket, options) : undefined
}

function unexpectedResponse(
  response: string,
  bucket: Bucket,
  { endpoint, buckets }: S3StorageOptions,
): string {
  const storage = endpoint === undefined ? 'Amazon (no S3_ENDPOINT is set)' : `${endpoint} (S3_ENDPOINT)`
  return `${storage} did not list the bucket ${buckets[bucket]} (${settingOf[bucket]}) as S3 does: it responded with ${response}.`
}

const unavailableMessage = ({ endpoint = 'Amazon' }: S3StorageOptions) =>
  `the storage ${endpoint} (S3_ENDPOINT) does not respond: the service starts, but it is not ready until the storage responds`
