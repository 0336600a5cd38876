import { randomInt, scrypt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { seconds } from '../../../../lib/quantities.js'
import { sha256 } from '../../../../lib/sha256.js'

/** The parameters of RFC 6238 that every authenticator app supports. */
const parameters = { algorithm: 'SHA1', digits: 6, period: 30 } as const
/** The accepted difference between the clocks of server and phone, in time steps. */
const window = 1
const recoveryCodeCount = 10
const recoveryCodeLength = 10
/** The cost of hashing a recovery code: 16 MiB of memory, and about 50 ms of a processor. */
const hashCost = { N: 2 ** 14, r: 8, p: 1 }
const hashLength = 32
/** Without letters and digits that look alike. */
const recoveryAlphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Creates a secret of 160 random bits, in base32. */
export const newSecret = (): string => new Secret({ size: 20 }).base32

/** Returns the URI that authenticator apps read from a QR code. */
export const otpauthUri = (secret: string, issuer: string, label: string): string =>
  new TOTP({ ...parameters, issuer, label, secret: Secret.fromBase32(secret) }).toString()

/** Returns the time step of a code; null if it is wrong, too old or too new. Compares in constant time. */
export function stepOf(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const totp = new TOTP({ ...parameters, secret: Secret.fromBase32(secret) })
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window })
  return delta === null ? null : Math.floor(now.getTime() / (parameters.period * seconds)) + delta
}

/** Removes the spaces with which apps show codes. */
export const normalizeCode = (code: string): string => code.replaceAll(/\s/g, '')

/** Creates ten recovery codes in the form `xxxxx-xxxxx`. */
export const newRecoveryCodes = (): string[] => Array.from({ length: recoveryCodeCount }, newRecoveryCode)

function newRecoveryCode(): string {
  const letters = Array.from(
    { length: recoveryCodeLength },
    () => recoveryAlphabet[randomInt(recoveryAlphabet.length)],
  ).join('')
  return `${letters.slice(0, 5)}-${letters.slice(5)}`
}

/** Spaces, hyphens and the case of a recovery code do not matter. */
const normalizeRecoveryCode = (code: string): string => code.toLowerCase().replaceAll(/[\s-]/g, '')

/**
 * Returns the hash with which a recovery code is stored. A code has 49 random bits, so that only a slow hash prevents
 * guessing the codes of a copied database. It needs no key: the codes must remain valid when the keys of the service change.
 * @param userId the salt
 */
export const recoveryCodeHash = (userId: string, code: string): Promise<string> =>
  new Promise((resolve, reject) => {
    scrypt(normalizeRecoveryCode(code), userId, hashLength, hashCost, (error, hash) =>
      error ? reject(error) : resolve(hash.toString('base64url')),
    )
  })

/** Returns the hash with which earlier versions stored a recovery code. */
export const earlierRecoveryCodeHash = (code: string): string => sha256(normalizeRecoveryCode(code))
