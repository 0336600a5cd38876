import { NetworkError, ServiceError } from '../../client/errors.js'
import { t, type TextKey } from './i18n.js'

const texts: Readonly<Partial<Record<string, TextKey>>> = {
  INVALID_CREDENTIALS: 'error.credentials',
  WRONG_PASSWORD: 'error.password',
  ACCOUNT_DISABLED: 'error.disabled',
  ACCOUNT_NOT_VERIFIED: 'error.notVerified',
  UNAUTHENTICATED: 'error.signedOut',
  FORBIDDEN: 'error.administratorsOnly',
  STEP_UP_REQUIRED: 'error.stepUp',
  INVALID_CODE: 'error.code',
  INVALID_TOKEN: 'error.signInExpired',
  SECOND_FACTOR_SETUP_REQUIRED: 'error.secondFactorSetup',
  NOT_FOUND: 'error.notFound',
  RATE_LIMITED: 'error.tooMany',
  TOO_MANY_REQUESTS: 'error.tooMany',
  SERVICE_UNAVAILABLE: 'error.busy',
  INTERNAL_SERVER_ERROR: 'error.busy',
}

/** Says what went wrong and what to do. */
export function describe(error: unknown): string {
  if (error instanceof NetworkError) return t('error.network')
  if (!(error instanceof ServiceError)) return t('error.unknown')
  const key = texts[error.code]
  if (key) return t(key, { minutes: Math.ceil((error.retryAfter ?? 60) / 60) })
  return error.message
}
