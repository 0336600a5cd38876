/** How often one version of an app asked for a deprecated field. */
export interface DeprecatedFieldUse {
  field: string
  clientName: string
  clientVersion: string
  count: number
  lastUsedAt: Date
}
