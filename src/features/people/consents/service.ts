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

/** Erases the data that required the consent. It runs in the transaction that withdraws the consent. */
type WithdrawalHandler = (userId: string) => Promise<void>

export function consentService({ consents, audit, database, clock }: Dependencies) {
  const withdrawalHandlers = new Map<ConsentKind, WithdrawalHandler[]>()

  /** Returns the consent if it is in force. */
  async function findActive(userId: string, kind: ConsentKind): Promise<Consent | null> {
    const currentConsent = (await consents.list(userId)).find(consent => consent.kind === kind)
    return currentConsent?.withdrawnAt === null ? currentConsent : null
  }

  /** Returns the error CONSENT_REQUIRED if the consent is missing. */
  async function missingConsentError(
    userId: string,
    kind: ConsentKind,
    field?: string,
  ): Promise<AppError | null> {
    if (await findActive(userId, kind)) return null
    const message = `The user must give their consent first: call giveConsent(input: { kind: ${kind} }).`
    return new AppError('CONSENT_REQUIRED', message, field === undefined ? {} : { field })
  }

  return {
    list: (userId: string): Promise<Consent[]> => consents.list(userId),

    /** Gives a consent. Does nothing if it is in force. */
    give: (userId: string, kind: ConsentKind, client: Client | null): Promise<void> =>
      database.transaction(userId, async () => {
        if (await findActive(userId, kind)) return
        await consents.write(userId, { kind, givenAt: clock(), withdrawnAt: null })
        await audit.record({ actor: userId, subject: userId, action: 'CONSENT_GIVEN', consent: kind, client })
      }),

    /** Withdraws a consent and erases the data that required it. Does nothing if it is not in force. */
    withdraw: (userId: string, kind: ConsentKind, client: Client | null): Promise<void> =>
      database.transaction(userId, async () => {
        const given = await findActive(userId, kind)
        if (!given) return
        await consents.write(userId, { ...given, withdrawnAt: clock() })
        const event = { actor: userId, subject: userId, consent: kind, client }
        await audit.record({ ...event, action: 'CONSENT_WITHDRAWN' })
        for (const erase of withdrawalHandlers.get(kind) ?? []) await erase(userId)
      }),

    missingConsentError,

    /**
     * Asserts that the consent is in force. Call it in the transaction that writes the data and its place in the feed, so
     * that no data is left after a withdrawal.
     * @param field the path of the input, for the error
     * @throws AppError CONSENT_REQUIRED
     */
    async require(userId: string, kind: ConsentKind, field?: string): Promise<void> {
      const error = await missingConsentError(userId, kind, field)
      if (error) throw error
    },

    /** Registers a handler that erases data when its consent is withdrawn. */
    onWithdrawal(kind: ConsentKind, erase: WithdrawalHandler): void {
      withdrawalHandlers.set(kind, [...(withdrawalHandlers.get(kind) ?? []), erase])
    },
  }
}

export type ConsentService = ReturnType<typeof consentService>
