import formBody from '@fastify/formbody'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type, type Static } from 'typebox'
import { AppError } from '../../../../errors.js'
import { clientOf } from '../../../../http/client.js'
import { restShape } from '../../../../http/errors.js'
import { sendPage } from '../../../../http/pages/page.js'
import { html, type Html } from '../../../../lib/html.js'
import type { Locale } from '../../../../lib/locales.js'
import { interpolate } from '../mails/mail-template.js'
import { errorText, factorField, localeOf, paragraph, prepareErrorReply } from '../pages.js'
import { parseFactorProof, toFactorProof } from '../second-factor/parse-proof.js'
import { invalidCode, type FactorProof } from '../second-factor/service.js'
import { authTranslations, type AuthTranslations } from '../translations/auth-translations.js'
import { MailedLinkBody } from './schemas.js'
import type { LinkRequestService } from './link-requests.js'

interface Options {
  linkRequests: LinkRequestService
  brandName: string
}

const Query = Type.Object({ token: Type.Optional(Type.String({ maxLength: 4096 })) })

/**
 * Serves `/auth/link-identity`, the page of the mailed link with which the owner of an account agrees to link an identity.
 * Its button posts a form; programs post JSON.
 */
export const linkIdentityPages: FastifyPluginAsyncTypebox<Options> = async (
  app,
  { linkRequests, brandName },
) => {
  await app.register(formBody)
  // Requests are not signed: browsers cannot sign, and the token is the authorization.
  const config = { unsigned: true }
  const schema = { hide: true }
  const send = (reply: FastifyReply, locale: Locale, title: string, content: Html) =>
    sendPage(reply, { title, content, locale, brandName })

  app.setErrorHandler((error, request, reply) => {
    const known = prepareErrorReply(error, request, reply)
    if (request.method === 'POST' && !isForm(request)) return reply.send(restShape(known))
    const locale = localeOf(request)
    const { pages } = authTranslations[locale]
    return send(reply, locale, pages.failed, paragraph(failureText(pages, known)))
  })

  app.get('', { config, schema: { ...schema, querystring: Query } }, async (request, reply) => {
    const { token = '' } = request.query
    const link = await linkRequests.findMailedLink(token)
    const locale = link.owner.locale ?? localeOf(request)
    return send(reply, locale, authTranslations[locale].pages.linkIdentity.title, form(locale, token, link))
  })

  app.post('', { config, schema: { ...schema, body: MailedLinkBody } }, async (request, reply) => {
    const { token, ...entered } = request.body
    const isPage = isForm(request)
    const link = await linkRequests.findMailedLink(token)
    const locale = link.owner.locale ?? localeOf(request)
    const { linkIdentity, wrongCode } = authTranslations[locale].pages
    const proof = isPage ? proofOfPage(entered) : proofOfProgram(entered)
    try {
      // Without a code, `linkByMail` replaces the link by a token that only programs receive.
      if (isPage && link.asksForCode && !proof) throw invalidCode('code')
      await linkRequests.linkByMail(token, proof, clientOf(request))
    } catch (error) {
      const asksAgain =
        error instanceof AppError && ['INVALID_CODE', 'SECOND_FACTOR_REQUIRED'].includes(error.code)
      if (!isPage || !asksAgain) throw error
      const content = html`${paragraph(wrongCode)} ${form(locale, token, link)}`
      return send(reply.code(error.statusCode), locale, linkIdentity.title, content)
    }
    if (!isPage) return reply.code(204).send()
    return send(reply, locale, linkIdentity.doneTitle, paragraph(linkIdentity.doneText))
  })
}

type Entered = Pick<Static<typeof MailedLinkBody>, 'code' | 'recoveryCode'>

/** The page has one field for codes of the authenticator app and recovery codes. */
const proofOfPage = ({ code }: Entered): FactorProof | null => (code ? toFactorProof(code) : null)

/** @throws AppError VALIDATION_ERROR */
function proofOfProgram({ code, recoveryCode }: Entered): FactorProof | null {
  if (code === undefined && recoveryCode === undefined) return null
  return parseFactorProof({ ...(code && { code }), ...(recoveryCode && { recoveryCode }) })
}

const isForm = ({ headers }: FastifyRequest): boolean =>
  headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false

function failureText(texts: AuthTranslations['pages'], error: AppError): string {
  const { identityTaken, invalidLink } = texts.linkIdentity
  if (error.code === 'IDENTITY_TAKEN') return identityTaken
  if (error.code === 'INVALID_TOKEN' || error.code === 'VALIDATION_ERROR') return invalidLink
  return errorText(texts, error)
}

/** The action is a relative URL, since a proxy may serve the service below another path. */
function form(
  locale: Locale,
  token: string,
  { identity, asksForCode }: { identity: string; asksForCode: boolean },
): Html {
  const { pages } = authTranslations[locale]
  const { explanation, button } = pages.linkIdentity
  return html`${paragraph(interpolate(explanation, { identity }))}
    <form method="post" action="link-identity">
      <input type="hidden" name="token" value="${token}" />${asksForCode ? factorField(pages) : ''}<button>
        ${button}
      </button>
    </form>`
}
