import type { Locale } from '../../../lib/locales.js'
import type { Mail } from '../../../platform/mail/transports.js'
import type { Account } from '../account/models.js'
import { renderMail, type Brand, type Recipient } from './mail-template.js'

type Named = Pick<Account, 'username'>

/** The mails about accounts, each in the language of its reader. */
export function accountMails(brand: Brand) {
  const link = (page: string, token: string) => `${brand.linkBase}/auth/${page}?token=${token}`

  return {
    verifyEmail: (to: Recipient, token: string, { username }: Named): Mail =>
      renderMail(brand, to, { name: 'verifyEmail', values: { username }, url: link('verify-email', token) }),

    /** The same link, after another registration of an address that nobody had confirmed. */
    registrationReplaced: (to: Recipient, token: string, { username }: Named): Mail =>
      renderMail(brand, to, {
        name: 'registrationReplaced',
        values: { username },
        url: link('verify-email', token),
      }),

    alreadyRegistered: (to: Recipient): Mail => renderMail(brand, to, { name: 'alreadyRegistered' }),

    resetPassword: (to: Recipient, token: string): Mail =>
      renderMail(brand, to, { name: 'resetPassword', url: link('reset-password', token) }),

    passwordChanged: (to: Recipient): Mail => renderMail(brand, to, { name: 'passwordChanged' }),

    changeEmail: (to: Recipient, username: string, token: string): Mail =>
      renderMail(brand, to, { name: 'changeEmail', values: { username }, url: link('verify-email', token) }),

    /** To the old address. */
    emailChanged: (to: Recipient, newEmail: string): Mail =>
      renderMail(brand, to, { name: 'emailChanged', values: { newEmail } }),

    deletionScheduled: (to: Recipient, deletesAt: Date): Mail =>
      renderMail(brand, to, {
        name: 'deletionScheduled',
        values: { day: formatDateTime(deletesAt, to.locale) },
      }),

    deletionCanceled: (to: Recipient): Mail => renderMail(brand, to, { name: 'deletionCanceled' }),

    accountDeleted: (to: Recipient): Mail => renderMail(brand, to, { name: 'accountDeleted' }),

    /** The page lies beside the others. */
    confirmDeletion: (to: Recipient, token: string): Mail =>
      renderMail(brand, to, {
        name: 'confirmDeletion',
        url: `${brand.linkBase}/account/delete?token=${token}`,
      }),
  }
}

export type AccountMails = ReturnType<typeof accountMails>

const conventions: Record<Locale, string> = { en: 'en-GB', de: 'de-DE', es: 'es-ES' }

/** To the minute: whoever reads it may be anywhere. */
export const formatDateTime = (moment: Date, locale: Locale): string => {
  const form = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const
  return `${moment.toLocaleString(conventions[locale], form)} UTC`
}
