import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { decodeAttestationObject, isoBase64URL } from '@simplewebauthn/server/helpers'
import type { StoredPasskey } from './models.js'

/** EdDSA, ES256 and RS256. */
const algorithms = [-8, -7, -257]

interface RelyingParty {
  /** The name that authenticators show. */
  name: string
  /** The domain for which passkeys are valid. */
  id: string
  /** The origins of pages and apps that may use them. */
  origins: readonly string[]
  /** How long a challenge is valid, in milliseconds. */
  timeout: number
}

export interface WebAuthnUser {
  /** A random identifier, in base64url. */
  handle: string
  name: string
  passkeys: readonly StoredPasskey[]
}

export type RegisteredCredential = Pick<
  StoredPasskey,
  'credentialId' | 'publicKey' | 'counter' | 'transports'
>

/** Creates the options of WebAuthn, and verifies the responses of authenticators. */
export function webAuthn({ name, id, origins, timeout }: RelyingParty) {
  const expected = { expectedOrigin: [...origins], expectedRPID: id, requireUserVerification: true }

  return {
    registrationOptions: ({
      handle,
      name: userName,
      passkeys,
    }: WebAuthnUser): Promise<PublicKeyCredentialCreationOptionsJSON> =>
      generateRegistrationOptions({
        rpName: name,
        rpID: id,
        userName,
        userDisplayName: userName,
        userID: isoBase64URL.toBuffer(handle),
        timeout,
        attestationType: 'none',
        excludeCredentials: passkeys.map(({ credentialId }) => ({ id: credentialId })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        supportedAlgorithmIDs: algorithms,
      }),

    authenticationOptions: (): Promise<PublicKeyCredentialRequestOptionsJSON> =>
      generateAuthenticationOptions({ rpID: id, timeout, userVerification: 'required' }),

    /** @returns null if the response is not valid for the challenge */
    async verifyRegistration(
      response: RegistrationResponseJSON,
      challenge: string,
    ): Promise<RegisteredCredential | null> {
      try {
        assertNoCertificates(response)
        const { registrationInfo } = await verifyRegistrationResponse({
          ...expected,
          response,
          expectedChallenge: challenge,
          supportedAlgorithmIDs: algorithms,
        })
        if (!registrationInfo) return null
        const { id: credentialId, publicKey, counter, transports = [] } = registrationInfo.credential
        return { credentialId, publicKey, counter, transports }
      } catch {
        return null
      }
    },

    /** @returns the new counter; null if the response is not valid for the challenge */
    async verifyAuthentication(
      response: AuthenticationResponseJSON,
      challenge: string,
      { credentialId, publicKey }: StoredPasskey,
    ): Promise<number | null> {
      try {
        const { verified, authenticationInfo } = await verifyAuthenticationResponse({
          ...expected,
          response,
          expectedChallenge: challenge,
          // The service compares the counters itself, to record a copied authenticator.
          credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter: 0 },
        })
        return verified ? authenticationInfo.newCounter : null
      } catch {
        return null
      }
    },
  }
}

export type WebAuthn = ReturnType<typeof webAuthn>

/**
 * Attestation is not requested, so its certificates prove nothing. Verifying them would request URLs that they name.
 * @throws Error
 */
function assertNoCertificates({ response }: RegistrationResponseJSON): void {
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject))
  const format = attestation.get('fmt')
  const isSelfSigned = format === 'packed' && attestation.get('attStmt').get('x5c') === undefined
  if (format !== 'none' && !isSelfSigned) throw new Error('The attestation has certificates.')
}
