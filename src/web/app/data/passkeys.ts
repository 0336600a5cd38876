import { fromResponse } from '../../../client/index.js'
import { createPasskey } from '../../shared/passkeys.js'
import { client } from './client.js'
import { withStepUp } from './step-up.js'

/** @returns false if the user has canceled */
export async function addPasskey(name: string): Promise<boolean> {
  const { challengeId, options } = await withStepUp(() => client.startPasskeyRegistration())
  const credential = await createPasskey(options)
  if (credential === null) return false
  await client.addPasskey(challengeId, credential, name)
  return true
}

export const removePasskey = (id: string): Promise<void> =>
  withStepUp(() => changePasskey(id, { method: 'DELETE' }))

export const renamePasskey = (id: string, name: string): Promise<void> =>
  changePasskey(id, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name }),
  })

/** @throws ServiceError, NetworkError */
async function changePasskey(id: string, change: RequestInit): Promise<void> {
  const response = await client.fetch(`/auth/passkeys/${id}`, change)
  if (!response.ok) throw fromResponse(response, await response.json().catch(() => null))
}
