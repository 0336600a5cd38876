import { AppError } from '../../../../errors.js'
import { foldCase } from '../../../../lib/text.js'
import { maxPasswordBytes } from './password-hasher.js'

const minPasswordBytes = 8

/** About fifty thousand of the most common passwords, in lower case. */
let commonPasswords: Promise<ReadonlySet<string>> | undefined

/** Loads the list on first use, since unpacking it is slow. */
async function readCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}

/**
 * @param field the path of the input, for the error
 * @throws AppError WEAK_PASSWORD
 */
export async function assertStrongPassword(
  password: string,
  owner: { email: string; username: string },
  field = 'password',
): Promise<void> {
  const weak = (message: string) => new AppError('WEAK_PASSWORD', message, { field })
  const bytes = Buffer.byteLength(password)
  if (bytes < minPasswordBytes) throw weak(`The password must have at least ${minPasswordBytes} bytes.`)
  if (bytes > maxPasswordBytes)
    throw weak(`The password must have at most ${maxPasswordBytes} bytes of UTF-8.`)
  // bcrypt stops at a null byte, and unpaired surrogates are stored as another character.
  if (password.includes('\u0000') || !password.isWellFormed())
    throw weak('The password must not contain null characters.')
  const folded = foldCase(password)
  commonPasswords ??= readCommonPasswords()
  if ((await commonPasswords).has(folded)) throw weak('This password is too common. Choose another one.')
  if (folded === foldCase(owner.email) || folded === foldCase(owner.username))
    throw weak('The password must not be the e-mail address or the username.')
}
