import { isDeepStrictEqual } from 'node:util'
import type { DerivedPatch, Head } from '../../owned/models.js'
import type { VersionChange } from '../workouts/listeners.js'
import type { PerformedWorkout } from '../workouts/performed.js'
import type { CourseReader } from './courses.js'
import type { DayStore, StoredDay } from './day-store.js'
import type { EnrollmentContent, EnrollmentDerived, EnrollmentRow } from './models.js'
import { logOf } from './progression/log.js'
import { placeKey, type Place } from './progression/plan.js'
import { decisionsOf, statusOf, versionNumberOf } from './status.js'
import type { EnrollmentStore } from './store.js'

interface Dependencies {
  enrollments: Pick<EnrollmentStore, 'among'>
  days: DayStore
  courses: CourseReader
}

type WorkoutChange = VersionChange<PerformedWorkout>

type Written = EnrollmentRow & { content: EnrollmentContent; derived: EnrollmentDerived }

export interface EnrollmentsFollowed {
  moved: DerivedPatch[]
  /** Their identifiers. */
  finished: string[]
}

/** What follows for enrolments from workouts of their days. */
export function workoutFollower({ enrollments, days, courses }: Dependencies) {
  /** The days with what has changed, and which of them count from now on. */
  async function settle(userId: string, known: readonly StoredDay[], changes: readonly DayChange[]) {
    const before = new Map(known.map(day => [day.workoutId, day]))
    const after = new Map(before)
    for (const { id, day } of changes) {
      if (day) after.set(id, day)
      else after.delete(id)
    }
    const touched = new Map<string, StoredDay>()
    for (const { id, day } of changes)
      for (const one of [before.get(id), day]) if (one) touched.set(dayKey(one), one)

    for (const [key, { enrollmentId, ...place }] of touched) {
      const counted = known.find(day => day.isCounted && dayKey(day) === key)
      if (counted && isLater(after.get(counted.workoutId), counted, key))
        for (const day of await days.spare(userId, enrollmentId, place, changes.length + 1))
          if (!before.has(day.workoutId)) after.set(day.workoutId, day)
      const [first, ...others] = [...after.values()].filter(day => dayKey(day) === key).sort(byStart)
      if (first) after.set(first.workoutId, { ...first, isCounted: true })
      for (const day of others) after.set(day.workoutId, { ...day, isCounted: false })
    }
    return { before, after }
  }

  async function logged(
    userId: string,
    row: Written,
    changes: readonly WorkoutChange[],
    known: readonly StoredDay[],
  ) {
    const now = versionNumberOf(row.content, row.derived)
    const stored = new Map(known.map(day => [day.workoutId, day]))
    const versionOf = (workoutId: string, place: Place) => {
      const day = stored.get(workoutId)
      const isSame = day?.enrollmentId === row.id && placeKey(day) === placeKey(place)
      // A day keeps the version it was trained in.
      return isSame ? day.version : now
    }
    const its = changes.flatMap(({ after }) =>
      after && dayOf(after)?.enrollmentId === row.id ? [after] : [],
    )
    const wanted = its.flatMap(workout => {
      const place = dayOf(workout)
      return place ? [{ workout, place, version: versionOf(workout.id, place) }] : []
    })
    const plans = await courses.plans(
      userId,
      row.content.programId,
      wanted.map(({ version }) => version),
    )
    return wanted.flatMap(({ workout, place, version }) => {
      const day = plans.get(version)?.byPlace.get(placeKey(place))
      return day
        ? [{ ...logOf(workout, day, version), enrollmentId: row.id, isCounted: false, isOpen: false }]
        : []
    })
  }

  /**
   * Writes what the workouts are to the days of enrolments, in the transaction of the changes.
   * @returns what is derived for the enrolments that they have moved, and those whose last day was done by them
   */
  return async function follow(
    userId: string,
    changes: readonly WorkoutChange[],
    head: Head,
  ): Promise<EnrollmentsFollowed> {
    const relevant = changes.filter(
      ({ before, after }) => dayOf(before) ?? dayOf(after) ?? (after ? null : before?.programDay),
    )
    if (relevant.length === 0) return { moved: [], finished: [] }
    const ids = relevant.flatMap(({ before, after }) => [dayOf(before), dayOf(after)])
    const named = [...new Set(ids.flatMap(day => day?.enrollmentId ?? []))]
    const rows = (await enrollments.among(userId, named)).filter(isWritten)
    const known = await days.counted(
      userId,
      named,
      relevant.map(({ id }) => id),
    )

    const logs = new Map<string, StoredDay>()
    for (const row of rows)
      for (const day of await logged(userId, row, relevant, known)) logs.set(day.workoutId, day)
    const dayChanges = relevant.map(({ id }) => ({ id, day: logs.get(id) ?? null }))
    const { before, after } = await settle(userId, known, dayChanges)

    const stored = new Map([...after, ...reopened(relevant, before)])
    const put = [...stored.values()].filter(day => !isDeepStrictEqual(before.get(day.workoutId), day))
    const removed = [...before.keys()].filter(id => !stored.has(id))
    await days.write(userId, put, removed)

    const moved: DerivedPatch[] = []
    const finished: string[] = []
    let active = head.active.ENROLLMENT
    for (const row of rows) {
      const counted = [...after.values()]
        .filter(day => day.enrollmentId === row.id && day.isCounted)
        .sort(byStart)
      const position = await courses.position(userId, row.content, row.derived, counted)
      const { heldBack: _, ...kept } = row.derived
      const patch = patchOf(row, { ...kept, ...position }, active)
      if (!patch) continue
      if (patch.isActive) active = row.id
      else if (active === row.id) active = undefined
      moved.push(patch)
      if (position.isCompleted && !row.derived.isCompleted) finished.push(row.id)
    }
    return { moved, finished }
  }
}

