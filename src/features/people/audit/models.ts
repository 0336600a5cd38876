import type { Client } from '../../../viewer.js'

/** What accounts and administrators do that is to be accounted for. */
export type AuditAction =
  | 'REGISTERED'
  | 'REGISTRATION_REPEATED'
  | 'EMAIL_VERIFIED'
  | 'LOGGED_IN'
  | 'LOGIN_FAILED'
  | 'LOGGED_OUT'
  | 'SESSION_REVOKED'
  | 'SESSIONS_REVOKED'
  | 'PASSWORD_RESET'
  | 'PASSWORD_CHANGED'
  | 'EMAIL_CHANGE_REQUESTED'
  | 'EMAIL_CHANGED'
  | 'USERNAME_CHANGED'
  | 'CONSENT_GIVEN'
  | 'CONSENT_WITHDRAWN'
  | 'DATA_EXPORTED'
  | 'DELETION_REQUESTED'
  | 'ACCOUNT_RESTORED'
  | 'ACCOUNT_ERASED'
  | 'ACCOUNT_ENABLED'
  | 'ACCOUNT_DISABLED'
  | 'ADMINISTRATOR_APPOINTED'
  | 'ADMINISTRATOR_DISMISSED'

/** What an entry can name of a consent. */
export type AuditedConsent = 'BODY_MEASUREMENTS' | 'PROGRESS_PHOTOS'

/** One thing that was done. */
export interface AuditEntry {
  id: string
  /** Who did it: an account, or the mark that stands for one that was erased; null for nobody who is signed in. */
  actor: string | null
  /** To which account it was done: likewise. */
  subject: string
  action: AuditAction
  /** Which consent was given or withdrawn; null for anything else, and for entries of before it was kept. */
  consent: AuditedConsent | null
  at: Date
  /** Where it came from; null where no request did it, and once the actor or the subject is erased. */
  address: string | null
  device: string | null
}

/** What is to be kept of something that is done now. */
export interface AuditEvent {
  /** The account that does it; null where nobody is signed in, as when the operator or a sweep does it. */
  actor: string | null
  /** The account that it is done to. */
  subject: string
  action: AuditAction
  /** Which consent is given or withdrawn. */
  consent?: AuditedConsent
  /** Where it comes from; null where no request does it. */
  client: Pick<Client, 'address' | 'device'> | null
}

/** Which entries are wanted. */
export interface AuditFilter {
  /** Only those that this account did, or that were done to it. */
  userId: string | null
  action: AuditAction | null
}
