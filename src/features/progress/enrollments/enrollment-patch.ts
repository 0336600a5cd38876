import { isDeepStrictEqual } from 'node:util'
import type { DerivedPatch } from '../../owned/models.js'
import type { EnrollmentContent, EnrollmentDerived } from './models.js'
import { decisionsOf, statusOf } from './status.js'

/**
 * Returns the change of an enrollment's derived data; null if it stays the same.
 * @param active the id of the owner's active enrollment
 */
export function enrollmentPatch(
  { id, content, derived }: { id: string; content: EnrollmentContent; derived: EnrollmentDerived | null },
  next: Omit<EnrollmentDerived, 'pausedAtResumptions'>,
  active: string | undefined,
): DerivedPatch | null {
  const isReopened = derived !== null && derived.isCompleted && !next.isCompleted
  const isOtherActive = active !== undefined && active !== id
  const { resumptions } = decisionsOf(content)
  // A user has at most one active enrollment: a reopened one stays paused while another is active.
  const pausedAtResumptions =
    isReopened && isOtherActive ? resumptions : (derived?.pausedAtResumptions ?? null)
  const set = { ...next, pausedAtResumptions }
  if (isDeepStrictEqual(set, derived)) return null
  return { id, type: 'ENROLLMENT', set, isActive: statusOf(content, set) === 'ACTIVE' }
}
