import {
  createHash,
  generateKeyPairSync,
  randomBytes,
  sign,
  type KeyObject,
  type KeyPairKeyObjectResult,
} from 'node:crypto'

/** The parts of a response that tests change. */
interface Changes {
  origin?: string
  rpId?: string
  challenge?: string
  type?: string
  /** User present, user verified. */
  flags?: number
  counter?: number
  format?: string
  statement?: Map<string, unknown>
  userHandle?: string
  /** Signs with another key. */
  key?: KeyObject
}

interface CreationOptions {
  challenge: string
  user?: { id: string }
}

const present = 0x01
const verified = 0x04
const attested = 0x40

export const publicOrigin = 'http://fitness.test'
const rpId = 'fitness.test'

type Algorithm = 'EdDSA' | 'ES256' | 'RS256'

function generateKeys(algorithm: Algorithm): KeyPairKeyObjectResult {
  if (algorithm === 'EdDSA') return generateKeyPairSync('ed25519')
  if (algorithm === 'RS256') return generateKeyPairSync('rsa', { modulusLength: 2048 })
  return generateKeyPairSync('ec', { namedCurve: 'P-256' })
}

interface Options {
  algorithm?: Algorithm
  /** False for an authenticator that does not count its signatures. */
  counts?: boolean
}

/** An authenticator with one credential, written from the specification of WebAuthn. */
export function createAuthenticator({ algorithm = 'ES256', counts = true }: Options = {}) {
  const { privateKey, publicKey } = generateKeys(algorithm)
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  let counter = 0
  /** The identifier of the user, which the authenticator stores with the credential. */
  let userHandle: string | null = null

  const clientData = (type: string, challenge: string, changes: Changes) =>
    Buffer.from(
      JSON.stringify({
        type: changes.type ?? type,
        challenge: changes.challenge ?? challenge,
        origin: changes.origin ?? publicOrigin,
        crossOrigin: false,
      }),
    )

  function authenticatorData(changes: Changes, flags: number, rest = Buffer.alloc(0)): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(changes.counter ?? counter)
    const hash = createHash('sha256')
      .update(changes.rpId ?? rpId)
      .digest()
    return Buffer.concat([hash, Buffer.from([changes.flags ?? flags]), count, rest])
  }

  function coseKey(): Buffer {
    const jwk = publicKey.export({ format: 'jwk' })
    const part = (name: 'x' | 'y' | 'n' | 'e') => Buffer.from(jwk[name] ?? '', 'base64url')
    const parameters: Record<Algorithm, [number, unknown][]> = {
      EdDSA: [
        [1, 1],
        [3, -8],
        [-1, 6],
        [-2, part('x')],
      ],
      ES256: [
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, part('x')],
        [-3, part('y')],
      ],
      RS256: [
        [1, 3],
        [3, -257],
        [-1, part('n')],
        [-2, part('e')],
      ],
    }
    return encode(new Map(parameters[algorithm]))
  }

  const credential = (response: object) => ({
    id,
    rawId: id,
    type: 'public-key' as const,
    clientExtensionResults: {},
    response,
  })

  return {
    id,

    /** Responds to the options of a registration. */
    register({ challenge, user }: CreationOptions, changes: Changes = {}) {
      userHandle = user?.id ?? null
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const data = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey()])
      const attestation = new Map<string, unknown>([
        ['fmt', changes.format ?? 'none'],
        ['attStmt', changes.statement ?? new Map()],
        ['authData', authenticatorData(changes, present | verified | attested, data)],
      ])
      return credential({
        clientDataJSON: clientData('webauthn.create', challenge, changes).toString('base64url'),
        attestationObject: encode(attestation).toString('base64url'),
        transports: ['internal'],
      })
    },

    /** Responds to the options of a sign-in. */
    signIn({ challenge }: { challenge: string }, changes: Changes = {}) {
      if (counts) counter++
      const client = clientData('webauthn.get', challenge, changes)
      const data = authenticatorData(changes, present | verified)
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
      return credential({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign(algorithm === 'EdDSA' ? null : 'sha256', signed, changes.key ?? privateKey).toString(
          'base64url',
        ),
        userHandle: changes.userHandle ?? userHandle,
      })
    },
  }
}

export type Authenticator = ReturnType<typeof createAuthenticator>

/** Encodes numbers, texts, bytes and maps as CBOR. */
function encode(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(encode)])
  const map = value as Map<unknown, unknown>
  return Buffer.concat([head(5, map.size), ...[...map].flatMap(entry => entry.map(encode))])
}

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length])
  if (length < 256) return Buffer.from([(major << 5) | 24, length])
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255])
}
