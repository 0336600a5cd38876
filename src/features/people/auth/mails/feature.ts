import { hours } from '../../../../lib/quantities.js'
import type { FeatureContext } from '../../../feature.js'
import type { AccountService } from '../../account/service.js'
import { accountMails } from './account-mails.js'
import { mailLimit } from './mail-limit.js'
import { mailLinks } from './mail-links.js'
import { mailTokenStore } from './mail-token-store.js'
import { securityNotices } from './security-notices.js'

/** The limits of mails with the same purpose to one mailbox: requested by one client, and by all clients. */
const mailsPerClientAndHour = 5
const mailsPerHour = 15

/** The mails about accounts, their links and their limits. */
export function mails({ platform, config }: FeatureContext, { account }: { account: AccountService }) {
  const { database, mailQueue, counters, clock } = platform
  const counter = (name: string, limit: number) => counters.counter({ name, limit, window: 1 * hours })
  const mailTokens = mailTokenStore(database)
  const mails = accountMails({
    name: config.BRAND_NAME,
    color: config.BRAND_COLOR,
    logoUrl: config.BRAND_LOGO_URL,
    linkBase: config.MAIL_LINK_URL,
  })
  return {
    services: {
      mails,
      mailTokens,
      mailLinks: mailLinks({ mailTokens, mails, mailQueue, clock }),
      mailLimit: mailLimit({
        perClient: counter('mail-client', mailsPerClientAndHour),
        perMailbox: counter('mail', mailsPerHour),
      }),
      securityNotices: securityNotices({ account, mailQueue, mails }),
    },
    userData: {
      async erase(userId: string) {
        await mailTokens.erase(userId)
        await mailQueue.deleteUserMails(userId)
      },
    },
  }
}
