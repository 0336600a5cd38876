import type { Claims, Subject } from './models.js'

/** The claims of an ID token, and what the app knows besides. */
export interface ProvidedIdentity extends Claims {
  provider: string
  /** The names that the provider states only at the first sign-in; null if there are none. */
  name: { firstName?: string; lastName?: string } | null
  /** With it, the access of the service is revoked when the identity is unlinked; null if there is none. */
  refreshToken: string | null
}

/** @param seal encrypts the refresh token */
export function subjectOf(
  { refreshToken, ...provided }: ProvidedIdentity,
  seal: (refreshToken: string) => string,
): Subject {
  const { provider, issuer, subject, email, isPrivateRelay, clientId } = provided
  const sealedRefreshToken = refreshToken === null ? null : seal(refreshToken)
  return { provider, issuer, subject, email, isPrivateRelay, clientId, sealedRefreshToken }
}

export const confirmedEmail = ({ email, isEmailVerified }: Claims): string | null =>
  isEmailVerified ? email : null

/** Returns the name of an identity in mails. */
export function identityName({ provider, email }: Pick<Subject, 'provider' | 'email'>): string {
  const name = `${provider.slice(0, 1)}${provider.slice(1).toLowerCase()}`
  return email === null ? name : `${name} (${email})`
}
