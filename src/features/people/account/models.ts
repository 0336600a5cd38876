import type { Locale } from '../../../lib/locales.js'
import type { Role } from '../../../viewer.js'

/** Who may sign in, and how others call them. */
export interface Account {
  id: string
  email: string
  username: string
  role: Role
  enabled: boolean
  verified: boolean
  createdAt: Date
  lastLogin: Date | null
  /** The language its owner chose, or registered in; null where nothing is known. */
  locale: Locale | null
  /** When it is deleted, unless it is restored; null for one that stays. */
  deletesAt: Date | null
}

/** Which accounts are wanted: all of what it says must hold. */
export interface AccountFilter {
  role?: Role
  enabled?: boolean
  verified?: boolean
}

/** An account with what only authentication may know. Never leaves the services. */
export interface Credentials {
  account: Account
  passwordHash: string
}

export interface NewAccount {
  email: string
  username: string
  firstName: string | null
  lastName: string | null
  passwordHash: string
  role: Role
  verified: boolean
  locale: Locale | null
}
