import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  randomBytes,
  type KeyObject,
} from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { ConfigError } from '../../errors.js'
import { mismatchedKeysProblem, keyFileProblem, minModulusBits, parseRsaKey } from '../../lib/rsa-key.js'
import { undefinedIfMissing } from '../../lib/system-errors.js'

/** The keys that sign and verify JSON Web Tokens. */
export interface TokenKeys {
  /** The signing key. */
  privateKey: KeyObject
  /** The id of the signing key. */
  kid: string
  /** The PEM of each accepted public key, by its key id. A Map, so that no key id can match an inherited property. */
  publicKeys: Map<string, string>
  /** The public keys as a JSON Web Key Set (RFC 7517). */
  jwks: { keys: JsonWebKey[] }
}

/** Signs and verifies one type of token, including its algorithm, type, issuer and audience. */
export interface JsonWebTokens {
  /** @param header additional header parameters */
  sign(claims: IssuedClaims, header?: TokenHeader): string
  /** @throws Error if the token is invalid. The caller must check `iat` and `exp`. */
  verify(token: string): Promise<{ header: TokenHeader; claims: object }>
}

interface IssuedClaims {
  /** The time of issue, in seconds since the Unix epoch. */
  iat: number
  [name: string]: unknown
}

/** The custom header parameters of a token. In a received token, they can have any type. */
export interface TokenHeader {
  /** The id of the session that the token belongs to. */
  sid?: unknown
}

interface KeyPaths {
  /** PEM file of the signing key. Without it, a key is generated and kept in `folder`. */
  privateKey: string | undefined
  /** PEM files of the accepted public keys, including that of the private key. By default, only that key is accepted. */
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

/** The settings that choose the keys. */
interface Settings {
  JWT_PRIVATE_KEY_PATH?: string | undefined
  JWT_PUBLIC_KEY_PATH: readonly string[]
  DATA_PATH: string
}

export const tokenKeyPaths = (settings: Settings): KeyPaths => ({
  privateKey: settings.JWT_PRIVATE_KEY_PATH,
  publicKeys: settings.JWT_PUBLIC_KEY_PATH,
  folder: join(settings.DATA_PATH, 'keys'),
})

/**
 * @param newKey the private key to keep if there is none, as PEM; by default, one is generated
 * @throws ConfigError
 */
export async function loadTokenKeys(paths: KeyPaths, newKey?: Promise<string>): Promise<TokenKeys> {
  const privatePath = paths.privateKey ?? (await loadPrivateKey(paths.folder, newKey))
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

/** Returns the key as PEM in PKCS #8 format. */
export const toPem = (privateKey: KeyObject): string =>
  privateKey.export({ type: 'pkcs8', format: 'pem' }) as string

/** Returns the secret for signed URLs, which is generated at the first start and kept in the folder. */
export const loadStorageSecret = (folder: string): Promise<string> =>
  loadOrCreateSecret(join(folder, 'storage-secret'), async () => randomBytes(32).toString('hex'))

async function readKey(setting: string, path: string, parse: (pem: string) => KeyObject): Promise<KeyObject> {
  try {
    return parseRsaKey(await readFile(path, 'utf8'), parse)
  } catch (error) {
    throw new ConfigError([keyFileProblem(setting, path, error)])
  }
}

async function loadPrivateKey(folder: string, newKey?: Promise<string>): Promise<string> {
  const path = generatedKeyPath(folder)
  await loadOrCreateSecret(path, () => newKey ?? generatePrivateKey())
  return path
}

/** The path of the key that is generated at the first start. */
export const generatedKeyPath = (folder: string) => join(folder, 'jwt-private.pem')

/**
 * Generates the key of a first start, which takes 0.1 s on average, in another thread.
 * @returns undefined if the settings name a key, or if one is kept in the folder
 */
export function generateMissingKey({ privateKey, folder }: KeyPaths): Promise<string> | undefined {
  return privateKey === undefined && !existsSync(generatedKeyPath(folder)) ? generatePrivateKey() : undefined
}

async function generatePrivateKey(): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: minModulusBits })
  return toPem(privateKey)
}

async function loadOrCreateSecret(path: string, generate: () => Promise<string>): Promise<string> {
  // A key file that exists but cannot be read must not be replaced by a new key.
  const existing = await readFile(path, 'utf8').catch(undefinedIfMissing)
  if (existing !== undefined) return existing
  const secret = await generate()
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  // Write to a temporary file and rename it, so that a crash does not leave a truncated secret.
  await writeFile(`${path}.new`, secret, { mode: 0o600 })
  await rename(`${path}.new`, path)
  return secret
}

/** The key id is the thumbprint of the key (RFC 7638), so that it is the same on every instance. */
function toJwk(key: KeyObject): JsonWebKey {
  const { n = '', e = '' } = key.export({ format: 'jwk' })
  const kid = createHash('sha256')
    .update(JSON.stringify({ e, kty: 'RSA', n }))
    .digest('base64url')
  return { kty: 'RSA', n, e, kid, use: 'sig', alg: 'RS256' }
}
