import { AppError, conflict, notFound } from '../../../../errors.js'
import { hours, minutes } from '../../../../lib/quantities.js'
import { parseIdAt } from '../../../../lib/ids.js'
import { DuplicateKeyError, type Database } from '../../../../platform/database/database.js'
import { transactionOnce } from '../../../../platform/database/transaction-once.js'
import type { MailQueue } from '../../../../platform/mail/queue.js'
import type { Client, Origin, Viewer } from '../../../../viewer.js'
import type { Account, Credentials } from '../../account/models.js'
import type { AccountService } from '../../account/service.js'
import type { AuditService } from '../../audit/service.js'
import { personalFields } from '../../profile/fields.js'
import { rejectTakenEmail, type GuestService } from '../guests/service.js'
import type { CodeChallenges } from '../mailed-codes/challenges.js'
import type { MailLimit } from '../mails/mail-limit.js'
import { recipientOf } from '../mails/mail-template.js'
import type { MailTokenStore } from '../mails/mail-token-store.js'
import type { AccountMails } from '../mails/account-mails.js'
import type { PasswordConfirmation } from '../step-up/password-confirmation.js'
import { invalidToken } from '../registration/service.js'
import type { FactorProofs } from '../second-factor/proofs.js'
import type { FactorProof } from '../second-factor/service.js'
import type { SecondFactorStore } from '../second-factor/store.js'
import type { SecurityNotices } from '../mails/security-notices.js'
import type { Login, SignInService } from '../sign-in/service.js'
import type { StepUpService } from '../step-up/service.js'
import type { WaysInService } from '../ways-in/service.js'
import type { IdentityStore } from './identity-store.js'
import type { LinkRequest, LinkRequestStore } from './link-request-store.js'
import type { Claims, Identity, Subject } from './models.js'
import type { ProviderRevocations } from './revocations.js'

const linkTokenLifetime = 10 * minutes
const mailedLinkLifetime = 1 * hours
/** As long as the token of SECOND_FACTOR_REQUIRED. */
const secondFactorLifetime = 5 * minutes
const maxPasswords = 5
const maxIdentities = 20

export interface OpenIdDependencies {
  account: AccountService
  audit: Pick<AuditService, 'record'>
  codeChallenges: Pick<CodeChallenges, 'deleteAll'>
  database: Pick<Database, 'transaction'>
  guests: Pick<GuestService, 'upgrade'>
  identities: IdentityStore
  linkRequests: LinkRequestStore
  mailLimit: MailLimit
  mailQueue: Pick<MailQueue, 'enqueue'>
  mails: Pick<AccountMails, 'linkIdentity'>
  mailTokens: Pick<MailTokenStore, 'deleteAll'>
  factorProofs: Pick<FactorProofs, 'confirm'>
  passwordConfirmation: Pick<PasswordConfirmation, 'run'>
  securityNotices: Pick<SecurityNotices, 'enqueue'>
  signIn: SignInService
  secondFactors: Pick<SecondFactorStore, 'isEnabled'>
  revocations: ProviderRevocations
  stepUp: Pick<StepUpService, 'assertRecent'>
  waysIn: Pick<WaysInService, 'addSource' | 'removing'>
  clock: () => Date
}

/** The claims of an ID token, and what the app knows besides. */
export interface ProvidedIdentity extends Claims {
  provider: string
  /** The names that the provider states only at the first sign-in; null if there are none. */
  name: { firstName?: string; lastName?: string } | null
  /** With it, the access of the service is revoked when the identity is unlinked; null if there is none. */
  refreshToken: string | null
}

type SessionViewer = Pick<Viewer, 'id' | 'sessionId'>

