import { randomBytes } from 'node:crypto'
import { readAllPages, type Page, type PageArguments } from '../../../lib/pages.js'
import type { AuditEntry, AuditFilter, AuditEvent } from './models.js'
import type { AuditStore } from './store.js'

interface Dependencies {
  entries: AuditStore
  /** How long an entry is kept, in milliseconds. */
  lifetime: number
  clock: () => Date
}

/** What was done to accounts, and by whom. */
export function auditService({ entries, lifetime, clock }: Dependencies) {
  return {
    /**
     * Keeps what is done now. Inside a transaction it is a part of it: what is not done is not kept. A run of it
     * of which nobody learned that it was committed may leave a second entry.
     */
    async record({ client, ...deed }: AuditEvent): Promise<void> {
      const at = clock()
      const where = { address: client?.address ?? null, device: client?.device ?? null }
      await entries.insert({ ...deed, at, ...where }, new Date(at.getTime() + lifetime))
    },

    /** The latest first. @throws AppError BAD_USER_INPUT */
    list: (filter: AuditFilter, page: PageArguments): Promise<Page<AuditEntry, null>> =>
      entries.page(filter, clock(), page),

    /** What somebody did, or had done to them: of others it is not told who and where they are. */
    async *exportEntries(userId: string): AsyncGenerator<AuditEntry> {
      const filter = { userId, action: null }
      for await (const entry of readAllPages(page => entries.page(filter, clock(), page))) {
        const { actor, subject } = entry
        const isOwn = actor === null || actor === userId
        yield {
          ...entry,
          actor: isOwn ? actor : 'somebody else',
          subject: subject === userId ? subject : 'somebody else',
          ...(!isOwn && { address: null, device: null }),
        }
      }
    },

    /**
     * Takes a person out of all entries: a mark that says nothing stands where they stood, and no address or device
     * is left in these. One mark for all entries still tells what one and the same person did.
     * @param mark where some entries may have been given one before
     * @returns the mark
     */
    async pseudonymize(userId: string, mark = createPseudonym()): Promise<string> {
      while (await entries.pseudonymize(userId, mark));
      return mark
    },
  }
}

export type AuditService = ReturnType<typeof auditService>

/** What stands for somebody from now on, and says nothing of them. */
export const createPseudonym = (): string => `erased-${randomBytes(9).toString('base64url')}`

/** An identifier that entries can name: of an account, or a mark that stands for an erased one. */
export const isPseudonym = (id: string): boolean => /^erased-[\w-]{12}$/.test(id)
