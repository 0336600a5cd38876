import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { Type } from 'typebox'
import { IsEmail } from 'typebox/format'
import { Value } from 'typebox/value'
import { closestName } from '../lib/closest-name.js'
import { days, seconds } from '../lib/quantities.js'
import { mismatchedKeysProblem, keyFileProblem, parseRsaKey } from '../lib/rsa-key.js'
import { parseMilliseconds, Settings, shutdownDelay, type RawSettings } from './settings.js'

/** Everything that is wrong with the settings, a sentence each. */
export function validateSettings(
  environment: Record<string, string | undefined>,
  settings: RawSettings,
): string[] {
  const malformed = findMalformed(environment, settings)
  // What has the wrong form is told once: what else is wrong with it follows from that.
  const isTold = (problem: string) => malformed.some(({ name }) => problem.startsWith(`${name} `))
  return [
    ...findMisspelled(environment),
    ...malformed.map(({ name, problem }) => `${name} ${problem}`),
    ...[...findMissing(settings), ...findImplausible(settings), ...findUnusableKeys(settings)].filter(
      problem => !isTold(problem),
    ),
  ]
}

/** A setting whose name is nearly right would be left out without a word. */
function findMisspelled(environment: Record<string, string | undefined>): string[] {
  const names = Object.keys(Settings.properties)
  return Object.keys(environment)
    .filter(name => !names.includes(name))
    .flatMap(name => {
      const meant = closestName(name, names)
      return meant === undefined ? [] : [`${name} is not a setting. Is ${meant} meant?`]
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
    const given = environment[name]
    if (Type.IsInteger(setting) && given && !isWholeNumber(given))
      return [{ name, problem: `must be a whole number, not ${shorten(given)}.` }]
    // Each by itself: the errors of the whole are cut off after a few.
    const [error] = Value.Errors(setting, settings[name])
    if (!error) return []
    const problem = error.keyword === 'pattern' ? 'has the wrong form' : error.message
    const { description = '' } = setting as { description?: string }
    return [{ name, problem: `${problem}. ${description}`.trim() }]
  })
}

/** In decimal digits. Converting takes 0x10, 1e3 and true as well, and drops a fraction. */
const isWholeNumber = (text: string): boolean => /^-?\d+$/.test(text.trim())

const shorten = (text: string): string => (text.length > 20 ? `${text.slice(0, 20)}…` : text)

/** What must be set in production, and what must be set together. */
function findMissing(settings: RawSettings): string[] {
  const problems: string[] = []
  const demand = (condition: unknown, problem: string) => {
    if (!condition) problems.push(problem)
  }
  const production = settings.NODE_ENV === 'production'
  const signed = production || settings.HMAC_ENABLED
  const local = settings.OBJECT_STORAGE_PROVIDER === 'LOCAL'

  if (production) {
    demand(settings.MONGODB_URI, 'MONGODB_URI must be set in production.')
    demand(settings.SMTP_URL, 'SMTP_URL must be set in production.')
    demand(
      settings.PUBLIC_URL?.startsWith('https://'),
      'PUBLIC_URL must be set in production, and begin with https://.',
    )
    demand(!settings.DEMO_ACCOUNTS, 'DEMO_ACCOUNTS must not be on in production: their passwords are known.')
    demand(settings.JWT_PRIVATE_KEY_PATH, 'JWT_PRIVATE_KEY_PATH must name a PEM file in production.')
    demand(settings.JWT_PUBLIC_KEY_PATH, 'JWT_PUBLIC_KEY_PATH must name a PEM file in production.')
    demand(
      !local || settings.LOCAL_STORAGE_SECRET,
      'LOCAL_STORAGE_SECRET must be set in production, to at least 32 characters.',
    )
    demand(settings.BCRYPT_SALT_ROUNDS >= 10, 'BCRYPT_SALT_ROUNDS must be at least 10 in production.')
  }
  demand(
    !(
      parseMilliseconds(settings.SHUTDOWN_TIMEOUT) > 0 &&
      shutdownDelay(settings) >= parseMilliseconds(settings.SHUTDOWN_TIMEOUT)
    ),
    'SHUTDOWN_DELAY must be shorter than SHUTDOWN_TIMEOUT.',
  )
  demand(
    !settings.METRICS_PORT || settings.METRICS_PORT !== settings.PORT,
    'METRICS_PORT must be another port than PORT.',
  )
  demand(
    !(settings.WORKERS > 1) || settings.MONGODB_URI,
    'WORKERS must be 1 with the embedded database, which belongs to one process: set MONGODB_URI.',
  )
  if (signed) {
    demand(
      Buffer.byteLength(settings.HMAC_SECRET ?? '') >= 32,
      'HMAC_SECRET must be set to at least 32 bytes where requests are signed.',
    )
  }
  if (!local) {
    for (const name of ['S3_BUCKET_USER_ASSETS', 'S3_BUCKET_APP_ASSETS'] as const)
      demand(settings[name], `${name} must be set where OBJECT_STORAGE_PROVIDER is S3.`)
    demand(
      !settings.S3_ACCESS_KEY_ID === !settings.S3_SECRET_ACCESS_KEY,
      'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together.',
    )
    const { S3_ENDPOINT: inner, S3_PUBLIC_ENDPOINT: outer = inner } = settings
    demand(
      !production || outer === undefined || outer.startsWith('https://'),
      'S3_PUBLIC_ENDPOINT must begin with https:// in production, or S3_ENDPOINT where it is not set: clients fetch photos there.',
    )
  }
  return problems
}

