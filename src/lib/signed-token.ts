import { createHmac } from 'node:crypto'
import { seconds } from './quantities.js'
import { constantTimeEqual } from './signature.js'

/** What a signed URL allows. */
export interface Grant {
  operation: 'GET'
  bucket: string
  path: string
}

export type TokenCheck =
  | { valid: true; expiresAt: Date }
  /** `expired` is only ever told about a token that is genuine. */
  | { valid: false; expired: boolean }

/**
 * `<expiry in Unix seconds>.<HMAC-SHA-256 in base64url>`. A fraction of a second counts as a whole one: a URL works for
 * as long as it was said to.
 */
export function signToken(grant: Grant, expiresAt: Date, secret: string): string {
  const expiry = Math.ceil(expiresAt.getTime() / seconds)
  return `${expiry}.${mac(grant, expiry, secret)}`
}

export function checkToken(token: string, grant: Grant, secret: string, now: Date): TokenCheck {
  const [, digits, given] = /^([1-9][0-9]{0,11})\.([A-Za-z0-9_-]{43})$/.exec(token) ?? []
  if (digits === undefined || given === undefined) return { valid: false, expired: false }
  const expiry = Number(digits)
  // The texts are compared, not the bytes they stand for: the last character has two bits that decoding ignores.
  if (!constantTimeEqual(mac(grant, expiry, secret), given)) return { valid: false, expired: false }
  const expiresAt = new Date(expiry * seconds)
  return now < expiresAt ? { valid: true, expiresAt } : { valid: false, expired: true }
}

/** JSON keeps the fields apart whatever they contain; the first one keeps other uses of the secret apart. */
function mac({ operation, bucket, path }: Grant, expiry: number, secret: string): string {
  const fields = JSON.stringify(['signed-url', operation, bucket, path, expiry])
  return createHmac('sha256', secret).update(fields).digest('base64url')
}
