import { isDeepStrictEqual } from 'node:util'
import type { DerivedPatch, Head } from '../../owned/models.js'
import type { VersionChange } from '../../training/workouts/listeners.js'
import type { PerformedWorkout } from '../../training/workouts/performed.js'
import type { PlanReader } from './plan-reader.js'
import type { DayStore, StoredDay } from './day-store.js'
import type { EnrollmentContent, EnrollmentDerived, EnrollmentRow } from './models.js'
import { logDay } from './progression/log.js'
import { dayPositionKey, type DayPosition } from './progression/plan.js'
import { decisionsOf, statusOf, versionNumberOf } from './status.js'
import type { EnrollmentStore } from './store.js'

interface Dependencies {
  enrollments: Pick<EnrollmentStore, 'findMany'>
  days: DayStore
  plans: PlanReader
}

type WorkoutChange = VersionChange<PerformedWorkout>

type ExistingEnrollment = EnrollmentRow & { content: EnrollmentContent; derived: EnrollmentDerived }

interface EnrollmentChanges {
  patches: DerivedPatch[]
  /** The ids of the enrollments whose last day was completed by the changes. */
  finished: string[]
}

/** Updates enrollments when workouts of their days change. */
export function workoutChangeApplier({ enrollments, days, plans }: Dependencies) {
  /** Applies changes to the stored days and determines which of them count: the earliest workout of each day. */
  async function recountDays(userId: string, stored: readonly StoredDay[], changes: readonly DayChange[]) {
    const before = new Map(stored.map(day => [day.workoutId, day]))
    const after = new Map(before)
    for (const { id, day } of changes) {
      if (day) after.set(id, day)
      else after.delete(id)
    }
    const changedDays = new Map<string, StoredDay>()
    for (const { id, day } of changes)
      for (const affected of [before.get(id), day]) if (affected) changedDays.set(dayKey(affected), affected)

    for (const [key, { enrollmentId, ...position }] of changedDays) {
      const counted = stored.find(day => day.isCounted && dayKey(day) === key)
      if (counted && mayBeSuperseded(after.get(counted.workoutId), counted, key))
        for (const day of await days.uncounted(userId, enrollmentId, position, changes.length + 1))
          if (!before.has(day.workoutId)) after.set(day.workoutId, day)
      const [first, ...others] = [...after.values()].filter(day => dayKey(day) === key).sort(compareStart)
      if (first) after.set(first.workoutId, { ...first, isCounted: true })
      for (const day of others) after.set(day.workoutId, { ...day, isCounted: false })
    }
    return { before, after }
  }

  /** Logs the workouts that were completed for days of an enrollment. */
  async function logWorkouts(
    userId: string,
    row: ExistingEnrollment,
    changes: readonly WorkoutChange[],
    stored: readonly StoredDay[],
  ) {
    const currentVersion = versionNumberOf(row.content, row.derived)
    const byWorkout = new Map(stored.map(day => [day.workoutId, day]))
    const versionOf = (workoutId: string, position: DayPosition) => {
      const day = byWorkout.get(workoutId)
      const isSame = day?.enrollmentId === row.id && dayPositionKey(day) === dayPositionKey(position)
      // A day keeps the version it was trained in.
      return isSame ? day.version : currentVersion
    }
    const trained = changes.flatMap(({ after: workout }) => {
      const position = dayOf(workout)
      return workout && position?.enrollmentId === row.id
        ? [{ workout, position, version: versionOf(workout.id, position) }]
        : []
    })
    const byVersion = await plans.plans(
      userId,
      row,
      trained.map(({ version }) => version),
    )
    return trained.flatMap(({ workout, position, version }) => {
      const day = byVersion.get(version)?.daysByPosition.get(dayPositionKey(position))
      return day
        ? [{ ...logDay(workout, day, version), enrollmentId: row.id, isCounted: false, isOpen: false }]
        : []
    })
  }

  /**
   * Writes the changed days, within the caller's transaction.
   * @returns the resulting changes of enrollments, which are not written yet
   */
  return async function applyWorkoutChanges(
    userId: string,
    changes: readonly WorkoutChange[],
    head: Head,
  ): Promise<EnrollmentChanges> {
    const relevant = changes.filter(
      ({ before, after }) => dayOf(before) ?? dayOf(after) ?? (after ? null : before?.programDay),
    )
    if (relevant.length === 0) return { patches: [], finished: [] }
    const programDays = relevant.flatMap(({ before, after }) => [dayOf(before), dayOf(after)])
    const enrollmentIds = [...new Set(programDays.flatMap(day => day?.enrollmentId ?? []))]
    const rows = (await enrollments.findMany(userId, enrollmentIds)).filter(exists)
    const countedDays = await days.counted(
      userId,
      enrollmentIds,
      relevant.map(({ id }) => id),
    )

    const logs = new Map<string, StoredDay>()
    for (const row of rows)
      for (const day of await logWorkouts(userId, row, relevant, countedDays)) logs.set(day.workoutId, day)
    const dayChanges = relevant.map(({ id }) => ({ id, day: logs.get(id) ?? null }))
    const { before, after } = await recountDays(userId, countedDays, dayChanges)

    const stored = new Map([...after, ...reopenedDays(relevant, before)])
    const changed = [...stored.values()].filter(day => !isDeepStrictEqual(before.get(day.workoutId), day))
    const removedIds = [...before.keys()].filter(id => !stored.has(id))
    await days.write(userId, changed, removedIds)

    const patches: DerivedPatch[] = []
    const finished: string[] = []
    let active = head.active.ENROLLMENT
    for (const row of rows) {
      const counted = [...after.values()]
        .filter(day => day.enrollmentId === row.id && day.isCounted)
        .sort(compareStart)
      const progress = await plans.progress(userId, row.content, row.derived, counted, head)
      const { pausedAtResumptions: _, ...derived } = row.derived
      const patch = enrollmentPatch(row, { ...derived, ...progress }, active)
      if (!patch) continue
      if (patch.isActive) active = row.id
      else if (active === row.id) active = undefined
      patches.push(patch)
      if (progress.isCompleted && !row.derived.isCompleted) finished.push(row.id)
    }
    return { patches, finished }
  }
}

