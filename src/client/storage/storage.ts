/** A change of one key. An undefined value deletes the key. */
export interface StorageChange {
  key: string
  value: unknown
}

/**
 * Where a client keeps its data on the device. Values are plain data, which can be stored as JSON. An implementation over
 * SQLite needs one table with the columns `key` and `value`.
 */
export interface ClientStorage {
  /** Returns the value of a key; undefined if there is none. */
  get(key: string): Promise<unknown>
  /** Returns all keys that begin with the prefix, in ascending order, with their values. */
  list(prefix: string): Promise<[key: string, value: unknown][]>
  /** Makes all changes, or none if it fails or the app ends meanwhile. */
  write(changes: readonly StorageChange[]): Promise<void>
  clear(): Promise<void>
  close(): Promise<void>
}
