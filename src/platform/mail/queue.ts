import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyBaseLogger } from 'fastify'
import type { BackgroundTask } from '../../lib/background-tasks.js'
import { withDeadline } from '../../lib/deadline.js'
import { days, hours, minutes, seconds } from '../../lib/quantities.js'
import { deriveKey, encrypt, decrypt } from '../../lib/encryption.js'
import type { Database } from '../database/database.js'
import { toQueueFailure, type QueueState } from '../database/queue-state.js'
import { noTelemetry, type Telemetry } from '../telemetry/telemetry.js'
import type { MailQueueStore, QueuedMail } from './queue-store.js'
import type { Mail, MailTransport } from './transports.js'

/** How long delivery of a mail is attempted, unless it expires earlier. */
const maxMailAge = 1 * days
/** The pause after the first failure. It doubles after each further failure, up to `maxPause`. */
const firstPause = 10 * seconds
const maxPause = 1 * hours
/** How often the queue is polled for mails of other instances and for mails whose pause has ended. */
const pollInterval = 10 * seconds
const sendTimeout = 1 * minutes
/** A sender that holds a mail for longer is considered dead. */
const leaseDuration = 2 * sendTimeout
const maxSenders = 4
/**
 * How long a shutdown waits for the senders, and again after it has aborted their attempts. Unsent mails stay queued.
 */
const closeTimeout = 2 * seconds

interface MailTask extends BackgroundTask {
  /** The account with which the mail is deleted; null for a mail that is sent even after the account is deleted. */
  userId: string | null
  /** The time after which the mail is useless, for instance because its link has expired. At most a day from now. */
  expiresAt?: Date
}

export interface MailQueue {
  /**
   * Queues a mail. Inside a transaction, the mail is sent only if the transaction is committed. If the mail server
   * temporarily rejects it, delivery is retried for a day, also by other instances and after a restart. The mail may
   * arrive twice, with the same Message-ID.
   */
  enqueue(mail: Mail, task: MailTask): Promise<void>
  /** Deletes the queued mails of an account. */
  deleteUserMails(userId: string): Promise<void>
  /** Returns how many mails wait. */
  state(): Promise<QueueState>
  /** Starts to send mails. */
  start(): void
  close(): Promise<void>
}

interface Dependencies {
  database: Pick<Database, 'afterCommit'>
  store: MailQueueStore
  transport: MailTransport
  /**
   * The secret from which the encryption key is derived. It must be the same on all instances and not in the
   * database.
   */
  secret: string
  clock: () => Date
  log: FastifyBaseLogger
  telemetry?: Pick<Telemetry, 'meter' | 'tracing'>
}

/** Creates a queue that stores mails in the database until an instance has sent them. */
export function createMailQueue(dependencies: Dependencies): MailQueue {
  const { database, store, transport, secret, clock, log, telemetry = noTelemetry } = dependencies
  const { meter, tracing } = telemetry
  // A sender also sends mails of other requests, so it must not run in the context of the request that wakes it.
  const runWithoutContext = AsyncLocalStorage.snapshot()
  const key = deriveKey(secret, 'mail queue')
  const senders = new Set<Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  let isOpen = false
  /** True if `wake` was called while all senders were busy, so that a sender that ends is replaced. */
  let wakeRequested = false

  const timeIn = (milliseconds: number) => new Date(clock().getTime() + milliseconds)

  /** Starts another sender, up to the limit. Each sends mails until none is due. */
  function wake() {
    wakeRequested = senders.size >= maxSenders
    if (!isOpen || wakeRequested) return
    const sender: Promise<void> = runWithoutContext(sendDueMails)
      .catch((err: unknown) => log.warn({ err }, 'the mail queue cannot be read'))
      .finally(() => {
        senders.delete(sender)
        if (wakeRequested) wake()
      })
    senders.add(sender)
  }

  async function sendDueMails() {
    while (isOpen) {
      const mail = await store.claim(clock(), timeIn(leaseDuration))
      if (!mail) return
      const attributes = { 'mail.purpose': mail.purpose, 'mail.attempt': mail.attempts }
      const { traceparent: parent } = mail
      await tracing.span('send mail', { kind: 'producer', attributes, parent }, () => attempt(mail))
    }
  }

  async function attempt(mail: QueuedMail): Promise<void> {
    if (mail.expiresAt <= clock()) return discard(mail, 'it has expired')
    try {
      const { to, subject, text, html } = JSON.parse(decrypt(key, mail.sealed)) as Mail
      await withDeadline(transport.send({ to, subject, text, html }, mail.id), sendTimeout)
    } catch (error) {
      if (!transport.isPermanent(error)) return postpone(mail, error)
      return discard(mail, 'the mail server rejected it permanently', redactMailError(error))
    }
    log.info(detailsOf(mail), 'mail sent')
    count(mail, 'sent')
    await store.remove(mail)
  }

  async function discard(mail: QueuedMail, reason: string, err?: Error): Promise<void> {
    log.error({ err, ...detailsOf(mail) }, `mail discarded: ${reason}`)
    count(mail, 'discarded')
    await store.remove(mail)
  }

  async function postpone(mail: QueuedMail, error: unknown): Promise<void> {
    const nextAttemptAt = timeOfNextAttempt(mail)
    log.warn(
      { err: redactMailError(error), ...detailsOf(mail), nextAttemptAt },
      'mail not sent: it will be retried',
    )
    count(mail, 'postponed')
    await store.postpone(mail, nextAttemptAt, toQueueFailure(error, clock()))
  }

  function count({ purpose }: QueuedMail, outcome: 'sent' | 'postponed' | 'discarded'): void {
    meter.add('fitness_mails_total', { purpose, outcome })
  }

  /** Returns the time of the next attempt. A mail that has expired by then is discarded. */
  function timeOfNextAttempt({ attempts, expiresAt }: QueuedMail): Date {
    const pause = Math.min(firstPause * 2 ** (attempts - 1), maxPause)
    return new Date(Math.min(timeIn(pause).getTime(), expiresAt.getTime()))
  }

  return {
    async enqueue(mail, { userId, purpose, requestId, expiresAt }) {
      if (isUndeliverable(mail.to)) return
      const end = timeIn(maxMailAge)
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
    state: store.state,
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

/** What the log contains about an attempt. */
const detailsOf = ({ requestId, purpose, attempts }: QueuedMail) => ({
  reqId: requestId ?? undefined,
  purpose,
  attempt: attempts,
})

const address = /[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g

/** Returns a mail error without mail addresses, which mail servers repeat in their responses, for the log. */
function redactMailError(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(redactAddresses(String(error)))
  const { name, message, stack, code, responseCode, command } = error as Error & Record<string, unknown>
  return Object.assign(new Error(redactAddresses(message)), {
    name,
    stack: redactAddresses(stack ?? ''),
    code,
    responseCode,
    command,
  })
}

const redactAddresses = (text: string) => text.replace(address, '<address>')

/** Names below .invalid never exist (RFC 2606). Accounts without an address have such addresses. */
const isUndeliverable = (address: string): boolean => address.toLowerCase().endsWith('.invalid')
