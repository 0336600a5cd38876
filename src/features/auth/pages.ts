import formBody from '@fastify/formbody'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { Type, type Static } from 'typebox'
import { AppError } from '../../errors.js'
import { toAppError } from '../../http/app-error.js'
import { originOf } from '../../http/client.js'
import { sendPage } from '../../http/pages/page.js'
import { html, type Html } from '../../lib/html.js'
import type { Origin } from '../../viewer.js'
import { invalidToken, type RegistrationService } from './registration.js'
import { EmailBody } from './schemas.js'

const Query = Type.Object({ token: Type.Optional(Type.String({ maxLength: 4096 })) })
const Form = Type.Object({
  token: Type.String({ maxLength: 4096 }),
  password: Type.Optional(Type.String({ maxLength: 1024 })),
})

/** What a mail's link is for. */
interface Deed {
  purpose: 'verify-email' | 'reset-password'
  title: string
  /** What is asked beside the button. */
  fields: Html
  button: string
  confirm(form: Static<typeof Form>, origin: Origin): Promise<void>
  done: { title: string; text: string }
  /** Sends another link. */
  renew(email: string, requestId: string): void
}

/** The small pages behind mail links. Opening one changes nothing, since mail scanners open links, too. */
export const accountPages: FastifyPluginAsyncTypebox<{ registration: RegistrationService }> = async (
  app,
  { registration },
) => {
  await app.register(formBody)
  const isGood = registration.isGood
  await app.register(deedPages, {
    prefix: '/verify-email',
    isGood,
    deed: {
      purpose: 'verify-email',
      title: 'Confirm your e-mail address',
      fields: html``,
      button: 'Confirm',
      confirm: ({ token }, origin) => registration.verifyEmail(token, origin),
      done: { title: 'Your e-mail address is confirmed', text: 'You can sign in now.' },
      renew: registration.resendVerification,
    },
  })
  await app.register(deedPages, {
    prefix: '/reset-password',
    isGood,
    deed: {
      purpose: 'reset-password',
      title: 'Choose a new password',
      fields: passwordField,
      button: 'Save',
      confirm: ({ token, password = '' }, origin) => registration.resetPassword(token, password, origin),
      done: {
        title: 'Your new password is saved',
        text: 'Every device was signed out. Sign in again.',
      },
      renew: registration.forgotPassword,
    },
  })
}

interface DeedOptions {
  deed: Deed
  isGood: RegistrationService['isGood']
}

const deedPages: FastifyPluginAsyncTypebox<DeedOptions> = async (app, { deed, isGood }) => {
  const { purpose, title, done } = deed
  // The token in the form is the authorization; a browser cannot sign.
  const config = { unsigned: true }
  const hide = { hide: true }
  app.setErrorHandler((error, request, reply) => failed(error, request, reply, deed))

  app.get('', { config, schema: { ...hide, querystring: Query } }, async (request, reply) => {
    const { token = '' } = request.query
    if (!(await isGood(token, purpose))) throw invalidToken()
    return sendPage(reply, { title, content: confirmForm(deed, token, request) })
  })

  app.post('/confirm', { config, schema: { ...hide, body: Form } }, async (request, reply) => {
    try {
      await deed.confirm(request.body, originOf(request))
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'WEAK_PASSWORD') throw error
      const content = [paragraph(error.message), confirmForm(deed, request.body.token, request)]
      return sendPage(reply.code(error.statusCode), { title, content: html`${content}` })
    }
    return sendPage(reply, { title: done.title, content: paragraph(done.text) })
  })

  app.post('/new-link', { config, schema: { ...hide, body: EmailBody } }, async (request, reply) => {
    deed.renew(request.body.email, request.id)
    return sendPage(reply.code(202), {
      title: 'See your mail',
      // Not whether the address is known.
      content: paragraph('If the address has an account that needs such a link, a new one is on its way.'),
    })
  })
}

/** Tells what is wrong; a link that is dead, or came to harm on the way, can be had anew. */
function failed(error: unknown, request: FastifyRequest, reply: FastifyReply, deed: Deed): FastifyReply {
  const { statusCode, message, retryAfter, cause } = toAppError(error, request.id)
  if (statusCode >= 500) request.log.error({ err: cause ?? error }, message)
  if (retryAfter !== undefined) void reply.header('retry-after', retryAfter)
  const isMistake = statusCode === 400
  const text = (error as FastifyError).validation ? mistake(request) : message
  const content = html`${paragraph(text)} ${isMistake ? newLinkForm(deed, request) : ''}`
  return sendPage(reply.code(statusCode), { title: 'That did not work', content })
}

const mistake = ({ url }: FastifyRequest) =>
  url.endsWith('/new-link')
    ? 'That is not an e-mail address.'
    : 'The link is not complete. Open it as it stands in the mail.'

const passwordField = html`<label>
  New password <small>8 characters or more</small>
  <input type="password" name="password" autocomplete="new-password" required minlength="8" />
</label>`

const paragraph = (text: string) => html`<p>${text}</p>`

/** Relative: the service may be reached below another address. */
const addressOf = (target: string, { purpose }: Deed, { method }: FastifyRequest) =>
  method === 'POST' ? target : `${purpose}/${target}`

const confirmForm = (deed: Deed, token: string, request: FastifyRequest) =>
  html`<form method="post" action="${addressOf('confirm', deed, request)}">
    <input type="hidden" name="token" value="${token}" />${deed.fields}<button>${deed.button}</button>
  </form>`

const newLinkForm = (deed: Deed, request: FastifyRequest) =>
  html`<form method="post" action="${addressOf('new-link', deed, request)}">
    <label>Your e-mail address <input type="email" name="email" autocomplete="email" required /></label>
    <button>Send a new link</button>
  </form>`
