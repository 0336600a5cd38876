import type { FastifyBaseLogger } from 'fastify'
import type { BackgroundTasks } from '../../../../lib/background-tasks.js'
import type { Locale } from '../../../../lib/locales.js'
import { days, seconds } from '../../../../lib/quantities.js'
import { deriveKey, encrypt, decrypt } from '../../../../lib/encryption.js'
import type { Database } from '../../../../platform/database/database.js'
import type { MailQueue } from '../../../../platform/mail/queue.js'
import type { Origin } from '../../../../viewer.js'
import type { Account } from '../../account/models.js'
import type { AccountService } from '../../account/service.js'
import type { MailLimit } from '../mails/mail-limit.js'
import type { MailLinks } from '../mails/mail-links.js'
import { recipientOf } from '../mails/mail-template.js'
import type { CodeChallenges } from '../mailed-codes/challenges.js'
import type { AccountMails } from '../mails/account-mails.js'
import type { MailRequest, MailRequestPurpose, MailRequestStore } from './store.js'

/** How long sending a mail is retried. */
const lifetime = 1 * days
/** How long only the instance that accepted a request sends the mail. */
const exclusiveTime = 10 * seconds
const batchSize = 100

const purposes: Record<MailRequestPurpose, { task: string; isAllowed(to: Account): boolean }> = {
  'verify-email': {
    task: 'send a verification mail',
    isAllowed: to => !to.verified,
  },
  'reset-password': { task: 'send a password reset mail', isAllowed: to => to.enabled },
  // Unconfirmed and disabled accounts can be deleted, too.
  'delete-account': { task: 'send an account deletion mail', isAllowed: () => true },
  // Verifying the code returns the error of a disabled account, and confirms an unconfirmed one.
  'sign-in-code': { task: 'send a sign-in code', isAllowed: () => true },
}

interface Requester {
  email: string
  locale: Locale | null
  /** The code to send; missing for mails with a link. */
  signInCode?: SignInCode
  /** The guest that wants to use the address; missing for other people. */
  guestId?: string
}

/** A code, and the challenge with which it is valid. */
export interface SignInCode {
  challengeId: string
  code: string
}

interface CodeOptions {
  /** When the code expires. The mail is not sent later. */
  expiresAt: Date
  /** Called if the mail may be sent. */
  createCode(): Promise<SignInCode>
  /** The guest that wants to use the address, which then needs no account; null for other people. */
  guestId: string | null
}

interface Dependencies {
  account: Pick<AccountService, 'findByEmail' | 'findById'>
  database: Pick<Database, 'transaction'>
  store: MailRequestStore
  links: MailLinks
  challenges: Pick<CodeChallenges, 'assign'>
  mails: Pick<AccountMails, 'confirmGuest' | 'signInCode'>
  mailQueue: Pick<MailQueue, 'enqueue'>
  mailLimit: MailLimit
  /** The secret from which the encryption key is derived; the same on every instance, and not in the database. */
  secret: string
  background: BackgroundTasks
  clock: () => Date
  log: FastifyBaseLogger
}

/**
 * Sends mails that anybody can request for an address. Each request is stored before the response, for every address
 * alike, and processed after it: neither the response nor its time reveals whether the address is known, and no
 * accepted request is lost.
 */
