/** What is kept of a person only with their consent. */
export const consentKinds = ['BODY_MEASUREMENTS', 'PROGRESS_PHOTOS'] as const

export type ConsentKind = (typeof consentKinds)[number]

export interface Consent {
  kind: ConsentKind
  /** The last time. */
  givenAt: Date
  /** Null while it stands. */
  withdrawnAt: Date | null
}
