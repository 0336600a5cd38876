import { badUserInputAt, conflict } from '../../../errors.js'
import { parseIdAt } from '../../../lib/ids.js'
import { pageOf, type Keyed, type Page, type PageArguments } from '../../../lib/pages.js'
import { foldCase } from '../../../lib/text.js'
import type { Database } from '../../../platform/database/database.js'
import type { RequestContext, Client, Role } from '../../../viewer.js'
import type { Account, AccountFilter } from '../account/models.js'
import { isPlaceholderEmail } from '../account/generated-names.js'
import type { AccountService } from '../account/service.js'
import type { AuditEntry } from '../audit/models.js'
import { isPseudonym, type AuditService } from '../audit/service.js'
import type { DeletionService } from '../auth/deletion/service.js'
import type { Session } from '../auth/sign-in/models.js'
import type { SecondFactorService } from '../auth/second-factor/service.js'
import type { StepUpService } from '../auth/step-up/service.js'
import type { AccountAccess } from '../auth/sign-in/account-access.js'
import type { SessionService } from '../auth/sign-in/sessions.js'
import type { AuditFilterDraft, UserFilterDraft } from './models.js'

/** The maximum length of usernames and addresses. */
const maxSearchLength = 254
/** The identifier of no account. */
const noUserId = '0'.repeat(24)
/** The maximum number of results of a search. */
const maxResults = 1000

interface Dependencies {
  account: AccountService
  audit: AuditService
  accountAccess: Pick<AccountAccess, 'setEnabled'>
  sessions: Pick<SessionService, 'list' | 'revoke' | 'signOutEverywhere'>
  deletion: Pick<DeletionService, 'requestDeletion' | 'restore'>
  stepUp: Pick<StepUpService, 'assertRecent'>
  secondFactor: Pick<SecondFactorService, 'reset'>
  database: Pick<Database, 'transaction'>
}

interface ActionOptions {
  /** The path of the identifier, for the error message. */
  path?: string
  /** True for an action that requires a recent sign-in or step-up of the administrator. */
  requiresStepUp?: boolean
}

interface Actor {
  actor: string
  client: Client
}

