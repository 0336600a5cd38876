import { withDeadline } from '../../../lib/deadline.js'
import { seconds } from '../../../lib/quantities.js'
import { translateError } from './errors.js'

/** How long a command may take. The driver retries failed reads and writes, so that its own timeouts would add up. */
export const commandTimeout = 10 * seconds

/** Waits for a response. @throws DuplicateKeyError, DatabaseUnavailableError, errors of the driver */
export async function withTimeout<V>(response: Promise<V>): Promise<V> {
  try {
    return await withDeadline(response, commandTimeout)
  } catch (error) {
    throw translateError(error)
  }
}
