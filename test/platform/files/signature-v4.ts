import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { days, minutes, seconds } from '../../../src/lib/quantities.js'

export interface Credentials {
  accessKeyId: string
  secretAccessKey: string
}

export interface Signed {
  method: string
  /** Path and query as sent. */
  url: string
  headers: IncomingHttpHeaders
  body: Buffer
}

/** The signature of a request and its parameters, in the query (a signed URL) or in headers. */
interface Claim {
  credential: string
  date: string
  signedHeaders: string
  signature: string
  payload: string
  /** The start and end of its validity, in milliseconds after `date`. */
  good: [number, number]
}

const algorithm = 'AWS4-HMAC-SHA256'
const unsigned = 'UNSIGNED-PAYLOAD'
const skew = 15 * minutes

/**
 * Returns the S3 error code for which version 4 of Amazon's signature rejects the request, or undefined if it is valid.
 */
export function refusalOf(request: Signed, credentials: Credentials, now: Date): string | undefined {
  const claim = claimInQuery(request) ?? claimInHeaders(request)
  if (!claim) return 'AccessDenied'
  const [id, day, , service, end] = claim.credential.split('/')
  if (id !== credentials.accessKeyId) return 'InvalidAccessKeyId'
  const at = timeOf(claim.date)
  if (day !== claim.date.slice(0, 8) || service !== 's3' || end !== 'aws4_request' || Number.isNaN(at))
    return 'AuthorizationHeaderMalformed'

  const [from, until] = claim.good
  const age = now.getTime() - at
  if (!(age >= from && age <= until)) return 'RequestExpired'
  if (![unsigned, sha256(request.body)].includes(claim.payload)) return 'XAmzContentSHA256Mismatch'
  const expected = signatureOf(request, claim, credentials.secretAccessKey)
  return same(expected, claim.signature) ? undefined : 'SignatureDoesNotMatch'
}

function claimInQuery({ url }: Signed): Claim | undefined {
  const query = new URL(url, 'http://s3').searchParams
  if (query.get('X-Amz-Algorithm') !== algorithm) return undefined
  const given = (name: string) => query.get(`X-Amz-${name}`) ?? ''
  const lifetime = Number(given('Expires')) * seconds
  return {
    credential: given('Credential'),
    date: given('Date'),
    signedHeaders: given('SignedHeaders'),
    signature: given('Signature'),
    payload: unsigned,
    good: [-skew, lifetime > 0 && lifetime <= 7 * days ? lifetime : -Infinity],
  }
}

function claimInHeaders({ headers }: Signed): Claim | undefined {
  const [, credential, signedHeaders, signature] =
    /^AWS4-HMAC-SHA256 Credential=(\S+), ?SignedHeaders=(\S+), ?Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    ) ?? []
  if (credential === undefined || signedHeaders === undefined || signature === undefined) return undefined
  const [date, payload] = [header(headers, 'x-amz-date'), header(headers, 'x-amz-content-sha256')]
  return { credential, date, signedHeaders, signature, payload, good: [-skew, skew] }
}

function signatureOf({ method, url, headers }: Signed, claim: Claim, secret: string): string {
  const { pathname, searchParams } = new URL(url, 'http://s3')
  const names = claim.signedHeaders.split(';')
  // Without the host, a signature would be valid for every service.
  if (!names.includes('host')) return ''
  const canonical = [
    method,
    pathname.split('/').map(decodeURIComponent).map(encode).join('/'),
    [...searchParams]
      .filter(([name]) => name !== 'X-Amz-Signature')
      .map(([name, value]) => `${encode(name)}=${encode(value)}`)
      .sort()
      .join('&'),
    ...names.map(name => `${name}:${header(headers, name).trim().replace(/ +/g, ' ')}`),
    '',
    claim.signedHeaders,
    claim.payload,
  ].join('\n')

  const scope = claim.credential.split('/').slice(1)
  const key = scope.reduce<Buffer | string>(hmac, `AWS4${secret}`)
  const text = [algorithm, claim.date, scope.join('/'), sha256(canonical)].join('\n')
  return hmac(key, text).toString('hex')
}

const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest()
const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest('hex')
const header = (headers: IncomingHttpHeaders, name: string) => String(headers[name] ?? '')

/** Encodes the five characters, too, that `encodeURIComponent` does not encode but the signature requires encoded. */
const encode = (text: string) =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** Parses a time such as `20130524T000000Z`. */
const timeOf = (date: string) =>
  Date.parse(date.replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\dZ)$/, '$1-$2-$3:$4:$5'))

const same = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
