import { LRUCache } from 'lru-cache'
import { derivedId } from '../../lib/ids.js'

/** Generated ObjectIds do not have this prefix before the year 2106, because they begin with a timestamp. */
const reservedPrefix = 'ffffffff'

/** The ids of heads by user, because the hash takes 2 µs and almost every request reads a head. */
const headIds = new LRUCache<string, string>({ max: 10_000 })

/** All ids of heads are at or above this id, all ids of records are below it. */
export const firstHeadIdHex = reservedPrefix.padEnd(24, '0')

/** Returns whether the id is reserved for heads, so that a client cannot create a record in the place of a head. */
export const isReservedId = (id: string): boolean => id.startsWith(reservedPrefix)

/** The id of a user's head. It is in the collection of the records, so that one command reads or writes both. */
export function headIdOf(userId: string): string {
  const known = headIds.get(userId)
  if (known !== undefined) return known
  const id = reservedPrefix + derivedId('head', userId).slice(reservedPrefix.length)
  headIds.set(userId, id)
  return id
}
