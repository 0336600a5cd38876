interface SignedRequest {
  method: string
  url: string
  /** Empty for multipart and without a body. */
  body: string
  /** Empty without an access token. */
  userId: string
  /** The time of the service in milliseconds, as far as the client knows it. */
  now: number
}

/** Returns the headers that sign a request. */
export type Signer = (request: SignedRequest) => Promise<Record<string, string>>

const encode = (text: string) => new TextEncoder().encode(text)

export const toHex = (bytes: ArrayBuffer | Uint8Array): string =>
  Array.from(new Uint8Array(bytes), byte => byte.toString(16).padStart(2, '0')).join('')

/** Creates a signer for a service that requires signatures. */
export function createSigner(secret: string): Signer {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const importing = crypto.subtle.importKey('raw', encode(secret), algorithm, false, ['sign'])
  return async ({ method, url, body, userId, now }) => {
    const { pathname, search } = new URL(url)
    const timestamp = String(Math.floor(now / 1000))
    const text = [method, pathname + search, timestamp, body, userId].join('|')
    const signature = await crypto.subtle.sign('HMAC', await importing, encode(text))
    return { 'x-user-id': userId, 'x-timestamp': timestamp, 'x-signature': toHex(signature) }
  }
}
