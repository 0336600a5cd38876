import { ConfigError, UsageError } from '../errors.js'

/** How to fix errors of the operating system, by error code. */
const remedies: Record<string, string> = {
  EADDRINUSE: 'another program is using this port. Stop it, or set PORT to another port.',
  EADDRNOTAVAIL: 'this is not an address of this machine. Set HOST to one, such as 127.0.0.1 or 0.0.0.0.',
  ENOTFOUND:
    'this host name cannot be resolved. Set HOST to an address of this machine, such as 127.0.0.1 or 0.0.0.0.',
  EACCES: 'permission denied. Grant this user access, or set DATA_PATH to a folder that it owns.',
  EPERM: 'permission denied. Grant this user access, or set DATA_PATH to a folder that it owns.',
  EROFS: 'the file system is read-only. Set DATA_PATH to another folder.',
  ENOSPC: 'the disk is full. Free some space, or set DATA_PATH to a folder on another disk.',
  EFBIG: 'the file size limit is exceeded. Raise the limit, or set DATA_PATH to a folder on another disk.',
  EDQUOT: 'the disk quota is exceeded. Free some space, or set DATA_PATH to a folder on another disk.',
  ENOTDIR: 'a part of the path is not a folder. Move that file away, or set DATA_PATH to another folder.',
  ENOENT: 'the folder cannot be created. Set DATA_PATH to another folder.',
  EEXIST: 'a file exists in place of the folder. Move that file away, or set DATA_PATH to another folder.',
}

/** How to fix errors whose cause depends on the system call. */
const syscallRemedies: Record<string, string> = {
  'listen EACCES':
    'this user is not permitted to use this port. Set PORT to 1024 or higher, or grant the permission.',
  'open ENOENT': 'the file does not exist.',
  'stat ENOENT': 'the file or folder does not exist.',
}

/** How to fix errors of SQLite, by message. Not all of them have a code. */
const sqliteRemedies: Record<string, string> = {
  'database disk image is malformed': 'the data file is damaged. Restore a backup.',
  'database or disk is full': 'free some space, or set DATA_PATH to a folder on another disk.',
}

/** Describes why the service cannot start and how to fix it, without a stack. */
export const explainStartError = (error: unknown): string => explainError('The service cannot start', error)

/**
 * Describes why something failed and how to fix it, without a stack.
 * @param headline begins the description, such as `Backup failed`
 */
export function explainError(headline: string, error: unknown): string {
  if (error instanceof UsageError) return error.message
  if (error instanceof ConfigError) return `${headline}:\n${error.message}`
  const chain = listCauses(error)
  const explainedCause = chain.find(cause => findRemedy(cause) !== undefined)
  const messages = chain.map(cause => (cause === explainedCause ? describeSubject(cause) : cause.message))
  const distinct = messages.filter(
    (message, index) => !messages.slice(0, index).some(other => other.includes(message)),
  )
  return [
    headline,
    ...distinct.filter(message => message !== ''),
    ...(explainedCause ? [findRemedy(explainedCause)] : []),
  ].join(': ')
}

interface Cause {
  message: string
  code?: unknown
  syscall?: unknown
  path?: unknown
  hostname?: unknown
  address?: unknown
  port?: unknown
}

function listCauses(error: unknown): Cause[] {
  if (!(error instanceof Error)) return typeof error === 'string' ? [{ message: error }] : []
  return [error, ...listCauses(error.cause)]
}

/** Returns how to fix an error, with the system's error code in parentheses, so that users can search for it. */
function findRemedy({ message, code, syscall }: Cause): string | undefined {
  if (Object.hasOwn(sqliteRemedies, message)) return sqliteRemedies[message]
  const remedy = syscallRemedies[`${String(syscall)} ${String(code)}`] ?? remedies[String(code)]
  return remedy?.replace(/\.$/, ` (${String(code)}).`)
}

/** Returns the path or address that a system error concerns, instead of its terse message. Other errors keep theirs. */
function describeSubject({ message, code, path, hostname, address, port }: Cause): string {
  if (!message.includes(String(code))) return message
  if (typeof path === 'string') return path
  if (typeof hostname === 'string') return hostname
  if (typeof address !== 'string') return ''
  const host = address.includes(':') ? `[${address}]` : address
  return typeof port === 'number' ? `${host}:${port}` : host
}
