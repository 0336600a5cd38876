import type { Database } from '../../../../platform/database/database.js'
import type { AccountService } from '../../account/service.js'
import type { AuditService } from '../../audit/service.js'
import type { Actor, SessionService } from './sessions.js'

interface Dependencies {
  account: Pick<AccountService, 'get' | 'setEnabled' | 'setPassword' | 'assertNotLastAdministrator'>
  audit: Pick<AuditService, 'record'>
  sessions: Pick<SessionService, 'endingAll'>
  database: Pick<Database, 'transaction'>
}

/** Changes that decide who can use an account. */
export const accountAccess = ({ account, audit, sessions, database }: Dependencies) => ({
  /** Sets a new password and signs out everywhere. @returns false if the account no longer exists */
  setPassword: (userId: string, passwordHash: string): Promise<boolean> =>
    sessions.endingAll(userId, () => account.setPassword(userId, passwordHash)),

  /** Enables or disables an account. Disabling signs it out everywhere. @throws AppError NOT_FOUND, CONFLICT */
  setEnabled: (
    userId: string,
    enabled: boolean,
    actor: Actor = { actor: null, client: null },
  ): Promise<void> =>
    database.transaction(userId, async () => {
      const before = await account.get(userId)
      if (!enabled) await account.assertNotLastAdministrator(before)
      if (enabled) await account.setEnabled(userId, true)
      else await sessions.endingAll(userId, () => account.setEnabled(userId, false))
      if (before.enabled === enabled) return
      const action = enabled ? 'ACCOUNT_ENABLED' : 'ACCOUNT_DISABLED'
      await audit.record({ ...actor, subject: userId, action })
    }),
})

export type AccountAccess = ReturnType<typeof accountAccess>
