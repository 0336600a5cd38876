import { AppError, conflict, notFound } from '../../../../errors.js'
import { parseIdAt } from '../../../../lib/ids.js'
import { DuplicateKeyError, type Database } from '../../../../platform/database/database.js'
import type { Client, Viewer } from '../../../../viewer.js'
import type { AccountService } from '../../account/service.js'
import type { AuditService } from '../../audit/service.js'
import type { GuestService } from '../guests/service.js'
import type { SecurityNotices } from '../mails/security-notices.js'
import type { StepUpService } from '../step-up/service.js'
import { rejectTakenEmail } from '../taken-email.js'
import type { WaysInService } from '../ways-in/service.js'
import type { IdentityStore } from './identity-store.js'
import type { Identity, Subject } from './models.js'
import { confirmedEmail, identityName, subjectOf, type ProvidedIdentity } from './provided-identity.js'
import type { ProviderRevocations } from './revocations.js'

const maxIdentities = 20

interface Dependencies {
  account: Pick<AccountService, 'findByEmail' | 'get' | 'recordWaysInChange'>
  audit: Pick<AuditService, 'record'>
  guests: Pick<GuestService, 'upgrade'>
  store: IdentityStore
  revocations: Pick<ProviderRevocations, 'enqueue' | 'seal'>
  notices: Pick<SecurityNotices, 'enqueue'>
  stepUp: Pick<StepUpService, 'assertRecent'>
  waysIn: Pick<WaysInService, 'removing'>
  database: Pick<Database, 'transaction'>
  clock: () => Date
}

type SessionViewer = Pick<Viewer, 'id' | 'sessionId'>

/** Links the identities of OpenID Connect providers to accounts, and unlinks them. */
export function identityService(dependencies: Dependencies) {
  const { account, audit, guests, store, revocations, notices, stepUp, waysIn } = dependencies
  const { database, clock } = dependencies

  /** Returns the confirmed address, unless another account has it. */
  async function freeEmail(provided: ProvidedIdentity): Promise<{ email?: string }> {
    const email = confirmedEmail(provided)
    if (email === null) return {}
    return (await account.findByEmail(email))?.account.verified ? {} : { email }
  }

  /** Links the subject in a transaction of the account. @throws AppError IDENTITY_TAKEN, CONFLICT */
  async function link(userId: string, subject: Subject, client: Client): Promise<Identity> {
    const known = await store.find(subject)
    if (known && known.userId !== userId) throw identityTaken()
    if (known) return known
    // Writes the account, so that concurrent links conflict and cannot exceed the limit.
    await account.recordWaysInChange(userId)
    if ((await store.count(userId)) >= maxIdentities)
      throw conflict(`Your account has ${maxIdentities} identities. Unlink one of them first.`)
    const linked = await store
      .insert({ id: store.newId(), userId, now: clock(), ...subject })
      .catch((error: unknown) => {
        throw error instanceof DuplicateKeyError ? identityTaken() : error
      })
    await audit.record({ actor: userId, subject: userId, action: 'IDENTITY_LINKED', client })
    await notices.enqueue(userId, 'IDENTITY_LINKED', client, identityName(subject))
    return linked
  }

  return {
    link,

    /** @throws AppError STEP_UP_REQUIRED, IDENTITY_TAKEN, EMAIL_TAKEN, CONFLICT */
    linkToViewer(viewer: SessionViewer, provided: ProvidedIdentity, client: Client): Promise<Identity> {
      return rejectTakenEmail(() =>
        database.transaction(viewer.id, async () => {
          await stepUp.assertRecent(viewer)
          const identity = await link(viewer.id, subjectOf(provided, revocations.seal), client)
          const owner = await account.get(viewer.id)
          if (owner.isGuest) await guests.upgrade(owner.id, await freeEmail(provided), client)
          return identity
        }),
      )
    },

    assertMayLink: (viewer: SessionViewer): Promise<void> => stepUp.assertRecent(viewer),

    /** @throws AppError BAD_USER_INPUT, STEP_UP_REQUIRED, NOT_FOUND, LAST_WAY_IN */
    async unlink(viewer: SessionViewer, sentId: string, client: Client): Promise<Identity> {
      const id = parseIdAt(sentId, 'input.id')
      const identity = await waysIn.removing(viewer.id, async () => {
        await stepUp.assertRecent(viewer)
        await revocations.enqueue(viewer.id, id)
        const unlinked = await store.delete(id, viewer.id)
        if (!unlinked) return null
        await audit.record({ actor: viewer.id, subject: viewer.id, action: 'IDENTITY_UNLINKED', client })
        await notices.enqueue(
          viewer.id,
          'IDENTITY_UNLINKED',
          client,
          identityName({ ...unlinked, email: unlinked.providerEmail }),
        )
        return unlinked
      })
      if (!identity) throw notFound('identity')
      return identity
    },

    list: (userId: string): Promise<Identity[]> => store.list(userId, maxIdentities),

    find: (userId: string, id: string): Promise<Identity | null> => store.findById(id, userId),

    /** Yields the identities of a user for the data export. */
    async *exportIdentities(userId: string): AsyncGenerator<object> {
      for (const { userId: _, ...identity } of await store.list(userId, maxIdentities)) yield identity
    },

    async erase(userId: string): Promise<void> {
      await revocations.enqueue(userId)
      await store.deleteAll(userId)
    },

    count: store.count,
  }
}

export type IdentityService = ReturnType<typeof identityService>

const identityTaken = () =>
  new AppError('IDENTITY_TAKEN', 'This identity is linked to another account. Unlink it there first.')
