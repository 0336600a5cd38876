import { hasCode } from '../../../lib/system-errors.js'
import { DatabaseDamagedError, DatabaseUnavailableError } from '../database.js'

/** The messages of SQLite for a damaged file, and for one that is not a database. Not all of its errors have a code. */
const damageMessages = ['database disk image is malformed', 'file is not a database']

/** Returns whether SQLite found damage in the data file. */
export const isDamage = (error: unknown): boolean =>
  error instanceof Error && damageMessages.some(message => error.message.includes(message))

/** Returns whether SQLite could not read or write the data file. */
export const isFileError = (error: unknown): boolean => hasCode(error, 'ERR_SQLITE_ERROR')

/** Converts an error of the data file or its disk to one that callers expect. */
export const toUnavailableError = (cause: unknown): DatabaseUnavailableError =>
  isDamage(cause) ? new DatabaseDamagedError({ cause }) : new DatabaseUnavailableError({ cause })
