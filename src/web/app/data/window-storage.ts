import { indexedDbStorage, type ClientStorage } from '../../../client/index.js'

/** Every open window of a browser has a storage of its own, because only one copy of the records may send an outbox. */
const maxWindows = 8
const nameOf = (slot: number): string => (slot === 1 ? 'fitness-training' : `fitness-training-${slot}`)
/** The key under which the client package stores the session. */
const sessionKey = 'session'

/** Keeps a lock until the window is closed. Returns false if another window has it. */
function hold(name: string): Promise<boolean> {
  return new Promise(resolve => {
    void navigator.locks.request(name, { ifAvailable: true }, async lock => {
      resolve(lock !== null)
      if (lock) await new Promise(() => undefined)
    })
  })
}

/** Opens the storage of this window. A second window of the browser begins with the session of the first one. */
export async function openWindowStorage(): Promise<ClientStorage> {
  for (let slot = 1; slot <= maxWindows; slot++) {
    if (!(await hold(nameOf(slot)))) continue
    const storage = indexedDbStorage(nameOf(slot))
    if (slot > 1) await adoptSession(storage)
    return storage
  }
  throw new Error('Too many windows are open.')
}

async function adoptSession(storage: ClientStorage): Promise<void> {
  const first = indexedDbStorage(nameOf(1))
  const [theirs, ours] = [await first.get(sessionKey), await storage.get(sessionKey)]
  await first.close()
  if (userIdOf(theirs) === userIdOf(ours)) return
  await storage.clear()
  if (theirs !== undefined) await storage.write([{ key: sessionKey, value: theirs }])
}

const userIdOf = (session: unknown): string | undefined => (session as { userId: string } | undefined)?.userId

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
