import { coalesceRuns } from '../../../../lib/coalesce-runs.js'
import { seconds } from '../../../../lib/quantities.js'
import type { FeatureContext } from '../../../feature.js'
import type { AccountService } from '../../account/service.js'
import { codeChallenges } from '../mailed-codes/challenges.js'
import { codeChallengeStore } from '../mailed-codes/store.js'
import type { AccountMails } from '../mails/account-mails.js'
import type { MailLimit } from '../mails/mail-limit.js'
import type { MailLinks } from '../mails/mail-links.js'
import type { SessionService } from '../sign-in/sessions.js'
import { mailRequestService } from './service.js'
import { mailRequestStore } from './store.js'

interface Dependencies {
  account: AccountService
  mails: AccountMails
  mailLimit: MailLimit
  mailLinks: MailLinks
  sessions: SessionService
}

/** The mails with links and codes that anybody can request for an address. */
export function mailRequests(
  { platform }: FeatureContext,
  { account, mails, mailLimit, mailLinks, sessions }: Dependencies,
) {
  const { database, mailQueue, encryptionSecret, backgroundTasks: background, log, clock } = platform
  // Created here and not in `mailed-codes`, which comes later, because mail requests and registrations create codes.
  const challenges = codeChallenges({ store: codeChallengeStore(database), clock })
  const store = mailRequestStore(database)
  const mailRequests = mailRequestService({
    account,
    database,
    store,
    links: mailLinks,
    challenges,
    mails,
    mailQueue,
    mailLimit,
    secret: encryptionSecret,
    background,
    clock,
    log,
  })
  sessions.addOtherAccess(challenges.deleteAll)
  return {
    services: { mailRequests, codeChallenges: challenges, mailRequestQueue: store.state },
    jobs: [
      {
        name: 'retry mail requests',
        interval: 10 * seconds,
        run: coalesceRuns(mailRequests.retryPending),
      },
    ],
    userData: { erase: challenges.deleteAll },
  }
}
