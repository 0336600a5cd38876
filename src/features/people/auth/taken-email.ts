import { AppError } from '../../../errors.js'
import { DuplicateKeyError } from '../../../platform/database/database.js'

export const emailTaken = () =>
  new AppError('EMAIL_TAKEN', 'The address has an account. Sign in to it, or use another address.')

/** Converts the error of an address that another account has taken meanwhile. @throws AppError EMAIL_TAKEN */
export async function rejectTakenEmail<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof DuplicateKeyError ? emailTaken() : error
  }
}
