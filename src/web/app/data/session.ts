import { batch, signal } from '@preact/signals'
import type { ClientStorage } from '../../../client/index.js'
import { appStorage, client, createAppClient, openClient, storage } from './client.js'
import { providerReturn, takeProviderReturn } from './provider-sign-in.js'
import { openRecords, records, setRecords, showChanges } from './records.js'
import { refusedWrites, showRefusedWrite } from './refused-writes.js'
import {
  connection,
  hasRecords,
  isDeletionPending,
  reconnect,
  stopEvents,
  syncError,
  synchronize,
} from './synchronization.js'
import { clearExceptSession, finishClosedWindows, isOwnedByAnother, ownerKey } from './window-storage.js'

export const phase = signal<'starting' | 'signedOut' | 'ready'>('starting')
/** The user whose data the app shows; null while no user is signed in. */
export const userId = signal<string | null>(null)

/** Opens the session that is stored on the device; without one, the app shows the sign-in. */
export async function start(): Promise<void> {
  providerReturn.value = takeProviderReturn()
  await openClient(showSignIn)
  addEventListener('online', () => void reconnect())
  addEventListener('offline', () => (connection.value = 'offline'))
  addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void synchronize()
  })
  if ((await client.userId()) === null) phase.value = 'signedOut'
  else await openSession()
  void finishClosedWindows(finishClosedWindow).catch(() => undefined)
}

/** Sends what a closed window did not send. Resolves when the user has seen all writes of it that were refused. */
async function finishClosedWindow(other: ClientStorage): Promise<void> {
  const closed = createAppClient(other, () => undefined)
  if ((await closed.userId()) === null) return
  const seen: Promise<void>[] = []
  const opened = await openRecords(closed, problem =>
    seen.push(showRefusedWrite(problem, id => opened.resolve(id))),
  )
  await opened.synchronize()
  await Promise.all(seen)
}

/** Shows the records of the user who has signed in. */
export async function openSession(): Promise<void> {
  const signedIn = await client.userId()
  if (await isOwnedByAnother(storage, signedIn)) {
    await clearExceptSession(storage)
    location.reload()
    return
  }
  await storage.write([{ key: ownerKey, value: signedIn ?? undefined }])
  const opened = await openRecords(
    client,
    problem => void showRefusedWrite(problem, id => opened.resolve(id)),
    showChanges,
  )
  setRecords(opened)
  hasRecords.value = (await appStorage.read('hasRecords')) === true
  batch(() => {
    userId.value = signedIn
    showChanges()
    phase.value = 'ready'
  })
  await reconnect()
}

/** Deletes everything on the device. Loading the page again also removes it from the memory. */
export async function signOut(): Promise<void> {
  stopEvents()
  setRecords(null)
  userId.value = null
  await client.signOut()
  location.reload()
}

/** The session has ended. What was not sent stays on the device until the user signs in again. */
function showSignIn(): void {
  stopEvents()
  void records?.close()
  setRecords(null)
  batch(() => {
    userId.value = null
    refusedWrites.value = []
    syncError.value = null
    isDeletionPending.value = false
    phase.value = 'signedOut'
    showChanges()
  })
}