export function mailRequestService(dependencies: Dependencies) {
  const { account, database, store, links, challenges, mails, mailQueue } = dependencies
  const { mailLimit, secret, background, clock, log } = dependencies
  // Another label would make the stored requests of earlier versions unreadable.
  const key = deriveKey(secret, 'asked mails')
  const addTime = (from: Date, milliseconds: number) => new Date(from.getTime() + milliseconds)

  /** Queues the mail and deletes the request in one transaction, so that concurrent calls send one mail. */
  async function process(
    { id, purpose, requestId, expiresAt }: MailRequest,
    { email, locale, signInCode, guestId }: Requester,
  ): Promise<void> {
    const { isAllowed } = purposes[purpose]
    const to = (await account.findByEmail(email))?.account
    if (guestId !== undefined && signInCode && !to?.verified) {
      await database.transaction(guestId, async () => {
        if (!(await store.remove(id))) return
        await challenges.assign(signInCode.challengeId, guestId)
        const recipient = recipientOf({ email, locale: null }, { locale })
        const options = { userId: guestId, purpose, requestId, expiresAt }
        await mailQueue.enqueue(mails.confirmGuest(recipient, signInCode.code), options)
      })
      return
    }
    if (!to || !isAllowed(to)) {
      await store.remove(id)
      return
    }
    await database.transaction(to.id, async () => {
      const credentials = await account.findById(to.id)
      if (!(await store.remove(id)) || !credentials || !isAllowed(credentials.account)) return
      if (purpose !== 'sign-in-code') await links.send(purpose, credentials.account, { locale, requestId })
      else if (signInCode) {
        await challenges.assign(signInCode.challengeId, to.id)
        const mail = mails.signInCode(recipientOf(credentials.account, { locale }), signInCode.code)
        await mailQueue.enqueue(mail, { userId: to.id, purpose, requestId, expiresAt })
      }
    })
  }

  /** Decrypts the request; null if it was encrypted with another secret. */
  function readRequester({ sealed }: MailRequest): Requester | null {
    try {
      return JSON.parse(decrypt(key, sealed)) as Requester
    } catch {
      return null
    }
  }

  async function attempt(request: MailRequest, now: Date): Promise<void> {
    const details = { reqId: request.requestId, purpose: purposes[request.purpose].task }
    // Each pause is about as long as the time since the request.
    const retryAt = addTime(
      now,
      2 * exclusiveTime + Math.max(0, now.getTime() - request.requestedAt.getTime()),
    )
    const requester = readRequester(request)
    if (!requester) {
      // An instance that has the right secret may be processing it.
      if (now < addTime(request.requestedAt, 6 * exclusiveTime)) return store.postpone(request.id, retryAt)
      log.error(details, 'a mail request was discarded because it was encrypted with another secret')
      await store.remove(request.id)
      return
    }
    try {
      await process(request, requester)
    } catch (err) {
      log.warn({ err, ...details, retryAt }, 'a mail request failed and will be retried')
      await store.postpone(request.id, retryAt)
    }
  }

  let isFirst = true

  return {
    /**
     * Sends a mail with a link or a code to an address, if it has an account for which this is allowed.
     * @param codeOptions for the purpose `sign-in-code` only
     * @throws DatabaseUnavailableError if the request could not be stored: nothing is sent
     */
    async request(
      purpose: MailRequestPurpose,
      email: string,
      { client, requestId }: Origin,
      codeOptions?: CodeOptions,
    ): Promise<void> {
      const limited = { purpose, to: email, client }
      if (!(await mailLimit.count(limited)).allowed) return
      const now = clock()
      const accept = async () => {
        const requester: Requester = { email, locale: client.locale }
        if (codeOptions) requester.signInCode = await codeOptions.createCode()
        if (codeOptions && codeOptions.guestId !== null) requester.guestId = codeOptions.guestId
        const request = await store.add({
          purpose,
          requestId,
          sealed: encrypt(key, JSON.stringify(requester)),
          requestedAt: now,
          dueAt: addTime(now, exclusiveTime),
          expiresAt: codeOptions?.expiresAt ?? addTime(now, lifetime),
        })
        return { request, requester }
      }
      const { request, requester } = await accept().catch(async (error: unknown) => {
        // The client may try again, since nothing was sent.
        await mailLimit.refund(limited)
        throw error
      })
      background.run({ purpose: purposes[purpose].task, requestId }, () => process(request, requester))
    },

    /** Processes the requests that a stopped process, or one without its database, has left. */
    async retryPending(): Promise<void> {
      const now = clock()
      // At the start no pending request is this process's own, so their exclusive time need not pass.
      const dueBy = isFirst ? addTime(now, exclusiveTime) : now
      // Each attempt deletes or postpones its request, so the loop ends.
      for (let requests = await store.findDue(dueBy, now, batchSize); requests.length > 0;) {
        for (const request of requests) await attempt(request, now)
        requests = await store.findDue(dueBy, now, batchSize)
      }
      isFirst = false
    },
  }
}

export type MailRequestService = ReturnType<typeof mailRequestService>
