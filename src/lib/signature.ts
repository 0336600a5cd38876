import { createHmac, timingSafeEqual } from 'node:crypto'

/** What a client signs. */
export interface SignedRequest {
  method: string
  /** The request target as sent, with its query string. */
  path: string
  /** Unix time in seconds, as sent. */
  timestamp: string
  /** Raw body; empty for multipart and where there is none. */
  body: string | Buffer
  /** Empty before login. */
  userId: string
}

/** The lower-case hexadecimal HMAC-SHA-256 of a request. */
export function requestSignature(secret: string, request: SignedRequest): string {
  const { method, path, timestamp, body, userId } = request
  return createHmac('sha256', secret)
    .update(`${method.toUpperCase()}|${path}|${timestamp}|`)
    .update(body)
    .update(`|${userId}`)
    .digest('hex')
}

/** Constant time: an early exit would reveal how much matched. */
export function constantTimeEqual(expected: string, actual: string): boolean {
  const [left, right] = [Buffer.from(expected), Buffer.from(actual)]
  return left.length === right.length && timingSafeEqual(left, right)
}
