import { fingerprintOf } from '../../lib/fingerprint.js'
import type { Accepted, Deletion, SaveWrite, WriteConflict } from './models.js'

/** The number of accepted writes that a record stores, to recognize a write that is sent again. */
const maxAcceptedWrites = 20

/** The state of the caller's record or tombstone that determines the result of a write. */
interface RecordState {
  version: number
  isDeleted: boolean
  /** The latest first, at most `maxAcceptedWrites`. */
  accepted: readonly Accepted[]
  content: object | null
}

type FingerprintSource = Pick<SaveWrite<object>, 'expectedVersion' | 'content' | 'fingerprint'>

/** Identifies a write: equal when the same write is sent again. */
export const writeFingerprint = ({ expectedVersion, content, fingerprint }: FingerprintSource) =>
  fingerprintOfWrite({ expectedVersion, fingerprint: fingerprint ?? fingerprintOf(content) })

/** Identifies a write whose content is represented by a fingerprint. */
export const fingerprintOfWrite = ({
  expectedVersion,
  fingerprint,
}: Pick<FingerprintSource, 'expectedVersion'> & { fingerprint: string }) =>
  `${expectedVersion ?? ''}:${fingerprint}`

/** The version that the write with the fingerprint created; null if it is not among the accepted writes. */
export const versionOfFingerprint = (accepted: readonly Accepted[], fingerprint: string): number | null =>
  accepted.find(write => write.fingerprint === fingerprint)?.version ?? null

/**
 * The version that the write created earlier, or that has the same content; null if the write changes something.
 * @param content completed with the fields that the write leaves unchanged
 */
export function versionOfRepeatedWrite(
  state: RecordState,
  write: FingerprintSource,
  content: object,
): number | null {
  const repeated = versionOfFingerprint(state.accepted, writeFingerprint(write))
  if (repeated !== null) return repeated
  const isEqual = state.content !== null && fingerprintOf(state.content) === fingerprintOf(content)
  return isEqual ? state.version : null
}

/** Why a write that changes something conflicts with the stored record, or null. */
export function findConflict(
  state: RecordState | null,
  { expectedVersion }: Pick<SaveWrite<object>, 'expectedVersion'>,
): WriteConflict | null {
  if (state?.isDeleted) return 'DELETED'
  if (!state) return expectedVersion === null ? null : 'UNKNOWN'
  return state.version === expectedVersion ? null : 'VERSION'
}

/** Returns DELETE, or VERSION if that is the conflict to report; null if there is nothing to delete. */
export function decideDeletion(
  state: RecordState | null,
  { expectedVersion }: Pick<Deletion, 'expectedVersion'>,
): 'DELETE' | 'VERSION' | null {
  if (!state || state.isDeleted) return null
  return expectedVersion === null || expectedVersion === state.version ? 'DELETE' : 'VERSION'
}

export const withAcceptedWrite = (
  accepted: readonly Accepted[],
  fingerprint: string,
  version: number,
): Accepted[] => [{ fingerprint, version }, ...accepted].slice(0, maxAcceptedWrites)
