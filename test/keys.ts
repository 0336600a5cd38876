import { generateKeyPairSync } from 'node:crypto'

/** Both keys as PEM. */
export interface KeyPair {
  privateKey: string
  publicKey: string
}

/** What tokens are signed with in tests. */
export const generateKeys = (): KeyPair =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
