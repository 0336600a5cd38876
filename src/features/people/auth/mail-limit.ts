import { createHash } from 'node:crypto'
import { seconds } from '../../../lib/quantities.js'
import { foldCase } from '../../../lib/text.js'
import type { CounterState, Counter } from '../../../platform/counters/counters.js'
import type { Client } from '../../../viewer.js'
import type { MailTokenPurpose } from './mail-token-store.js'

interface LimitedMail {
  purpose: MailTokenPurpose | 'registration'
  to: string
  /** Who has it sent. */
  client: Pick<Client, 'address'>
}

export interface MailLimit {
  /**
   * Counts one more mail, and says whether it may be sent. It is counted alike for addresses that have an account and
   * for those that have none.
   */
  count(mail: LimitedMail): Promise<CounterState>
  /** One that was allowed is not sent after all. */
  giveBack(mail: LimitedMail): Promise<void>
}

interface Counters {
  /** Mails of one kind to one mailbox that one client has sent. */
  perClient: Counter
  /** The same, whoever has them sent. */
  perMailbox: Counter
}

/**
 * Nobody's mailbox is filled by strangers, and no stranger uses up what its owner may have sent. Each kind of mail has
 * limits of its own: none keeps back another. What counts does not hold the address.
 */
export const mailLimit = ({ perClient, perMailbox }: Counters): MailLimit => ({
  async count(mail) {
    const ofClient = await perClient.consume(ofClientAlone(mail))
    // What is refused to one is not taken from others.
    return ofClient.allowed ? perMailbox.consume(ofAll(mail)) : ofClient
  },
  async giveBack(mail) {
    await perClient.refund(ofClientAlone(mail))
    await perMailbox.refund(ofAll(mail))
  },
})

const ofAll = ({ purpose: kind, to }: LimitedMail) => hashOf(kind, foldCase(to))
const ofClientAlone = ({ purpose: kind, to, client }: LimitedMail) =>
  hashOf(kind, foldCase(to), client.address)

/** How long to wait until one more may be sent, in whole seconds. */
export const secondsUntilReset = ({ resetAt }: CounterState): number =>
  Math.max(1, Math.ceil((resetAt.getTime() - Date.now()) / seconds))

const hashOf = (...parts: string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
