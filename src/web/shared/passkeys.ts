/** Passkeys of the browser. Options and credentials are WebAuthn's JSON, as the service sends and expects it. */

/** True if the browser can exchange credentials as JSON, and the page has a name: there are no passkeys for IP addresses. */
export const supportsPasskeys =
  typeof PublicKeyCredential !== 'undefined' &&
  'parseRequestOptionsFromJSON' in PublicKeyCredential &&
  !/^(\d+(\.\d+){3}|\[.*\])$/.test(location.hostname)

/** @returns null if the user has canceled */
export async function readPasskey(options: object): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as PublicKeyCredentialRequestOptionsJSON,
  )
  return toJson(() => navigator.credentials.get({ publicKey }))
}

/** @returns null if the user has canceled */
export async function createPasskey(options: object): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as PublicKeyCredentialCreationOptionsJSON,
  )
  return toJson(() => navigator.credentials.create({ publicKey }))
}

/** The browser reports a canceled dialog like one that has timed out. */
async function toJson(request: () => Promise<Credential | null>): Promise<unknown> {
  try {
    const credential = await request()
    return credential instanceof PublicKeyCredential ? credential.toJSON() : null
  } catch (error) {
    if (error instanceof DOMException && ['NotAllowedError', 'AbortError'].includes(error.name)) return null
    throw error
  }
}
