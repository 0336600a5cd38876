import { badUserInputAt, conflict } from '../../../errors.js'
import { parseIdAt } from '../../../lib/ids.js'
import { pageOf, type Keyed, type Page, type PageArguments } from '../../../lib/pages.js'
import { foldCase } from '../../../lib/text.js'
import type { Database } from '../../../platform/database/database.js'
import type { RequestContext, Client, Role } from '../../../viewer.js'
import type { Account, AccountFilter } from '../account/models.js'
import type { AccountService } from '../account/service.js'
import type { AuditEntry, AuditFilter } from '../audit/models.js'
import { isPseudonym, type AuditService } from '../audit/service.js'
import type { AuthService } from '../auth/service.js'
import type { UserFilterDraft } from './models.js'

/** No username and no address is longer. */
const longestSearch = 254
/** Of a search that more accounts fit, the rest is not shown: a longer text finds it. */
const mostFound = 1000

interface Dependencies {
  account: AccountService
  audit: AuditService
  auth: AuthService
  database: Pick<Database, 'transaction'>
}

interface Actor {
  actor: string
  client: Client
}

/** What administrators do. Each is judged by what the database says of the account that asks, at that moment. */
export function administrationService({ account, audit, auth, database }: Dependencies) {
  /**
   * Does something to an account. The administrator is judged within the transaction, too: of two who take each
   * other's role at one moment, the second is none any more.
   * @throws AppError UNAUTHENTICATED, FORBIDDEN, BAD_USER_INPUT, NOT_FOUND
   */
  async function changeAccount(
    context: RequestContext,
    subject: string,
    work: (by: Actor, subject: Account) => Promise<void>,
  ) {
    await account.requireAdmin(context)
    const id = parseIdAt(subject, 'input.id')
    return database.transaction(id, async () => {
      const { id: actor } = await account.requireAdmin(context)
      await work({ actor, client: context.client }, await account.get(id))
      return account.get(id)
    })
  }

  return {
    /** The newest first; those of a search by their usernames. @throws AppError UNAUTHENTICATED, FORBIDDEN, BAD_USER_INPUT */
    async users(
      context: RequestContext,
      search: string,
      filter: UserFilterDraft,
      page: PageArguments,
    ): Promise<Page<Account, number | null>> {
      await account.requireAdmin(context)
      const text = search.trim()
      if (text === '') return account.list(given(filter), page)
      if (text.length > longestSearch)
        throw badUserInputAt('search', `must have at most ${longestSearch} characters.`)
      const found = await account.findByPrefix(text, given(filter), mostFound)
      const keyed = found.map(item => ({ item, key: [foldCase(item.username), item.id] }))
      const at = (place: number) => keyed[place] as Keyed<Account>
      return pageOf({ length: found.length, get: at, exampleKey: ['', ''], fingerprint: () => text }, page)
    },

    /** @throws AppError CONFLICT for the last administrator, and for an address that nobody has confirmed */
    setRole: (context: RequestContext, subject: string, role: Role): Promise<Account> =>
      changeAccount(context, subject, (by, { id, verified }) => {
        if (role === 'ADMIN' && !verified)
          throw conflict('The e-mail address of this account is not confirmed. Verify it first.')
        return account.setRole(id, role, by)
      }),

    /** @throws AppError CONFLICT for the last administrator */
    setEnabled: (context: RequestContext, subject: string, enabled: boolean): Promise<Account> =>
      changeAccount(context, subject, (by, { id }) => auth.setEnabled(id, enabled, by)),

    verify: (context: RequestContext, subject: string): Promise<Account> =>
      changeAccount(context, subject, async (by, { id, verified }) => {
        if (verified) return
        await account.verify(id)
        await audit.record({ ...by, subject: id, action: 'EMAIL_VERIFIED' })
      }),

    revokeSessions: (context: RequestContext, subject: string): Promise<Account> =>
      changeAccount(context, subject, (by, { id }) => auth.signOutEverywhere(id, by)),

    /** The latest first. @throws AppError UNAUTHENTICATED, FORBIDDEN, BAD_USER_INPUT */
    async auditLog(
      context: RequestContext,
      filter: AuditFilter,
      page: PageArguments,
    ): Promise<Page<AuditEntry, null>> {
      await account.requireAdmin(context)
      const { userId, action } = filter
      return audit.list({ userId: userId === null ? null : person(userId), action }, page)
    },
  }
}

export type AdministrationService = ReturnType<typeof administrationService>

const given = ({ role, enabled, verified }: UserFilterDraft): AccountFilter => ({
  ...(role == null ? {} : { role }),
  ...(enabled == null ? {} : { enabled }),
  ...(verified == null ? {} : { verified }),
})

/** What an audit log names somebody by. @throws AppError BAD_USER_INPUT */
const person = (id: string): string => (isPseudonym(id) ? id : parseIdAt(id, 'userId'))
