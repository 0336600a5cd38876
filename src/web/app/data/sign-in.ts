import { LinkIdentityDocument } from '../../../../generated/operations/web-app.js'
import {
  ServiceError,
  type FactorProof,
  type ProviderProof,
  type SignInMethods,
} from '../../../client/index.js'
import { readPasskey } from '../../shared/passkeys.js'
import { client, fetchChecked, request } from './client.js'
import { redirectUri, type ProviderReturn } from './provider-sign-in.js'
import { openSession } from './session.js'
import { synchronize } from './synchronization.js'

export async function signIn(email: string, password: string): Promise<void> {
  await client.signIn(email, password)
  await openSession()
}

/** The service sends a mail with a link and a code. @returns the challenge of the code */
export const signUp = (email: string, username: string, password: string): Promise<string> =>
  client.signUp({ email, username, password })

/** The service sends a mail with a code if the address has an account. @returns the challenge of the code */
export const requestCode = (email: string): Promise<string> => client.requestCode(email)

export async function signInWithCode(challenge: string, code: string): Promise<void> {
  await client.signInWithCode(challenge, code)
  await openSession()
}

export async function submitSecondFactor(token: string, proof: FactorProof): Promise<void> {
  await client.submitSecondFactor(token, proof)
  await openSession()
}

export async function signInAsGuest(): Promise<void> {
  await client.signInAsGuest()
  await openSession()
}

/** Mails a code to the address that the guest wants to use. @returns the challenge of the code */
export const requestGuestCode = (email: string): Promise<string> => client.requestGuestCode(email)

export async function confirmGuest(challenge: string, code: string): Promise<void> {
  await client.confirmGuest(challenge, code)
  await synchronize()
}

/** Opens the page of a provider, which returns to the app. */
export async function openProvider(provider: string): Promise<void> {
  location.assign(await client.startProviderSignIn(provider, redirectUri()))
}

/** Returns the proof of the sign-in at a provider. @throws ServiceError if the provider or the user has refused */
async function providerProof({ code, state, error }: ProviderReturn): Promise<ProviderProof> {
  const proof = code === null ? null : await client.finishProviderSignIn(code, state)
  if (proof) return proof
  const reason = error === 'access_denied' ? 'SIGN_IN_CANCELED' : 'SIGN_IN_FAILED'
  throw new ServiceError({ code: reason, message: 'The sign-in with the provider failed.' })
}

/** Signs in with what a provider has returned. @throws ServiceError LINK_REQUIRED */
export async function finishProviderSignIn(returned: ProviderReturn): Promise<void> {
  await client.signInWithProvider(await providerProof(returned))
  await openSession()
}

/** Links the identity that a provider has returned to the user. */
export async function linkReturnedIdentity(returned: ProviderReturn): Promise<void> {
  const proof = await providerProof(returned)
  await request(LinkIdentityDocument, { code: proof.code, codeVerifier: proof.codeVerifier })
}

/** @param password null to send a link to the address instead */
export async function linkIdentity(linkToken: string, password: string | null): Promise<void> {
  if ((await client.linkIdentity(linkToken, password)) !== null) await openSession()
}

/** @returns false if the user has canceled */
export async function signInWithPasskey(): Promise<boolean> {
  const { challengeId, options } = await client.startPasskeySignIn()
  const credential = await readPasskey(options)
  if (credential === null) return false
  await client.signInWithPasskey(challengeId, credential)
  await openSession()
  return true
}

export const signInMethods = (): Promise<SignInMethods> => client.signInMethods()

/** Sends the mail with the link again. @throws ServiceError, NetworkError */
export async function resendConfirmation(email: string): Promise<void> {
  await fetchChecked('/auth/resend-verification', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  })
}
