import { ConfigError } from '../errors.js'

/** What to do about errors of the operating system, by their code. */
const remedies: Record<string, string> = {
  EADDRINUSE: 'another program listens there. Stop it, or set PORT to another number.',
  EADDRNOTAVAIL: 'this is no address of this machine. Set HOST to one, such as 127.0.0.1 or 0.0.0.0.',
  ENOTFOUND: 'this name leads nowhere. Set HOST to an address of this machine, such as 127.0.0.1 or 0.0.0.0.',
  EACCES: 'this user may not do that. Give it the right to, or set DATA_PATH or PORT to what is its own.',
  EPERM: 'this user may not do that. Give it the right to, or set DATA_PATH to a folder of its own.',
  EROFS: 'nothing can be written there. Set DATA_PATH to another folder.',
  ENOSPC: 'the disk is full. Make room, or set DATA_PATH to a folder on another one.',
  EFBIG: 'no file may become that large here. Raise the limit, or set DATA_PATH to a folder elsewhere.',
  EDQUOT: 'the quota is used up. Make room, or set DATA_PATH to a folder on another disk.',
  ENOTDIR: 'a file is where a folder should be. Move it away, or set DATA_PATH to another folder.',
  ENOENT: 'no folder can be made there. Set DATA_PATH to another folder.',
  EEXIST: 'a file is where a folder should be. Move it away, or set DATA_PATH to another folder.',
}

/** Why a program cannot begin, and what to do about it, for people: no stack. */
export const explainStart = (error: unknown): string => explain('The service cannot start', error)

/** Why something failed, and what to do about it, for people: no stack. */
export function explain(failed: string, error: unknown): string {
  if (error instanceof ConfigError) return error.message
  const chain = causes(error)
  const remedy = chain.map(({ code }) => remedies[String(code)]).find(known => known !== undefined)
  const messages = chain.map(({ message }) => message).filter(message => message !== '')
  return `${failed}: ${[...new Set(messages), ...(remedy ? [remedy] : [])].join(': ')}`
}

interface Cause {
  code?: unknown
  message: string
}

function causes(error: unknown): Cause[] {
  if (!(error instanceof Error)) return typeof error === 'string' ? [{ message: error }] : []
  return [error, ...causes(error.cause)]
}
