import { AsyncLocalStorage } from 'node:async_hooks'
import DataLoader from 'dataloader'

/** Batches the reads of one event loop turn, over all requests, into one read per owner. */
export function batchByOwner<T>(
  read: (userId: string, ids: readonly string[]) => Promise<T[]>,
  idOf: (item: T) => string,
): (userId: string, id: string) => Promise<T[]> {
  // A batch serves several requests, so it must not run in the asynchronous context of one of them.
  const runWithoutContext = AsyncLocalStorage.snapshot()
  const loader = new DataLoader(
    async (keys: readonly { userId: string; id: string }[]) => {
      const userIds = [...new Set(keys.map(({ userId }) => userId))]
      const found = await Promise.all(
        userIds.map(async userId => {
          const ids = new Set(keys.flatMap(key => (key.userId === userId ? [key.id] : [])))
          return [userId, groupBy(idOf, await read(userId, [...ids]))] as const
        }),
      )
      const byOwner = new Map(found)
      return keys.map(({ userId, id }) => byOwner.get(userId)?.get(id) ?? [])
    },
    {
      cache: false,
      maxBatchSize: 1000,
      batchScheduleFn: batch => runWithoutContext(() => setImmediate(batch)),
    },
  )
  return (userId, id) => loader.load({ userId, id })
}

function groupBy<T>(idOf: (item: T) => string, items: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const group = groups.get(idOf(item))
    if (group) group.push(item)
    else groups.set(idOf(item), [item])
  }
  return groups
}
