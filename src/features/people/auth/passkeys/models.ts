/** A passkey with which a user signs in. */
export interface Passkey {
  id: string
  userId: string
  name: string
  createdAt: Date
  /** Null if it was never used. */
  lastUsedAt: Date | null
}

/** A passkey with what verifies its signatures. */
export interface StoredPasskey extends Passkey {
  /** The identifier of the authenticator, in base64url. */
  credentialId: string
  publicKey: Uint8Array
  /** Counts the signatures; 0 for authenticators that do not count. */
  counter: number
  /** How the authenticator can be reached, such as `internal`. */
  transports: string[]
  /** The random identifier by which authenticators know the user, in base64url. */
  userHandle: string
}
