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
  chance,
  edited,
  inputOf,
  inOrder,
  latestWeight,
  newId,
  newModel,
  newWorkout,
  pick,
  someDay,
  volumeOf,
  type Workout,
} from './model.js'
import { SaveMeasurement } from './operations.js'
import type { Session } from './session.js'
import type { Tally } from './tally.js'

/** Looks whether an answer is right. */
export type Check = (what: string, found: unknown, expected: unknown) => void

export const checking =
  (tally: () => Tally): Check =>
  (what, found, expected) => {
    if (isDeepStrictEqual(found, expected)) return
    tally().note('wrong', `${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`)
  }

/** Somebody with one device, who does one thing after the other, and knows what each answer has to be. */
export function createPerson(session: Session, email: string, check: Check) {
  const model = newModel()
  let exerciseIds: string[] = []

  async function begin(): Promise<void> {
    for (const kind of ['BODY_MEASUREMENTS', 'PROGRESS_PHOTOS'] as const)
      await session.query(GiveConsentDocument, { kind })
    const found = await session.query(LibraryScreenDocument, {
      filter: { equipment: ['BARBELL'] },
      first: 30,
    })
    const nodes = found?.exercises?.edges.map(({ node }) => node) ?? []
    exerciseIds = nodes.flatMap(({ id, trackingType }) => (trackingType === 'WEIGHT_REPS' ? id : []))
  }

  async function lookAtProfile(): Promise<void> {
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
    const firstName = `Name ${chance(1_000_000)}`
    const changed = (await session.query(UpdateProfileDocument, { input: { firstName } }))?.updateProfile
    if (!changed) return
    check('updateProfile', [changed.conflict, changed.user?.firstName], [null, firstName])
    model.firstName = firstName
  }

  async function lookAtHome(): Promise<void> {
    const home = await session.query(HomeScreenDocument, {})
    if (!home) return
    const shown = home.workouts?.edges.map(({ node: { id, totals } }) => [id, totals.volume])
    check(
      'home',
      [home.me?.workoutsCompleted, home.workouts?.totalCount, shown],
      [
        ...[model.workouts.size, model.workouts.size],
        inOrder(model)
          .slice(0, 3)
          .map(workout => [workout.id, volumeOf(workout)]),
      ],
    )
  }

  async function lookAtHistory(): Promise<void> {
    const first = 1 + chance(8)
    const page = (await session.query(HistoryScreenDocument, { first }))?.workouts
    if (!page) return
    const shown = page.edges.map(({ node: { totals: _totals, records: _records, ...workout } }) => workout)
    check('history', shown, inOrder(model).slice(0, first))
  }

  /** @param workout of the version that it was made from */
  async function save(workout: Workout): Promise<void> {
    const saved = (await session.query(SaveWorkoutDocument, { input: inputOf(workout) }))?.saveWorkout
    if (!saved) return
    const next = { ...workout, version: workout.version + 1 }
    check('saveWorkout', saved, { workout: next, conflict: null })
    model.workouts.set(workout.id, next)
  }

  async function remove({ id, version }: Workout): Promise<void> {
    const gone = (await session.query(DeleteWorkoutDocument, { id, expectedVersion: version }))?.deleteWorkout
    if (!gone) return
    check('deleteWorkout', [gone.recordId, gone.deletedAt !== null, gone.conflict], [id, true, null])
    model.workouts.delete(id)
  }

  async function write(): Promise<void> {
    const known = pick([...model.workouts.values()])
    const what = chance(10)
    if (!known || what < 4) await save(newWorkout(exerciseIds))
    else if (what < 9 && model.workouts.size < 60) await save(edited(known))
    else await remove(known)
  }

  async function weigh(): Promise<void> {
    const date = someDay()
    const known = model.weighings.get(date)
    const [id, version] = known ? [known.id, known.version] : [newId(), 0]
    const weight = { value: 60 + chance(400) / 10, unit: 'KG' }
    const input = { id, expectedVersion: version === 0 ? null : version, date, weight }
    const saved = (await session.query(SaveMeasurement, { input }))?.saveMeasurement
    if (!saved) return
    const next = { id, version: version + 1, date, weight }
    check('saveMeasurement', saved, { conflict: null, measurement: next })
    model.weighings.set(date, next)
  }

  return { model, begin, lookAtProfile, rename, lookAtHome, lookAtHistory, write, weigh }
}

export type Person = ReturnType<typeof createPerson>
