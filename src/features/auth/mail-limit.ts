import { createHash } from 'node:crypto'
import { foldCase } from '../../lib/text.js'
import type { Counter } from '../../platform/counters/counters.js'
import type { MailTokenPurpose } from './mail-token-store.js'

/** Whether one more mail may be sent: nobody's mailbox is filled by strangers. */
export type MailLimit = (kind: MailTokenPurpose | 'registration', to: string) => Promise<boolean>

/** Each kind of mail has a limit of its own: none keeps back another. What counts does not hold the address. */
export const mailLimit =
  (mails: Counter): MailLimit =>
  async (kind, to) => {
    const key = createHash('sha256')
      .update(`${kind} ${foldCase(to)}`)
      .digest('base64url')
    return (await mails.consume(key)).allowed
  }
