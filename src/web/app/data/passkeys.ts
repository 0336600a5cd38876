import { createPasskey } from '../../shared/passkeys.js'
import { client, fetchChecked } from './client.js'
import { withStepUp } from './step-up.js'

/** @returns false if the user has canceled */
export async function addPasskey(name: string): Promise<boolean> {
  const { challengeId, options } = await withStepUp(() => client.startPasskeyRegistration())
  const credential = await createPasskey(options)
  if (credential === null) return false
  await client.addPasskey(challengeId, credential, name)
  return true
}

/** @throws ServiceError, NetworkError */
export async function removePasskey(id: string): Promise<void> {
  await withStepUp(() => fetchChecked(`/auth/passkeys/${id}`, { method: 'DELETE' }))
}

/** @throws ServiceError, NetworkError */
export async function renamePasskey(id: string, name: string): Promise<void> {
  await fetchChecked(`/auth/passkeys/${id}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name }),
  })
}