/** The days whose workouts were reopened. They are kept, uncounted, for the version that they were trained in. */
function reopenedDays(
  changes: readonly WorkoutChange[],
  before: ReadonlyMap<string, StoredDay>,
): Map<string, StoredDay> {
  const reopened = new Map<string, StoredDay>()
  for (const { id, after } of changes) {
    const day = before.get(id)
    if (day && after?.programDay && !after.isCompleted)
      reopened.set(id, { ...day, isCounted: false, isOpen: true })
  }
  return reopened
}

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

interface DayChange {
  id: string
  day: StoredDay | null
}

/** Returns the program day that a workout was completed for. */
const dayOf = (workout: PerformedWorkout | null) => (workout?.isCompleted ? workout.programDay : null)

const dayKey = ({ enrollmentId, ...position }: Pick<StoredDay, 'enrollmentId' | 'week' | 'day'>) =>
  `${enrollmentId}/${dayPositionKey(position)}`

/** Returns whether a stored workout that does not count yet may be the earliest of the day now. */
const mayBeSuperseded = (after: StoredDay | undefined, before: StoredDay, key: string) =>
  after === undefined || dayKey(after) !== key || compareStart(after, before) > 0

/** Orders by start; workouts that start at the same time by id. */
function compareStart(left: StoredDay, right: StoredDay): number {
  const difference = left.startedAt.getTime() - right.startedAt.getTime()
  if (difference !== 0) return difference
  return left.workoutId < right.workoutId ? -1 : Number(left.workoutId > right.workoutId)
}

const exists = (row: EnrollmentRow): row is ExistingEnrollment => row.content !== null && row.derived !== null
