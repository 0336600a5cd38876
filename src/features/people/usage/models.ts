/** How often a version of an app requested a deprecated field. */
export interface DeprecatedFieldUse {
  field: string
  clientName: string
  clientVersion: string
  count: number
  lastUsedAt: Date
}
