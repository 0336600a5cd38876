import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppError } from '../../../errors.js'
import { toAppError } from '../../../http/app-error.js'
import { clientOf } from '../../../http/client.js'
import { html, type Html } from '../../../lib/html.js'
import { defaultLocale, type Locale } from '../../../lib/locales.js'
import type { AuthTranslations } from './translations/auth-translations.js'

// Parts of the pages that mailed links open.

export const localeOf = (request: FastifyRequest): Locale => clientOf(request).locale ?? defaultLocale

export const paragraph = (text: string) => html`<p>${text}</p>`

/** A field for a proof of the second factor. A recovery code has letters, so the field must not open a keyboard of digits. */
export const factorField = ({ factorCode }: AuthTranslations['pages']): Html =>
  html`<label>${factorCode} <input name="code" autocomplete="one-time-code" required /></label>`

/** Sets the status and the headers of the response to an error, and logs an unexpected one. @returns the error to show */
export function prepareErrorReply(error: unknown, request: FastifyRequest, reply: FastifyReply): AppError {
  const known = toAppError(error, request.id)
  const { statusCode, message, retryAfter, cause } = known
  if (statusCode >= 500) request.log.error({ err: cause ?? error }, message)
  if (retryAfter !== undefined) void reply.header('retry-after', retryAfter)
  void reply.code(statusCode)
  return known
}

/** Returns the text of an error in the language of the page; its message if there is none. */
export function errorText(texts: AuthTranslations['pages'], { code, message }: AppError): string {
  if (code === 'INVALID_TOKEN') return texts.invalidLink
  if (code === 'CONFLICT') return texts.addressTaken
  if (code === 'TOO_MANY_REQUESTS' || code === 'RATE_LIMITED') return texts.tooManyAttempts
  if (code === 'SERVICE_UNAVAILABLE') return texts.unavailable
  return message
}
