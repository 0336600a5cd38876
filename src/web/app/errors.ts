import { NetworkError, ServiceError, StaleRecordError } from '../../client/index.js'
import { t, type TextKey } from './i18n.js'

const texts: Readonly<Partial<Record<string, TextKey>>> = {
  INVALID_CREDENTIALS: 'error.credentials',
  INVALID_CODE: 'error.code',
  INVALID_TOKEN: 'error.signInExpired',
  UNAUTHENTICATED: 'error.signedOut',
  SIGN_IN_CANCELED: 'error.signInCanceled',
  SIGN_IN_FAILED: 'error.signInFailed',
  IDENTITY_TAKEN: 'error.identityTaken',
  LAST_WAY_IN: 'error.lastWayIn',
  LIMIT_REACHED: 'error.passkeyLimit',
  INVALID_PASSKEY: 'error.passkey',
  PASSKEY_TAKEN: 'error.passkeyTaken',
  GUEST_ACCOUNT: 'error.guest',
  ACCOUNT_DISABLED: 'error.disabled',
  EMAIL_TAKEN: 'error.emailTaken',
  USERNAME_TAKEN: 'error.usernameTaken',
  RATE_LIMITED: 'error.tooMany',
  TOO_MANY_REQUESTS: 'error.tooMany',
  WRONG_PASSWORD: 'error.wrongPassword',
  WEAK_PASSWORD: 'error.weakPassword',
  EMPTY_FILE: 'import.error.empty',
  FILE_TOO_LARGE: 'import.error.tooLarge',
  UNSUPPORTED_MEDIA_TYPE: 'import.error.type',
  SERVICE_UNAVAILABLE: 'error.busy',
  INTERNAL_SERVER_ERROR: 'error.busy',
}

/** Says what went wrong and what to do. */
export function describe(error: unknown): string {
  if (error instanceof NetworkError) return t('error.network')
  if (error instanceof StaleRecordError) return t('error.stale')
  if (!(error instanceof ServiceError)) return t('error.unknown')
  const key = texts[error.code]
  if (key) return t(key, { minutes: Math.ceil((error.retryAfter ?? 60) / 60) })
  return t('error.refused', { message: error.message })
}
