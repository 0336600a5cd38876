import { indexedDbStorage, type ClientStorage } from '../../../client/index.js'

/** Every open window of a browser has a storage of its own, because only one copy of the records may send an outbox. */
const maxWindows = 8
const nameOf = (slot: number): string => (slot === 1 ? 'fitness-training' : `fitness-training-${slot}`)
/** The key under which the client package stores the session. */
const sessionKey = 'session'
/** The key of the id of the user to whom the content belongs, also after the session has ended. */
export const ownerKey = 'app/owner'

/** Keeps a lock until the window is closed. Returns false if another window has it. */
function hold(name: string): Promise<boolean> {
  return new Promise(resolve => {
    void navigator.locks.request(name, { ifAvailable: true }, async lock => {
      resolve(lock !== null)
      if (lock) await new Promise(() => undefined)
    })
  })
}

/** Opens the storage of this window. A second window of the browser has the session of the first one. */
export async function openWindowStorage(): Promise<ClientStorage> {
  for (let slot = 1; slot <= maxWindows; slot++) {
    if (!(await hold(nameOf(slot)))) continue
    const storage = indexedDbStorage(nameOf(slot))
    if (slot > 1) await adoptSession(storage)
    return storage
  }
  throw new Error('Too many windows of the app are open. Close some of them, then reload this one.')
}

async function adoptSession(storage: ClientStorage): Promise<void> {
  const first = indexedDbStorage(nameOf(1))
  const [session, owner] = [await first.get(sessionKey), await first.get(ownerKey)]
  await first.close()
  if ((await storage.get(ownerKey)) !== owner) await storage.clear()
  await storage.write([{ key: sessionKey, value: session }])
}

export async function isOwnedByAnother(storage: ClientStorage, userId: string | null): Promise<boolean> {
  const owner = await storage.get(ownerKey)
  return owner !== undefined && owner !== userId
}

export async function clearExceptSession(storage: ClientStorage): Promise<void> {
  const session = await storage.get(sessionKey)
  await storage.clear()
  await storage.write([{ key: sessionKey, value: session }])
}

/**
 * Runs `finish` with the storage of each window that was closed, so that what it did not send is sent. Deletes its content
 * when `finish` has succeeded; otherwise the next start tries again.
 */
export async function finishClosedWindows(finish: (storage: ClientStorage) => Promise<void>): Promise<void> {
  const existing = new Set((await indexedDB.databases()).map(({ name }) => name))
  const slots = Array.from({ length: maxWindows - 1 }, (_, index) => index + 2)
  await Promise.all(slots.filter(slot => existing.has(nameOf(slot))).map(finishSlot))

  async function finishSlot(slot: number): Promise<void> {
    await navigator.locks.request(nameOf(slot), { ifAvailable: true }, async lock => {
      if (!lock) return
      const storage = indexedDbStorage(nameOf(slot))
      try {
        await finish(storage)
        await storage.clear()
      } finally {
        await storage.close()
      }
    })
  }
}
