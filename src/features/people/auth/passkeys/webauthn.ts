import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { AttestationObject } from '@simplewebauthn/server/helpers'
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

interface WebAuthnUser {
  /** A random identifier, in base64url. */
  handle: string
  name: string
  passkeys: readonly StoredPasskey[]
}

export type RegisteredCredential = Pick<
  StoredPasskey,
  'credentialId' | 'publicKey' | 'counter' | 'transports'
>

/** Loads the library after the start, because evaluating it takes 40 ms. */
async function loadLibrary() {
  const [server, helpers] = await Promise.all([
    import('@simplewebauthn/server'),
    import('@simplewebauthn/server/helpers'),
  ])
  return { server, helpers }
}

/** Creates the options of WebAuthn, and verifies the responses of authenticators. */
export function webAuthn({ name, id, origins, timeout }: RelyingParty) {
  const expected = { expectedOrigin: [...origins], expectedRPID: id, requireUserVerification: true }

  return {
    loadPackages: loadLibrary,

    async registrationOptions({
      handle,
      name: userName,
      passkeys,
    }: WebAuthnUser): Promise<PublicKeyCredentialCreationOptionsJSON> {
      const { server } = await loadLibrary()
      return server.generateRegistrationOptions({
        rpName: name,
        rpID: id,
        userName,
        userDisplayName: userName,
        userID: decodeBase64url(handle),
        timeout,
        attestationType: 'none',
        excludeCredentials: passkeys.map(({ credentialId }) => ({ id: credentialId })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        supportedAlgorithmIDs: algorithms,
      })
    },

    async authenticationOptions(): Promise<PublicKeyCredentialRequestOptionsJSON> {
      const { server } = await loadLibrary()
      return server.generateAuthenticationOptions({ rpID: id, timeout, userVerification: 'required' })
    },

    /** @returns null if the response is not valid for the challenge */
    async verifyRegistration(
      response: RegistrationResponseJSON,
      challenge: string,
    ): Promise<RegisteredCredential | null> {
      const { server, helpers } = await loadLibrary()
      try {
        const { attestationObject } = response.response
        assertNoCertificates(helpers.decodeAttestationObject(decodeBase64url(attestationObject)))
        const { registrationInfo } = await server.verifyRegistrationResponse({
          ...expected,
          response,
          expectedChallenge: challenge,
          supportedAlgorithmIDs: algorithms,
        })
        if (!registrationInfo) return null
        const { id: credentialId, publicKey, counter, transports = [] } = registrationInfo.credential
        // The library does not compare the two identifiers. Sign-ins are found by the one of the response.
        if (credentialId !== response.id) return null
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
      const { server } = await loadLibrary()
      try {
        const { verified, authenticationInfo } = await server.verifyAuthenticationResponse({
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

const decodeBase64url = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))

export type WebAuthn = ReturnType<typeof webAuthn>

/**
 * Attestation is not requested, so its certificates prove nothing. Verifying them would request URLs that they name.
 * @throws Error
 */
function assertNoCertificates(attestation: AttestationObject): void {
  const format = attestation.get('fmt')
  const isSelfSigned = format === 'packed' && attestation.get('attStmt').get('x5c') === undefined
  if (format !== 'none' && !isSelfSigned) throw new Error('The attestation has certificates.')
}
