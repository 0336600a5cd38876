/** The verified claims of an ID token. */
export interface Claims {
  issuer: string
  subject: string
  /** The audience of the token that is one of our client ids. */
  clientId: string
  /** Null if the provider did not state a usable address. */
  email: string | null
  /** True if the provider has confirmed that the address belongs to the subject. */
  isEmailVerified: boolean
  /** True if the address forwards mails only while the user permits it. */
  isPrivateRelay: boolean
  firstName: string | null
  lastName: string | null
}

/** A subject of a provider, before it is linked to an account. */
export interface Subject {
  provider: string
  issuer: string
  subject: string
  email: string | null
  isPrivateRelay: boolean
  /** The client id to which the provider has issued its tokens. */
  clientId: string
  /** The encrypted refresh token, with which the access of the service is revoked; null if there is none. */
  sealedRefreshToken: string | null
}

/** A way to sign in: the link between a subject of a provider and an account. */
export interface Identity {
  id: string
  userId: string
  provider: string
  providerEmail: string | null
  isPrivateRelay: boolean
  createdAt: Date
  lastUsedAt: Date
}

/** The access of the service at a provider, which is revoked when the identity is unlinked. */
export type ProviderAccess = Pick<Subject, 'provider' | 'clientId'> & { sealedRefreshToken: string }
