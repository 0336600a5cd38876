import { isIP } from 'node:net'
import { join } from 'node:path'
import dotenv from 'dotenv'
import ipaddr from 'ipaddr.js'
import { Value } from 'typebox/value'
import { readOidcProviders, type OidcProvider } from './config/oidc-providers.js'
import { validateSettings } from './config/validate-settings.js'
import { defaultShutdownDelay, Settings, type DecodedSettings, type RawSettings } from './config/settings.js'
import { ConfigError } from './errors.js'

/** The settings with durations in milliseconds, lists as arrays, and dependent defaults. */
export interface Config extends Omit<DecodedSettings, 'OIDC_PROVIDERS'> {
  OIDC_PROVIDERS: readonly OidcProvider[]
  PUBLIC_URL: string
  WEBAUTHN_RP_ID: string
  LOCAL_STORAGE_BASE_PATH: string
  LOCAL_STORAGE_BASE_URL: string
  MAIL_LINK_URL: string
  HMAC_ENABLED: boolean
  DEMO_ACCOUNTS: boolean
  OUTBOX_ENABLED: boolean
  WEB_APP_ENABLED: boolean
  SHUTDOWN_DELAY: number
}

/** Returns the environment variables, and those of `.env` in the working directory that are not set otherwise. */
export function readEnvironment(): Record<string, string | undefined> {
  const file: Record<string, string> = {}
  dotenv.config({ processEnv: file, quiet: true })
  return { ...file, ...process.env }
}

/**
 * Reads the files of keys that the settings name.
 * @throws ConfigError
 */
export function loadConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.keys(Settings.properties)
      .map(name => [name, environment[name]] as const)
      .filter(([, value]) => value !== undefined && value !== ''),
  )
  const settings = Value.Convert(Settings, Value.Default(Settings, given)) as RawSettings
  const problems = validateSettings(environment, settings)
  if (problems.length > 0) throw new ConfigError(problems)
  return {
    ...completeSettings(Value.Decode(Settings, settings)),
    OIDC_PROVIDERS: readOidcProviders(environment).providers,
  }
}

function completeSettings(settings: DecodedSettings): Omit<Config, 'OIDC_PROVIDERS'> {
  const production = settings.NODE_ENV === 'production'
  const isSigned = production || settings.HMAC_ENABLED
  const host = settings.HOST.includes(':') ? `[${settings.HOST}]` : settings.HOST
  const publicUrl = (settings.PUBLIC_URL ?? `http://${host}:${settings.PORT}`).replace(/\/+$/, '')
  // Demo accounts and the outbox let everybody in who can connect.
  const isPrivate = !production && isOnlyLocal({ HOST: settings.HOST, PUBLIC_URL: publicUrl })
  return {
    ...settings,
    PUBLIC_URL: publicUrl,
    WEBAUTHN_RP_ID: settings.WEBAUTHN_RP_ID ?? relyingPartyOf(publicUrl),
    WEBAUTHN_ORIGINS: settings.WEBAUTHN_ORIGINS.length > 0 ? settings.WEBAUTHN_ORIGINS : originsOf(publicUrl),
    LOCAL_STORAGE_BASE_PATH: settings.LOCAL_STORAGE_BASE_PATH ?? join(settings.DATA_PATH, 'storage'),
    LOCAL_STORAGE_BASE_URL: (settings.LOCAL_STORAGE_BASE_URL ?? publicUrl).replace(/\/+$/, ''),
    SHUTDOWN_DELAY: settings.SHUTDOWN_DELAY ?? defaultShutdownDelay(settings),
    MAIL_LINK_URL: (settings.MAIL_LINK_URL ?? publicUrl).replace(/\/+$/, ''),
    HMAC_ENABLED: isSigned,
    DEMO_ACCOUNTS: settings.DEMO_ACCOUNTS ?? (isPrivate && settings.MONGODB_URI === undefined),
    OUTBOX_ENABLED: settings.SMTP_URL === undefined && (settings.OUTBOX_ENABLED ?? isPrivate),
    WEB_APP_ENABLED: settings.WEB_APP_ENABLED ?? !isSigned,
  }
}

/** Returns true if only programs on this machine can connect, and no proxy passes on requests of others. */
export const isOnlyLocal = ({ HOST, PUBLIC_URL }: Pick<Config, 'HOST' | 'PUBLIC_URL'>): boolean =>
  isLoopback(HOST) && isLoopback(new URL(PUBLIC_URL).hostname.replace(/^\[|\]$/g, ''))

const isLoopback = (host: string): boolean =>
  host === 'localhost' || (isIP(host) !== 0 && ipaddr.parse(host).range() === 'loopback')

/** Passkeys are bound to domains: pages of this machine have to be opened as localhost. */
function relyingPartyOf(publicUrl: string): string {
  const host = new URL(publicUrl).hostname.replace(/^\[|\]$/g, '')
  return isIP(host) === 0 ? host : 'localhost'
}

function originsOf(publicUrl: string): string[] {
  const url = new URL(publicUrl)
  const { origin } = url
  url.hostname = relyingPartyOf(publicUrl)
  return [...new Set([origin, url.origin])]
}
