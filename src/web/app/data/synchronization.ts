import { signal } from '@preact/signals'
import { ChangesAvailableDocument } from '../../../../generated/operations/web-app.js'
import { NetworkError, ServiceError, type Operation } from '../../../client/index.js'
import { describe } from '../errors.js'
import { appStorage, client } from './client.js'
import { records } from './records.js'

type Connection = 'online' | 'offline'
const systemConnection = (): Connection => (navigator.onLine ? 'online' : 'offline')

export const connection = signal(systemConnection())
/** True if the service refuses everything but a restoration, because the user has deleted the account. */
export const isDeletionPending = signal(false)
/** Why the last synchronization was refused; null if it was not. */
export const syncError = signal<string | null>(null)
/** False until the records of the user have arrived on this device for the first time. */
export const hasRecords = signal(false)

/** How long to wait before a failed synchronization is repeated, in milliseconds. */
const retryDelay = 15_000
let retry: ReturnType<typeof setTimeout> | undefined

let unsubscribe: () => void = () => undefined

/** Ends the subscription to changes of other devices. */
export const stopEvents = (): void => unsubscribe()

/** Subscribes to changes of other devices. The first event arrives with the connection. */
export async function reconnect(): Promise<void> {
  connection.value = 'online'
  stopEvents()
  if (!records) return
  unsubscribe = client.subscribe(
    ChangesAvailableDocument,
    {},
    { next: () => void synchronize(), error: error => (syncError.value = describe(error)) },
  )
  await synchronize()
}

/** Sends what waits on this device, and reads what other devices have changed. */
export async function synchronize(): Promise<void> {
  const current = records
  if (!current) return
  clearTimeout(retry)
  try {
    await current.synchronize()
    if (current !== records) return
    // The network may be lost since the last response: `reconnect` follows when it returns.
    connection.value = systemConnection()
    syncError.value = null
    isDeletionPending.value = false
    if (!hasRecords.value) {
      await appStorage.write('hasRecords', true)
      hasRecords.value = true
    }
  } catch (error) {
    if (current !== records) return
    if (error instanceof NetworkError) connection.value = 'offline'
    else if (error instanceof ServiceError && error.code === 'DELETION_PENDING')
      isDeletionPending.value = true
    else syncError.value = describe(error)
    retry = setTimeout(() => void synchronize(), retryDelay)
  }
}

/** Stores a write on this device. It is sent as soon as the service can be reached. */
export async function write(operation: Operation): Promise<void> {
  await records?.write(operation)
  void synchronize()
}

let edits = Promise.resolve()

/** Makes changes one after the other, each on the result of the one before. Reports a failure as `syncError`. */
export function editInOrder(edit: () => Promise<void>): Promise<void> {
  edits = edits
    .then(edit)
    // A write that cannot be stored must not prevent the next ones.
    .catch((error: unknown) => void (syncError.value = describe(error)))
  return edits
}
