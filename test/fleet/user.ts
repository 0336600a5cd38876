import { isDeepStrictEqual } from 'node:util'
import {
  DeleteWorkoutDocument,
  GiveConsentDocument,
  HistoryScreenDocument,
  HomeScreenDocument,
  LibraryScreenDocument,
  SaveWorkoutDocument,
  UpdateProfileDocument,
  UserProfileDocument,
} from '../../generated/operations/example.js'
import {
  randomBelow,
  edited,
  inputOf,
  inOrder,
  latestWeight,
  newId,
  newModel,
  newWorkout,
  pick,
  randomDate,
  volumeOf,
  type Workout,
} from './model.js'
import { SaveMeasurement } from './operations.js'
import type { Session } from './session.js'
import type { Statistics } from './statistics.js'

/** Compares a value of a response with its expected value. */
export type Check = (what: string, found: unknown, expected: unknown) => void

export const createCheck =
  (statistics: () => Statistics): Check =>
  (what, found, expected) => {
    if (isDeepStrictEqual(found, expected)) return
    statistics().recordProblem(
      'wrong',
      `${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`,
    )
  }

/** A simulated user of one device, who verifies each response against the data acknowledged before. */
export function createSimulatedUser(session: Session, email: string, check: Check) {
  const model = newModel()
  let exerciseIds: string[] = []

  async function prepare(): Promise<void> {
    for (const kind of ['BODY_MEASUREMENTS', 'PROGRESS_PHOTOS'] as const)
      await session.query(GiveConsentDocument, { kind })
    const found = await session.query(LibraryScreenDocument, {
      filter: { equipment: ['BARBELL'] },
      first: 30,
    })
    const nodes = found?.exercises?.edges.map(({ node }) => node) ?? []
    exerciseIds = nodes.flatMap(({ id, trackingType }) => (trackingType === 'WEIGHT_REPS' ? id : []))
  }

  async function readProfile(): Promise<void> {
    const me = (await session.query(UserProfileDocument, {}))?.me
    if (!me) return
    const { id, firstName, workoutsCompleted, profile } = me
    check(
      'me',
      [id, me.email, firstName, workoutsCompleted, profile.weight],
      [session.userId(), email, model.firstName, model.workouts.size, latestWeight(model)],
    )
  }

  async function rename(): Promise<void> {
    const firstName = `Name ${randomBelow(1_000_000)}`
    const changed = (await session.query(UpdateProfileDocument, { input: { firstName } }))?.updateProfile
    if (!changed) return
    check('updateProfile', [changed.conflict, changed.user?.firstName], [null, firstName])
    model.firstName = firstName
  }

  async function readHome(): Promise<void> {
    const home = await session.query(HomeScreenDocument, {})
    if (!home) return
    const returned = home.workouts?.edges.map(({ node: { id, totals } }) => [id, totals.volume])
    check(
      'home',
      [home.me?.workoutsCompleted, home.workouts?.totalCount, returned],
      [
        ...[model.workouts.size, model.workouts.size],
        inOrder(model)
          .slice(0, 3)
          .map(workout => [workout.id, volumeOf(workout)]),
      ],
    )
  }

  async function readHistory(): Promise<void> {
    const first = 1 + randomBelow(8)
    const page = (await session.query(HistoryScreenDocument, { first }))?.workouts
    if (!page) return
    const returned = page.edges.map(({ node: { totals: _totals, records: _records, ...workout } }) => workout)
    check('history', returned, inOrder(model).slice(0, first))
  }

  /** @param workout with the version that it was edited from */
  async function save(workout: Workout): Promise<void> {
    const saved = (await session.query(SaveWorkoutDocument, { input: inputOf(workout) }))?.saveWorkout
    if (!saved) return
    const next = { ...workout, version: workout.version + 1 }
    check('saveWorkout', saved, { workout: next, conflict: null })
    model.workouts.set(workout.id, next)
  }

  async function remove({ id, version }: Workout): Promise<void> {
    const deletion = (await session.query(DeleteWorkoutDocument, { id, expectedVersion: version }))
      ?.deleteWorkout
    if (!deletion) return
    check(
      'deleteWorkout',
      [deletion.recordId, deletion.deletedAt !== null, deletion.conflict],
      [id, true, null],
    )
    model.workouts.delete(id)
  }

  async function write(): Promise<void> {
    const existing = pick([...model.workouts.values()])
    const what = randomBelow(10)
    if (!existing || what < 4) await save(newWorkout(exerciseIds))
    else if (what < 9 && model.workouts.size < 60) await save(edited(existing))
    else await remove(existing)
  }

  async function saveMeasurement(): Promise<void> {
    const date = randomDate()
    const known = model.measurements.get(date)
    const [id, version] = known ? [known.id, known.version] : [newId(), 0]
    const weight = { value: 60 + randomBelow(400) / 10, unit: 'KG' }
    const input = { id, expectedVersion: version === 0 ? null : version, date, weight }
    const saved = (await session.query(SaveMeasurement, { input }))?.saveMeasurement
    if (!saved) return
    const next = { id, version: version + 1, date, weight }
    check('saveMeasurement', saved, { conflict: null, measurement: next })
    model.measurements.set(date, next)
  }

  return { model, prepare, readProfile, rename, readHome, readHistory, write, saveMeasurement }
}
