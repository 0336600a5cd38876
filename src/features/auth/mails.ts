import type { Mail } from '../../platform/mail/transports.js'
import { html, type Html } from '../../lib/html.js'

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
  // The address on a line of its own: whoever reads it as text can open it, in a terminal, too.
  const link = action ? [`${action.label}:\n${action.url}`] : []
  return {
    to,
    subject,
    text: `${[first, ...link, ...rest].join('\n\n')}\n`,
    html: letter(
      subject,
      html`${paragraph(first)} ${action ? button(action) : ''} ${rest.map(part => paragraph(part))}`,
    ),
  }
}

// Many mail programs read no style sheet.
const font = 'font:16px/1.5 system-ui,-apple-system,Segoe UI,Roboto,sans-serif'
const box = 'max-width:30em;margin:0 auto;padding:24px'
const pill =
  'display:inline-block;padding:12px 20px;border-radius:8px;background:#0a66c2;color:#fff;font-weight:600;text-decoration:none'

const paragraph = (text: string) => html`<p style="margin:0 0 16px">${text}</p>`

const button = ({ label, url }: NonNullable<Letter['action']>) =>
  html`<p style="margin:24px 0"><a href="${url}" style="${pill}">${label}</a></p>
    <p style="margin:0 0 16px;font-size:13px;word-break:break-all">Or open this address: ${url}</p>`

const letter = (subject: string, content: Html): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="color-scheme" content="light dark" />
        <title>${subject}</title>
      </head>
      <body style="margin:0;${font}">
        <div style="${box}">
          <p style="margin:0 0 24px;font-weight:600">Fitness Training</p>
          ${content}
        </div>
      </body>
    </html> `.toString()
