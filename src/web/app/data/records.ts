import { computed, signal } from '@preact/signals'
import { ChangesDocument, SyncDocument, type ChangesQuery } from '../../../../generated/operations/web-app.js'
import type { Client, OfflineRecord, OfflineRecords, SyncProblem } from '../../../client/index.js'

type StoredRecord = NonNullable<NonNullable<ChangesQuery['changes']>['changes'][number]['record']>
type Records = OfflineRecords<StoredRecord>

const documents = { sync: SyncDocument, changes: ChangesDocument }

/** The records of the user on this device; null while no user is signed in. What is shown comes from `shownRecords`. */
export let records: Records | null = null
/** Changes when the records on this device must be shown again. */
const revision = signal(0)

/** Opens the copy of the records that a client keeps. */
export const openRecords = (
  client: Client,
  onProblem: (problem: SyncProblem) => void,
  onChange?: () => void,
): Promise<Records> =>
  client.openOffline<StoredRecord>({ documents, onProblem, ...(onChange && { onChange }) })

/** Sets the records that are read and written. What is shown follows with `showChanges`. */
export function setRecords(opened: Records | null): void {
  records = opened
}

/** Computes everything that is derived from the records again. */
export function showChanges(): void {
  revision.value++
}

/** Returns the records to a computed value, and has it computed again when they have changed. */
export function shownRecords(): Records | null {
  void revision.value
  return records
}

/** All records of a type, with those that were not sent yet. @param save the operation that creates such a record */
export function recordsOfType(type: string, save: string): OfflineRecord<StoredRecord>[] {
  const shown = shownRecords()
  if (!shown) return []
  const unsent = shown
    .pending()
    .filter(({ record, pending }) => !record && pending.some(write => save in write))
  return [...shown.list(type), ...unsent]
}

/**
 * All records of a type in the form in which the app shows and edits them, with the changes that were not sent.
 * @param save the operation that saves such a record
 * @param fromRecord returns null for a record of another type
 * @param fromSave converts the input of a save that was not sent, without its version; by default, that is the shown form
 */
export const ownRecords = <Shown extends object>(
  type: string,
  save: string,
  fromRecord: (record: StoredRecord) => Shown | null,
  fromSave: (input: object) => Shown = input => input as Shown,
): Shown[] =>
  recordsOfType(type, save)
    .filter(local => !isDeleted(local))
    .flatMap(({ record, pending }) => {
      const input = pending.findLast(operation => save in operation)?.[save]
      if (input) return [fromSave(withoutVersion(input))]
      return (record && fromRecord(record)) ?? []
    })

const isDeleted = ({ pending }: Pick<OfflineRecord, 'pending'>): boolean =>
  pending.some(operation => Object.keys(operation)[0]?.startsWith('delete'))

function withoutVersion({ expectedVersion: _, ...content }: { expectedVersion?: number | null }): object {
  return content
}

/** Identifiers of the records with changes that were not sent. */
export const unsentIds = computed(
  () =>
    new Set(
      shownRecords()
        ?.pending()
        .map(({ id }) => id),
    ),
)
