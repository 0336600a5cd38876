import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const [ivLength, tagLength, keyLength] = [12, 16, 32]

/** Derives an encryption key for one purpose from a secret that is used for several purposes. */
export const deriveKey = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', purpose, keyLength))

/** Encrypts and authenticates a text with AES-256-GCM. The result begins with the initialization vector and the tag. */
export function encrypt(key: Buffer, text: string): Buffer {
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), ciphertext])
}

/** Decrypts the result of `encrypt`. @throws Error if the data was encrypted with another key or was modified */
export function decrypt(key: Buffer, encrypted: Uint8Array): string {
  const bytes = Buffer.from(encrypted)
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivLength), {
    authTagLength: tagLength,
  })
  decipher.setAuthTag(bytes.subarray(ivLength, ivLength + tagLength))
  const text = [decipher.update(bytes.subarray(ivLength + tagLength)), decipher.final()]
  return Buffer.concat(text).toString('utf8')
}
