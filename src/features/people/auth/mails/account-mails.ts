import type { Locale } from '../../../../lib/locales.js'
import type { Mail } from '../../../../platform/mail/transports.js'
import type { Account } from '../../account/models.js'
import type { SecurityChange } from './models.js'
import type { MailTemplateName } from '../translations/auth-translations.js'
import { renderMail, type Brand, type Recipient } from './mail-template.js'

type UsernameHolder = Pick<Account, 'username'>

/** Renders the mails about accounts, each in the recipient's language. */
export function accountMails(brand: Brand) {
  const link = (page: string, token: string) => `${brand.linkBase}/auth/${page}?token=${token}`

  return {
    verifyEmail: (to: Recipient, token: string, { username }: UsernameHolder, code?: string): Mail =>
      renderMail(brand, to, {
        name: 'verifyEmail',
        values: { username },
        url: link('verify-email', token),
        code,
      }),

    /** Sent instead of `verifyEmail` if the registration replaces an unconfirmed one. */
    registrationReplaced: (to: Recipient, token: string, { username }: UsernameHolder, code?: string): Mail =>
      renderMail(brand, to, {
        name: 'registrationReplaced',
        values: { username },
        url: link('verify-email', token),
        code,
      }),

    alreadyRegistered: (to: Recipient): Mail => renderMail(brand, to, { name: 'alreadyRegistered' }),

    resetPassword: (to: Recipient, token: string): Mail =>
      renderMail(brand, to, { name: 'resetPassword', url: link('reset-password', token) }),

    /** Sent to the address that a guest wants to use. */
    confirmGuest: (to: Recipient, code: string): Mail =>
      renderMail(brand, to, { name: 'confirmGuest', code }),

    signInCode: (to: Recipient, code: string): Mail => renderMail(brand, to, { name: 'signInCode', code }),

    /** @param identity the provider and the address there */
    linkIdentity: (to: Recipient, token: string, identity: string): Mail =>
      renderMail(brand, to, {
        name: 'linkIdentity',
        values: { identity },
        url: link('link-identity', token),
      }),

    passwordChanged: (to: Recipient): Mail => renderMail(brand, to, { name: 'passwordChanged' }),

    changeEmail: (to: Recipient, username: string, token: string): Mail =>
      renderMail(brand, to, { name: 'changeEmail', values: { username }, url: link('verify-email', token) }),

    /** The notice to the old address. */
    emailChanged: (to: Recipient, newEmail: string): Mail =>
      renderMail(brand, to, { name: 'emailChanged', values: { newEmail } }),

    deletionScheduled: (to: Recipient, deletesAt: Date): Mail =>
      renderMail(brand, to, {
        name: 'deletionScheduled',
        values: { day: formatDateTime(deletesAt, to.locale) },
      }),

    deletionCanceled: (to: Recipient): Mail => renderMail(brand, to, { name: 'deletionCanceled' }),

    accountDeleted: (to: Recipient): Mail => renderMail(brand, to, { name: 'accountDeleted' }),

    /** @param detail what was added or removed, such as the name of a passkey */
    securityChanged: (to: Recipient, change: SecurityChange, detail: string): Mail =>
      renderMail(brand, to, { name: securityMails[change], values: { detail } }),

    confirmDeletion: (to: Recipient, token: string): Mail =>
      renderMail(brand, to, {
        name: 'confirmDeletion',
        url: `${brand.linkBase}/account/delete?token=${token}`,
      }),
  }
}

const securityMails: Record<SecurityChange, MailTemplateName> = {
  PASSKEY_ADDED: 'passkeyAdded',
  PASSKEY_REMOVED: 'passkeyRemoved',
  IDENTITY_LINKED: 'identityLinked',
  IDENTITY_UNLINKED: 'identityUnlinked',
  SECOND_FACTOR_ENABLED: 'secondFactorEnabled',
  SECOND_FACTOR_DISABLED: 'secondFactorDisabled',
  TOKEN_CREATED: 'tokenCreated',
  TOKEN_REVOKED: 'tokenRevoked',
  WEBHOOK_DISABLED: 'webhookDisabled',
}

export type AccountMails = ReturnType<typeof accountMails>

const formatLocales: Record<Locale, string> = { en: 'en-GB', de: 'de-DE', es: 'es-ES' }

/** Formats a date and time in UTC, since the reader's time zone is unknown. */
export const formatDateTime = (date: Date, locale: Locale): string => {
  const format = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const
  return `${date.toLocaleString(formatLocales[locale], format)} UTC`
}
