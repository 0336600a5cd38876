import { createHmac } from 'node:crypto'
import { seconds } from './quantities.js'
import { constantTimeEqual } from './signature.js'

/** The operation that a signed URL permits. */
export interface Grant {
  operation: 'GET'
  bucket: string
  path: string
}

type TokenCheck =
  | { valid: true; expiresAt: Date }
  /** `expired` is only true for tokens with a valid signature. */
  | { valid: false; expired: boolean }

/**
 * Returns a token of the form `<expiry in Unix seconds>.<HMAC-SHA-256 in base64url>`. The expiry is rounded up, so that
 * a URL never expires earlier than announced.
 */
export function signToken(grant: Grant, expiresAt: Date, secret: string): string {
  const expiry = Math.ceil(expiresAt.getTime() / seconds)
  return `${expiry}.${mac(grant, expiry, secret)}`
}

export function checkToken(token: string, grant: Grant, secret: string, now: Date): TokenCheck {
  const [, digits, signature] = /^([1-9][0-9]{0,11})\.([A-Za-z0-9_-]{43})$/.exec(token) ?? []
  if (digits === undefined || signature === undefined) return { valid: false, expired: false }
  const expiry = Number(digits)
  // Compare the texts instead of the decoded bytes, because decoding ignores two bits of the last character.
  if (!constantTimeEqual(mac(grant, expiry, secret), signature)) return { valid: false, expired: false }
  const expiresAt = new Date(expiry * seconds)
  return now < expiresAt ? { valid: true, expiresAt } : { valid: false, expired: true }
}

/** JSON separates the fields unambiguously. The first field separates this from other uses of the secret. */
function mac({ operation, bucket, path }: Grant, expiry: number, secret: string): string {
  const fields = JSON.stringify(['signed-url', operation, bucket, path, expiry])
  return createHmac('sha256', secret).update(fields).digest('base64url')
}
