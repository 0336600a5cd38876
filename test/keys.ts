import { generateKeyPairSync } from 'node:crypto'

/** Both keys in PEM. */
export interface KeyPair {
  privateKey: string
  publicKey: string
}

/** Generates a key pair for tokens of tests. */
export const generateKeys = (): KeyPair =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
