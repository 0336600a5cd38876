import { fingerprintOf } from '../../lib/fingerprint.js'
import type { Deletion, SaveWrite, WriteConflict } from './models.js'

/** How many accepted writes a record remembers, so that one that is sent again is known. */
export const maxAcceptedWrites = 20

/** A write that was accepted, and the version it made. */
export interface Accepted {
  mark: string
  version: number
}

/** What decides over a write: the caller's record of the wanted type, or its tombstone. */
export interface RecordState {
  version: number
  isDeleted: boolean
  /** The last ones, the latest first. */
  accepted: readonly Accepted[]
  content: object | null
}

/** What a write is known by. */
type Sent = Pick<SaveWrite<object>, 'expectedVersion' | 'content' | 'fingerprint'>

/** Equal for a write that is sent again. */
export const writeFingerprint = ({ expectedVersion, content, fingerprint }: Sent) =>
  fingerprintOfWrite({ expectedVersion, fingerprint: fingerprint ?? fingerprintOf(content) })

/** The same, where what is written is known by a fingerprint of its own. */
export const fingerprintOfWrite = ({
  expectedVersion,
  fingerprint,
}: Pick<Sent, 'expectedVersion'> & { fingerprint: string }) => `${expectedVersion ?? ''}:${fingerprint}`

/** The version that a write made which is among the last accepted ones; null where it is not. */
export const versionOfFingerprint = (accepted: readonly Accepted[], mark: string): number | null =>
  accepted.find(one => one.mark === mark)?.version ?? null

/**
 * The version that the write has made already, or that has its content; null if it would change something.
 * @param content with what the write leaves as it is stored
 */
export function versionOfRepeat(standing: RecordState, write: Sent, content: object): number | null {
  const repeated = versionOfFingerprint(standing.accepted, writeFingerprint(write))
  if (repeated !== null) return repeated
  const isEqual = standing.content !== null && fingerprintOf(standing.content) === fingerprintOf(content)
  return isEqual ? standing.version : null
}

/** Why a write that would change something is refused, or null. */
export function conflictOf(
  standing: RecordState | null,
  { expectedVersion }: Pick<SaveWrite<object>, 'expectedVersion'>,
): WriteConflict | null {
  if (standing?.isDeleted) return 'DELETED'
  if (!standing) return expectedVersion === null ? null : 'UNKNOWN'
  return standing.version === expectedVersion ? null : 'VERSION'
}

/** Null where nothing is left to be deleted. */
export function deletionOf(
  standing: RecordState | null,
  { expectedVersion }: Pick<Deletion, 'expectedVersion'>,
): 'DELETE' | 'VERSION' | null {
  if (!standing || standing.isDeleted) return null
  return expectedVersion === null || expectedVersion === standing.version ? 'DELETE' : 'VERSION'
}

export const afterAccepting = (accepted: readonly Accepted[], mark: string, version: number): Accepted[] =>
  [{ mark, version }, ...accepted].slice(0, maxAcceptedWrites)
