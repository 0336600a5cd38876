import { AppError } from '../../../../errors.js'
import { days, hours } from '../../../../lib/quantities.js'
import type { Locale } from '../../../../lib/locales.js'
import type { MailQueue } from '../../../../platform/mail/queue.js'
import type { Mail } from '../../../../platform/mail/transports.js'
import type { Account } from '../../account/models.js'
import { recipientOf, type Recipient } from './mail-template.js'
import type { MailTokenPurpose, MailTokenStore } from './mail-token-store.js'
import type { AccountMails } from './account-mails.js'

/** The purposes of links to the address of an account. `email-change.ts` creates links to new addresses. */
export type LinkPurpose = Exclude<MailTokenPurpose, 'change-email'>

const lifetimes: Record<LinkPurpose, number> = {
  'verify-email': 1 * days,
  'reset-password': 1 * hours,
  'delete-account': 1 * hours,
}

interface Dependencies {
  mailTokens: Pick<MailTokenStore, 'create'>
  mails: AccountMails
  mailQueue: Pick<MailQueue, 'enqueue'>
  clock: () => Date
}

interface LinkRequest {
  /** The client's language, used if the account has none. */
  locale: Locale | null
  requestId: string
  /** True if the account replaces an earlier registration of the address, which the mail then mentions. */
  isReplacement?: boolean
  /** A code that also confirms the address, for mails of registrations. */
  code?: string
}

/** Sends mails with a link that works once. */
export function mailLinks({ mailTokens, mails, mailQueue, clock }: Dependencies) {
  const templates: Record<
    LinkPurpose,
    (to: Recipient, token: string, account: Account, code?: string) => Mail
  > = {
    'verify-email': mails.verifyEmail,
    'reset-password': mails.resetPassword,
    'delete-account': mails.confirmDeletion,
  }

  return {
    /** Creates the token and queues the mail. Call it in a transaction, so that both are stored or neither. */
    async send(
      purpose: LinkPurpose,
      to: Account,
      { locale, requestId, isReplacement = false, code }: LinkRequest,
    ): Promise<void> {
      const expiresAt = new Date(clock().getTime() + lifetimes[purpose])
      const token = await mailTokens.create(purpose, to.id, expiresAt)
      const render = isReplacement ? mails.registrationReplaced : templates[purpose]
      const mail = render(recipientOf(to, { locale }), token, to, code)
      await mailQueue.enqueue(mail, { userId: to.id, purpose, requestId, expiresAt })
    },
  }
}

export type MailLinks = ReturnType<typeof mailLinks>

/** The error for a link that does not work, of any purpose. */
export const invalidMailLink = () =>
  new AppError('INVALID_TOKEN', 'The link is not valid, was used already, or has expired.', {
    field: 'token',
  })
