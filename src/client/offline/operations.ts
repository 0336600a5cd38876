/** A write of `sync`: an object with one field, which names the operation, and its input. */
export type Operation = Readonly<Record<string, object>>

/** The fields that identify the record of an operation, where it is not `id`. */
const idFields: Readonly<Record<string, string>> = {
  copyProgram: 'newId',
  setEnrollmentLoads: 'enrollmentId',
  setEnrollmentUnit: 'enrollmentId',
  skipProgramDay: 'enrollmentId',
  swapExercise: 'workoutId',
  unskipProgramDay: 'enrollmentId',
}

/** The operations that have no versions. */
const withoutVersion = new Set([
  'favoriteExercise',
  'startWorkout',
  'copyProgram',
  'createRoutineFromWorkout',
  'enroll',
])

/** @param userId the id of the profile, which `updateProfile` does not name */
export function recordIdOf(operation: Operation, userId: string): string {
  const [name, input] = entryOf(operation)
  return name === 'updateProfile' ? userId : String(input[idFields[name] ?? 'id'])
}

/** Adds the version that an operation is based on, unless the app has set it. */
export function withVersion(operation: Operation, version: number | null): Operation {
  const [name, input] = entryOf(operation)
  if (withoutVersion.has(name) || 'expectedVersion' in input) return operation
  return { [name]: { ...input, expectedVersion: version } }
}

/**
 * Combines two successive writes of a record, of which the service knows neither, into one. Returns null if both have to be
 * sent: saves contain the whole record, other operations do not.
 */
export function combined(earlier: Operation, later: Operation): Operation | null {
  const [[name, before], [laterName, input]] = [entryOf(earlier), entryOf(later)]
  if (name !== laterName || !isSave(later)) return null
  return { [name]: { ...input, expectedVersion: before['expectedVersion'] ?? null } }
}

/** Returns whether an operation replaces its whole record. */
export const isSave = (operation: Operation): boolean => entryOf(operation)[0].startsWith('save')

/** Returns whether an operation makes a new version of its record. */
export const raisesVersion = (operation: Operation): boolean => entryOf(operation)[0] !== 'favoriteExercise'

/** Returns whether an operation makes an exercise a favorite or not; null if the operation does not change favorites. */
export function favoriteOf(operation: Operation): boolean | null {
  const input: { favorite?: boolean } | undefined = operation['favoriteExercise']
  return input ? input.favorite === true : null
}

function entryOf(operation: Operation): [name: string, input: Record<string, unknown>] {
  const [entry, ...others] = Object.entries(operation)
  if (!entry || others.length > 0) throw new TypeError('An operation has exactly one field.')
  return entry as [string, Record<string, unknown>]
}
