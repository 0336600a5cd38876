import { createHash } from 'node:crypto'
import formBody from '@fastify/formbody'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { AppError } from '../../errors.js'
import { escapeHtml } from '../../lib/html.js'
import { toAppError } from '../../http/app-error.js'
import type { RegistrationService } from './registration.js'

const styles = `body{font:1rem/1.5 system-ui,sans-serif;max-width:28rem;margin:15vh auto;padding:0 1rem}
input,button{font:inherit;padding:.5rem .75rem;margin:.25rem 0;box-sizing:border-box}input{width:100%}`
const stylesHash = createHash('sha256').update(styles).digest('base64')

const Query = Type.Object({ token: Type.Optional(Type.String({ maxLength: 4096 })) })
const Form = Type.Object({
  token: Type.String({ maxLength: 4096 }),
  password: Type.Optional(Type.String({ maxLength: 1024 })),
})
// The token in the form is the authorization; a browser cannot sign.
const config = { unsigned: true }
const hide = { hide: true }

/** The small pages behind mail links. Opening one changes nothing, since mail scanners open links, too. */
export const accountPages: FastifyPluginAsyncTypebox<{ registration: RegistrationService }> = async (
  app,
  { registration },
) => {
  await app.register(formBody)
  app.setErrorHandler((error, request, reply) => {
    const { statusCode, message, retryAfter, ...rest } = toAppError(error, request.id)
    if (statusCode >= 500) request.log.error({ err: rest.cause ?? error }, message)
    if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
    return page(reply.code(statusCode), 'That did not work', paragraph(message))
  })

  app.get('/verify-email', { config, schema: { ...hide, querystring: Query } }, async ({ query }, reply) => {
    const token = query.token ?? ''
    if (!(await registration.isGood(token, 'verify-email'))) throw deadLink()
    return page(reply, 'Confirm your e-mail address', form('verify-email', token, '', 'Confirm'))
  })

  app.post('/verify-email/confirm', { config, schema: { ...hide, body: Form } }, async ({ body }, reply) => {
    await registration.verifyEmail(body.token)
    return page(reply, 'Your e-mail address is confirmed', paragraph('You can sign in now.'))
  })

  app.get(
    '/reset-password',
    { config, schema: { ...hide, querystring: Query } },
    async ({ query }, reply) => {
      const token = query.token ?? ''
      if (!(await registration.isGood(token, 'reset-password'))) throw deadLink()
      return page(reply, 'Choose a new password', form('reset-password', token, passwordField, 'Save'))
    },
  )

  app.post(
    '/reset-password/confirm',
    { config, schema: { ...hide, body: Form } },
    async ({ body }, reply) => {
      try {
        await registration.resetPassword(body.token, body.password ?? '')
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'WEAK_PASSWORD') throw error
        const again = paragraph(error.message) + form('../reset-password', body.token, passwordField, 'Save')
        return page(reply.code(400), 'Choose a new password', again)
      }
      return page(
        reply,
        'Your new password is saved',
        paragraph('Every device was signed out. Sign in again.'),
      )
    },
  )
}

const passwordField =
  '<label>New password <input type="password" name="password" autocomplete="new-password" required minlength="8"></label>'

const paragraph = (text: string) => `<p>${escapeHtml(text)}</p>`

const form = (target: string, token: string, fields: string, button: string) =>
  `<form method="post" action="${target}/confirm"><input type="hidden" name="token" value="${escapeHtml(token)}">${fields}<button>${button}</button></form>`

const deadLink = () =>
  new AppError('INVALID_TOKEN', 'The link is not valid, was used already, or has expired.')

function page(reply: FastifyReply, title: string, content: string): FastifyReply {
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'sha256-${stylesHash}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
      // The address holds a token.
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    .serializer(String)
    .send(
      `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
        `<title>${escapeHtml(title)}</title><style>${styles}</style><h1>${escapeHtml(title)}</h1>${content}</html>`,
    )
}
