import { isDeepStrictEqual } from 'node:util'
import type { DerivedPatch, Head } from '../../owned/models.js'
import type { VersionChange } from '../../training/workouts/listeners.js'
import type { PerformedWorkout } from '../../training/workouts/performed.js'
import { compareStart, dayCounter, reopenedDays } from './day-counting.js'
import type { DayStore, StoredDay } from './day-store.js'
import { enrollmentPatch } from './enrollment-patch.js'
import type { ExistingEnrollment } from './models.js'
import type { PlanReader } from './plan-reader.js'
import type { ProgressDeriver } from './progress-deriver.js'
import { logDay } from './progression/log.js'
import { dayPositionKey, type DayPosition } from './progression/plan.js'
import { isExisting, versionNumberOf } from './status.js'
import type { EnrollmentStore } from './store.js'

interface Dependencies {
  enrollments: Pick<EnrollmentStore, 'findMany'>
  days: DayStore
  plans: PlanReader
  deriveProgress: ProgressDeriver
}

type WorkoutChange = VersionChange<PerformedWorkout>

interface EnrollmentUpdates {
  patches: DerivedPatch[]
  /** The ids of the enrollments whose last day was completed by the changes. */
  finished: string[]
}

/** Updates enrollments when workouts of their days change. */
export function enrollmentUpdater({ enrollments, days, plans, deriveProgress }: Dependencies) {
  const recountDays = dayCounter({ days })

  /** Logs the workouts that were completed for days of an enrollment. */
  async function logWorkouts(
    userId: string,
    row: ExistingEnrollment,
    changes: readonly WorkoutChange[],
    stored: readonly StoredDay[],
  ): Promise<StoredDay[]> {
    const currentVersion = versionNumberOf(row.content, row.derived)
    const byWorkout = new Map(stored.map(day => [day.workoutId, day]))
    const versionOf = (workoutId: string, position: DayPosition) => {
      const day = byWorkout.get(workoutId)
      const isSame = day?.enrollmentId === row.id && dayPositionKey(day) === dayPositionKey(position)
      // A day keeps the version it was trained in.
      return isSame ? day.version : currentVersion
    }
    const trained = changes.flatMap(({ after: workout }) => {
      const position = completedDayOf(workout)
      return workout && position?.enrollmentId === row.id
        ? [{ workout, position, version: versionOf(workout.id, position) }]
        : []
    })
    const byVersion = await plans.readVersions(
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

  /** Writes the days of the changed workouts. Returns the counted days of the enrollments, in chronological order. */
  async function writeDays(
    userId: string,
    rows: readonly ExistingEnrollment[],
    changes: readonly WorkoutChange[],
    enrollmentIds: readonly string[],
  ): Promise<StoredDay[]> {
    const workoutIds = changes.map(({ id }) => id)
    const stored = await days.counted(userId, enrollmentIds, workoutIds)
    const logs = new Map<string, StoredDay>()
    for (const row of rows)
      for (const day of await logWorkouts(userId, row, changes, stored)) logs.set(day.workoutId, day)
    const dayChanges = workoutIds.map(id => ({ id, day: logs.get(id) ?? null }))
    const { before, after } = await recountDays(userId, stored, dayChanges)
    const kept = new Map([...after, ...reopenedDays(changes, before)])
    const changed = [...kept.values()].filter(day => !isDeepStrictEqual(before.get(day.workoutId), day))
    const removedIds = [...before.keys()].filter(id => !kept.has(id))
    await days.write(userId, changed, removedIds)
    return [...after.values()].filter(({ isCounted }) => isCounted).sort(compareStart)
  }

  /**
   * Writes the changed days, within the caller's transaction.
   * @returns the resulting changes of enrollments, which are not written yet
   */
  return async function updateEnrollments(
    userId: string,
    changes: readonly WorkoutChange[],
    head: Head,
  ): Promise<EnrollmentUpdates> {
    const relevant = changes.filter(concernsProgramDay)
    if (relevant.length === 0) return { patches: [], finished: [] }
    const programDays = relevant.flatMap(({ before, after }) => [
      completedDayOf(before),
      completedDayOf(after),
    ])
    const enrollmentIds = [...new Set(programDays.flatMap(day => day?.enrollmentId ?? []))]
    const rows = (await enrollments.findMany(userId, enrollmentIds)).filter(isExisting)
    const counted = await writeDays(userId, rows, relevant, enrollmentIds)

    const patches: DerivedPatch[] = []
    const finished: string[] = []
    let active = head.active.ENROLLMENT
    for (const row of rows) {
      const ownDays = counted.filter(({ enrollmentId }) => enrollmentId === row.id)
      const progress = await deriveProgress(userId, row.content, row.derived, ownDays, head)
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

/** The program day that a workout was completed for; null without one. */
const completedDayOf = (workout: PerformedWorkout | null) =>
  workout?.isCompleted ? workout.programDay : null

/** A deleted workout in progress can have a stored day: that of a completed one that was reopened. */
const concernsProgramDay = ({ before, after }: WorkoutChange): boolean =>
  completedDayOf(before) !== null ||
  completedDayOf(after) !== null ||
  (after === null && before !== null && before.programDay !== null)
