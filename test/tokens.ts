import { constants, createHash, createHmac, createPublicKey, sign } from 'node:crypto'
import { keys } from './helper.js'

type Json = Record<string, unknown>

/** Creates the signature of a token. */
type Signer = (input: string) => Buffer

export const rs256 =
  (key: string): Signer =>
  input =>
    sign('sha256', Buffer.from(input), key)

export const signers = {
  RS256: rs256(keys.privateKey),
  RS512: input => sign('sha512', Buffer.from(input), keys.privateKey),
  PS256: input =>
    sign('sha256', Buffer.from(input), {
      key: keys.privateKey,
      padding: constants.RSA_PKCS1_PSS_PADDING,
      saltLength: 32,
    }),
  // The public key is known to everyone, so it must not work as a shared secret.
  HS256: input => createHmac('sha256', keys.publicKey).update(input).digest(),
  none: () => Buffer.alloc(0),
} satisfies Record<string, Signer>

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Creates a token without using code of the service. */
export function makeToken(header: unknown, claims: unknown, signer: Signer = signers.RS256): string {
  const input = `${part(header)}.${part(claims)}`
  return `${input}.${signer(input).toString('base64url')}`
}

const read = (token: string, index: number) =>
  JSON.parse(Buffer.from(token.split('.')[index] ?? '', 'base64url').toString()) as Json

export const headerOf = (token: string): Json => read(token, 0)
export const claimsOf = (token: string): Json => read(token, 1)

/** Returns the id of a key: its thumbprint as defined by RFC 7638. */
export function thumbprint(publicKey: string): string {
  const { e, n } = createPublicKey(publicKey).export({ format: 'jwk' })
  return createHash('sha256')
    .update(JSON.stringify({ e, kty: 'RSA', n }))
    .digest('base64url')
}