/** Signs in with identities of OpenID Connect providers, and links them to accounts. */
export function openIdService(dependencies: OpenIdDependencies) {
  const { account, audit, signIn, database, identities, linkRequests, revocations, guests } = dependencies
  const { codeChallenges: challenges, factorProofs: proofs, passwordConfirmation } = dependencies
  const { mailLimit, mailQueue, mails, mailTokens, securityNotices: notices } = dependencies
  const { secondFactors, stepUp, waysIn, clock } = dependencies

  const timeIn = (milliseconds: number) => new Date(clock().getTime() + milliseconds)

  function subjectOf({ refreshToken, ...provided }: ProvidedIdentity): Subject {
    const { provider, issuer, subject, email, isPrivateRelay, clientId } = provided
    const sealedRefreshToken = refreshToken === null ? null : revocations.seal(refreshToken)
    return { provider, issuer, subject, email, isPrivateRelay, clientId, sealedRefreshToken }
  }

  /** @throws AppError ACCOUNT_DISABLED, SECOND_FACTOR_REQUIRED. @returns null if the identity is unlinked meanwhile */
  const startSession = ({ id, userId }: Identity, subject: Subject, client: Client): Promise<Login | null> =>
    signIn.startSession(userId, { method: 'IDENTITY', client }, async () => {
      const owner = (await account.findById(userId))?.account
      if (!owner || !(await identities.recordUse(id, subject, clock()))) return false
      signIn.assertMaySignIn(owner, wrongCredentials)
      return true
    })

  /** Creates an account with the identity. @returns null if the address has a confirmed account */
  async function createAccount(
    provided: ProvidedIdentity,
    subject: Subject,
    client: Client,
  ): Promise<Account | null> {
    const { firstName, lastName } = nameOf(provided)
    const email = confirmedEmail(provided)
    const identityId = identities.newId()
    const details = { email, usernamePrefix: 'user', firstName, lastName, locale: client.locale } as const
    return account.createGenerated(details, async created => {
      const { id } = created
      // The links and codes of a replaced registration stop working.
      await mailTokens.deleteAll(id, 'verify-email')
      await challenges.deleteAll(id)
      await identities.insert({ id: identityId, userId: id, now: clock(), ...subject })
      const event = { actor: id, subject: id, client }
      await audit.record({ ...event, action: 'REGISTERED' })
      await audit.record({ ...event, action: 'IDENTITY_LINKED' })
    })
  }

  /** Returns the confirmed address, unless another account has it. */
  async function freeEmail(provided: ProvidedIdentity): Promise<{ email?: string }> {
    const email = confirmedEmail(provided)
    if (email === null) return {}
    return (await account.findByEmail(email))?.account.verified ? {} : { email }
  }

  /** Links the subject in a transaction of the account. @throws AppError IDENTITY_TAKEN, CONFLICT */
  async function link(userId: string, subject: Subject, client: Client): Promise<Identity> {
    const known = await identities.find(subject)
    if (known && known.userId !== userId) throw identityTaken()
    if (known) return known
    // Writes the account, so that concurrent links conflict and cannot exceed the limit.
    await account.recordWaysInChange(userId)
    if ((await identities.count(userId)) >= maxIdentities)
      throw conflict(`Your account has ${maxIdentities} identities. Unlink one of them first.`)
    const linked = await identities
      .insert({ id: identities.newId(), userId, now: clock(), ...subject })
      .catch((error: unknown) => {
        throw error instanceof DuplicateKeyError ? identityTaken() : error
      })
    await audit.record({ actor: userId, subject: userId, action: 'IDENTITY_LINKED', client })
    await notices.enqueue(userId, 'IDENTITY_LINKED', client, describe(subject))
    return linked
  }

  /** Uses up a link request. With a second factor on, `linkAfterSecondFactor` links the identity later. */
  async function redeem(token: string, { userId }: LinkRequest, client: Client): Promise<void> {
    const request = await linkRequests.consume(token, 'PASSWORD', clock())
    if (!request) throw invalidLinkToken()
    if (!(await secondFactors.isEnabled(userId))) await link(userId, request.subject, client)
  }

  /** Keeps the request for the time in which the second factor is missing. */
  async function awaitingSecondFactor<T>(request: LinkRequest, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      const token = error instanceof AppError ? error.details['secondFactorToken'] : undefined
      if (token !== undefined)
        await linkRequests.create(token, 'SECOND_FACTOR', request, timeIn(secondFactorLifetime))
      throw error
    }
  }

  return {
    /**
     * Signs in with a verified identity. An unknown one gets a new account, unless its confirmed address belongs to one.
     * @throws AppError LINK_REQUIRED with the token for `link`, ACCOUNT_DISABLED, SECOND_FACTOR_REQUIRED
     */
    async signIn(provided: ProvidedIdentity, client: Client): Promise<Login> {
      const subject = subjectOf(provided)
      // A concurrent sign-in may create the account, link the identity or take the address.
      for (let attempt = 1; attempt <= 3; attempt++) {
        const known = await identities.find(subject)
        const login = known && (await startSession(known, subject, client))
        if (login) return login
        const email = confirmedEmail(provided)
        const owner = email === null ? null : ((await account.findByEmail(email))?.account ?? null)
        if (owner?.verified) {
          // A concurrent sign-in may have created the owner together with the identity.
          if (!known && (await identities.find(subject))) continue
          const linkToken = linkRequests.newToken()
          const request = { userId: owner.id, subject }
          await linkRequests.create(linkToken, 'PASSWORD', request, timeIn(linkTokenLifetime))
          throw linkRequired(linkToken)
        }
        try {
          await createAccount(provided, subject, client)
        } catch (error) {
          if (!(error instanceof DuplicateKeyError)) throw error
        }
      }
      throw wrongCredentials()
    },

    /**
     * Links an identity to the account with its address, and signs in.
     * @throws AppError INVALID_TOKEN, INVALID_CREDENTIALS, ACCOUNT_DISABLED, SECOND_FACTOR_REQUIRED, TOO_MANY_REQUESTS
     */
    async linkWithPassword(token: string, password: string, client: Client): Promise<Login> {
      const request = await linkRequests.countAttempt(token, clock(), maxPasswords)
      if (!request) throw invalidLinkToken()
      const { userId } = request
      let confirmed: Credentials
      try {
        const input = { userId, password, path: 'password', client }
        confirmed = await passwordConfirmation.run(input, credentials => () => Promise.resolve(credentials))
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        if (error.code === 'WRONG_PASSWORD' || error.code === 'UNAUTHENTICATED') throw wrongCredentials()
        throw error
      }
      const login = await awaitingSecondFactor(request, () =>
        signIn.startSession(userId, { method: 'IDENTITY', client }, async () => {
          const current = await account.findById(userId)
          if (current?.passwordHash !== confirmed.passwordHash) return false
          signIn.assertMaySignIn(current.account, wrongCredentials)
          await redeem(token, request, client)
          return true
        }),
      )
      if (!login) throw wrongCredentials()
      return login
    },

    /** Sends a link with which the owner of the address agrees. @throws AppError INVALID_TOKEN */
    async requestMailedLink(token: string, { client, requestId }: Origin): Promise<void> {
      const request = await linkRequests.find(token, 'PASSWORD', clock())
      const owner = request && (await account.findById(request.userId))?.account
      if (!owner) throw invalidLinkToken()
      const { allowed } = await mailLimit.count({ purpose: 'link-identity', to: owner.email, client })
      if (!allowed) return
      const mailedToken = linkRequests.newToken()
      const expiresAt = timeIn(mailedLinkLifetime)
      await database.transaction(owner.id, async () => {
        await linkRequests.create(mailedToken, 'MAILED_LINK', request, expiresAt)
        const mail = mails.linkIdentity(recipientOf(owner, client), mailedToken, describe(request.subject))
        const options = { userId: owner.id, purpose: 'link-identity', requestId, expiresAt }
        await mailQueue.enqueue(mail, options)
      })
    },

    /** Finds the owner and the identity of a mailed link. Does not use up the link. @throws AppError INVALID_TOKEN */
    async findMailedLink(token: string): Promise<{ owner: Account; identity: string; asksForCode: boolean }> {
      const request = await linkRequests.find(token, 'MAILED_LINK', clock())
      const owner = request && (await account.findById(request.userId))?.account
      if (!owner) throw invalidToken()
      const asksForCode = await secondFactors.isEnabled(owner.id)
      return { owner, identity: describe(request.subject), asksForCode }
    },

    /**
     * Links the identity of a mailed link.
     * @param proof the second factor, if it is on
     * @throws AppError INVALID_TOKEN, INVALID_CODE, SECOND_FACTOR_REQUIRED, IDENTITY_TAKEN
     */
    async linkByMail(token: string, proof: FactorProof | null, client: Client): Promise<void> {
      const request = await linkRequests.find(token, 'MAILED_LINK', clock())
      if (!request) throw invalidToken()
      const { userId } = request
      const redeemMailed = async () =>
        (await linkRequests.consume(token, 'MAILED_LINK', clock())) && link(userId, request.subject, client)
      // Fails with SECOND_FACTOR_REQUIRED, whose token then links the identity.
      if (!proof && (await secondFactors.isEnabled(userId)))
        await awaitingSecondFactor(request, () =>
          signIn.startSession(userId, { method: 'IDENTITY', client }, async () => {
            if (!(await linkRequests.consume(token, 'MAILED_LINK', clock()))) throw invalidToken()
            return true
          }),
        )
      const linked = await (proof
        ? proofs.confirm(userId, proof, client, redeemMailed)
        : transactionOnce(database, userId, redeemMailed))
      if (!linked) throw invalidToken()
    },

    /** Links the identity of a sign-in that waited for the second factor, in the transaction that completes it. */
    async linkAfterSecondFactor(secondFactorToken: string, userId: string, client: Client): Promise<void> {
      const request = await linkRequests.consume(secondFactorToken, 'SECOND_FACTOR', clock())
      if (request?.userId === userId) await link(userId, request.subject, client)
    },

    /** @throws AppError STEP_UP_REQUIRED, IDENTITY_TAKEN, EMAIL_TAKEN, CONFLICT */
    linkToViewer(viewer: SessionViewer, provided: ProvidedIdentity, client: Client): Promise<Identity> {
      return rejectTakenEmail(() =>
        database.transaction(viewer.id, async () => {
          await stepUp.assertRecent(viewer)
          const identity = await link(viewer.id, subjectOf(provided), client)
          const owner = await account.get(viewer.id)
          if (owner.isGuest) await guests.upgrade(owner.id, await freeEmail(provided), client)
          return identity
        }),
      )
    },

    assertMayLink: (viewer: SessionViewer): Promise<void> => stepUp.assertRecent(viewer),

    /** @throws AppError BAD_USER_INPUT, STEP_UP_REQUIRED, NOT_FOUND, LAST_WAY_IN */
    async unlink(viewer: SessionViewer, sentId: string, client: Client): Promise<Identity> {
      const id = parseIdAt(sentId, 'input.id')
      const identity = await waysIn.removing(viewer.id, async () => {
        await stepUp.assertRecent(viewer)
        await revocations.enqueue(viewer.id, id)
        const unlinked = await identities.delete(id, viewer.id)
        if (!unlinked) return null
        await audit.record({ actor: viewer.id, subject: viewer.id, action: 'IDENTITY_UNLINKED', client })
        await notices.enqueue(
          viewer.id,
          'IDENTITY_UNLINKED',
          client,
          describe({ ...unlinked, email: unlinked.providerEmail }),
        )
        return unlinked
      })
      if (!identity) throw notFound('identity')
      return identity
    },

    list: (userId: string): Promise<Identity[]> => identities.list(userId, maxIdentities),

    find: (userId: string, id: string): Promise<Identity | null> => identities.findById(id, userId),

    /** Yields the identities of a user for the data export. */
    async *exportIdentities(userId: string): AsyncGenerator<object> {
      for (const { userId: _, ...identity } of await identities.list(userId, maxIdentities)) yield identity
    },

    async erase(userId: string): Promise<void> {
      await revocations.enqueue(userId)
      await identities.deleteAll(userId)
      await linkRequests.deleteAll(userId)
    },

    countIdentities: identities.count,
  }
}

