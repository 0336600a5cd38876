import { sha256, type TypedText } from '../requests.js'

/** A record as the service returns it, with the fields that the app has selected. */
export interface ServiceRecord {
  __typename: string
  id: string
  version: number
}

export interface SyncResult<Selected extends ServiceRecord = ServiceRecord> {
  recordId: string
  status: 'APPLIED' | 'UNCHANGED' | 'CONFLICT' | 'REFUSED'
  version: number | null
  conflict: string | null
  error: { code: string; message: string; path: string } | null
  record: Selected | null
}

export interface RecordChange<Selected extends ServiceRecord> {
  type: string
  recordId: string
  version: number
  deletedAt: string | null
  record: Selected | null
}

/** The types of records whose names differ from those of their GraphQL types. */
const otherTypes: Readonly<Record<string, string>> = {
  ProgramEnrollment: 'ENROLLMENT',
  TrainingGoal: 'GOAL',
  User: 'PROFILE',
}

/** Returns the type of a record in the change feed. */
export const typeOf = ({ __typename: name }: ServiceRecord): string =>
  otherTypes[name] ??
  name.replace(/[A-Z]/g, (letter, at: number) => (at === 0 ? letter : `_${letter}`)).toUpperCase()

/**
 * The operations of synchronization. Their texts select the fields of records that the app needs: `SyncDocument` and
 * `ChangesDocument` of the entry `client/documents` select everything that the user can edit.
 */
export interface OfflineDocuments<Selected extends ServiceRecord = ServiceRecord> {
  /** With the variable `operations`, which contains what was passed to `write`. */
  sync: TypedText<{ sync: { results: SyncResult<Selected>[] } | null }, never>
  changes: TypedText<
    { changes: { cursor: string; hasMore: boolean; changes: RecordChange<Selected>[] } | null },
    { since: string | null; first: number }
  >
}

/** Identifies what the documents select. */
export const fingerprintOf = async ({ sync, changes }: Pick<OfflineDocuments, 'sync' | 'changes'>) =>
  (await sha256(`${sync.toString()}${changes.toString()}`)).slice(0, 16)

/** Creates the operations with a selection of fields, such as `... on Workout { startedAt }`. */
export function offlineDocuments(fields: string): OfflineDocuments {
  const record = `record { __typename id version ${fields} }`
  return {
    sync: `mutation Sync($operations: [SyncOperation!]!) { sync(operations: $operations) { results {
      recordId status version conflict error { code message path } ${record} } } }`,
    changes: `query Changes($since: String, $first: Int!) { changes(since: $since, first: $first) {
      cursor hasMore changes { type recordId version deletedAt ${record} } } }`,
  }
}
