import type { Locale } from '../../../lib/locales.js'
import type { Role } from '../../../viewer.js'

/** An account: who may sign in, and the username that others see. */
export interface Account {
  id: string
  email: string
  username: string
  role: Role
  enabled: boolean
  verified: boolean
  hasPassword: boolean
  /** True while the account can only be used with the token on one device. */
  isGuest: boolean
  createdAt: Date
  lastLogin: Date | null
  /** The language that the owner chose or registered in; null if unknown. */
  locale: Locale | null
  /** When the account is deleted unless it is restored; null if no deletion is scheduled. */
  deletesAt: Date | null
}

/** The changes of a guest that becomes permanent. */
export interface GuestUpgrade {
  /** A confirmed address; missing if there is none. */
  email?: string
  /** The names and the password of a registration. */
  registration?: Pick<NewAccount, 'username' | 'firstName' | 'lastName' | 'passwordHash'>
}

/** Selects the accounts that match all given values. */
export interface AccountFilter {
  role?: Role
  enabled?: boolean
  verified?: boolean
}

/** An account with its password hash. It is never returned to clients. */
export interface Credentials {
  account: Account
  /** Null for an account without a password. */
  passwordHash: string | null
}

/** An account that is created without a registration form. */
export interface GeneratedAccount extends Pick<NewAccount, 'firstName' | 'lastName' | 'locale'> {
  /** A confirmed address; null for an account without one. */
  email: string | null
  usernamePrefix: 'user' | 'guest'
}

export interface NewAccount {
  email: string
  username: string
  firstName: string | null
  lastName: string | null
  /** Null for an account without a password. */
  passwordHash: string | null
  role: Role
  verified: boolean
  locale: Locale | null
  /** The guest that registers, and that the confirmed registration replaces; null without one. */
  guestId?: string | null
}
