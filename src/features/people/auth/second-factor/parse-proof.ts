import { validationError } from '../../../../errors.js'
import { normalizeCode } from './codes.js'
import type { FactorProof } from './service.js'

/** @throws AppError VALIDATION_ERROR unless there is either a code or a recovery code */
export function parseFactorProof({
  code,
  recoveryCode,
}: {
  code?: string
  recoveryCode?: string
}): FactorProof {
  if (code !== undefined && recoveryCode === undefined) return { code }
  if (recoveryCode !== undefined && code === undefined) return { recoveryCode }
  throw validationError('body', 'Send either `code` or `recoveryCode`.')
}

/** Returns the proof in a field for both kinds: six digits are a code of the app, anything else is a recovery code. */
export const toFactorProof = (entered: string): FactorProof =>
  /^\d{6}$/.test(normalizeCode(entered)) ? { code: entered } : { recoveryCode: entered }
