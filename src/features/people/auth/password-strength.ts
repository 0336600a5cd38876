import { AppError } from '../../../errors.js'
import { foldCase } from '../../../lib/text.js'
import { maxPasswordBytes } from './password-hasher.js'

const minPasswordBytes = 8

/** Some fifty thousand passwords that people choose most, in lower case. */
let commonPasswords: Promise<ReadonlySet<string>> | undefined

/** Unpacked where it is needed: that takes longer than many a start has. */
async function readCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}

/**
 * @param field the input that the password came from, which the error names
 * @throws AppError WEAK_PASSWORD that says what is wrong with it
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
  // bcrypt ends at a null byte, and half a character is stored as another one.
  if (password.includes('\u0000') || !password.isWellFormed())
    throw weak('The password must not contain null characters.')
  const folded = foldCase(password)
  commonPasswords ??= readCommonPasswords()
  if ((await commonPasswords).has(folded)) throw weak('This password is too common. Choose another one.')
  if (folded === foldCase(owner.email) || folded === foldCase(owner.username))
    throw weak('The password must not be the e-mail address or the username.')
}
