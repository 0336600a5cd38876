/** A change that gives or takes away access to an account. */
export type SecurityChange =
  | 'PASSKEY_ADDED'
  | 'PASSKEY_REMOVED'
  | 'IDENTITY_LINKED'
  | 'IDENTITY_UNLINKED'
  | 'SECOND_FACTOR_ENABLED'
  | 'SECOND_FACTOR_DISABLED'
  | 'TOKEN_CREATED'
  | 'TOKEN_REVOKED'
  | 'WEBHOOK_DISABLED'
