import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { Type } from 'typebox'
import { IsEmail } from 'typebox/format'
import { Value } from 'typebox/value'
import { closestName } from '../lib/closest-name.js'
import { days, seconds } from '../lib/quantities.js'
import { splitList } from '../lib/split-list.js'
import { mismatchedKeysProblem, keyFileProblem, parseRsaKey } from '../lib/rsa-key.js'
import { readOidcProviders } from './oidc-providers.js'
import { parseMilliseconds, Settings, shutdownDelay, type RawSettings } from './settings.js'

/** Returns all problems of the settings, one sentence each. */
export function validateSettings(
  environment: Record<string, string | undefined>,
  settings: RawSettings,
): string[] {
  const malformed = findMalformed(environment, settings)
  // Report a malformed setting only once, because further problems follow from it.
  const isReported = (problem: string) => malformed.some(({ name }) => problem.startsWith(`${name} `))
  return [
    ...findMisspelled(environment),
    ...readOidcProviders(environment).problems,
    ...malformed.map(({ name, problem }) => `${name} ${problem}`),
    ...[...findMissing(settings), ...findImplausible(settings), ...findUnusableKeys(settings)].filter(
      problem => !isReported(problem),
    ),
  ]
}

/** Finds variables whose name is similar to a setting, which would otherwise be ignored silently. */
function findMisspelled(environment: Record<string, string | undefined>): string[] {
  const names = Object.keys(Settings.properties)
  return Object.keys(environment)
    .filter(name => !names.includes(name))
    .flatMap(name => {
      const suggestion = closestName(name, names)
      return suggestion === undefined ? [] : [`${name} is not a setting. Did you mean ${suggestion}?`]
    })
}

interface MalformedSetting {
  name: string
  problem: string
}

function findMalformed(
  environment: Record<string, string | undefined>,
  settings: Record<string, unknown>,
): MalformedSetting[] {
  return Object.entries(Settings.properties).flatMap(([name, setting]) => {
    if (settings[name] === undefined) return []
    const value = environment[name]
    if (Type.IsInteger(setting) && value && !isWholeNumber(value))
      return [{ name, problem: `must be a whole number, not ${shorten(value)}.` }]
    // Check each setting separately, because the number of errors of the whole object is limited.
    const [error] = Value.Errors(setting, settings[name])
    if (!error) return []
    const problem = error.keyword === 'pattern' ? 'has the wrong format' : error.message
    const { description = '' } = setting as { description?: string }
    return [{ name, problem: `${problem}. ${description}`.trim() }]
  })
}

/** Accepts only decimal digits. The conversion would also accept 0x10, 1e3 and true, and drop a fraction. */
const isWholeNumber = (text: string): boolean => /^-?\d+$/.test(text.trim())

const shorten = (text: string): string => (text.length > 20 ? `${text.slice(0, 20)}…` : text)