/** What is kept of days whose workouts go on again: the version in which they were trained. */
function reopened(
  changes: readonly WorkoutChange[],
  before: ReadonlyMap<string, StoredDay>,
): Map<string, StoredDay> {
  const kept = new Map<string, StoredDay>()
  for (const { id, after } of changes) {
    const day = before.get(id)
    if (day && after?.programDay && !after.isCompleted)
      kept.set(id, { ...day, isCounted: false, isOpen: true })
  }
  return kept
}

/**
 * What becomes of an enrolment when something else is derived for it; null where nothing does.
 * @param active the active enrolment of its owner
 */
export function patchOf(
  { id, content, derived }: { id: string; content: EnrollmentContent; derived: EnrollmentDerived | null },
  next: Omit<EnrollmentDerived, 'heldBack'>,
  active: string | undefined,
): DerivedPatch | null {
  const isReopened = derived !== null && derived.isCompleted && !next.isCompleted
  const isOtherActive = active !== undefined && active !== id
  const { resumptions } = decisionsOf(content)
  // There is one active enrolment at most: the other one goes on.
  const heldBack = isReopened && isOtherActive ? resumptions : (derived?.heldBack ?? null)
  const set = { ...next, heldBack }
  if (isDeepStrictEqual(set, derived)) return null
  return { id, type: 'ENROLLMENT', set, isActive: statusOf(content, set) === 'ACTIVE' }
}

interface DayChange {
  id: string
  day: StoredDay | null
}

/** The day that a workout counts for, if it does. */
const dayOf = (workout: PerformedWorkout | null) => (workout?.isCompleted ? workout.programDay : null)

const dayKey = ({ enrollmentId, ...place }: Pick<StoredDay, 'enrollmentId' | 'week' | 'day'>) =>
  `${enrollmentId}/${placeKey(place)}`

/** Whether others that are not known may come before it now. */
const isLater = (after: StoredDay | undefined, before: StoredDay, key: string) =>
  after === undefined || dayKey(after) !== key || byStart(after, before) > 0

/** Workouts that begin at one moment are in the order of their identifiers. */
function byStart(left: StoredDay, right: StoredDay): number {
  const apart = left.startedAt.getTime() - right.startedAt.getTime()
  if (apart !== 0) return apart
  return left.workoutId < right.workoutId ? -1 : Number(left.workoutId > right.workoutId)
}

const isWritten = (row: EnrollmentRow): row is Written => row.content !== null && row.derived !== null
