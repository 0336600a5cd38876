/** The data that is stored only with the user's consent. */
export const consentKinds = ['BODY_MEASUREMENTS', 'PROGRESS_PHOTOS', 'HEALTH_DATA'] as const

export type ConsentKind = (typeof consentKinds)[number]

export interface Consent {
  kind: ConsentKind
  /** When the consent was last given. */
  givenAt: Date
  /** Null while the consent is in force. */
  withdrawnAt: Date | null
}
