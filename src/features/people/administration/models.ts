import type { Account } from '../account/models.js'
import type { AuditAction } from '../audit/models.js'

/** An account as administrators see it: without body data, training data and photos. */
export type ManagedUser = Account

/** The filter of a request. */
export interface UserFilterDraft {
  role?: Account['role'] | null
  enabled?: boolean | null
  verified?: boolean | null
}

/** The filter of a request for entries of the audit log. */
export interface AuditFilterDraft {
  /** The identifier of an account, or the pseudonym of an erased one. */
  userId?: string | null
  /** A username or an e-mail address. */
  userName?: string | null
  action?: AuditAction | null
  from?: Date | null
  to?: Date | null
}
