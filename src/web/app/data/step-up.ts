import { ServiceError, type FactorProof, type MailedCode } from '../../../client/index.js'
import { pendingStepUp, waitForStepUp } from '../../shared/step-up.js'
import { client } from './client.js'

/** Proves the identity of the user, and continues the waiting actions. @throws ServiceError, NetworkError */
export async function stepUp(proof: { password: string } | FactorProof | MailedCode): Promise<void> {
  await client.stepUp(proof)
  pendingStepUp.value?.confirm()
}

/** Performs an action. If the service requires a step-up, asks for it and performs the action again. */
export async function withStepUp<Result>(action: () => Promise<Result>): Promise<Result> {
  try {
    return await action()
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'STEP_UP_REQUIRED') throw error
    if (!(await waitForStepUp())) throw error
    return action()
  }
}
