import formBody from '@fastify/formbody'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { AppError } from '../../../../errors.js'
import { originOf } from '../../../../http/client.js'
import { sendPage } from '../../../../http/pages/page.js'
import { html, type Html } from '../../../../lib/html.js'
import type { Locale } from '../../../../lib/locales.js'
import { days, hours } from '../../../../lib/quantities.js'
import type { MailRequestService } from '../mail-requests/service.js'
import { invalidMailLink } from '../mails/mail-links.js'
import { interpolate } from '../mails/mail-template.js'
import { formatDateTime } from '../mails/account-mails.js'
import { errorText, factorField, localeOf, paragraph, prepareErrorReply } from '../pages.js'
import { EmailBody } from '../schemas.js'
import { toFactorProof } from '../second-factor/parse-proof.js'
import { authTranslations, type AuthTranslations } from '../translations/auth-translations.js'
import type { User } from '../../profile/models.js'
import type { DeletionService } from './service.js'

type Texts = AuthTranslations['pages']

const Query = Type.Object({ token: Type.Optional(Type.String({ maxLength: 4096 })) })
const Form = Type.Object({
  token: Type.String({ maxLength: 4096 }),
  /** A code of the authenticator app, or a recovery code. */
  code: Type.Optional(Type.String({ maxLength: 100 })),
  immediately: Type.Optional(Type.Literal('yes')),
})

interface Options {
  mailRequests: MailRequestService
  deletion: DeletionService
  brandName: string
  /** How long a deleted account can be restored, in milliseconds. */
  gracePeriod: number
}

/**
 * Serves `/account/delete`, the deletion without an app: a form for the address, a link by mail, a button. Opening a
 * page changes nothing. If the second factor of the account is on, the page with the button asks for a code.
 */
export const deletionPages: FastifyPluginAsyncTypebox<Options> = async (app, options) => {
  const { mailRequests, deletion, brandName, gracePeriod } = options
  await app.register(formBody)
  // Requests are not signed: browsers cannot sign, and the token in the form is the authorization.
  const config = { unsigned: true }
  const hide = { hide: true }
  const send = (reply: FastifyReply, locale: Locale, title: string, content: Html) =>
    sendPage(reply, { title, content, locale, brandName })

  app.setErrorHandler((error, request, reply) => {
    const known = prepareErrorReply(error, request, reply)
    const locale = localeOf(request)
    const texts = authTranslations[locale].pages
    const isInvalid = (error as FastifyError).validation !== undefined
    const errorMessage = known.code === 'CONFLICT' ? texts.lastAdministrator : errorText(texts, known)
    const text = isInvalid
      ? request.url.endsWith('/link')
        ? texts.notAnAddress
        : texts.incompleteLink
      : errorMessage
    const retryForm = known.statusCode === 400 ? linkForm(texts, formAction('link', request)) : ''
    return send(reply, locale, texts.failed, html`${paragraph(text)} ${retryForm}`)
  })

  app.get('', { config, schema: { ...hide, querystring: Query } }, async (request, reply) => {
    const { token } = request.query
    const link = token === undefined ? null : await deletion.findLink(token)
    if (token !== undefined && !link) throw invalidMailLink()
    const locale = link?.owner.locale ?? localeOf(request)
    const texts = authTranslations[locale].pages
    const explained = explanation(texts, locale, gracePeriod)
    const form =
      token === undefined || !link
        ? linkForm(texts, formAction('link', request))
        : confirmForm(texts, request, { token, asksForCode: link.asksForCode })
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
    const { token, code = '' } = request.body
    const immediately = request.body.immediately === 'yes'
    const link = await deletion.findLink(token)
    if (!link) throw invalidMailLink()
    const locale = link.owner.locale ?? localeOf(request)
    const { pages } = authTranslations[locale]
    const texts = pages.deletion
    const proof = code === '' ? null : toFactorProof(code)
    let deleted: User
    try {
      deleted = await deletion.deleteByLink({ token, immediately, proof }, originOf(request))
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'INVALID_CODE') throw error
      const { asksForCode } = link
      const form = confirmForm(pages, request, { token, asksForCode, immediately })
      const content = html`${paragraph(pages.wrongCode)} ${form}`
      return send(reply.code(error.statusCode), locale, texts.title, content)
    }
    const { deletesAt, verified } = deleted
    if (immediately || !verified || deletesAt === null)
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

/** Returns a relative URL, since a proxy may serve the service below another path. */
const formAction = (target: string, { method }: FastifyRequest) =>
  method === 'POST' ? target : `delete/${target}`

const linkForm = ({ emailLabel, deletion }: Texts, action: string) =>
  html`<form method="post" action="${action}">
    <label>${emailLabel} <input type="email" name="email" autocomplete="email" required /></label>
    <button>${deletion.sendLink}</button>
  </form>`

interface Confirmation {
  token: string
  asksForCode: boolean
  immediately?: boolean
}

function confirmForm(
  texts: Texts,
  request: FastifyRequest,
  { token, asksForCode, immediately = false }: Confirmation,
): Html {
  const { deletion } = texts
  const checked = immediately ? html`checked` : ''
  return html`<form method="post" action="${formAction('confirm', request)}">
    <input type="hidden" name="token" value="${token}" />${asksForCode ? factorField(texts) : ''}
    <label class="choice"
      ><input type="checkbox" name="immediately" value="yes" ${checked} />
      <span>${deletion.immediately}</span></label
    >
    <button>${deletion.button}</button>
  </form>`
}
