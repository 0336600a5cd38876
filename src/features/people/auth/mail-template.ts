import { readableTextColor } from '../../../lib/colors.js'
import { html, type Html } from '../../../lib/html.js'
import { defaultLocale, type Locale } from '../../../lib/locales.js'
import type { Mail } from '../../../platform/mail/transports.js'
import type { Client } from '../../../viewer.js'
import type { Account } from '../account/models.js'
import type { MailTemplateName } from './translations/auth-translations.js'
import { authTranslations } from './translations/translations.js'

/** As whom mails and pages speak. */
export interface Brand {
  name: string
  /** As `#rrggbb`. */
  color: string
  /** An https address of a picture. */
  logoUrl: string | undefined
  /** Where the links of mails begin; an app can open what lies behind it. */
  linkBase: string
}

/** Who gets a mail, and in which language. */
export interface Recipient {
  to: string
  locale: Locale
}

/** In the language that its owner chose, else in the one of whoever asks. */
export const recipientOf = (
  { email, locale }: Pick<Account, 'email' | 'locale'>,
  client: Pick<Client, 'locale'> | null,
): Recipient => ({ to: email, locale: locale ?? client?.locale ?? defaultLocale })

interface MailContent {
  name: MailTemplateName
  /** What stands for the words in braces. */
  values?: Readonly<Record<string, string>>
  /** What the button opens. */
  url?: string
}

/** Writes a mail in the language of its reader: as text and as HTML, both from the same words. */
export function renderMail(
  brand: Brand,
  { to, locale }: Recipient,
  { name, values = {}, url }: MailContent,
): Mail {
  const { mails: letters, orOpen } = authTranslations[locale]
  const { subject, paragraphs, action = '' } = letters[name]
  const [first = '', ...rest] = paragraphs.map(paragraph => interpolate(paragraph, values))
  // The address on a line of its own: whoever reads it as text can open it, in a terminal, too.
  const link = url === undefined ? [] : [`${action}:\n${url}`]
  return {
    to,
    subject,
    text: `${[first, ...link, ...rest, `– ${brand.name}`].join('\n\n')}\n`,
    html: page(
      brand,
      locale,
      subject,
      html`${paragraph(first)} ${url === undefined ? '' : button(brand, action, orOpen, url)}
      ${rest.map(paragraph)}`,
    ),
  }
}

/** Each word in braces by what stands for it: what is filled in is not looked at again. */
export const interpolate = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (_whole, word: string) => values[word] ?? '')

// Many mail programs read no style sheet.
const font = 'font:16px/1.5 system-ui,-apple-system,Segoe UI,Roboto,sans-serif'
const box = 'max-width:30em;margin:0 auto;padding:24px'
const pill = ({ color: colour }: Brand) =>
  `display:inline-block;padding:12px 20px;border-radius:8px;background:${colour};color:${readableTextColor(colour)};font-weight:600;text-decoration:none`

const paragraph = (text: string) => html`<p style="margin:0 0 16px">${text}</p>`

const button = (brand: Brand, label: string, orOpen: string, url: string) =>
  html`<p style="margin:24px 0"><a href="${url}" style="${pill(brand)}">${label}</a></p>
    <p style="margin:0 0 16px;font-size:13px;word-break:break-all">${orOpen} ${url}</p>`

const head = ({ name, logoUrl, linkBase }: Brand) =>
  html`<p style="margin:0 0 24px;font-weight:600">
    <a href="${linkBase}" style="color:inherit;text-decoration:none"
      >${logoUrl === undefined ? '' : html`<img src="${logoUrl}" alt="" height="32" style="vertical-align:middle;margin-right:8px" />`}${name}</a
    >
  </p>`

const page = (brand: Brand, locale: Locale, subject: string, content: Html): string =>
  html`<!doctype html>
    <html lang="${locale}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${subject}</title>
      </head>
      <body style="margin:0;${font}">
        <div style="${box}">${head(brand)} ${content}</div>
      </body>
    </html> `.toString()
