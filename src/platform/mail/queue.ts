import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyBaseLogger } from 'fastify'
import type { BackgroundTask } from '../../lib/background-tasks.js'
import { withDeadline } from '../../lib/deadline.js'
import { days, hours, minutes, seconds } from '../../lib/quantities.js'
import { deriveKey, encrypt, decrypt } from '../../lib/encryption.js'
import type { Database } from '../database/database.js'
import { redactMailError } from './failure.js'
import { noTelemetry, type Telemetry } from '../telemetry/telemetry.js'
import type { MailQueueStore, QueuedMail } from './queue-store.js'
import type { Mail, MailTransport } from './transports.js'

/** How long a mail is tried, unless it is worth nothing before. */
const maxMailAge = 1 * days
/** The first pause after a failure; each one after it is twice as long, up to the longest. */
const firstPause = 10 * seconds
const maxPause = 1 * hours
/** How often mails of others, and those whose pause is over, are looked for. */
const pollInterval = 10 * seconds
const sendTimeout = 1 * minutes
/** Whoever has a mail for longer has died. */
const leaseDuration = 2 * sendTimeout
const maxSenders = 4
/** How long a shutdown waits for what is due, and then for what is cut off; it all stays in the queue. */
const closeTimeout = 2 * seconds

export interface MailTask extends BackgroundTask {
  /** Whose it is, and with whom it goes; null for one that outlives the account. */
  userId: string | null
  /** When it is worth nothing any more, such as a link that has expired; a day from now at most. */
  expiresAt?: Date
}

export interface MailQueue {
  /**
   * Has a mail sent. Inside a transaction it is a part of it: it goes out once that is committed, and never without.
   * A server that refuses it for now is asked again for a day, also by other instances and after a restart. It may
   * arrive twice, under one Message-ID.
   */
  enqueue(mail: Mail, errand: MailTask): Promise<void>
  /** Deletes the mails of a person that wait. */
  deleteUserMails(userId: string): Promise<void>
  /** From now on mails are sent. */
  start(): void
  close(): Promise<void>
}

interface Dependencies {
  database: Pick<Database, 'afterCommit'>
  store: MailQueueStore
  transport: MailTransport
  /** What the key of the waiting mails is made from; the same on every instance, and not in the database. */
  secret: string
  clock: () => Date
  log: FastifyBaseLogger
  telemetry?: Pick<Telemetry, 'meter' | 'tracing'>
}

/** Mails wait in the database until somebody has taken them. */
export function createMailQueue(dependencies: Dependencies): MailQueue {
  const { database, store, transport, secret, clock, log, telemetry = noTelemetry } = dependencies
  const { meter, tracing } = telemetry
  // What is due is others' too: it belongs to no request that wakes a sender.
  const outside = AsyncLocalStorage.snapshot()
  const key = deriveKey(secret, 'mail queue')
  const senders = new Set<Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  let isOpen = false
  /** Somebody wanted one more sender than there may be: the next that finds nothing looks once more. */
  let isWanted = false

  const inMilliseconds = (milliseconds: number) => new Date(clock().getTime() + milliseconds)

  /** One more sender at work, up to the limit: each goes on until nothing is due. */
  function wake() {
    isWanted = senders.size >= maxSenders
    if (!isOpen || isWanted) return
    const sender: Promise<void> = outside(sendWhatIsDue)
      .catch((err: unknown) => log.warn({ err }, 'the mail queue does not answer'))
      .finally(() => {
        senders.delete(sender)
        if (isWanted) wake()
      })
    senders.add(sender)
  }

  async function sendWhatIsDue() {
    while (isOpen) {
      const mail = await store.claim(clock(), inMilliseconds(leaseDuration))
      if (!mail) return
      const attributes = { 'mail.purpose': mail.purpose, 'mail.attempt': mail.attempts }
      const { traceparent: parent } = mail
      await tracing.span('send mail', { kind: 'producer', attributes, parent }, () => attempt(mail))
    }
  }

  async function attempt(mail: QueuedMail) {
    const about = { reqId: mail.requestId ?? undefined, purpose: mail.purpose, attempt: mail.attempts }
    if (mail.expiresAt <= clock()) {
      log.error(about, 'a mail is given up: its time is over')
      count(mail, 'given up')
      return store.remove(mail)
    }
    try {
      const { to, subject, text, html } = JSON.parse(decrypt(key, mail.sealed)) as Mail
      await withDeadline(transport.send({ to, subject, text, html }, mail.id), sendTimeout)
    } catch (err) {
      if (transport.isPermanent(err)) {
        log.error(
          { err: redactMailError(err), ...about },
          'a mail is given up: the mail server refused it for good',
        )
        count(mail, 'given up')
        return store.remove(mail)
      }
      count(mail, 'postponed')
      const again = nextAttempt(mail)
      log.warn({ err: redactMailError(err), ...about, again }, 'a mail could not be sent for now')
      return store.postpone(mail, again)
    }
    log.info(about, 'a mail was sent')
    count(mail, 'sent')
    return store.remove(mail)
  }

  function count({ purpose }: QueuedMail, outcome: 'sent' | 'postponed' | 'given up'): void {
    meter.add('fitness_mails_total', { purpose, outcome })
  }

  /** At its end it is looked at once more, to be given up. */
  function nextAttempt({ attempts, expiresAt }: QueuedMail): Date {
    const pause = Math.min(firstPause * 2 ** (attempts - 1), maxPause)
    return new Date(Math.min(inMilliseconds(pause).getTime(), expiresAt.getTime()))
  }

  return {
    async enqueue(mail, { userId, purpose, requestId, expiresAt }) {
      const end = inMilliseconds(maxMailAge)
      await store.add({
        userId,
        purpose,
        requestId: requestId ?? null,
        traceparent: tracing.headers()['traceparent'] ?? null,
        sealed: encrypt(key, JSON.stringify(mail)),
        dueAt: clock(),
        expiresAt: expiresAt && expiresAt < end ? expiresAt : end,
      })
      database.afterCommit(wake)
    },
    deleteUserMails: store.deleteUserMails,
    start() {
      isOpen = true
      timer = setInterval(wake, pollInterval).unref()
      wake()
    },
    async close() {
      clearInterval(timer)
      const ended = () => withDeadline(Promise.all(senders), closeTimeout).catch(() => undefined)
      await ended()
      isOpen = false
      transport.close()
      await ended()
    },
  }
}
