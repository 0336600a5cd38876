import type { Account } from '../account/models.js'

/** An account as administrators see it: without body data, training data and photos. */
export type ManagedUser = Account

/** The filter of a request. */
export interface UserFilterDraft {
  role?: Account['role'] | null
  enabled?: boolean | null
  verified?: boolean | null
}
