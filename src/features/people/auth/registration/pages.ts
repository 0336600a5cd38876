import formBody from '@fastify/formbody'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { Type, type Static } from 'typebox'
import { AppError } from '../../../../errors.js'
import { originOf } from '../../../../http/client.js'
import { sendPage } from '../../../../http/pages/page.js'
import { html, type Html } from '../../../../lib/html.js'
import type { Locale } from '../../../../lib/locales.js'
import type { Origin } from '../../../../viewer.js'
import type { MailRequestService } from '../mail-requests/service.js'
import { invalidMailLink } from '../mails/mail-links.js'
import type { RegistrationService } from './service.js'
import { errorText, localeOf, paragraph, prepareErrorReply } from '../pages.js'
import { EmailBody } from '../schemas.js'
import {
  authTranslations,
  type AuthTranslations,
  type ConfirmationPageText,
} from '../translations/auth-translations.js'

type Texts = AuthTranslations['pages']

const Query = Type.Object({ token: Type.Optional(Type.String({ maxLength: 4096 })) })
const Form = Type.Object({
  token: Type.String({ maxLength: 4096 }),
  password: Type.Optional(Type.String({ maxLength: 1024 })),
})

/** The action of a mailed link. */
interface LinkAction {
  purpose: 'verify-email' | 'reset-password'
  text(texts: Texts): ConfirmationPageText
  /** The input fields of the form. */
  fields(texts: Texts): Html
  confirm(form: Static<typeof Form>, origin: Origin): Promise<void>
  /** Sends a new link. */
  renew(email: string, origin: Origin): Promise<void>
}

interface Options {
  registration: RegistrationService
  mailRequests: MailRequestService
  brandName: string
}

/** Serves the pages of mail links. Opening a page changes nothing, since mail scanners open links, too. */
export const accountPages: FastifyPluginAsyncTypebox<Options> = async (app, options) => {
  const { registration, mailRequests, brandName } = options
  await app.register(formBody)
  const common = { ownerOf: registration.findTokenOwner, brandName }
  await app.register(linkActionPages, {
    ...common,
    prefix: '/verify-email',
    action: {
      purpose: 'verify-email',
      text: texts => texts.verifyEmail,
      fields: () => html``,
      confirm: ({ token }, origin) => registration.verifyEmail(token, origin),
      renew: (email, origin) => mailRequests.request('verify-email', email, origin),
    },
  })
  await app.register(linkActionPages, {
    ...common,
    prefix: '/reset-password',
    action: {
      purpose: 'reset-password',
      text: texts => texts.resetPassword,
      fields: passwordField,
      confirm: ({ token, password = '' }, origin) => registration.resetPassword(token, password, origin),
      renew: (email, origin) => mailRequests.request('reset-password', email, origin),
    },
  })
}

interface LinkActionOptions {
  action: LinkAction
  ownerOf: RegistrationService['findTokenOwner']
  brandName: string
}

const linkActionPages: FastifyPluginAsyncTypebox<LinkActionOptions> = async (
  app,
  { action, ownerOf, brandName },
) => {
  // Requests are not signed: browsers cannot sign, and the token in the form is the authorization.
  const config = { unsigned: true }
  const hide = { hide: true }
  const send = (reply: FastifyReply, locale: Locale, title: string, content: Html) =>
    sendPage(reply, { title, content, locale, brandName })

  app.setErrorHandler((error, request, reply) => {
    const { title, content } = failure(error, request, reply, action)
    return send(reply, localeOf(request), title, content)
  })

  app.get('', { config, schema: { ...hide, querystring: Query } }, async (request, reply) => {
    const { token = '' } = request.query
    const owner = await ownerOf(token, action.purpose)
    if (!owner) throw invalidMailLink()
    const locale = owner.locale ?? localeOf(request)
    const texts = authTranslations[locale].pages
    return send(reply, locale, action.text(texts).title, confirmForm(action, texts, token, request))
  })

  app.post('/confirm', { config, schema: { ...hide, body: Form } }, async (request, reply) => {
    const { token } = request.body
    const locale = (await ownerOf(token, action.purpose))?.locale ?? localeOf(request)
    const texts = authTranslations[locale].pages
    const { title, doneTitle, doneText } = action.text(texts)
    try {
      await action.confirm(request.body, originOf(request))
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'WEAK_PASSWORD') throw error
      const content = html`${paragraph(texts.weakPassword)} ${confirmForm(action, texts, token, request)}`
      return send(reply.code(error.statusCode), locale, title, content)
    }
    return send(reply, locale, doneTitle, paragraph(doneText))
  })

  app.post('/new-link', { config, schema: { ...hide, body: EmailBody } }, async (request, reply) => {
    await action.renew(request.body.email, originOf(request))
    const locale = localeOf(request)
    const { checkMail, newLinkSent } = authTranslations[locale].pages
    // The response does not reveal whether the address is known.
    return send(reply.code(202), locale, checkMail, paragraph(newLinkSent))
  })
}

/** Shows an error. For an invalid link the page has a form that requests a new one. */
function failure(error: unknown, request: FastifyRequest, reply: FastifyReply, action: LinkAction) {
  const known = prepareErrorReply(error, request, reply)
  const texts = authTranslations[localeOf(request)].pages
  const text = (error as FastifyError).validation
    ? validationErrorText(texts, request)
    : errorText(texts, known)
  const form = known.statusCode === 400 ? newLinkForm(action, texts, request) : ''
  return { title: texts.failed, content: html`${paragraph(text)} ${form}` }
}

const validationErrorText = (texts: Texts, { url }: FastifyRequest) =>
  url.endsWith('/new-link') ? texts.notAnAddress : texts.incompleteLink

const passwordField = ({ newPassword, newPasswordHint }: Texts) =>
  html`<label>
    ${newPassword} <small>${newPasswordHint}</small>
    <input type="password" name="password" autocomplete="new-password" required minlength="8" />
  </label>`

/** Returns a relative URL, since a proxy may serve the service below another path. */
const formAction = (target: string, { purpose }: LinkAction, { method }: FastifyRequest) =>
  method === 'POST' ? target : `${purpose}/${target}`

const confirmForm = (action: LinkAction, texts: Texts, token: string, request: FastifyRequest) =>
  html`<form method="post" action="${formAction('confirm', action, request)}">
    <input type="hidden" name="token" value="${token}" />${action.fields(texts)}<button>
      ${action.text(texts).button}
    </button>
  </form>`

const newLinkForm = (action: LinkAction, { emailLabel, sendNewLink }: Texts, request: FastifyRequest) =>
  html`<form method="post" action="${formAction('new-link', action, request)}">
    <label>${emailLabel} <input type="email" name="email" autocomplete="email" required /></label>
    <button>${sendNewLink}</button>
  </form>`
