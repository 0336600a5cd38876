import type { BackgroundTasks } from '../../../../lib/background-tasks.js'
import type { Counter } from '../../../../platform/counters/counters.js'
import type { Client } from '../../../../viewer.js'
import type { SignInMethod } from '../../audit/models.js'
import type { AuditService } from '../../audit/service.js'

interface Dependencies {
  audit: Pick<AuditService, 'record'>
  /** Limits the failed logins per account that the audit log records. */
  recorded: Counter
  background: BackgroundTasks
}

/** Records failed logins in the audit log. */
export const loginFailures = ({ audit, recorded, background }: Dependencies) => ({
  /**
   * Records a failed login after the response, whose time must not reveal whether there is an account.
   * @param signInMethod null for a wrong code of the second factor that should confirm an action
   */
  record(subject: string, client: Client, signInMethod: SignInMethod | null): void {
    background.run({ purpose: 'record a failed login' }, async () => {
      if (!(await recorded.consume(subject)).allowed) return
      const method = signInMethod && { signInMethod }
      await audit.record({ actor: null, subject, action: 'LOGIN_FAILED', client, ...method })
    })
  },

  erase: (userId: string): Promise<void> => recorded.reset(userId),
})

export type LoginFailures = ReturnType<typeof loginFailures>
