import { seconds } from '../../../lib/quantities.js'
import type { Entity } from '../database.js'
import type { DatabaseState } from './database-state.js'
import type { Table } from './table.js'

/** Returns documents that have expired, at most `limit`. */
export function findExpired(table: Table, state: DatabaseState, now: Date, limit: number): Entity[] {
  const expired: Entity[] = []
  for (const { definition } of table.completeIndexes) {
    const { key, expireAfterSeconds } = definition
    if (expireAfterSeconds === undefined) continue
    const [field = ''] = Object.keys(key)
    const deadline = new Date(now.getTime() - expireAfterSeconds * seconds)
    // The plan is a range of this index, so every document in it has expired.
    const plan = table.plan({ [field]: { $lte: deadline } }, { [field]: 1 })
    for (const document of table.documents(state, plan, limit)) {
      if (expired.push(document) >= limit) return expired
    }
  }
  return expired
}
