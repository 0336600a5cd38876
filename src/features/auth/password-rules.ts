import { dictionary } from '@zxcvbn-ts/language-common'
import { AppError } from '../../errors.js'
import { foldCase } from '../../lib/text.js'
import { maxPasswordBytes } from './passwords.js'

const minPasswordBytes = 8

/** Some fifty thousand passwords that people choose most, in lower case. */
let commonPasswords: ReadonlySet<string> | undefined

/** @throws AppError WEAK_PASSWORD that says what is wrong with it */
export function checkPasswordStrength(password: string, owner: { email: string; username: string }): void {
  const bytes = Buffer.byteLength(password)
  if (bytes < minPasswordBytes) throw weak(`The password must have at least ${minPasswordBytes} bytes.`)
  if (bytes > maxPasswordBytes)
    throw weak(`The password must have at most ${maxPasswordBytes} bytes of UTF-8.`)
  // bcrypt ends at a null byte, and half a character is stored as another one.
  if (password.includes('\u0000') || !password.isWellFormed())
    throw weak('The password must be text without null characters.')
  const folded = foldCase(password)
  commonPasswords ??= new Set(dictionary['passwords-common'])
  if (commonPasswords.has(folded)) throw weak('This password is one of the most common ones.')
  if (folded === foldCase(owner.email) || folded === foldCase(owner.username))
    throw weak('The password must not be the e-mail address or the username.')
}

const weak = (message: string) => new AppError('WEAK_PASSWORD', message)
