import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'
const secretLength = 32

export const createSecret = (): string => prefix + randomBytes(secretLength).toString('base64')

/** The signature of a message in the form of Standard Webhooks. @param timestamp in seconds */
export function signMessage(secret: string, messageId: string, timestamp: number, body: string): string {
  const key = Buffer.from(secret.slice(prefix.length), 'base64')
  return `v1,${createHmac('sha256', key).update(`${messageId}.${timestamp}.${body}`).digest('base64')}`
}
