import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  randomBytes,
  type KeyObject,
} from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { ConfigError } from '../../errors.js'
import { mismatchedKeysProblem, keyFileProblem, minModulusBits, parseRsaKey } from '../../lib/rsa-key.js'

/** The keys of tokens. */
export interface TokenKeys {
  /** Signs. */
  privateKey: KeyObject
  /** Names the key that signs. */
  kid: string
  /** PEM of every key that is accepted, by its kid; a Map, so that no name finds anything else. */
  publicKeys: Map<string, string>
  /** The public keys as RFC 7517 writes them. */
  jwks: { keys: JsonWebKey[] }
}

/** What signs and verifies one kind of token; algorithm, type, issuer and audience are its business. */
export interface JsonWebTokens {
  /** @param header what the token's header says beside that */
  sign(claims: IssuedClaims, header?: TokenHeader): Promise<string>
  /** @throws an Error where the token is not one of ours; its times are the caller's to judge */
  verify(token: string): Promise<{ header: TokenHeader; claims: object }>
}

export interface IssuedClaims {
  /** When the token is issued, in seconds since 1970. */
  iat: number
  [name: string]: unknown
}

/** The parameters of a token's header that are ours; what came with a token may be of any type. */
export interface TokenHeader {
  /** The session that the token belongs to. */
  sid?: unknown
}

export interface KeyPaths {
  /** PEM of the key that signs; without it one is made and kept in `folder`. */
  privateKey: string | undefined
  /** PEMs of the keys that are accepted, one of them the private key's own; only that one if none is named. */
  publicKeys: readonly string[]
  folder: string
}

interface JsonWebKey {
  kty: string
  n: string
  e: string
  kid: string
  use: 'sig'
  alg: 'RS256'
}

/** @throws ConfigError */
export async function loadTokenKeys(paths: KeyPaths): Promise<TokenKeys> {
  const privatePath = paths.privateKey ?? (await loadPrivateKey(paths.folder))
  const privateKey = await readKey('JWT_PRIVATE_KEY_PATH', privatePath, createPrivateKey)
  const ownPublic = createPublicKey(privateKey)
  const named = await Promise.all(
    paths.publicKeys.map(path => readKey('JWT_PUBLIC_KEY_PATH', path, createPublicKey)),
  )
  const accepted = named.length > 0 ? named : [ownPublic]
  const byKid = new Map(accepted.map(key => [toJwk(key).kid, key]))
  const { kid } = toJwk(ownPublic)
  if (!byKid.has(kid)) throw new ConfigError([mismatchedKeysProblem])

  return {
    privateKey,
    kid,
    publicKeys: new Map(
      [...byKid].map(([kid, key]) => [kid, key.export({ type: 'spki', format: 'pem' }) as string]),
    ),
    jwks: { keys: [...byKid.values()].map(toJwk) },
  }
}

/** As PKCS #8. */
export const toPem = (privateKey: KeyObject): string =>
  privateKey.export({ type: 'pkcs8', format: 'pem' }) as string

/** A secret for signed URLs, made at the first start and kept in the folder. */
export const loadStorageSecret = (folder: string): Promise<string> =>
  loadOrCreateSecret(join(folder, 'storage-secret'), async () => randomBytes(32).toString('hex'))

async function readKey(setting: string, path: string, parse: (pem: string) => KeyObject): Promise<KeyObject> {
  try {
    return parseRsaKey(await readFile(path, 'utf8'), parse)
  } catch (error) {
    throw new ConfigError([keyFileProblem(setting, path, error)])
  }
}

async function loadPrivateKey(folder: string): Promise<string> {
  const path = join(folder, 'jwt-private.pem')
  await loadOrCreateSecret(path, async () => {
    const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: minModulusBits })
    return toPem(privateKey)
  })
  return path
}

async function loadOrCreateSecret(path: string, make: () => Promise<string>): Promise<string> {
  const kept = await readFile(path, 'utf8').catch(unlessMissing)
  if (kept !== undefined) return kept
  const secret = await make()
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  // A crash in between leaves no half of it, which would be taken for the whole.
  await writeFile(`${path}.new`, secret, { mode: 0o600 })
  await rename(`${path}.new`, path)
  return secret
}

/** A key that is there but cannot be read must not give way to a new one. */
function unlessMissing(error: unknown): undefined {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
}

/** Named by its thumbprint (RFC 7638), so that every instance gives it the same name. */
function toJwk(key: KeyObject): JsonWebKey {
  const { n = '', e = '' } = key.export({ format: 'jwk' })
  const kid = createHash('sha256')
    .update(JSON.stringify({ e, kty: 'RSA', n }))
    .digest('base64url')
  return { kty: 'RSA', n, e, kid, use: 'sig', alg: 'RS256' }
}
