import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'
import type { ServerMetadata } from 'openid-client'
import { isAllowedIssuer } from '../../../../config/oidc-providers.js'
import { unavailable, type AppError } from '../../../../errors.js'
import { days, minutes } from '../../../../lib/quantities.js'
import { boundedFetch } from './bounded-fetch.js'

const cacheLifetime = 10 * minutes
/** The time between requests for a key that is not known. */
const unknownKeyInterval = 1 * minutes
/** How long keys are used while the provider cannot be reached. */
const maxKeyAge = 1 * days

interface Dependencies {
  issuer: string
  isProduction: boolean
  /** Called if the provider cannot be reached. */
  onFailure(error: unknown): void
  clock: () => Date
}

interface Loaded {
  server: ServerMetadata
  keys: ReturnType<typeof createLocalJWKSet>
  loadedAt: number
}

/**
 * Reads and caches the configuration and the keys of a provider. Keys are read again after ten minutes, and for an
 * unknown key at most once a minute.
 */
export function providerMetadata({ issuer, isProduction, onFailure, clock }: Dependencies) {
  let loaded: Loaded | null = null
  /** When the last request started, successful or not. */
  let requestedAt = -Infinity
  let running: Promise<Loaded> | null = null

  const now = () => clock().getTime()

  /** Concurrent calls share one request. */
  function load(): Promise<Loaded> {
    if (running) return running
    requestedAt = now()
    running = request().finally(() => (running = null))
    return running
  }

  async function request(): Promise<Loaded> {
    const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
    const server = (await readJson(url)) as ServerMetadata
    if (server.issuer !== issuer) throw new Error(`${url} names another issuer.`)
    const { jwks_uri: keysUrl } = server
    if (typeof keysUrl !== 'string' || !isAllowedIssuer(keysUrl, isProduction))
      throw new Error(`${url} has no usable jwks_uri.`)
    const keys = createLocalJWKSet((await readJson(keysUrl)) as JSONWebKeySet)
    return (loaded = { server, keys, loadedAt: now() })
  }

  /** @throws AppError SERVICE_UNAVAILABLE if the provider cannot be reached, and no keys are left from before */
  async function current(): Promise<Loaded> {
    const age = loaded === null ? Infinity : now() - loaded.loadedAt
    if (loaded && age < cacheLifetime) return loaded
    const usable = age < maxKeyAge ? loaded : null
    // While the provider is away, requests must not all wait for it.
    if (usable && !running && now() - requestedAt < unknownKeyInterval) return usable
    try {
      return await load()
    } catch (error) {
      onFailure(error)
      if (usable) return usable
      throw providerUnavailable(error)
    }
  }

  const findKey: JWTVerifyGetKey = async (header, token) => {
    // Keys in the header would be those of the attacker.
    const { keys } = await current()
    try {
      return await keys(header, token)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
      if (!running && now() - requestedAt < unknownKeyInterval) throw error
      try {
        return await (await load()).keys(header, token)
      } catch (failure) {
        if (!(failure instanceof errors.JOSEError)) onFailure(failure)
        throw error
      }
    }
  }

  return {
    findKey,

    /** Returns the endpoints of the provider. @throws AppError SERVICE_UNAVAILABLE */
    server: async (): Promise<ServerMetadata> => (await current()).server,
  }
}

export type ProviderMetadata = ReturnType<typeof providerMetadata>

const providerUnavailable = (cause: unknown): AppError =>
  unavailable('The sign-in service cannot be reached. Try again in a moment.', 5, cause)

async function readJson(url: string): Promise<unknown> {
  const response = await boundedFetch(url, { headers: { accept: 'application/json' } })
  if (!response.ok) throw new Error(`${url} responded with status ${response.status}.`)
  return response.json()
}
