import { AppError } from '../../../../errors.js'
import { hours, minutes } from '../../../../lib/quantities.js'
import { randomToken } from '../../../../lib/random-token.js'
import { foldCase } from '../../../../lib/text.js'
import type { Database } from '../../../../platform/database/database.js'
import { transactionOnce } from '../../../../platform/database/transaction-once.js'
import type { MailQueue } from '../../../../platform/mail/queue.js'
import type { Client, Origin } from '../../../../viewer.js'
import type { Account, Credentials } from '../../account/models.js'
import type { AccountService } from '../../account/service.js'
import type { AccountMails } from '../mails/account-mails.js'
import type { MailLimit } from '../mails/mail-limit.js'
import { invalidMailLink } from '../mails/mail-links.js'
import { recipientOf } from '../mails/mail-template.js'
import type { FactorProofs } from '../second-factor/proofs.js'
import { invalidCode, type FactorProof } from '../second-factor/service.js'
import type { SecondFactorStore } from '../second-factor/store.js'
import type { Login, SignInService } from '../sign-in/service.js'
import type { PasswordConfirmation } from '../step-up/password-confirmation.js'
import type { IdentityService } from './identities.js'
import type { LinkRequest, LinkRequestStore } from './link-request-store.js'
import { identityName } from './provided-identity.js'

const mailedLinkLifetime = 1 * hours
/** As long as the token of SECOND_FACTOR_REQUIRED. */
const secondFactorLifetime = 5 * minutes
const maxPasswords = 5

interface Dependencies {
  account: Pick<AccountService, 'findById'>
  signIn: SignInService
  identities: Pick<IdentityService, 'link'>
  store: LinkRequestStore
  confirmation: Pick<PasswordConfirmation, 'run'>
  proofs: Pick<FactorProofs, 'confirm'>
  secondFactors: Pick<SecondFactorStore, 'isEnabled'>
  mails: Pick<AccountMails, 'linkIdentity'>
  mailLimit: MailLimit
  mailQueue: Pick<MailQueue, 'enqueue'>
  database: Pick<Database, 'transaction'>
  clock: () => Date
}

