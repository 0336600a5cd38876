import { createHash } from 'node:crypto'
import { errors, jwtVerify, type JWTPayload } from 'jose'
import type { OidcProvider } from '../../../../config/oidc-providers.js'
import { AppError } from '../../../../errors.js'
import { days, seconds } from '../../../../lib/quantities.js'
import { sha256 } from '../../../../lib/sha256.js'
import { isEmail } from '../email.js'
import type { Claims } from './models.js'
import type { ProviderMetadata } from './provider-metadata.js'
import type { UsedTokenStore } from './used-token-store.js'

const algorithms = ['RS256', 'PS256', 'ES256', 'EdDSA']
/** The accepted difference between the clocks of provider and service, in seconds. */
const clockTolerance = 30
/** How long tokens and nonces are remembered after the token has expired, in milliseconds. */
const usedTokenLifetime = 1 * days
const maxSubjectLength = 255
/** The longest name that a profile can have. */
const maxNameLength = 100

interface Dependencies {
  provider: OidcProvider
  metadata: Pick<ProviderMetadata, 'findKey'>
  usedTokens: UsedTokenStore
  clock: () => Date
}

/** Verifies the ID tokens of one provider. Each token and each nonce is accepted once. */
export function idTokenVerifier({ provider, metadata, usedTokens, clock }: Dependencies) {
  /** @throws AppError INVALID_ID_TOKEN without details, SERVICE_UNAVAILABLE */
  return async (idToken: string, nonce: string): Promise<Claims> => {
    const now = clock()
    let payload: JWTPayload
    try {
      const { issuer } = provider
      const options = {
        ...{ algorithms, issuer, clockTolerance, currentDate: now },
        requiredClaims: ['sub', 'aud', 'exp', 'iat', 'nonce'],
      }
      ;({ payload } = await jwtVerify(idToken, metadata.findKey, options))
    } catch (error) {
      if (error instanceof AppError) throw error
      // Verifying with an unusable key fails with errors of other types.
      if (error instanceof errors.JOSEError || error instanceof TypeError || error instanceof DOMException)
        throw invalidIdToken()
      throw error
    }
    const clientId = acceptedAudience(payload, provider.audiences)
    const subject = subjectOf(payload)
    const { iat = Infinity, exp = 0 } = payload
    const isIssued = iat <= now.getTime() / seconds + clockTolerance
    const forgottenAt = new Date(exp * seconds + usedTokenLifetime)
    const hasValidTimes = isIssued && !Number.isNaN(forgottenAt.getTime())
    if (clientId === null || subject === null || !hasValidTimes || !matchesNonce(payload['nonce'], nonce))
      throw invalidIdToken()
    const used = [
      `token:${sha256(idToken)}`,
      // A claim fits two nonces: itself, and the one of which it is the SHA-256.
      `nonce:${provider.name}:${sha256(nonce)}`,
      `nonce-claim:${provider.name}:${sha256(String(payload['nonce']))}`,
    ]
    if (!(await usedTokens.claim(used, forgottenAt))) throw invalidIdToken()
    return { issuer: provider.issuer, subject, clientId, ...profileOf(payload) }
  }
}

/** Returns the identifier of the user at the provider; null if it is not a text of 1 to 255 characters. */
function subjectOf({ sub }: { sub?: unknown }): string | null {
  return typeof sub === 'string' && sub.length > 0 && sub.length <= maxSubjectLength ? sub : null
}

/** Returns our client id in the audience; null if the token is also meant for others. */
function acceptedAudience({ aud, azp }: JWTPayload, audiences: readonly string[]): string | null {
  const named = [aud ?? []].flat()
  const [first] = named
  if (first === undefined || !named.every(audience => audiences.includes(audience))) return null
  if (azp === undefined) return named.length === 1 ? first : null
  return typeof azp === 'string' && audiences.includes(azp) ? azp : null
}

/** Apps send the nonce to some providers as its SHA-256. */
const matchesNonce = (claim: unknown, nonce: string): boolean =>
  claim === nonce || claim === createHash('sha256').update(nonce).digest('hex')

function profileOf(payload: JWTPayload) {
  const { email } = payload
  const isUsable = typeof email === 'string' && isEmail(email)
  const isTrue = (claim: unknown) => claim === true || claim === 'true'
  return {
    email: isUsable ? email : null,
    isEmailVerified: isUsable && isTrue(payload['email_verified']),
    isPrivateRelay: isTrue(payload['is_private_email']),
    firstName: nameOf(payload['given_name']),
    lastName: nameOf(payload['family_name']),
  }
}

const nameOf = (claim: unknown): string | null =>
  typeof claim === 'string' && claim.length <= maxNameLength ? claim : null

/** @param field the path of the token in the request */
export const invalidIdToken = (field = 'idToken') =>
  new AppError(
    'INVALID_ID_TOKEN',
    'The ID token is not valid for this service, or was used already. Sign in again.',
    { field },
  )
