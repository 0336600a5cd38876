import type { Client } from '../../../viewer.js'

/** The actions that the audit log records. */
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
  | 'ADMIN_ROLE_GRANTED'
  | 'ADMIN_ROLE_REVOKED'
  | 'CATALOGUE_EXERCISE_SAVED'
  | 'CATALOGUE_EXERCISE_ARCHIVED'
  | 'GUEST_CREATED'
  | 'GUEST_UPGRADED'
  | 'PASSKEY_ADDED'
  | 'PASSKEY_REMOVED'
  | 'PASSKEY_REFUSED'
  | 'IDENTITY_LINKED'
  | 'IDENTITY_UNLINKED'
  | 'TOKEN_CREATED'
  | 'TOKEN_REVOKED'
  | 'RECOVERY_CODES_REPLACED'
  | 'RECOVERY_CODE_USED'
  | 'SECOND_FACTOR_DISABLED'
  | 'SECOND_FACTOR_ENABLED'
  | 'CATALOGUE_IMPORTED'
  | 'WEBHOOK_SAVED'
  | 'WEBHOOK_DELETED'
  | 'WEBHOOK_DISABLED'

/** The ways to sign in. */
export type SignInMethod = 'PASSWORD' | 'IDENTITY' | 'PASSKEY' | 'EMAIL_CODE' | 'GUEST'

/** The consents that entries can name. */
type AuditedConsent = 'BODY_MEASUREMENTS' | 'PROGRESS_PHOTOS' | 'HEALTH_DATA'

export interface AuditEntry {
  id: string
  /** The account that acted, or the pseudonym of an erased one; null if nobody was signed in. */
  actor: string | null
  /** The affected account, or the pseudonym of an erased one. */
  subject: string
  action: AuditAction
  /** The consent that was given or withdrawn; null for other actions, and in entries of older versions. */
  consent: AuditedConsent | null
  /** The exercise of the catalogue that was changed; null for other actions. */
  catalogueExerciseId: string | null
  /** The way of a login; null for other actions, for wrong codes that should confirm an action, and in old entries. */
  signInMethod: SignInMethod | null
  at: Date
  /** The client's address; null if no request caused the action, or the actor or subject has been erased. */
  address: string | null
  device: string | null
}

/** An action to record. */
export interface AuditEvent {
  /** The account that acts; null if nobody is signed in, such as for actions of the operator or of a job. */
  actor: string | null
  /** The affected account; for changes of the catalogue, the account that acts. */
  subject: string
  action: AuditAction
  /** The exercise of the catalogue that is changed. */
  catalogueExerciseId?: string
  /** The consent that is given or withdrawn. */
  consent?: AuditedConsent
  /** The way of a login, successful or not; missing for a wrong code that should confirm an action. */
  signInMethod?: SignInMethod
  /** Null if no request causes the action. */
  client: Pick<Client, 'address' | 'device'> | null
}

export interface AuditFilter {
  /** Selects the entries with this account as actor or subject. */
  userId: string | null
  action: AuditAction | null
  /** Selects the entries of this time and later. */
  from?: Date | null
  /** Selects the entries before this time. */
  to?: Date | null
}
