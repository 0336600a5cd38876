import { validationError } from '../../../../errors.js'
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