const photoExtensions = ['jpg', 'jpeg', 'png', 'gif', 'webp', 'heic', 'heif']

const splitList = (list: unknown): string[] =>
  typeof list !== 'string' ? [] : list.split(',').flatMap(word => word.trim() || [])

/** What has the right form and still cannot be meant. */
function findImplausible(settings: RawSettings): string[] {
  const lifetimes = [
    'JWT_ACCESS_TOKEN_EXPIRES_IN',
    'JWT_REFRESH_TOKEN_EXPIRES_IN',
    'SIGNED_URL_EXPIRES_IN',
  ] as const
  return [
    ...(isSender(settings.MAIL_FROM)
      ? []
      : ['MAIL_FROM must be one address, such as Fitness Training <no-reply@example.com>.']),
    ...lifetimes
      .filter(name => parseMilliseconds(settings[name]) < 1 * seconds)
      .map(name => `${name} must be at least a second.`),
    ...(parseMilliseconds(settings.TOMBSTONE_EXPIRES_IN) < 2 * days
      ? ['TOMBSTONE_EXPIRES_IN must be at least 2d: cursors of `changes` expire a day earlier.']
      : []),
    ...(splitList(settings.LOCAL_STORAGE_ALLOWED_EXTENSIONS).length === 0
      ? [
          `LOCAL_STORAGE_ALLOWED_EXTENSIONS names no file extension. Name at least one of: ${photoExtensions.join(', ')}.`,
        ]
      : []),
    ...splitList(settings.LOCAL_STORAGE_ALLOWED_EXTENSIONS)
      .filter(word => !photoExtensions.includes(word.toLowerCase()))
      .map(
        word =>
          `LOCAL_STORAGE_ALLOWED_EXTENSIONS names ${word}, which is no photo: ${photoExtensions.join(', ')} are.`,
      ),
    ...(['S3_ENDPOINT', 'S3_PUBLIC_ENDPOINT'] as const)
      .filter(name => settings[name] !== undefined && !isEndpoint(settings[name]))
      .map(name => `${name} is no address of a storage, such as https://s3.example.com.`),
    ...(['BRAND_LOGO_URL', 'MAIL_LINK_URL'] as const)
      .filter(name => settings[name] !== undefined && !URL.canParse(settings[name]))
      .map(name => `${name} is no address, such as https://app.example.com.`),
    ...splitList(settings.APPLE_APP_IDS)
      .filter(word => !/^[A-Z0-9]{10}(\.[A-Za-z0-9-]+)+$/.test(word))
      .map(word => `APPLE_APP_IDS names ${word}, which is no app, such as ABCDE12345.com.example.app.`),
    ...splitList(settings.ANDROID_APPS)
      .filter(word => !/^[A-Za-z]\w*(\.[A-Za-z]\w*)+=([0-9A-Fa-f]{2}:){31}[0-9A-Fa-f]{2}$/.test(word))
      .map(word => `ANDROID_APPS names ${word}, which is no app, such as com.example.app=14:6D:E9:….`),
    ...splitList(settings.CORS_ORIGINS)
      .filter(word => word !== '*' && !isOrigin(word))
      .map(word => `CORS_ORIGINS names ${word}, which is no origin, such as https://app.example.com.`),
    ...splitList(settings.TRUST_PROXY)
      .filter(word => isIP(word) === 0 && !ipaddr.isValidCIDR(word))
      .map(
        word =>
          `TRUST_PROXY names ${word}, which is neither an address nor a CIDR range, such as 10.0.0.0/8.`,
      ),
  ]
}

/** Key files that are named and cannot serve, or not together. */
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
  const own = paths
    .flatMap(path => read('JWT_PRIVATE_KEY_PATH', path, createPrivateKey))
    .map(key => createPublicKey(key))
  const named = splitList(JWT_PUBLIC_KEY_PATH).flatMap(path =>
    read('JWT_PUBLIC_KEY_PATH', path, createPublicKey),
  )
  const isForeign =
    own.length > 0 && named.length > 0 && !own.some(key => named.some(other => key.equals(other)))
  return [...problems, ...(isForeign && problems.length === 0 ? [mismatchedKeysProblem] : [])]
}

/** An address, with a name before it or none. A machine's own name may stand for a domain. */
function isSender(text: string): boolean {
  const address = /^(?:[^<>,;@]*<([^<>\s]+)>|([^<>,;\s]+))$/.exec(text.trim())
  const [local, domain, ...more] = (address?.[1] ?? address?.[2] ?? '').split('@')
  if (more.length > 0 || !domain) return false
  return IsEmail(`${local}@${domain.includes('.') ? domain : `${domain}.localhost`}`)
}

/** What names a user would end up in the addresses that clients are given. */
function isEndpoint(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return username === '' && password === ''
}

function isOrigin(word: string): boolean {
  return /^https?:/.test(word) && URL.canParse(word) && new URL(word).origin === word
}
