import { AppError, conflict, forbidden } from '../../../errors.js'
import type { Database } from '../../../platform/database/database.js'
import { requireViewer, type RequestContext, type Role, type Viewer } from '../../../viewer.js'
import type { AuditEvent } from '../audit/models.js'
import type { AuditService } from '../audit/service.js'
import type { Account } from './models.js'
import type { AccountStore } from './store.js'

interface Dependencies {
  accounts: AccountStore
  audit: AuditService
  database: Pick<Database, 'transaction'>
  /** True if administrators need a second factor in their session. */
  requiresSecondFactor: boolean
  get(id: string): Promise<Account>
  publishChange(id: string): void
}

/** Grants, revokes and checks the role of administrators. */
export function administratorRole(dependencies: Dependencies) {
  const { accounts, audit, database, requiresSecondFactor, get, publishChange } = dependencies

  /**
   * Asserts that another administrator remains. Call it in the transaction that removes the account or its role.
   * @throws AppError CONFLICT
   */
  async function assertNotLastAdministrator(account: Account): Promise<void> {
    const { id, role, enabled, verified, deletesAt } = account
    const isActiveAdministrator = role === 'ADMIN' && enabled && verified && deletesAt === null
    if (isActiveAdministrator && !(await accounts.hasOtherAdministrator(id)))
      throw conflict('This is the last administrator. Make another user an administrator first.')
  }

  /** Does nothing if the account has the role. @throws AppError NOT_FOUND, CONFLICT for the last administrator */
  async function setRole(
    id: string,
    role: Role,
    initiator: Pick<AuditEvent, 'actor' | 'client'>,
  ): Promise<void> {
    await database.transaction(id, async () => {
      const before = await get(id)
      if (before.role === role) return
      if (role === 'USER') await assertNotLastAdministrator(before)
      await accounts.setRole(id, role)
      const action = role === 'ADMIN' ? 'ADMIN_ROLE_GRANTED' : 'ADMIN_ROLE_REVOKED'
      await audit.record({ ...initiator, subject: id, action })
      publishChange(id)
    })
  }

  return {
    assertNotLastAdministrator,
    setRole,

    /** Gives an account the role ADMIN on behalf of the operator. @throws AppError NOT_FOUND */
    promote: (id: string): Promise<void> => setRole(id, 'ADMIN', { actor: null, client: null }),

    /**
     * Checks the current role of the account, not the one in a token.
     * @throws AppError UNAUTHENTICATED, FORBIDDEN, SECOND_FACTOR_SETUP_REQUIRED
     */
    async requireAdmin(context: Pick<RequestContext, 'viewer'>): Promise<Viewer> {
      const viewer = requireViewer(context)
      const found = await accounts.findById(viewer.id)
      if (found?.account.role !== 'ADMIN' || !found.account.enabled)
        throw forbidden('Only administrators can do this.')
      if (requiresSecondFactor && !viewer.hasSecondFactor) throw secondFactorSetupRequired()
      return viewer
    },
  }
}

const secondFactorSetupRequired = () =>
  new AppError(
    'SECOND_FACTOR_SETUP_REQUIRED',
    'Administrators need a second factor here. Turn it on with startSecondFactor, or sign in with it.',
  )
