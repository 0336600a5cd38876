import type { SignInMethod } from '../../audit/models.js'

/** A signed-in device. */
export interface Session {
  id: string
  /** The User-Agent header. */
  device: string
  address: string
  /** Null for sessions of older versions. */
  signInMethod: SignInMethod | null
  createdAt: Date
  lastUsedAt: Date
}
