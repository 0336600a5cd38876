import type { FastifyBaseLogger } from 'fastify'
import type { BackgroundTasks } from '../../../../lib/background-tasks.js'
import type { Locale } from '../../../../lib/locales.js'
import { days, seconds } from '../../../../lib/quantities.js'
import { deriveKey, encrypt, decrypt } from '../../../../lib/encryption.js'
import type { Database } from '../../../../platform/database/database.js'
import type { Origin } from '../../../../viewer.js'
import type { Account } from '../../account/models.js'
import type { AccountService } from '../../account/service.js'
import type { MailLimit } from '../mail-limit.js'
import type { LinkPurpose, MailLinks } from '../mail-links.js'
import type { MailRequest, MailRequestStore } from './store.js'

/** How long it is tried to make one. */
const lifetime = 1 * days
/** How long a mail is left to the instance that was asked for it. */
const ownTime = 10 * seconds
const readAtOnce = 100

const kinds: Record<LinkPurpose, { errand: string; mayHave(to: Account): boolean }> = {
  'verify-email': {
    errand: 'another mail to confirm an address',
    mayHave: to => !to.verified,
  },
  'reset-password': { errand: 'a mail to reset a password', mayHave: to => to.enabled },
  // Also who is not confirmed, or stopped.
  'delete-account': { errand: 'a mail to delete an account', mayHave: () => true },
}

interface Requester {
  email: string
  locale: Locale | null
}

interface Dependencies {
  account: Pick<AccountService, 'findByEmail' | 'findById'>
  database: Pick<Database, 'transaction'>
  store: MailRequestStore
  links: MailLinks
  mailLimit: MailLimit
  /** What the key of what waits is made from; the same on every instance, and not in the database. */
  secret: string
  background: BackgroundTasks
  clock: () => Date
  log: FastifyBaseLogger
}

/**
 * Mails that whoever knows an address may ask for. What was asked is written down before the answer, for every address
 * alike, and done after it: neither the answer nor its time tells whether the address is known, and nothing that was
 * promised is lost.
 */
export function mailRequestService(dependencies: Dependencies) {
  const { account, database, store, links, mailLimit, secret, background, clock, log } = dependencies
  const key = deriveKey(secret, 'asked mails')
  const later = (from: Date, milliseconds: number) => new Date(from.getTime() + milliseconds)

  /** The mail and the end of what asked for it, or neither: whoever else does the same at once finds nothing to do. */
  async function make({ id, purpose, requestId }: MailRequest, { email, locale }: Requester): Promise<void> {
    const { mayHave } = kinds[purpose]
    const to = (await account.findByEmail(email))?.account
    if (!to || !mayHave(to)) {
      await store.remove(id)
      return
    }
    await database.transaction(to.id, async () => {
      const known = await account.findById(to.id)
      if (!(await store.remove(id)) || !known || !mayHave(known.account)) return
      await links.send(purpose, known.account, { locale, requestId })
    })
  }

  /** Null where it was sealed with another secret. */
  function askerOf({ sealed }: MailRequest): Requester | null {
    try {
      return JSON.parse(decrypt(key, sealed)) as Requester
    } catch {
      return null
    }
  }

  async function attempt(mail: MailRequest, now: Date): Promise<void> {
    const about = { reqId: mail.requestId, purpose: kinds[mail.purpose].errand }
    // Each pause is about as long as all before it.
    const again = later(now, 2 * ownTime + Math.max(0, now.getTime() - mail.askedAt.getTime()))
    const context = askerOf(mail)
    if (!context) {
      // Whoever has the secret may be at it.
      if (now < later(mail.askedAt, 6 * ownTime)) return store.postpone(mail.id, again)
      log.error(about, 'a mail that was asked for is given up: it was sealed with another secret')
      await store.remove(mail.id)
      return
    }
    try {
      await make(mail, context)
    } catch (err) {
      log.warn({ err, ...about, again }, 'a mail that was asked for could not be made for now')
      await store.postpone(mail.id, again)
    }
  }

  let isFirst = true

  return {
    /**
     * Has a mail with a link sent to an address, if it has an account that may have one.
     * @throws DatabaseUnavailableError where that could not be written down: then nothing is sent
     */
    async request(purpose: LinkPurpose, email: string, { client, requestId }: Origin): Promise<void> {
      const wanted = { purpose, to: email, client }
      if (!(await mailLimit.count(wanted)).allowed) return
      const now = clock()
      const context: Requester = { email, locale: client.locale }
      const mail = await store
        .add({
          ...{ purpose, requestId, sealed: encrypt(key, JSON.stringify(context)) },
          ...{ askedAt: now, dueAt: later(now, ownTime), expiresAt: later(now, lifetime) },
        })
        .catch(async (error: unknown) => {
          // Whoever asks again, because there was none, gets it.
          await mailLimit.giveBack(wanted)
          throw error
        })
      background.run({ purpose: kinds[purpose].errand, requestId }, () => make(mail, context))
    },

    /** Makes those that were left behind: by the process before this one, or by one whose database was away. */
    async retryPending(): Promise<void> {
      const now = clock()
      // None is this process's own at its start: they need not wait for their time.
      const by = isFirst ? later(now, ownTime) : now
      // Each one read goes, or becomes due later than that.
      for (let mails = await store.due(by, now, readAtOnce); mails.length > 0;) {
        for (const mail of mails) await attempt(mail, now)
        mails = await store.due(by, now, readAtOnce)
      }
      isFirst = false
    },
  }
}

export type MailRequestService = ReturnType<typeof mailRequestService>
