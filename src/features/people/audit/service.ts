import { randomBytes } from 'node:crypto'
import { readAllPages, type Page, type PageArguments } from '../../../lib/pages.js'
import type { AuditEntry, AuditFilter, AuditEvent } from './models.js'
import type { AuditStore } from './store.js'

interface Dependencies {
  entries: AuditStore
  /** How long entries are kept, in milliseconds. */
  lifetime: number
  clock: () => Date
}

/** Records what was done to accounts, and by whom. */
export function auditService({ entries, lifetime, clock }: Dependencies) {
  return {
    /**
     * Records an action, as a part of the current transaction. A transaction that runs again after a commit with an
     * unknown outcome may record it twice.
     */
    async record({ client, ...event }: AuditEvent): Promise<void> {
      const at = clock()
      const origin = { address: client?.address ?? null, device: client?.device ?? null }
      await entries.insert({ ...event, at, ...origin }, new Date(at.getTime() + lifetime))
    },

    /** The latest first. @throws AppError BAD_USER_INPUT */
    list: (filter: AuditFilter, page: PageArguments): Promise<Page<AuditEntry, null>> =>
      entries.page(filter, clock(), page),

    countActions: entries.count,

    /** Yields the entries of a user for the data export, without the identity and origin of other people. */
    async *exportEntries(userId: string): AsyncGenerator<AuditEntry> {
      const filter = { userId, action: null }
      for await (const entry of readAllPages(page => entries.page(filter, clock(), page))) {
        const { actor, subject } = entry
        const isOwn = actor === null || actor === userId
        yield {
          ...entry,
          actor: isOwn ? actor : 'another user',
          subject: subject === userId ? subject : 'another user',
          ...(!isOwn && { address: null, device: null }),
        }
      }
    },

    /**
     * Replaces a user by a pseudonym in all entries, and removes the addresses and devices of these. All entries get the
     * same pseudonym, so that they can still be related.
     */
    async pseudonymize(userId: string, pseudonym: string): Promise<void> {
      while (await entries.pseudonymize(userId, pseudonym));
    },
  }
}

export type AuditService = ReturnType<typeof auditService>

export const createPseudonym = (): string => `erased-${randomBytes(9).toString('base64url')}`

export const isPseudonym = (id: string): boolean => /^erased-[\w-]{12}$/.test(id)
