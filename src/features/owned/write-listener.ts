import type { DerivedPatch, Head, OwnedType } from './models.js'

/** The records that a batch of writes changed. */
export interface AnnouncedWrites {
  type: OwnedType
  records: readonly { id: string; version: number; isDeleted: boolean }[]
  /** The other records whose derived data changed. */
  patched: readonly Pick<DerivedPatch, 'type' | 'id'>[]
  /** The parts are in their state before the writes. */
  head: Head
}

/** Called in the transaction of the writes, after them. */
export type WriteListener = (userId: string, writes: AnnouncedWrites) => Promise<void>
