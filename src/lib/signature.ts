import { createHmac, timingSafeEqual } from 'node:crypto'

/** The parts of a request that the client signs. */
interface SignedRequest {
  method: string
  /** The request target as sent, including its query string. */
  path: string
  /** Unix time in seconds, as sent. */
  timestamp: string
  /** The raw body; empty for multipart bodies and requests without a body. */
  body: string | Buffer
  /** Empty before login. */
  userId: string
}

/** Returns the HMAC-SHA-256 of a request in lower-case hexadecimal. */
export function requestSignature(secret: string, request: SignedRequest): string {
  const { method, path, timestamp, body, userId } = request
  return createHmac('sha256', secret)
    .update(`${method.toUpperCase()}|${path}|${timestamp}|`)
    .update(body)
    .update(`|${userId}`)
    .digest('hex')
}

/** Compares in constant time, because the duration must not reveal how many characters match. */
export function constantTimeEqual(expected: string, actual: string): boolean {
  const [left, right] = [Buffer.from(expected), Buffer.from(actual)]
  return left.length === right.length && timingSafeEqual(left, right)
}
