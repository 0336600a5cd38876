import { readableTextColor } from '../../../../lib/colors.js'
import { html, type Html } from '../../../../lib/html.js'
import { defaultLocale, type Locale } from '../../../../lib/locales.js'
import type { Mail } from '../../../../platform/mail/transports.js'
import type { Client } from '../../../../viewer.js'
import type { Account } from '../../account/models.js'
import { authTranslations, type MailTemplateName } from '../translations/auth-translations.js'

/** The brand that mails and pages show. */
export interface Brand {
  name: string
  /** In the form `#rrggbb`. */
  color: string
  /** The https URL of an image. */
  logoUrl: string | undefined
  /** The base URL of the links in mails. Apps can open these links, too. */
  linkBase: string
}

/** The address and the language of a mail. */
export interface Recipient {
  to: string
  locale: Locale
}

/** Uses the language of the account, otherwise that of the client. */
export const recipientOf = (
  { email, locale }: Pick<Account, 'email' | 'locale'>,
  client: Pick<Client, 'locale'> | null,
): Recipient => ({ to: email, locale: locale ?? client?.locale ?? defaultLocale })

interface MailContent {
  name: MailTemplateName
  /** The values of the placeholders in braces. */
  values?: Readonly<Record<string, string>>
  /** The URL that the button opens. */
  url?: string
  /** The code that the recipient enters in the app, instead of opening the URL if there is one. */
  code?: string | undefined
}

/** Renders a mail in the recipient's language, as plain text and as HTML. */
export function renderMail(
  brand: Brand,
  { to, locale }: Recipient,
  { name, values = {}, url, code }: MailContent,
): Mail {
  const { mails: mailTexts, linkHint, codeHint } = authTranslations[locale]
  const { subject, paragraphs, action = '' } = mailTexts[name]
  const [first = '', ...rest] = paragraphs.map(paragraph => interpolate(paragraph, values))
  // The URL has its own line, so that it can be opened from plain text, such as in a terminal.
  const link = url === undefined ? [] : [`${action}:\n${url}`]
  // A code has its own line, so that mail programs and phones offer to copy it.
  const hints = code === undefined || url === undefined ? [] : [codeHint]
  const codeLine = code === undefined ? [] : [...hints, code]
  return {
    to,
    subject,
    text: `${[first, ...link, ...codeLine, ...rest, `– ${brand.name}`].join('\n\n')}\n`,
    html: page(
      brand,
      locale,
      subject,
      html`${paragraph(first)} ${url === undefined ? '' : button(brand, action, linkHint, url)}
      ${hints.map(paragraph)} ${code === undefined ? '' : codeParagraph(code)} ${rest.map(paragraph)}`,
    ),
  }
}

/** Replaces each placeholder in braces by its value. Placeholders within values are not replaced. */
export const interpolate = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (_whole, word: string) => values[word] ?? '')

// Styles are inline because many mail programs ignore style sheets.
const font = 'font:16px/1.5 system-ui,-apple-system,Segoe UI,Roboto,sans-serif'
const box = 'max-width:30em;margin:0 auto;padding:24px'
const buttonStyle = ({ color }: Brand) =>
  `display:inline-block;padding:12px 20px;border-radius:8px;background:${color};color:${readableTextColor(color)};font-weight:600;text-decoration:none`

const paragraph = (text: string) => html`<p style="margin:0 0 16px">${text}</p>`

const codeParagraph = (code: string) =>
  html`<p style="margin:24px 0;font-size:32px;font-weight:600;letter-spacing:.2em">${code}</p>`

const button = (brand: Brand, label: string, linkHint: string, url: string) =>
  html`<p style="margin:24px 0"><a href="${url}" style="${buttonStyle(brand)}">${label}</a></p>
    <p style="margin:0 0 16px;font-size:13px;word-break:break-all">${linkHint} ${url}</p>`

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