/** The actions of administrators. Each checks the caller's current role in the database. */
export function administrationService(dependencies: Dependencies) {
  const { account, accountAccess, audit, sessions, deletion, stepUp, secondFactor, database } = dependencies

  /**
   * Acts on an account in a transaction. Checks the administrator within it, too: of two administrators who remove each
   * other's role at once, only the first succeeds.
   * @throws AppError UNAUTHENTICATED, FORBIDDEN, STEP_UP_REQUIRED, BAD_USER_INPUT, NOT_FOUND
   */
  async function actOn<Result>(
    context: RequestContext,
    subject: string,
    work: (actor: Actor, subject: Account) => Promise<Result>,
    { path = 'input.id', requiresStepUp = false }: ActionOptions = {},
  ): Promise<Result> {
    const administrator = await account.requireAdmin(context)
    const id = parseIdAt(subject, path)
    if (requiresStepUp) await stepUp.assertRecent(administrator)
    return database.transaction(id, async () => {
      const viewer = await account.requireAdmin(context)
      return work({ actor: viewer.id, client: context.client }, await account.get(id))
    })
  }

  /** Changes an account, and returns it. @throws the errors of `actOn` */
  const changeAccount = (
    context: RequestContext,
    subject: string,
    work: (actor: Actor, subject: Account) => Promise<void>,
    options?: ActionOptions,
  ): Promise<Account> =>
    actOn(
      context,
      subject,
      async (actor, before) => {
        await work(actor, before)
        return account.get(before.id)
      },
      options,
    )

  /** Returns the account whose entries a request selects; null for all. @throws AppError BAD_USER_INPUT */
  async function findAuditUserId({ userId, userName }: AuditFilterDraft): Promise<string | null> {
    if (userName == null) return userId == null ? null : parseAuditUserId(userId)
    if (userId != null) throw badUserInputAt('userName', 'cannot be combined with userId.')
    const name = userName.trim()
    if (name.length > maxSearchLength)
      throw badUserInputAt('userName', `must have at most ${maxSearchLength} characters.`)
    return (await account.findByName(name))?.id ?? noUserId
  }

  return {
    /**
     * Lists accounts, the newest first; the results of a search are ordered by username.
     * @throws AppError UNAUTHENTICATED, FORBIDDEN, BAD_USER_INPUT
     */
    async users(
      context: RequestContext,
      search: string,
      filter: UserFilterDraft,
      page: PageArguments,
    ): Promise<Page<Account, number | null>> {
      await account.requireAdmin(context)
      const text = search.trim()
      if (text === '') return account.list(toAccountFilter(filter), page)
      if (text.length > maxSearchLength)
        throw badUserInputAt('search', `must have at most ${maxSearchLength} characters.`)
      const found = await account.findByPrefix(text, toAccountFilter(filter), maxResults)
      const keyed = found.map(item => ({ item, key: [foldCase(item.username), item.id] }))
      const get = (index: number) => keyed[index] as Keyed<Account>
      return pageOf({ length: found.length, get, exampleKey: ['', ''], fingerprint: () => text }, page)
    },

    /** @throws AppError CONFLICT for the last administrator, and for an unconfirmed address */
    setRole: (context: RequestContext, subject: string, role: Role): Promise<Account> =>
      changeAccount(
        context,
        subject,
        (initiator, { id, verified }) => {
          if (role === 'ADMIN' && !verified)
            throw conflict('The e-mail address of this account is not confirmed. Verify it first.')
          return account.setRole(id, role, initiator)
        },
        { requiresStepUp: true },
      ),

    /** @throws AppError CONFLICT for the last administrator */
    setEnabled: (context: RequestContext, subject: string, enabled: boolean): Promise<Account> =>
      changeAccount(
        context,
        subject,
        (initiator, { id }) => accountAccess.setEnabled(id, enabled, initiator),
        {
          requiresStepUp: true,
        },
      ),

    /** Turns the second factor of a user off. Without one, nothing changes. */
    resetSecondFactor: (context: RequestContext, subject: string): Promise<Account> =>
      changeAccount(context, subject, ({ actor, client }, { id }) => secondFactor.reset(id, actor, client), {
        path: 'input.userId',
        requiresStepUp: true,
      }),

    verify: (context: RequestContext, subject: string): Promise<Account> =>
      changeAccount(context, subject, async (initiator, { id, email, verified }) => {
        if (verified) return
        if (isPlaceholderEmail(email)) throw conflict('This account has no e-mail address to confirm.')
        await account.verify(id)
        await audit.record({ ...initiator, subject: id, action: 'EMAIL_VERIFIED' })
      }),

    revokeSessions: (context: RequestContext, subject: string): Promise<Account> =>
      changeAccount(context, subject, (initiator, { id }) => sessions.signOutEverywhere(id, initiator)),

    /** Ends one session of an account. @throws AppError NOT_FOUND */
    async revokeSession(context: RequestContext, subject: string, session: string): Promise<Account> {
      await account.requireAdmin(context)
      const sessionId = parseIdAt(session, 'input.sessionId')
      return changeAccount(context, subject, (initiator, { id }) => sessions.revoke(id, sessionId, initiator))
    },

    /**
     * Deletes an account after the grace period, an unconfirmed registration at once.
     * @throws AppError CONFLICT for the last administrator
     */
    deleteUser: (context: RequestContext, subject: string): Promise<Account> =>
      actOn(context, subject, async (initiator, owner) => {
        const { deletesAt } = await deletion.requestDeletion(owner, { ...initiator, immediately: false })
        return { ...owner, deletesAt }
      }),

    /** @throws AppError CONFLICT if the grace period has ended */
    restoreUser: (context: RequestContext, subject: string): Promise<Account> =>
      changeAccount(context, subject, async (initiator, { id }) => {
        await deletion.restore({ userId: id, ...initiator })
      }),

    /** @throws AppError UNAUTHENTICATED, FORBIDDEN, BAD_USER_INPUT, NOT_FOUND */
    async user(context: RequestContext, id: string): Promise<Account> {
      await account.requireAdmin(context)
      return account.get(parseIdAt(id, 'id'))
    },

    /** Finds the account of an audit log entry, which only administrators receive. */
    findUser: async (id: string | null): Promise<Account | null> =>
      id === null || isPseudonym(id) ? null : ((await account.findById(id))?.account ?? null),

    /** Lists the sessions of an account, the last used first. @throws AppError UNAUTHENTICATED, FORBIDDEN */
    async sessions(context: RequestContext, userId: string): Promise<Session[]> {
      await account.requireAdmin(context)
      return sessions.list(userId)
    },

    /** Lists entries, the latest first. @throws AppError UNAUTHENTICATED, FORBIDDEN, BAD_USER_INPUT */
    async auditLog(
      context: RequestContext,
      { action, from, to, ...user }: AuditFilterDraft,
      page: PageArguments,
    ): Promise<Page<AuditEntry, null>> {
      await account.requireAdmin(context)
      if (from && to && to <= from) throw badUserInputAt('to', 'must be after from.')
      const userId = await findAuditUserId(user)
      return audit.list({ userId, action: action ?? null, from: from ?? null, to: to ?? null }, page)
    },
  }
}

export type AdministrationService = ReturnType<typeof administrationService>

const toAccountFilter = ({ role, enabled, verified }: UserFilterDraft): AccountFilter => ({
  ...(role == null ? {} : { role }),
  ...(enabled == null ? {} : { enabled }),
  ...(verified == null ? {} : { verified }),
})

/** Accepts the id of an account or a pseudonym. @throws AppError BAD_USER_INPUT */
const parseAuditUserId = (id: string): string => (isPseudonym(id) ? id : parseIdAt(id, 'userId'))
