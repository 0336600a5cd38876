import { AppError } from '../../../../errors.js'
import { minutes } from '../../../../lib/quantities.js'
import { randomToken } from '../../../../lib/random-token.js'
import { DuplicateKeyError } from '../../../../platform/database/database.js'
import type { Client } from '../../../../viewer.js'
import type { Account } from '../../account/models.js'
import type { AccountService } from '../../account/service.js'
import type { AuditService } from '../../audit/service.js'
import { personalFields } from '../../profile/fields.js'
import type { CodeChallenges } from '../mailed-codes/challenges.js'
import type { MailTokenStore } from '../mails/mail-token-store.js'
import { registrationDisabled } from '../registration/registration-disabled.js'
import type { Login, SignInService } from '../sign-in/service.js'
import type { IdentityStore } from './identity-store.js'
import type { LinkRequestStore } from './link-request-store.js'
import type { Identity, Subject } from './models.js'
import { confirmedEmail, subjectOf, type ProvidedIdentity } from './provided-identity.js'
import type { ProviderRevocations } from './revocations.js'

const linkTokenLifetime = 10 * minutes

interface Dependencies {
  account: Pick<AccountService, 'createGenerated' | 'findByEmail' | 'findById'>
  audit: Pick<AuditService, 'record'>
  signIn: SignInService
  identities: IdentityStore
  linkRequests: Pick<LinkRequestStore, 'create'>
  revocations: Pick<ProviderRevocations, 'seal'>
  challenges: Pick<CodeChallenges, 'deleteAll'>
  mailTokens: Pick<MailTokenStore, 'deleteAll'>
  /** False if unknown identities get no account. */
  registrationEnabled: boolean
  clock: () => Date
}

/** Signs in with identities of OpenID Connect providers. */
export function identitySignIn(dependencies: Dependencies) {
  const { account, audit, signIn, identities, linkRequests, revocations } = dependencies
  const { challenges, mailTokens, registrationEnabled, clock } = dependencies

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

  return {
    /**
     * Signs in with a verified identity. An unknown one gets a new account, unless its confirmed address belongs to one.
     * @throws AppError LINK_REQUIRED with the token for `POST /auth/oidc/link`, ACCOUNT_DISABLED, SECOND_FACTOR_REQUIRED,
     * REGISTRATION_DISABLED
     */
    async signIn(provided: ProvidedIdentity, client: Client): Promise<Login> {
      const subject = subjectOf(provided, revocations.seal)
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
          const linkToken = randomToken()
          const request = { userId: owner.id, subject }
          const expiresAt = new Date(clock().getTime() + linkTokenLifetime)
          await linkRequests.create(linkToken, 'PASSWORD', request, expiresAt)
          throw linkRequired(linkToken)
        }
        if (!registrationEnabled) throw registrationDisabled()
        try {
          await createAccount(provided, subject, client)
        } catch (error) {
          if (!(error instanceof DuplicateKeyError)) throw error
        }
      }
      throw wrongCredentials()
    },
  }
}

export type IdentitySignIn = ReturnType<typeof identitySignIn>

/** Leaves out names that a profile cannot have. */
function nameOf({ name, firstName, lastName }: ProvidedIdentity) {
  try {
    return personalFields.applyChanges(personalFields.defaults, name ?? { firstName, lastName }, '')
  } catch {
    return personalFields.defaults
  }
}

const linkRequired = (linkToken: string) =>
  new AppError(
    'LINK_REQUIRED',
    'The address has an account. Send the token with the password of the account to POST /auth/oidc/link, or without it to receive a mail.',
    { details: { linkToken } },
  )
const wrongCredentials = () => new AppError('INVALID_CREDENTIALS', 'The sign-in failed. Try again.')
