import { sha256 } from '../../../../lib/sha256.js'
import { foldCase } from '../../../../lib/text.js'
import type { CounterState, Counter } from '../../../../platform/counters/counters.js'
import type { Client } from '../../../../viewer.js'
import type { MailTokenPurpose } from './mail-token-store.js'

interface LimitedMail {
  purpose: MailTokenPurpose | 'registration' | 'sign-in-code' | 'link-identity'
  to: string
  /** The client that requested the mail. */
  client: Pick<Client, 'address'>
}

export interface MailLimit {
  /** Counts a mail and returns whether it may be sent. Addresses with and without an account are counted alike. */
  count(mail: LimitedMail): Promise<CounterState>
  /** Refunds the units of a mail that was allowed but not sent. */
  refund(mail: LimitedMail): Promise<void>
}

interface Counters {
  /** Mails with one purpose to one mailbox, requested by one client. */
  perClient: Counter
  /** Mails with one purpose to one mailbox, requested by any client. */
  perMailbox: Counter
}

/**
 * Limits the mails to a mailbox, so that strangers can neither flood it nor use up the owner's limit. Each purpose has
 * its own limits. The counters store hashes, not addresses.
 */
export const mailLimit = ({ perClient, perMailbox }: Counters): MailLimit => ({
  async count(mail) {
    const clientCount = await perClient.consume(clientKey(mail))
    // A mail that is refused for one client does not count for all clients.
    return clientCount.allowed ? perMailbox.consume(mailboxKey(mail)) : clientCount
  },
  async refund(mail) {
    await perClient.refund(clientKey(mail))
    await perMailbox.refund(mailboxKey(mail))
  },
})

const mailboxKey = ({ purpose, to }: LimitedMail) => hashOf(purpose, foldCase(to))
const clientKey = ({ purpose, to, client }: LimitedMail) => hashOf(purpose, foldCase(to), client.address)

const hashOf = (...parts: string[]) => sha256(JSON.stringify(parts))