/** Links identities to accounts whose owners agree later: with the password, with a mailed link, or with the second factor. */
export function linkRequestService(dependencies: Dependencies) {
  const { account, signIn, identities, store, confirmation, proofs, secondFactors } = dependencies
  const { mails, mailLimit, mailQueue, database, clock } = dependencies

  const timeIn = (milliseconds: number) => new Date(clock().getTime() + milliseconds)

  /**
   * Finds the owner if the account still has the address of the identity: people who read another mailbox must not
   * agree.
   */
  async function findOwner({ userId, subject }: LinkRequest): Promise<Account | null> {
    const owner = (await account.findById(userId))?.account
    if (!owner || subject.email === null) return null
    return foldCase(owner.email) === foldCase(subject.email) ? owner : null
  }

  /** Uses up a mailed link. @returns null for a link that is not valid any more */
  async function consumeMailed(token: string): Promise<LinkRequest | null> {
    const request = await store.consume(token, 'MAILED_LINK', clock())
    if (request && !(await findOwner(request))) throw invalidMailLink()
    return request
  }

  /** Uses up a link request. With a second factor on, `linkAfterSecondFactor` links the identity later. */
  async function redeem(token: string, { userId }: LinkRequest, client: Client): Promise<void> {
    const request = await store.consume(token, 'PASSWORD', clock())
    if (!request) throw invalidLinkToken()
    if (!(await secondFactors.isEnabled(userId))) await identities.link(userId, request.subject, client)
  }

  /** Keeps a request for the time in which the second factor is missing. */
  const awaitingSecondFactor = (request: LinkRequest) => (token: string) =>
    store.create(token, 'SECOND_FACTOR', request, timeIn(secondFactorLifetime))

  /**
   * Uses up a mailed link if the second factor is on. The token of the error then links the identity.
   * @throws AppError SECOND_FACTOR_REQUIRED, INVALID_TOKEN
   */
  async function requireSecondFactor(token: string, request: LinkRequest, client: Client): Promise<void> {
    const { userId } = request
    const options = {
      method: 'IDENTITY',
      client,
      onSecondFactorRequired: awaitingSecondFactor(request),
    } as const
    await signIn.startSession(userId, options, async () => {
      if (!(await secondFactors.isEnabled(userId))) return false
      if (!(await consumeMailed(token))) throw invalidMailLink()
      return true
    })
  }

  return {
    /**
     * Links an identity to the account with its address, and signs in.
     * @throws AppError INVALID_TOKEN, INVALID_CREDENTIALS, ACCOUNT_DISABLED, SECOND_FACTOR_REQUIRED, TOO_MANY_REQUESTS
     */
    async linkWithPassword(token: string, password: string, client: Client): Promise<Login> {
      const request = await store.countAttempt(token, clock(), maxPasswords)
      if (!request) throw invalidLinkToken()
      const { userId } = request
      let confirmed: Credentials
      try {
        const input = { userId, password, path: 'password', client }
        confirmed = await confirmation.run(input, credentials => () => Promise.resolve(credentials))
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        if (error.code === 'WRONG_PASSWORD' || error.code === 'UNAUTHENTICATED') throw wrongCredentials()
        throw error
      }
      const options = {
        method: 'IDENTITY',
        client,
        onSecondFactorRequired: awaitingSecondFactor(request),
      } as const
      const login = await signIn.startSession(userId, options, async () => {
        const current = await account.findById(userId)
        if (current?.passwordHash !== confirmed.passwordHash) return false
        signIn.assertMaySignIn(current.account, wrongCredentials)
        await redeem(token, request, client)
        return true
      })
      if (!login) throw wrongCredentials()
      return login
    },

    /** Sends a link with which the owner of the address agrees. @throws AppError INVALID_TOKEN */
    async requestMailedLink(token: string, { client, requestId }: Origin): Promise<void> {
      const request = await store.find(token, 'PASSWORD', clock())
      const owner = request && (await findOwner(request))
      if (!owner) throw invalidLinkToken()
      const { allowed } = await mailLimit.count({ purpose: 'link-identity', to: owner.email, client })
      if (!allowed) return
      const mailedToken = randomToken()
      const expiresAt = timeIn(mailedLinkLifetime)
      await database.transaction(owner.id, async () => {
        await store.create(mailedToken, 'MAILED_LINK', request, expiresAt)
        const mail = mails.linkIdentity(
          recipientOf(owner, client),
          mailedToken,
          identityName(request.subject),
        )
        const options = { userId: owner.id, purpose: 'link-identity', requestId, expiresAt }
        await mailQueue.enqueue(mail, options)
      })
    },

    /** Finds the owner and the identity of a mailed link. Does not use up the link. @throws AppError INVALID_TOKEN */
    async findMailedLink(token: string): Promise<{ owner: Account; identity: string; asksForCode: boolean }> {
      const request = await store.find(token, 'MAILED_LINK', clock())
      const owner = request && (await findOwner(request))
      if (!owner) throw invalidMailLink()
      const asksForCode = await secondFactors.isEnabled(owner.id)
      return { owner, identity: identityName(request.subject), asksForCode }
    },

    /**
     * Links the identity of a mailed link.
     * @param proof the second factor, if it is on
     * @throws AppError INVALID_TOKEN, INVALID_CODE, SECOND_FACTOR_REQUIRED, IDENTITY_TAKEN
     */
    async linkByMail(token: string, proof: FactorProof | null, client: Client): Promise<void> {
      const request = await store.find(token, 'MAILED_LINK', clock())
      if (!request) throw invalidMailLink()
      const { userId } = request
      const redeemMailed = async () =>
        (await consumeMailed(token)) && identities.link(userId, request.subject, client)
      if (!proof) await requireSecondFactor(token, request, client)
      const linked = await (proof
        ? proofs.confirm(userId, proof, client, redeemMailed)
        : transactionOnce(database, userId, async () => {
            // The second factor may have been turned on in the meantime.
            if (await secondFactors.isEnabled(userId)) throw invalidCode('code')
            return redeemMailed()
          }))
      if (!linked) throw invalidMailLink()
    },

    /** Links the identity of a sign-in that waited for the second factor, in the transaction that completes it. */
    async linkAfterSecondFactor(secondFactorToken: string, userId: string, client: Client): Promise<void> {
      const request = await store.consume(secondFactorToken, 'SECOND_FACTOR', clock())
      if (request?.userId === userId) await identities.link(userId, request.subject, client)
    },

    endMailedLinks: store.deleteMailedLinks,
    erase: store.deleteAll,
  }
}

export type LinkRequestService = ReturnType<typeof linkRequestService>

const invalidLinkToken = () =>
  new AppError('INVALID_TOKEN', 'The token is not valid, was used already, or has expired. Sign in again.', {
    field: 'linkToken',
  })
const wrongCredentials = () => new AppError('INVALID_CREDENTIALS', 'The sign-in failed. Try again.')
