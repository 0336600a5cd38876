import type { KeyObject } from 'node:crypto'

export const minModulusBits = 2048

class UnsuitableKeyError extends Error {}

/** @throws Error if the PEM is not a key, not an RSA key, or the key is too short */
export function parseRsaKey(pem: string, parse: (pem: string) => KeyObject): KeyObject {
  const key = parse(pem)
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0
  if (key.asymmetricKeyType !== 'rsa' || bits < minModulusBits) throw new UnsuitableKeyError()
  return key
}

/** Describes why the key file of a setting cannot be used. */
export function keyFileProblem(setting: string, path: string, error: unknown): string {
  const reason = error instanceof Error && 'code' in error ? String(error.code) : 'wrong format'
  return error instanceof UnsuitableKeyError
    ? `${setting} names ${path}, which is not an RSA key of ${minModulusBits} bits or more.`
    : `${setting} names ${path}, which cannot be read as a PEM key: ${reason}.`
}

export const mismatchedKeysProblem =
  'JWT_PUBLIC_KEY_PATH must name, among others, the public key that belongs to JWT_PRIVATE_KEY_PATH.'
