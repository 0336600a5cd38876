import { minutes } from '../../../../lib/quantities.js'
import { pluralize } from '../../../../lib/plural.js'
import type { Database } from '../../../../platform/database/database.js'
import { toQueueFailure } from '../../../../platform/database/queue-state.js'
import type { MailQueue } from '../../../../platform/mail/queue.js'
import type { AccountService } from '../../account/service.js'
import { createPseudonym } from '../../audit/service.js'
import type { UserData } from '../../../feature.js'
import type { AccountMails } from '../mails/account-mails.js'
import type { DeletionService } from './service.js'
import type { Erasure, ErasureStore } from './erasure-store.js'

/**
 * The time until requests that were running at the deletion, such as slow uploads, have ended. The erasure then runs
 * again and erases what they wrote. In milliseconds.
 */
const finalRunDelay = 10 * minutes
const batchSize = 100

interface Dependencies {
  account: AccountService
  removeAccount: DeletionService['removeAccount']
  erasures: ErasureStore
  mailQueue: MailQueue
  mails: AccountMails
  userData(): readonly UserData[]
  database: Pick<Database, 'transaction'>
  clock: () => Date
}

/**
 * Deletes the accounts that are due, and erases the data of deleted accounts. Several instances may run it at once.
 * @throws AggregateError of the accounts that could not be erased; the next run tries again
 */
export function deletionJob(dependencies: Dependencies) {
  const { account, removeAccount, erasures, mailQueue, mails, userData, database, clock } = dependencies

  const deleteDueAccount = (userId: string): Promise<void> =>
    database.transaction(userId, async () => {
      const credentials = await account.findById(userId)
      const deletesAt = credentials?.account.deletesAt ?? null
      if (credentials && deletesAt !== null && deletesAt <= clock())
        await removeAccount(credentials.account, null)
    })

  async function erase({ userId, startedAt, pseudonym = createPseudonym() }: Erasure): Promise<void> {
    const finalRunAt = new Date(startedAt.getTime() + finalRunDelay)
    const isFinalRun = finalRunAt <= clock()
    for (const { erase } of userData()) await erase(userId, pseudonym)
    await (isFinalRun ? finish(userId) : erasures.postpone(userId, finalRunAt))
  }

  const finish = (userId: string): Promise<void> =>
    database.transaction(userId, async () => {
      const erasure = await erasures.find(userId)
      // Another instance has finished this erasure.
      if (!erasure) return
      await erasures.delete(userId)
      const options = { userId: null, purpose: 'account-deleted' }
      await mailQueue.enqueue(mails.accountDeleted(erasure), options)
    })

  return async (): Promise<void> => {
    const failures: unknown[] = []
    const attempt = (work: Promise<void>) => work.catch((error: unknown) => void failures.push(error))
    for await (const userId of readPages(after => account.findDueForDeletion(batchSize, after), String))
      await attempt(deleteDueAccount(userId))
    for await (const erasure of readPages(after => erasures.findDue(clock(), batchSize, after), idOf))
      await attempt(
        erase(erasure).catch(async (error: unknown) => {
          await erasures.recordFailure(erasure.userId, toQueueFailure(error, clock()))
          throw error
        }),
      )
    if (failures.length > 0)
      throw new AggregateError(
        failures,
        `${pluralize(failures.length, 'account')} could not be erased; the next run tries again`,
      )
  }
}

const idOf = ({ userId }: Erasure) => userId

/** Yields the items of all pages. */
async function* readPages<T>(
  pageAfter: (after: string | null) => Promise<T[]>,
  id: (item: T) => string,
): AsyncGenerator<T> {
  let after: string | null = null
  do {
    const page: T[] = await pageAfter(after)
    yield* page
    const last = page.at(-1)
    after = page.length < batchSize || last === undefined ? null : id(last)
  } while (after !== null)
}
