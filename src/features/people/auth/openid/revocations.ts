import type { FastifyBaseLogger } from 'fastify'
import { decrypt, encrypt } from '../../../../lib/encryption.js'
import { days, minutes } from '../../../../lib/quantities.js'
import type { IdentityStore } from './identity-store.js'
import type { OpenIdProviders } from './providers.js'
import type { Revocation, RevocationStore } from './revocation-store.js'

/** How long a revocation is attempted. */
const lifetime = 1 * days
/** The time between the attempts, in which another instance does not attempt the same revocation. */
const retryInterval = 5 * minutes

interface Dependencies {
  providers: OpenIdProviders
  identities: Pick<IdentityStore, 'findAccess'>
  store: RevocationStore
  /** Encrypts the refresh tokens. */
  key: Buffer
  log: FastifyBaseLogger
  clock: () => Date
}

/** Revokes the access of the service at providers, after an identity was unlinked or its account deleted. */
export function providerRevocations({ providers, identities, store, key, log, clock }: Dependencies) {
  const timeIn = (milliseconds: number) => new Date(clock().getTime() + milliseconds)

  async function attempt({ id, provider, clientId, sealedRefreshToken }: Revocation): Promise<void> {
    try {
      const token = decrypt(key, Buffer.from(sealedRefreshToken, 'base64url'))
      await providers.find(provider.toLowerCase())?.client.revoke(token, clientId)
      await store.delete(id)
    } catch (err) {
      log.warn({ err, provider }, 'the access at a provider could not be revoked; it is tried again')
    }
  }

  return {
    seal: (refreshToken: string): string => encrypt(key, refreshToken).toString('base64url'),

    /** Queues the revocation of one or all identities of a user. Call it before they are deleted. */
    async enqueue(userId: string, identityId?: string): Promise<void> {
      for (const { id, ...access } of await identities.findAccess(userId))
        if (identityId === undefined || id === identityId)
          await store.add(id, access, clock(), timeIn(lifetime))
    },

    /** Attempts the revocations that are due. Several instances may run it at once. */
    async runDue(): Promise<void> {
      for (;;) {
        const due = await store.claim(clock(), timeIn(retryInterval))
        if (!due) return
        await attempt(due)
      }
    },
  }
}

export type ProviderRevocations = ReturnType<typeof providerRevocations>
