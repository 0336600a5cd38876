import { ConfigError, UsageError } from '../errors.js'

/** What to do about errors of the operating system, by their code. */
const remedies: Record<string, string> = {
  EADDRINUSE: 'another program listens there. Stop it, or set PORT to another number.',
  EADDRNOTAVAIL: 'this is no address of this machine. Set HOST to one, such as 127.0.0.1 or 0.0.0.0.',
  ENOTFOUND: 'this name leads nowhere. Set HOST to an address of this machine, such as 127.0.0.1 or 0.0.0.0.',
  EACCES: 'this user may not do that. Give it the right to, or set DATA_PATH to a folder of its own.',
  EPERM: 'this user may not do that. Give it the right to, or set DATA_PATH to a folder of its own.',
  EROFS: 'nothing can be written there. Set DATA_PATH to another folder.',
  ENOSPC: 'the disk is full. Make room, or set DATA_PATH to a folder on another one.',
  EFBIG: 'no file may become that large here. Raise the limit, or set DATA_PATH to a folder elsewhere.',
  EDQUOT: 'the quota is used up. Make room, or set DATA_PATH to a folder on another disk.',
  ENOTDIR: 'a file is where a folder should be. Move it away, or set DATA_PATH to another folder.',
  ENOENT: 'no folder can be made there. Set DATA_PATH to another folder.',
  EEXIST: 'a file is where a folder should be. Move it away, or set DATA_PATH to another folder.',
}

/** The same where it depends on what was asked of the system. */
const syscallRemedies: Record<string, string> = {
  'listen EACCES': 'this user may not listen there. Set PORT to 1024 or more, or give it the right to.',
  'open ENOENT': 'there is no such file.',
  'stat ENOENT': 'there is no such file or folder.',
}

/** Why a program cannot begin, and what to do about it, for people: no stack. */
export const explainStartError = (error: unknown): string => explainError('The service cannot start', error)

/** Why something failed, and what to do about it, for people: no stack. */
export function explainError(failed: string, error: unknown): string {
  if (error instanceof UsageError) return error.message
  if (error instanceof ConfigError) return `${failed}:\n${error.message}`
  const chain = listCauses(error)
  const known = chain.find(cause => findRemedy(cause) !== undefined)
  const messages = chain.map(cause => (cause === known ? describeSubject(cause) : cause.message))
  const told = messages.filter((message, at) => !messages.slice(0, at).some(other => other.includes(message)))
  return [failed, ...told.filter(message => message !== ''), ...(known ? [findRemedy(known)] : [])].join(': ')
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

/** With the system's code in brackets at its end, for those who search for it. */
function findRemedy({ code, syscall }: Cause): string | undefined {
  const remedy = syscallRemedies[`${String(syscall)} ${String(code)}`] ?? remedies[String(code)]
  return remedy?.replace(/\.$/, ` (${String(code)}).`)
}

/** What an error of the system is about, instead of its terse message; an error of our own says it in a sentence. */
function describeSubject({ message, code, path, hostname, address, port }: Cause): string {
  if (!message.includes(String(code))) return message
  if (typeof path === 'string') return path
  if (typeof hostname === 'string') return hostname
  if (typeof address !== 'string') return ''
  const host = address.includes(':') ? `[${address}]` : address
  return typeof port === 'number' ? `${host}:${port}` : host
}