/** Finds settings that are required in production or in combination with others. */
function findMissing(settings: RawSettings): string[] {
  const problems: string[] = []
  const assert = (condition: unknown, problem: string) => {
    if (!condition) problems.push(problem)
  }
  const production = settings.NODE_ENV === 'production'
  const signed = production || settings.HMAC_ENABLED
  const local = settings.OBJECT_STORAGE_PROVIDER === 'LOCAL'

  if (production) {
    assert(settings.MONGODB_URI, 'MONGODB_URI must be set in production.')
    assert(settings.SMTP_URL, 'SMTP_URL must be set in production.')
    assert(
      settings.PUBLIC_URL?.startsWith('https://'),
      'PUBLIC_URL must be set in production and begin with https://.',
    )
    assert(
      !settings.DEMO_ACCOUNTS,
      'DEMO_ACCOUNTS must not be enabled in production: the passwords are public.',
    )
    assert(
      !settings.OUTBOX_ENABLED,
      'OUTBOX_ENABLED must not be enabled in production: everybody could read the codes in mails.',
    )
    assert(
      !settings.WEBHOOK_ALLOW_PRIVATE_ADDRESSES,
      'WEBHOOK_ALLOW_PRIVATE_ADDRESSES must not be enabled in production: users could reach your internal services.',
    )
    assert(settings.JWT_PRIVATE_KEY_PATH, 'JWT_PRIVATE_KEY_PATH must name a PEM file in production.')
    assert(settings.JWT_PUBLIC_KEY_PATH, 'JWT_PUBLIC_KEY_PATH must name a PEM file in production.')
    assert(
      !local || settings.LOCAL_STORAGE_SECRET,
      'LOCAL_STORAGE_SECRET must be set in production, to at least 32 characters.',
    )
    assert(settings.BCRYPT_SALT_ROUNDS >= 10, 'BCRYPT_SALT_ROUNDS must be at least 10 in production.')
  }
  assert(
    !(
      parseMilliseconds(settings.SHUTDOWN_TIMEOUT) > 0 &&
      shutdownDelay(settings) >= parseMilliseconds(settings.SHUTDOWN_TIMEOUT)
    ),
    'SHUTDOWN_DELAY must be shorter than SHUTDOWN_TIMEOUT.',
  )
  assert(
    !settings.METRICS_PORT || settings.METRICS_PORT !== settings.PORT,
    'METRICS_PORT must differ from PORT.',
  )
  assert(
    !(settings.WORKERS > 1) || settings.MONGODB_URI,
    'WORKERS must be 1 with the embedded database, which supports only one process. Set MONGODB_URI to use more.',
  )
  if (signed) {
    assert(
      Buffer.byteLength(settings.HMAC_SECRET ?? '') >= 32,
      'HMAC_SECRET must be set to at least 32 bytes if requests are signed.',
    )
  }
  if (!local) {
    for (const name of ['S3_BUCKET_USER_ASSETS', 'S3_BUCKET_APP_ASSETS'] as const)
      assert(settings[name], `${name} must be set if OBJECT_STORAGE_PROVIDER is S3.`)
    assert(
      !settings.S3_ACCESS_KEY_ID === !settings.S3_SECRET_ACCESS_KEY,
      'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together.',
    )
    const { S3_ENDPOINT: endpoint, S3_PUBLIC_ENDPOINT: publicEndpoint = endpoint } = settings
    assert(
      !production || publicEndpoint === undefined || publicEndpoint.startsWith('https://'),
      'S3_PUBLIC_ENDPOINT, or S3_ENDPOINT if it is not set, must begin with https:// in production, because clients download photos from it.',
    )
  }
  return problems
}

const photoExtensions = ['jpg', 'jpeg', 'png', 'gif', 'webp', 'heic', 'heif']

/** Finds settings that are well-formed but not valid. */
function findImplausible(settings: RawSettings): string[] {
  const lifetimes = [
    'JWT_ACCESS_TOKEN_EXPIRES_IN',
    'JWT_REFRESH_TOKEN_EXPIRES_IN',
    'STEP_UP_EXPIRES_IN',
    'GUEST_EXPIRES_IN',
    'SIGNED_URL_EXPIRES_IN',
  ] as const
  return [
    ...(isSender(settings.MAIL_FROM)
      ? []
      : ['MAIL_FROM must be one address, such as Fitness Training <no-reply@example.com>.']),
    ...lifetimes
      .filter(name => parseMilliseconds(settings[name]) < 1 * seconds)
      .map(name => `${name} must be at least one second.`),
    ...(parseMilliseconds(settings.TOMBSTONE_EXPIRES_IN) < 2 * days
      ? ['TOMBSTONE_EXPIRES_IN must be at least 2d: cursors of `changes` expire a day earlier.']
      : []),
    ...findInvalidSchedule(settings.WEBHOOK_RETRY_SCHEDULE),
    ...(splitList(settings.LOCAL_STORAGE_ALLOWED_EXTENSIONS).length === 0
      ? [`LOCAL_STORAGE_ALLOWED_EXTENSIONS is empty. Set at least one of: ${photoExtensions.join(', ')}.`]
      : []),
    ...splitList(settings.LOCAL_STORAGE_ALLOWED_EXTENSIONS)
      .filter(word => !photoExtensions.includes(word.toLowerCase()))
      .map(
        word =>
          `LOCAL_STORAGE_ALLOWED_EXTENSIONS contains ${word}, which is not supported. Supported are: ${photoExtensions.join(', ')}.`,
      ),
    ...(['S3_ENDPOINT', 'S3_PUBLIC_ENDPOINT'] as const)
      .filter(name => settings[name] !== undefined && !isEndpoint(settings[name]))
      .map(name => `${name} must be the address of a storage, such as https://s3.example.com.`),
    ...splitList(settings.OIDC_REDIRECT_URIS)
      .filter(word => !isRedirectUri(word, settings.NODE_ENV === 'production'))
      .map(
        word =>
          `OIDC_REDIRECT_URIS contains ${word}, which is neither an https URI nor one whose scheme is the reversed domain of an app, without fragment, such as https://app.example.com/sign-in or com.example.app:/sign-in.`,
      ),
    ...(['BRAND_LOGO_URL', 'MAIL_LINK_URL'] as const)
      .filter(name => settings[name] !== undefined && !URL.canParse(settings[name]))
      .map(name => `${name} must be a URL, such as https://app.example.com.`),
    ...splitList(settings.APPLE_APP_IDS)
      .filter(word => !/^[A-Z0-9]{10}(\.[A-Za-z0-9-]+)+$/.test(word))
      .map(
        word => `APPLE_APP_IDS contains ${word}, which is not an app id, such as ABCDE12345.com.example.app.`,
      ),
    ...splitList(settings.ANDROID_APPS)
      .filter(word => !/^[A-Za-z]\w*(\.[A-Za-z]\w*)+=([0-9A-Fa-f]{2}:){31}[0-9A-Fa-f]{2}$/.test(word))
      .map(word => `ANDROID_APPS contains ${word}, which is not an app, such as com.example.app=14:6D:E9:….`),
    ...splitList(settings.WEBAUTHN_ORIGINS)
      .filter(word => !isOrigin(word))
      .map(
        word => `WEBAUTHN_ORIGINS contains ${word}, which is not an origin, such as https://app.example.com.`,
      ),
    ...splitList(settings.CORS_ORIGINS)
      .filter(word => word !== '*' && !isOrigin(word))
      .map(word => `CORS_ORIGINS contains ${word}, which is not an origin, such as https://app.example.com.`),
    ...splitList(settings.TRUST_PROXY)
      .filter(word => isIP(word) === 0 && !ipaddr.isValidCIDR(word))
      .map(
        word =>
          `TRUST_PROXY contains ${word}, which is neither an IP address nor a CIDR range, such as 10.0.0.0/8.`,
      ),
  ]
}

