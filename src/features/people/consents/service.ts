import { AppError } from '../../../errors.js'
import type { Database } from '../../../platform/database/database.js'
import type { Client } from '../../../viewer.js'
import type { AuditService } from '../audit/service.js'
import type { Consent, ConsentKind } from './models.js'
import type { ConsentStore } from './store.js'

interface Dependencies {
  consents: ConsentStore
  audit: Pick<AuditService, 'record'>
  database: Pick<Database, 'transaction'>
  clock: () => Date
}

/** Erases what is kept of a person because of a consent. It runs in the transaction that withdraws it. */
export type WithdrawalHandler = (userId: string) => Promise<void>

export function consentService({ consents, audit, database, clock }: Dependencies) {
  const erasers = new Map<ConsentKind, WithdrawalHandler[]>()

  /** The consent, if it stands. */
  async function standing(userId: string, kind: ConsentKind): Promise<Consent | null> {
    const known = (await consents.list(userId)).find(consent => consent.kind === kind)
    return known?.withdrawnAt === null ? known : null
  }

  /** What is wrong with a write that wants the consent: CONSENT_REQUIRED, or nothing. */
  async function refusal(userId: string, kind: ConsentKind, field?: string): Promise<AppError | null> {
    if (await standing(userId, kind)) return null
    const message = `The user must give their consent first: call giveConsent(input: { kind: ${kind} }).`
    return new AppError('CONSENT_REQUIRED', message, field === undefined ? {} : { field })
  }

  return {
    list: (userId: string): Promise<Consent[]> => consents.list(userId),

    /** Twice is once. */
    give: (userId: string, kind: ConsentKind, client: Client | null): Promise<void> =>
      database.transaction(userId, async () => {
        if (await standing(userId, kind)) return
        await consents.write(userId, { kind, givenAt: clock(), withdrawnAt: null })
        await audit.record({ actor: userId, subject: userId, action: 'CONSENT_GIVEN', consent: kind, client })
      }),

    /** Takes it back, and erases what it was for. Twice is once. */
    withdraw: (userId: string, kind: ConsentKind, client: Client | null): Promise<void> =>
      database.transaction(userId, async () => {
        const given = await standing(userId, kind)
        if (!given) return
        await consents.write(userId, { ...given, withdrawnAt: clock() })
        const deed = { actor: userId, subject: userId, consent: kind, client }
        await audit.record({ ...deed, action: 'CONSENT_WITHDRAWN' })
        for (const erase of erasers.get(kind) ?? []) await erase(userId)
      }),

    refusal,

    /**
     * In the transaction that writes what the consent is for, with its place in the feed: then nothing of it is left
     * once the consent has been withdrawn.
     * @param field path of the input that is to be written
     * @throws AppError CONSENT_REQUIRED
     */
    async require(userId: string, kind: ConsentKind, field?: string): Promise<void> {
      const error = await refusal(userId, kind, field)
      if (error) throw error
    },

    /** Has something erased whenever somebody withdraws their consent to it. */
    onWithdrawal(kind: ConsentKind, erase: WithdrawalHandler): void {
      erasers.set(kind, [...(erasers.get(kind) ?? []), erase])
    },
  }
}

export type ConsentService = ReturnType<typeof consentService>
