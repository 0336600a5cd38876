import { derivedId } from '../../lib/ids.js'

/** Whose ids begin so is no record: as ObjectIds are made, they would be of the year 2106. */
const reserved = 'ffffffff'

/** No head's id is below it, and no record's is above. */
export const firstHeadPlace = reserved.padEnd(24, '0')

/** What no record can have for an id, so that nobody can take the place of somebody's head. */
export const isReserved = (id: string): boolean => id.startsWith(reserved)

/** The id of a person's head. It lies among their records, and is read and written with them in one command. */
export const headIdOf = (userId: string): string =>
  reserved + derivedId('head', userId).slice(reserved.length)
