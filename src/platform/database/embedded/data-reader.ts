import type { StatementSyncInstance } from '@photostructure/sqlite'
import type { Connection } from './connection.js'
import type { IndexKey } from './index-keys.js'

/** The range of keys from `start` up to but not including `end`. Undefined means no limit. */
export interface KeyRange {
  start: IndexKey
  end: IndexKey | undefined
}

/** All keys. SQLite accepts no empty keys, and this one is smaller than every other. */
export const allKeys: KeyRange = { start: Buffer.of(0), end: undefined }

/** Which keys of a range are read: the first ones, or the last ones in descending order. */
interface KeyOrder {
  isDescending: boolean
  limit: number
}

/** Reads one state of the data file. */
export interface DataReader {
  /** Returns a serialized document. */
  document(collection: string, id: IndexKey): Uint8Array | undefined
  /** Returns the ids of documents of a collection. */
  ids(collection: string, range: KeyRange, order: KeyOrder): IndexKey[]
  /** Returns entries of an index. */
  entries(index: number, range: KeyRange, order: KeyOrder): IndexKey[]
  /** Counts the documents of a collection, which reads all of its ids. */
  count(collection: string): number
  /** Returns the names of the collections that contain documents. */
  collections(): string[]
}

export function createReader(connection: Connection): DataReader {
  const document = connection.prepare('SELECT document FROM documents WHERE collection = ? AND id = ?')
  const count = connection.prepare('SELECT count(*) AS count FROM documents WHERE collection = ?')
  const next = connection.prepare('SELECT min(collection) AS name FROM documents WHERE collection > ?')
  return {
    document: (collection, id) =>
      (document.get(collection, id) as { document: Uint8Array } | undefined)?.document,
    ids: rangeReader(connection, 'SELECT id AS key FROM documents WHERE collection = ?', 'id'),
    entries: rangeReader(connection, 'SELECT key FROM entries WHERE "index" = ?', 'key'),
    count: collection => (count.get(collection) as { count: number }).count,
    collections() {
      const names: string[] = []
      for (let last = ''; ;) {
        const { name } = next.get(last) as { name: string | null }
        if (name === null) return names
        names.push(name)
        last = name
      }
    },
  }
}

/** Returns a function that reads keys of a collection, given by its name, or of an index, given by its number. */
function rangeReader(connection: Connection, select: string, column: string) {
  const prepare = (condition: string, direction: string): StatementSyncInstance =>
    connection.prepare(`${select} AND ${column} >= ? ${condition} ORDER BY ${column} ${direction} LIMIT ?`)
  const [bounded, open] = [`AND ${column} < ?`, '']
  const ascending = { bounded: prepare(bounded, 'ASC'), open: prepare(open, 'ASC') }
  const descending = { bounded: prepare(bounded, 'DESC'), open: prepare(open, 'DESC') }

  return (
    owner: string | number,
    { start, end }: KeyRange,
    { isDescending, limit }: KeyOrder,
  ): IndexKey[] => {
    const statements = isDescending ? descending : ascending
    const rows = end
      ? statements.bounded.all(owner, start, end, limit)
      : statements.open.all(owner, start, limit)
    return (rows as { key: IndexKey }[]).map(({ key }) => key)
  }
}
