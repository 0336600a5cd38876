import type { Mail } from '../../platform/mail/mailer.js'
import { escapeHtml } from '../../lib/html.js'

interface Letter {
  to: string
  subject: string
  paragraphs: string[]
  /** The one thing to do. */
  action?: { label: string; url: string }
}

/** The mails about accounts, each as text and as HTML. */
export function accountMails(publicUrl: string) {
  const link = (page: string, token: string) => `${publicUrl}/auth/${page}?token=${token}`

  return {
    verifyEmail: (to: string, username: string, token: string): Mail =>
      write({
        to,
        subject: 'Confirm your e-mail address',
        paragraphs: [
          `Welcome, ${username}! Confirm your e-mail address to finish your registration. The link works for 24 hours.`,
          'If you did not register, you need not do anything.',
        ],
        action: { label: 'Confirm the address', url: link('verify-email', token) },
      }),

    alreadyRegistered: (to: string): Mail =>
      write({
        to,
        subject: 'You have an account already',
        paragraphs: [
          'Somebody just tried to register with this e-mail address, but it has an account already.',
          'If that was you, sign in, or ask the app to reset your password if you do not remember it. If it was not you, you need not do anything: nothing was changed.',
        ],
      }),

    resetPassword: (to: string, token: string): Mail =>
      write({
        to,
        subject: 'Reset your password',
        paragraphs: [
          'Somebody asked to reset the password of your account. The link works for one hour and only once.',
          'If it was not you, you need not do anything: your password stays as it is.',
        ],
        action: { label: 'Choose a new password', url: link('reset-password', token) },
      }),

    passwordChanged: (to: string): Mail =>
      write({
        to,
        subject: 'Your password was changed',
        paragraphs: [
          'The password of your account was just changed, and every device was signed out.',
          'If it was not you, reset your password in the app at once.',
        ],
      }),
  }
}

function write({ to, subject, paragraphs, action }: Letter): Mail {
  const [first = '', ...rest] = paragraphs
  const text = [first, ...(action ? [`${action.label}: ${action.url}`] : []), ...rest].join('\n\n')
  const button = action ? [`<p><a href="${escapeHtml(action.url)}">${escapeHtml(action.label)}</a></p>`] : []
  const html = [
    `<p>${escapeHtml(first)}</p>`,
    ...button,
    ...rest.map(part => `<p>${escapeHtml(part)}</p>`),
  ].join('\n')
  return {
    to,
    subject,
    text: `${text}\n`,
    html: `<!doctype html>\n<html lang="en"><body>\n${html}\n</body></html>\n`,
  }
}
