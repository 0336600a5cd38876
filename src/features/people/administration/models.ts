import type { Account } from '../account/models.js'

/** An account as administrators see it: nothing of the body, of training or of photos. */
export type ManagedUser = Account

/** Which accounts are wanted, as it is sent. */
export interface UserFilterDraft {
  role?: Account['role'] | null
  enabled?: boolean | null
  verified?: boolean | null
}
