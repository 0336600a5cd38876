import type { Entity } from '../database.js'
import type { DataReader } from './data-reader.js'

/** A readable state of the database. */
export interface DatabaseState {
  readonly reader: DataReader
  /** False for an earlier state, whose documents are not in the cache. */
  readonly usesCache: boolean
  /** Returns the new version of a document that readers do not see yet; undefined if it is unchanged. */
  changed(key: string): ChangedDocument | undefined
}

/** The new version of a document: null if it was deleted. */
export interface ChangedDocument {
  document: Entity | null
  /** The size of the serialized document, in bytes. */
  size: number
}
