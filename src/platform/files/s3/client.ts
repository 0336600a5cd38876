import type { S3Client, S3ClientConfig } from '@aws-sdk/client-s3'
import type { FastifyBaseLogger } from 'fastify'
import { hours, minutes, seconds } from '../../../lib/quantities.js'
import type { Bucket } from '../object-storage.js'

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
  /** How long each call may take with all its attempts, in milliseconds; reading a file only until it begins. */
  timeout: number
  clock: () => Date
  /** What each request tells beside what is signed. */
  headers?: () => Record<string, string>
  log: Pick<FastifyBaseLogger, 'warn'>
}

/** Of everything that may be done again. */
export const maxAttempts = 3
const connectionTimeout = 3 * seconds
/** Whoever asks whether it is there does not wait longer. */
export const checkTimeout = 5 * seconds
/**
 * How long nothing may come or go, before an answer begins or in the middle of a file: another attempt, for which time is
 * left, may meet a part of the service that is well.
 */
export const idleTimeoutOf = ({ timeout }: Pick<S3StorageOptions, 'timeout'>) => timeout * 0.4
/** Downloads of slow readers keep theirs: the others must not wait for them. */
const maxSockets = 200
/** From here on the SDK, too, takes clocks to be different. */
const clockTolerance = 4 * minutes

/** The clients of the SDK: one that asks the service, and one that only signs what others ask it. */
export async function s3Clients(options: S3StorageOptions) {
  // Loaded only here: it takes long, and local storage does not need it.
  const { S3Client } = await import('@aws-sdk/client-s3')
  const { publicEndpoint, headers = () => ({}), log } = options
  const client = new S3Client(clientConfig(options))
  addUnsignedHeaders(client, headers)
  warnOfClockSkew(client, log)
  const signer =
    publicEndpoint === undefined
      ? client
      : new S3Client({
          ...clientConfig({ ...options, endpoint: publicEndpoint }),
          // What the SDK finds is found once.
          credentials: client.config.credentials,
        })
  return { client, signer, clockSkew: () => skewOf(client) }
}

function clientConfig(options: S3StorageOptions): S3ClientConfig {
  const { endpoint, region, credentials, forcePathStyle } = options
  return {
    region,
    forcePathStyle,
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(credentials === undefined ? {} : { credentials }),
    maxAttempts: maxAttempts,
    requestHandler: {
      ...{ connectionTimeout, requestTimeout: idleTimeoutOf(options), throwOnRequestTimeout: true },
      ...{ httpAgent: { maxSockets }, httpsAgent: { maxSockets } },
    },
    // What it would write to the console is told by the errors, too.
    logger: silentLogger,
    // The SDK's default adds trailing checksums, which many S3-compatible services do not understand.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  }
}

const nothing = () => undefined
const silentLogger = { debug: nothing, info: nothing, warn: nothing, error: nothing }

/** Behind the signature: addresses that are signed for others take none of it. */
function addUnsignedHeaders(client: S3Client, headers: () => Record<string, string>): void {
  client.middlewareStack.add(
    next => async args => {
      const { headers: sent } = args.request as { headers: Record<string, string> }
      Object.assign(sent, headers())
      return next(args)
    },
    { step: 'finalizeRequest', priority: 'low', name: 'unsignedHeaders' },
  )
}

/**
 * How far the service's clock is ahead of ours, in milliseconds, where that is much. The SDK learns it from every
 * answer, and dates what it sends accordingly.
 */
function skewOf(client: S3Client): number {
  const { systemClockOffset } = client.config
  // Answers are dated with whole seconds; what is cut off there must not be missing where a signature ends.
  return Math.abs(systemClockOffset) < clockTolerance ? 0 : systemClockOffset + 1 * seconds
}

function warnOfClockSkew(client: S3Client, log: S3StorageOptions['log']): void {
  let wasSkewed = false
  client.middlewareStack.add(
    next => async args => {
      try {
        return await next(args)
      } finally {
        const skew = skewOf(client)
        if (skew !== 0 && !wasSkewed) log.warn({ skew }, skewMessage(skew))
        wasSkewed = skew !== 0
      }
    },
    { step: 'initialize', name: 'clockSkew' },
  )
}

function skewMessage(skew: number): string {
  const difference = (Math.abs(skew) / hours).toFixed(1)
  const direction = skew > 0 ? 'behind' : 'ahead of'
  return `the clock here is ${difference} hours ${direction} that of the storage: set the one that is wrong; until then requests to the storage are dated by its clock`
}
