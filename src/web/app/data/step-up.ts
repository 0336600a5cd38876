import { signal } from '@preact/signals'
import { ServiceError, type FactorProof, type MailedCode } from '../../../client/index.js'
import { client } from './client.js'

/** An action that waits until the user has proved their identity. */
interface WaitingAction {
  proceed(): void
  cancel(): void
}

export const waitingAction = signal<WaitingAction | null>(null)

/** Proves the identity of the user, and continues the action. @throws ServiceError, NetworkError */
export async function stepUp(proof: { password: string } | FactorProof | MailedCode): Promise<void> {
  await client.stepUp(proof)
  waitingAction.value?.proceed()
}

/** Performs an action. If the service requires a step-up, asks for it and performs the action again. */
export async function withStepUp<Result>(action: () => Promise<Result>): Promise<Result> {
  try {
    return await action()
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'STEP_UP_REQUIRED') throw error
    await new Promise<void>((resolve, reject) => {
      waitingAction.value = { proceed: resolve, cancel: () => reject(error) }
    }).finally(() => (waitingAction.value = null))
    return action()
  }
}
