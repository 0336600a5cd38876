import type { AccountService } from '../../account/service.js'
import type { SessionState } from './session-cache.js'
import type { SessionStore } from './session-store.js'

interface Dependencies {
  account: Pick<AccountService, 'findById'>
  sessions: Pick<SessionStore, 'findSecondFactor'>
}

/** Reads the states of sessions; null for one that has ended. */
export const sessionStates =
  ({ account, sessions }: Dependencies) =>
  async (userId: string, sessionId: string): Promise<SessionState | null> => {
    const [credentials, hasSecondFactor] = await Promise.all([
      account.findById(userId),
      sessions.findSecondFactor(sessionId, userId),
    ])
    // Disabling an account deletes its sessions, but the document may have been changed by hand.
    if (hasSecondFactor === null || !credentials?.account.enabled) return null
    const { deletesAt, isGuest, locale } = credentials.account
    return { isPendingDeletion: deletesAt !== null, hasSecondFactor, isGuest, locale }
  }
