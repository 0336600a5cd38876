import type { S3Client, S3ClientConfig } from '@aws-sdk/client-s3'
import type { FastifyBaseLogger } from 'fastify'
import { hours, minutes, seconds } from '../../../lib/quantities.js'
import type { Bucket } from '../object-storage.js'

export interface S3StorageOptions {
  /** The address of an S3-compatible service; Amazon S3 if not given. */
  endpoint?: string | undefined
  /** The address for clients in signed URLs, if it differs. */
  publicEndpoint?: string | undefined
  region: string
  /** Without credentials, the SDK uses its default chain: environment, shared files, machine role. */
  credentials?: { accessKeyId: string; secretAccessKey: string } | undefined
  /** True if the bucket is part of the path instead of the host name. */
  forcePathStyle: boolean
  /** The names of the two buckets, which must exist. */
  buckets: Record<Bucket, string>
  /** The timeout of each call with all its attempts, in milliseconds. A read counts until its content begins. */
  timeout: number
  clock: () => Date
  /** Additional unsigned headers of each request. */
  headers?: () => Record<string, string>
  log: Pick<FastifyBaseLogger, 'warn'>
}

/** The maximum number of attempts of requests that can be repeated. */
export const maxAttempts = 3
const connectionTimeout = 3 * seconds
/** The timeout of health checks, in milliseconds. */
export const checkTimeout = 5 * seconds
/**
 * Returns how long no data may be transferred before an attempt is aborted. It leaves time for another attempt, which may
 * reach a healthy node of the service.
 */
export const idleTimeoutOf = ({ timeout }: Pick<S3StorageOptions, 'timeout'>) => timeout * 0.4
/** High enough that downloads of slow readers do not block other requests. */
const maxSockets = 200
/** The SDK uses the same tolerance. */
const clockTolerance = 4 * minutes

/** Creates two SDK clients: one for requests, and one that only signs URLs for clients. */
export async function s3Clients(options: S3StorageOptions) {
  // Load the SDK only if it is needed, because it takes long.
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
          // Share the credentials, so that the SDK resolves them only once.
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
      connectionTimeout,
      requestTimeout: idleTimeoutOf(options),
      throwOnRequestTimeout: true,
      httpAgent: { maxSockets },
      httpsAgent: { maxSockets },
    },
    // The SDK would also write the contents of its errors to the console.
    logger: silentLogger,
    // By default, the SDK adds trailing checksums, which many S3-compatible services do not support.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  }
}

const nothing = () => undefined
const silentLogger = { debug: nothing, info: nothing, warn: nothing, error: nothing }

/** Adds headers after the request is signed, so that signed URLs do not depend on them. */
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
 * Returns how far the clock of the storage is ahead of the local one, in milliseconds; 0 within the tolerance. The SDK
 * updates the offset with every response and applies it to the requests that it sends.
 */
function skewOf(client: S3Client): number {
  const { systemClockOffset } = client.config
  // Responses are dated in whole seconds. Add a second, so that signatures do not expire too early.
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
  return `the clock of this machine is ${difference} hours ${direction} the clock of the storage: correct the wrong one; until then, requests to the storage use the time of the storage`
}
