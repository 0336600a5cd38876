import { createPrivateKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { splitList } from '../lib/split-list.js'

/** A provider of OpenID Connect with which users sign in. */
export interface OidcProvider {
  /** The name in the settings, such as GOOGLE. */
  name: string
  issuer: string
  clientId: string
  /** Null for a public client, and for a client that signs with a key. */
  clientSecret: string | null
  /** Signs the secrets of the client, as Apple demands; null for other providers. */
  signingKey: { teamId: string; keyId: string; privateKey: KeyObject } | null
  /** The accepted audiences of ID tokens: the client id, and those of native apps. */
  audiences: readonly string[]
}

type Environment = Record<string, string | undefined>

const issuers: Readonly<Record<string, string>> = {
  APPLE: 'https://appleid.apple.com',
  GOOGLE: 'https://accounts.google.com',
}
const namePattern = /^[A-Z][A-Z0-9]{0,19}$/
/** Names that would collide with the paths of other requests. */
const reservedNames = ['LINK', 'EXCHANGE']
const maxProviders = 20
const suffixes = [
  'ISSUER',
  'CLIENT_ID',
  'CLIENT_SECRET',
  'AUDIENCES',
  'TEAM_ID',
  'KEY_ID',
  'PRIVATE_KEY_PATH',
]

/** Returns the names of the settings of one provider. */
const settingsOf = (name: string): string[] => suffixes.map(suffix => `OIDC_${name}_${suffix}`)

/** Reads the settings of each provider in OIDC_PROVIDERS. Problems are sentences for the operator. */
export function readOidcProviders(environment: Environment): {
  providers: OidcProvider[]
  problems: string[]
} {
  const names = splitList(environment['OIDC_PROVIDERS'])
  const problems = [...findInvalidNames(names), ...findUnlisted(environment, names)]
  if (problems.length > 0) return { providers: [], problems }
  const providers = names.flatMap(name => readProvider(name, environment, problems) ?? [])
  return { providers, problems }
}

function findInvalidNames(names: readonly string[]): string[] {
  const duplicates = new Set(names.filter((name, index) => names.indexOf(name) !== index))
  return [
    ...(names.length > maxProviders
      ? [`OIDC_PROVIDERS contains ${names.length} names; at most ${maxProviders} are allowed.`]
      : []),
    ...names
      .filter(name => !namePattern.test(name) || reservedNames.includes(name))
      .map(
        name =>
          `OIDC_PROVIDERS contains ${name}, which is not a name: use up to 20 capital letters and digits, such as GOOGLE, but neither LINK nor EXCHANGE.`,
      ),
    ...[...duplicates].map(name => `OIDC_PROVIDERS contains ${name} twice.`),
  ]
}

/** Finds settings of providers that are not in the list, which would otherwise be ignored silently. */
function findUnlisted(environment: Environment, names: readonly string[]): string[] {
  const known = new Set(names.flatMap(settingsOf))
  return Object.keys(environment)
    .filter(setting => /^OIDC_[A-Z][A-Z0-9]*_/.test(setting) && setting !== 'OIDC_REDIRECT_URIS')
    .filter(setting => environment[setting] !== '' && !known.has(setting))
    .map(setting => {
      const [, name = ''] = setting.split('_')
      return names.includes(name)
        ? `${setting} is not a setting. A provider has: ${settingsOf(name).join(', ')}.`
        : `${setting} is set, but OIDC_PROVIDERS does not contain ${name}.`
    })
}

function readProvider(name: string, environment: Environment, problems: string[]): OidcProvider | null {
  const read = (suffix: string): string | undefined => environment[`OIDC_${name}_${suffix}`] || undefined
  const before = problems.length
  const assert = (condition: boolean, problem: string) => {
    if (!condition) problems.push(problem)
  }
  const issuer = read('ISSUER') ?? issuers[name] ?? ''
  const clientId = read('CLIENT_ID') ?? ''
  const isProduction = environment['NODE_ENV'] === 'production'
  assert(
    isAllowedIssuer(issuer, isProduction),
    `OIDC_${name}_ISSUER must be set to an https:// URL without query${isProduction ? '' : '; http:// is allowed for this machine'}.`,
  )
  assert(clientId !== '', `OIDC_${name}_CLIENT_ID must be set.`)
  const signing = ['TEAM_ID', 'KEY_ID', 'PRIVATE_KEY_PATH']
  const isSigning = name === 'APPLE' || signing.some(suffix => read(suffix) !== undefined)
  if (isSigning)
    for (const suffix of signing)
      assert(
        read(suffix) !== undefined,
        `OIDC_${name}_${suffix} must be set, because the client signs its secrets.`,
      )
  assert(
    !isSigning || read('CLIENT_SECRET') === undefined,
    `OIDC_${name}_CLIENT_SECRET must not be set, because the client signs its secrets.`,
  )
  if (problems.length > before) return null
  const privateKey = isSigning
    ? readKey(`OIDC_${name}_PRIVATE_KEY_PATH`, read('PRIVATE_KEY_PATH') ?? '', problems)
    : null
  if (problems.length > before) return null
  return {
    name,
    issuer,
    clientId,
    clientSecret: read('CLIENT_SECRET') ?? null,
    signingKey: privateKey && { teamId: read('TEAM_ID') ?? '', keyId: read('KEY_ID') ?? '', privateKey },
    audiences: [...new Set([clientId, ...splitList(read('AUDIENCES'))])],
  }
}

function readKey(setting: string, path: string, problems: string[]): KeyObject | null {
  try {
    const key = createPrivateKey(readFileSync(path, 'utf8'))
    if (key.asymmetricKeyDetails?.namedCurve === 'prime256v1') return key
    problems.push(`${setting} must name a file with an elliptic-curve key for ES256.`)
  } catch {
    problems.push(`${setting} must name a readable PEM file with a private key.`)
  }
  return null
}

/** Returns whether the URL may be requested: https, or http on this machine outside production. */
export function isAllowedIssuer(issuer: string, isProduction: boolean): boolean {
  if (!URL.canParse(issuer)) return false
  const { protocol, hostname, username, password, search, hash } = new URL(issuer)
  if (`${username}${password}${search}${hash}` !== '') return false
  return protocol === 'https:' || (protocol === 'http:' && !isProduction && isLoopback(hostname))
}

const isLoopback = (hostname: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
