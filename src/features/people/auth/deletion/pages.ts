import formBody from '@fastify/formbody'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyError, FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { toAppError } from '../../../../http/app-error.js'
import { originOf } from '../../../../http/client.js'
import { sendPage } from '../../../../http/pages/page.js'
import { html, type Html } from '../../../../lib/html.js'
import type { Locale } from '../../../../lib/locales.js'
import { days, hours } from '../../../../lib/quantities.js'
import type { MailRequestService } from '../mail-requests/service.js'
import { interpolate } from '../mail-template.js'
import { formatDateTime } from '../mails.js'
import { localeOf, paragraph, errorText } from '../pages.js'
import { invalidToken, type RegistrationService } from '../registration.js'
import { EmailBody } from '../schemas.js'
import { authTranslations, type AuthTranslations } from '../translations/auth-translations.js'
import type { DeletionService } from './service.js'

type Texts = AuthTranslations['pages']

const Query = Type.Object({ token: Type.Optional(Type.String({ maxLength: 4096 })) })
const Form = Type.Object({
  token: Type.String({ maxLength: 4096 }),
  immediately: Type.Optional(Type.Literal('yes')),
})

interface Options {
  registration: RegistrationService
  mailRequests: MailRequestService
  deletion: DeletionService
  brandName: string
  /** How long a deleted account can be restored, in milliseconds. */
  gracePeriod: number
}

/**
 * Serves `/account/delete`, the deletion without an app: a form for the address, a link by mail, a button. Opening a
 * page changes nothing.
 */
export const deletionPages: FastifyPluginAsyncTypebox<Options> = async (app, options) => {
  const { registration, mailRequests, deletion, brandName, gracePeriod } = options
  await app.register(formBody)
  // Requests are not signed: browsers cannot sign, and the token in the form is the authorization.
  const config = { unsigned: true }
  const hide = { hide: true }
  const send = (reply: FastifyReply, locale: Locale, title: string, content: Html) =>
    sendPage(reply, { title, content, locale, brandName })

  app.setErrorHandler((error, request, reply) => {
    const { statusCode, code, message, retryAfter, cause } = toAppError(error, request.id)
    if (statusCode >= 500) request.log.error({ err: cause ?? error }, message)
    if (retryAfter !== undefined) void reply.header('retry-after', retryAfter)
    const locale = localeOf(request)
    const texts = authTranslations[locale].pages
    const isInvalid = (error as FastifyError).validation !== undefined
    const errorMessage = code === 'CONFLICT' ? texts.lastAdministrator : errorText(texts, code, message)
    const text = isInvalid
      ? request.url.endsWith('/link')
        ? texts.notAnAddress
        : texts.incompleteLink
      : errorMessage
    const retryForm =
      statusCode === 400 ? linkForm(texts, request.method === 'POST' ? 'link' : 'delete/link') : ''
    return send(reply.code(statusCode), locale, texts.failed, html`${paragraph(text)} ${retryForm}`)
  })

  app.get('', { config, schema: { ...hide, querystring: Query } }, async (request, reply) => {
    const { token } = request.query
    const owner = token === undefined ? null : await registration.findTokenOwner(token, 'delete-account')
    if (token !== undefined && !owner) throw invalidToken()
    const locale = owner?.locale ?? localeOf(request)
    const texts = authTranslations[locale].pages
    const explained = explanation(texts, locale, gracePeriod)
    const form = token === undefined ? linkForm(texts, 'delete/link') : confirmForm(texts, token)
    return send(reply, locale, texts.deletion.title, html`${explained} ${form}`)
  })

  app.post('/link', { config, schema: { ...hide, body: EmailBody } }, async (request, reply) => {
    await mailRequests.request('delete-account', request.body.email, originOf(request))
    const locale = localeOf(request)
    const { checkMail, deletion } = authTranslations[locale].pages
    // The response does not reveal whether the address is known.
    return send(reply.code(202), locale, checkMail, paragraph(deletion.linkSent))
  })

  app.post('/confirm', { config, schema: { ...hide, body: Form } }, async (request, reply) => {
    const { token, immediately } = request.body
    const isNow = immediately === 'yes'
    const locale = (await registration.findTokenOwner(token, 'delete-account'))?.locale ?? localeOf(request)
    const { deletesAt, verified } = await deletion.deleteByLink(token, isNow, originOf(request))
    const texts = authTranslations[locale].pages.deletion
    if (isNow || !verified || deletesAt === null)
      return send(reply, locale, texts.deletedTitle, paragraph(texts.deletedText))
    const text = interpolate(texts.scheduledText, { day: formatDateTime(deletesAt, locale) })
    return send(reply, locale, texts.scheduledTitle, paragraph(text))
  })
}

/** Renders what is deleted, when, and what is kept. */
function explanation({ deletion }: Texts, locale: Locale, gracePeriod: number): Html {
  const isDays = gracePeriod >= 1 * days
  const count = Math.round(gracePeriod / (isDays ? days : hours))
  const unit = { style: 'unit', unit: isDays ? 'day' : 'hour', unitDisplay: 'long' } as const
  const length = new Intl.NumberFormat(locale, unit).format(count)
  return html`${deletion.explanation.map(text => paragraph(interpolate(text, { grace: length })))}`
}

/** The action is a relative URL, since a proxy may serve the service below another path. */
const linkForm = ({ emailLabel, deletion }: Texts, action: string) =>
  html`<form method="post" action="${action}">
    <label>${emailLabel} <input type="email" name="email" autocomplete="email" required /></label>
    <button>${deletion.sendLink}</button>
  </form>`

const confirmForm = ({ deletion }: Texts, token: string) =>
  html`<form method="post" action="delete/confirm">
    <input type="hidden" name="token" value="${token}" />
    <label class="choice"
      ><input type="checkbox" name="immediately" value="yes" /> <span>${deletion.immediately}</span></label
    >
    <button>${deletion.button}</button>
  </form>`
