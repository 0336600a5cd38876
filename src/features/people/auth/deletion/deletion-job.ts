import { minutes } from '../../../../lib/quantities.js'
import type { Database } from '../../../../platform/database/database.js'
import type { MailQueue } from '../../../../platform/mail/queue.js'
import type { AccountService } from '../../account/service.js'
import type { AuditService } from '../../audit/service.js'
import type { UserData } from '../../../feature.js'
import type { AccountMails } from '../mails.js'
import type { DeletionService } from './service.js'
import type { Erasure, ErasureStore } from './erasure-store.js'

/**
 * What was under way when the account went, an upload on a slow line for instance, has come to its end by then, and
 * what it wrote is erased, too. In milliseconds.
 */
const settledAfter = 10 * minutes
const readAtOnce = 100

interface Dependencies {
  account: AccountService
  audit: Pick<AuditService, 'pseudonymize'>
  deletion: Pick<DeletionService, 'end'>
  erasures: ErasureStore
  mailQueue: MailQueue
  mails: AccountMails
  /** What every feature keeps of people. */
  userData(): readonly UserData[]
  database: Pick<Database, 'transaction'>
  clock: () => Date
}

/**
 * Deletes the accounts whose time has come and erases what is left of those that are gone, whoever began it. Several
 * instances that do so at once only do it twice.
 * @throws AggregateError of those that could not be erased; they are tried again the next time
 */
export function deletionJob(dependencies: Dependencies) {
  const { account, audit, deletion, erasures, mailQueue, mails, userData, database, clock } = dependencies

  const endLeaver = (userId: string): Promise<void> =>
    database.transaction(userId, async () => {
      const known = await account.findById(userId)
      const deletesAt = known?.account.deletesAt ?? null
      if (known && deletesAt !== null && deletesAt <= clock()) await deletion.end(known.account, null)
    })

  async function erase({ userId, begunAt, mark }: Erasure): Promise<void> {
    const settledAt = new Date(begunAt.getTime() + settledAfter)
    const isLast = settledAt <= clock()
    // However often this is cut off and begun anew, they stay one and the same.
    await audit.pseudonymize(userId, mark)
    for (const { erase } of userData()) await erase(userId)
    await (isLast ? conclude(userId) : erasures.postpone(userId, settledAt))
  }

  const conclude = (userId: string): Promise<void> =>
    database.transaction(userId, async () => {
      const erasure = await erasures.find(userId)
      // Another instance was quicker.
      if (!erasure) return
      await erasures.delete(userId)
      const errand = { userId: null, purpose: 'account-deleted' }
      await mailQueue.enqueue(mails.accountDeleted(erasure), errand)
    })

  return async (): Promise<void> => {
    const failures: unknown[] = []
    const attempt = (work: Promise<void>) => work.catch((error: unknown) => void failures.push(error))
    for await (const userId of listed(after => account.findDueForDeletion(readAtOnce, after), String))
      await attempt(endLeaver(userId))
    for await (const erasure of listed(after => erasures.findDue(clock(), readAtOnce, after), idOf))
      await attempt(erase(erasure))
    if (failures.length > 0)
      throw new AggregateError(failures, `${failures.length} accounts could not be erased for now`)
  }
}

const idOf = ({ userId }: Erasure) => userId

/** Page by page, each behind the last of the one before. */
async function* listed<T>(
  pageAfter: (after: string | null) => Promise<T[]>,
  id: (item: T) => string,
): AsyncGenerator<T> {
  let after: string | null = null
  do {
    const page: T[] = await pageAfter(after)
    yield* page
    const last = page.at(-1)
    after = page.length < readAtOnce || last === undefined ? null : id(last)
  } while (after !== null)
}