const maxRetries = 20

function findInvalidSchedule(schedule: unknown): string[] {
  const pauses = splitList(schedule)
  if (pauses.length > maxRetries)
    return [`WEBHOOK_RETRY_SCHEDULE contains ${pauses.length} pauses; at most ${maxRetries} are allowed.`]
  return pauses
    .filter(pause => !/^[1-9][0-9]{0,5}(ms|s|m|h|d)$/.test(pause) || parseMilliseconds(pause) > 7 * days)
    .map(
      pause =>
        `WEBHOOK_RETRY_SCHEDULE contains ${pause}, which is not a duration up to 7d, such as 5s or 30m.`,
    )
}

/** Finds key files that cannot be used, or do not match. */
function findUnusableKeys({ JWT_PRIVATE_KEY_PATH, JWT_PUBLIC_KEY_PATH }: RawSettings): string[] {
  const problems: string[] = []
  const read = (setting: string, path: string, parse: (pem: string) => KeyObject) => {
    try {
      return [parseRsaKey(readFileSync(path, 'utf8'), parse)]
    } catch (error) {
      problems.push(keyFileProblem(setting, path, error))
      return []
    }
  }
  const paths = JWT_PRIVATE_KEY_PATH === undefined ? [] : [JWT_PRIVATE_KEY_PATH]
  const derived = paths
    .flatMap(path => read('JWT_PRIVATE_KEY_PATH', path, createPrivateKey))
    .map(key => createPublicKey(key))
  const configured = splitList(JWT_PUBLIC_KEY_PATH).flatMap(path =>
    read('JWT_PUBLIC_KEY_PATH', path, createPublicKey),
  )
  const isMismatch =
    derived.length > 0 &&
    configured.length > 0 &&
    !derived.some(key => configured.some(other => key.equals(other)))
  return [...problems, ...(isMismatch && problems.length === 0 ? [mismatchedKeysProblem] : [])]
}

/** Returns whether a text is one mail address, optionally with a display name. Host names without a dot are allowed. */
function isSender(text: string): boolean {
  const address = /^(?:[^<>,;@]*<([^<>\s]+)>|([^<>,;\s]+))$/.exec(text.trim())
  const [local, domain, ...more] = (address?.[1] ?? address?.[2] ?? '').split('@')
  if (more.length > 0 || !domain) return false
  return IsEmail(`${local}@${domain.includes('.') ? domain : `${domain}.localhost`}`)
}

/** Returns whether a text is a URL without credentials, which would otherwise appear in the URLs for clients. */
function isEndpoint(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return username === '' && password === ''
}

/** Schemes of apps are allowed, but none that browsers run or read locally. */
function isRedirectUri(word: string, isProduction: boolean): boolean {
  if (!URL.canParse(word)) return false
  const { protocol, hash, username, password } = new URL(word)
  if (`${hash}${username}${password}` !== '') return false
  return protocol === 'https:' || (protocol === 'http:' ? !isProduction : protocol.includes('.'))
}

function isOrigin(word: string): boolean {
  return /^https?:/.test(word) && URL.canParse(word) && new URL(word).origin === word
}
