import { randomBytes } from 'node:crypto'
import type { App } from '../../app.js'
import { ConfigError } from '../../errors.js'
import { assertStrongPassword } from '../../features/people/auth/passwords/password-strength.js'
import type { Account } from '../../features/people/account/models.js'
import { isEmail } from '../../features/people/auth/email.js'
import { withApp } from '../with-app.js'
import { askSecret, confirm, isInteractive } from './terminal.js'

/**
 * Creates an administrator. Asks for the password, or reads it from standard input.
 * @param isConfirmed true to make the existing account of the address an administrator without asking
 */
export async function createAdmin(email: string, isConfirmed: boolean): Promise<string> {
  if (!isEmail(email)) throw new ConfigError([`${email} is not an e-mail address.`])
  return withApp(async app => {
    const credentials = await app.features.services.account.findByEmail(email)
    return credentials ? promote(app, credentials.account, isConfirmed) : create(app, email)
  })
}

async function create(app: App, email: string): Promise<string> {
  const { registration, account } = app.features.services
  const username = `admin-${randomBytes(4).toString('hex')}`
  const password = await askSecret(`Password for ${email}: `)
  await assertStrongPassword(password, { email, username })
  if (isInteractive() && (await askSecret('Repeat the password: ')) !== password)
    throw new ConfigError(['The passwords differ. Nothing was changed.'])
  await registration.createVerifiedAccount({ email, username, password, role: 'ADMIN' })
  if ((await account.findByEmail(email))?.account.username !== username)
    throw new ConfigError([
      `${email} was registered by someone else at the same time. Run the command again.`,
    ])
  return `${email} is an administrator now. Its username is ${username}, which can be changed in the app.`
}

async function promote(app: App, { id, email, username, role, verified }: Account, isConfirmed: boolean) {
  if (role === 'ADMIN') return `${email} (${username}) is already an administrator. Nothing was changed.`
  if (!verified)
    throw new ConfigError([
      `The account ${email} (${username}) has not confirmed its address, so it may belong to a stranger. Confirm the address first with the link in the mail.`,
    ])
  if (
    !isConfirmed &&
    !(await confirm(`The account ${email} (${username}) exists. Make it an administrator?`))
  )
    throw new ConfigError([
      `The account ${email} (${username}) already exists. Nothing was changed. To make it an administrator, add --promote.`,
    ])
  await app.features.services.account.promote(id)
  return `${email} (${username}) becomes an administrator with the next refresh of its token.`
}
