import type { MailQueue } from '../../../../platform/mail/queue.js'
import type { Client } from '../../../../viewer.js'
import type { AccountService } from '../../account/service.js'
import { recipientOf } from './mail-template.js'
import type { AccountMails } from './account-mails.js'
import type { SecurityChange } from './models.js'

interface Dependencies {
  account: Pick<AccountService, 'findById'>
  mailQueue: Pick<MailQueue, 'enqueue'>
  mails: Pick<AccountMails, 'securityChanged'>
}

/** Notifies the owners of accounts of changes that they may not have made themselves. */
export const securityNotices = ({ account, mailQueue, mails }: Dependencies) => ({
  /**
   * Queues a mail to the confirmed address of the account. Call it in the transaction of the change.
   * @param detail what was added or removed, such as the name of a passkey
   */
  async enqueue(
    userId: string,
    change: SecurityChange,
    client: Pick<Client, 'locale'> | null,
    detail = '',
  ): Promise<void> {
    const owner = (await account.findById(userId))?.account
    if (!owner?.verified) return
    const mail = mails.securityChanged(recipientOf(owner, client), change, detail)
    await mailQueue.enqueue(mail, { userId, purpose: 'security-notice' })
  },
})

export type SecurityNotices = ReturnType<typeof securityNotices>
