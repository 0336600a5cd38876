import { badUserInput, notFound } from '../../../../errors.js'
import type { Client, Viewer } from '../../../../viewer.js'
import type { OpenIdProviders } from './providers.js'
import type { IdentityService } from './identities.js'
import type { ProvidedIdentity } from './provided-identity.js'
import type { WebFlow } from './web-flow.js'

interface Dependencies {
  providers: OpenIdProviders
  identities: Pick<IdentityService, 'assertMayLink'>
  web: Pick<WebFlow, 'redeem'>
}

/** Either an ID token of a provider, or the code of a sign-in in a browser. */
interface LinkInput {
  provider?: string | null | undefined
  idToken?: string | null | undefined
  nonce?: string | null | undefined
  code?: string | null | undefined
  codeVerifier?: string | null | undefined
}

const maxTokenLength = 16_384
const maxTextLength = 255

/**
 * Verifies the proof of an identity that a user wants to link. Requires the step-up first, because proofs work once.
 * @throws AppError BAD_USER_INPUT, STEP_UP_REQUIRED, NOT_FOUND, INVALID_ID_TOKEN, INVALID_TOKEN, SERVICE_UNAVAILABLE
 */
export async function provideIdentity(
  { providers, identities, web }: Dependencies,
  viewer: Pick<Viewer, 'id' | 'sessionId'>,
  input: LinkInput,
  client: Client,
): Promise<ProvidedIdentity> {
  const { provider: name, idToken, nonce, code, codeVerifier } = input
  const isToken = name != null && idToken != null && nonce != null && code == null && codeVerifier == null
  const isCode = code != null && codeVerifier != null && name == null && idToken == null && nonce == null
  if (isCode) {
    assertLength('input.code', code, 1, maxTextLength)
    assertLength('input.codeVerifier', codeVerifier, 43, 128)
    await identities.assertMayLink(viewer)
    return web.redeem(code, codeVerifier, 'input.code')
  }
  if (!isToken)
    throw badUserInput(
      'input',
      'input must have `provider`, `idToken` and `nonce`, or `code` and `codeVerifier`.',
    )
  assertLength('input.idToken', idToken, 1, maxTokenLength)
  assertLength('input.nonce', nonce, 16, maxTextLength)
  const provider = providers.find(name.slice(0, maxTextLength).toLowerCase())
  if (!provider) throw notFound('sign-in service')
  await identities.assertMayLink(viewer)
  const claims = await provider.verify(idToken, nonce, client, 'input.idToken')
  return { ...claims, provider: provider.name, name: null, refreshToken: null }
}

/** @throws AppError BAD_USER_INPUT */
function assertLength(field: string, text: string, minimum: number, maximum: number): void {
  if (text.length < minimum || text.length > maximum)
    throw badUserInput(field, `${field} must have ${minimum} to ${maximum} characters.`)
}
