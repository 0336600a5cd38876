import { ServiceError } from '../../../../client/index.js'

/** Whether the account waits for the confirmation of its address. */
export const isUnconfirmed = (error: unknown): boolean =>
  error instanceof ServiceError && error.code === 'ACCOUNT_NOT_VERIFIED'

/** The token with which the second factor is submitted; null if the error does not ask for one. */
export const secondFactorTokenOf = (error: unknown): string | null =>
  error instanceof ServiceError ? error.secondFactorToken : null