export type OpenIdService = ReturnType<typeof openIdService>

const confirmedEmail = ({ email, isEmailVerified }: Claims): string | null => (isEmailVerified ? email : null)

/** Leaves out names that a profile cannot have. */
function nameOf({ name, firstName, lastName }: ProvidedIdentity) {
  try {
    return personalFields.applyChanges(personalFields.defaults, name ?? { firstName, lastName }, '')
  } catch {
    return personalFields.defaults
  }
}

/** Returns the name of an identity in mails. */
const describe = ({ provider, email }: Pick<Subject, 'provider' | 'email'>): string => {
  const name = `${provider.slice(0, 1)}${provider.slice(1).toLowerCase()}`
  return email === null ? name : `${name} (${email})`
}

const linkRequired = (linkToken: string) =>
  new AppError(
    'LINK_REQUIRED',
    'The address has an account. Send the token with the password of the account to POST /auth/oidc/link, or without it to receive a mail.',
    { details: { linkToken } },
  )
const invalidLinkToken = () =>
  new AppError('INVALID_TOKEN', 'The token is not valid, was used already, or has expired. Sign in again.', {
    field: 'linkToken',
  })
const wrongCredentials = () => new AppError('INVALID_CREDENTIALS', 'The sign-in failed. Try again.')
const identityTaken = () =>
  new AppError('IDENTITY_TAKEN', 'This identity is linked to another account. Unlink it there first.')
