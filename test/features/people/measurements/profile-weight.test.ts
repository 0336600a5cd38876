import t from 'tap'
import type { App } from '../../../../src/app.js'
import {
  latestWeight,
  type ManualWeight,
  type WeightMeasurement,
} from '../../../../src/features/people/profile/body-weight.js'
import type { Load } from '../../../../src/lib/units.js'
import { queryGraphQL, type TestUser } from '../../../helper.js'
import { manualClock } from '../auth/requests.js'
import { changes } from '../../portability/sync/device.js'
import { consent, kg, lb, measured, remove, save, buildWithUser, sync, type Input } from './measurements.js'

const minute = 60_000

async function shown(app: App, user: TestUser) {
  const query = '{ me { version profile { weight weightUnit } } }'
  const { data } = await queryGraphQL<{ me: { version: number; profile: Input } }>(app, query, {}, user)
  const { version, profile } = data!.me
  return [profile.weight, profile.weightUnit, version]
}

async function setManually(app: App, user: TestUser, profile: Input | null) {
  const mutation = 'mutation ($input: UpdateProfileInput!) { updateProfile(input: $input) { conflict } }'
  const { errors } = await queryGraphQL(app, mutation, { input: { profile } }, user)
  if (errors) throw new Error(JSON.stringify(errors))
}

t.test('copies the latest weight to the profile, and the previous one after a deletion', async t => {
  const { app, person } = await buildWithUser(t)
  const { cursor } = await changes(app, person, null)
  const [early, late] = [measured('2026-04-01', kg(80)), measured('2026-04-20', lb(180))]
  t.same(await shown(app, person), [null, null, 1])
  await save(app, person, late)
  t.same(await shown(app, person), [180, 'LB', 1], 'derived data does not change the version')
  t.match(
    (await changes(app, person, cursor)).changes.find(({ type }) => type === 'PROFILE'),
    { recordId: person.id, version: 1 },
    'adds a change of the profile',
  )
  await save(app, person, early)
  await save(app, person, measured('2026-04-25', null))
  t.same(await shown(app, person), [180, 'LB', 1], 'ignores earlier measurements and those without a weight')
  await save(app, person, { ...late, weight: lb(181), expectedVersion: 1 })
  t.same(await shown(app, person), [181, 'LB', 1])
  await save(app, person, { ...late, date: '2026-03-01', weight: lb(181), expectedVersion: 2 })
  t.same(
    await shown(app, person),
    [80, 'KG', 1],
    'takes the weight of the measurement that is the latest now',
  )
  await remove(app, person, early.id)
  t.same(await shown(app, person), [181, 'LB', 1])
  const last = {
    ...late,
    date: '2026-03-01',
    weight: null,
    waist: { value: 80, unit: 'CM' },
    expectedVersion: 3,
  }
  await save(app, person, last)
  t.same(await shown(app, person), [null, null, 1], 'has no weight after the last one was removed')
})

t.test('applies a profile edit that was made before a measurement', async t => {
  const { app, person } = await buildWithUser(t)
  const edit = { updateProfile: { firstName: 'Ada', expectedVersion: 1 } }
  await save(app, person, measured('2026-04-20', kg(80)))
  t.match(await sync(app, person, [edit]), [{ status: 'APPLIED', version: 2, conflict: null }])
  await save(app, person, measured('2026-04-21', kg(81)))
  t.match(await sync(app, person, [edit]), [{ status: 'UNCHANGED', version: 2 }], 'repeated')
  t.same(await shown(app, person), [81, 'KG', 2])
})

t.test(
  'keeps a manually set weight until a later measurement, and restores it when that is deleted',
  async t => {
    const { clock, advance } = manualClock(new Date('2026-05-01T12:00:00.000Z'))
    const { app, person } = await buildWithUser(t, clock)
    const save_ = async (input: Input) => {
      advance(minute)
      await save(app, person, input)
      return (await shown(app, person)).slice(0, 2)
    }
    await save_(measured('2026-05-01', kg(80)))
    advance(minute)
    await setManually(app, person, { weight: 82, weightUnit: 'KG' })
    t.same(await save_(measured('2026-04-20', kg(70))), [82, 'KG'], 'ignores a measurement of an earlier day')
    t.same(await save_(measured('2026-04-29', null)), [82, 'KG'], 'ignores a measurement without a weight')
    advance(24 * 60 * minute)
    const later = measured('2026-05-02', kg(79))
    t.same(await save_(later), [79, 'KG'])
    await setManually(app, person, { age: 40, weight: 79 })
    advance(minute)
    await remove(app, person, later.id)
    t.same((await shown(app, person)).slice(0, 2), [82, 'KG'], 'sending an unchanged weight does not set it')

    t.same(await save_(measured('2026-05-02', kg(78))), [78, 'KG'])
    advance(minute)
    await setManually(app, person, { weight: null })
    t.same(
      await save_(measured('2026-04-21', kg(71))),
      [null, 'KG'],
      'keeps a weight that was cleared in the profile',
    )
    t.same(await save_(measured('2026-05-03', kg(77))), [77, 'KG'])
  },
)

t.test('uses the last weight of a sync, and removes it when the consent is withdrawn', async t => {
  const { app, person } = await buildWithUser(t)
  await setManually(app, person, { weight: 90, weightUnit: 'KG' })
  const inputs = Array.from({ length: 30 }, (_, at) => measured(`2026-05-0${(at % 2) + 1}`, kg(50 + at)))
  await sync(
    app,
    person,
    inputs
      .flatMap(input => [{ saveMeasurement: input }, { deleteMeasurement: { id: input.id } }])
      .slice(0, -1),
  )
  const [weight, unit, version] = await shown(app, person)
  t.same([weight, unit], [79, 'KG'])
  await consent(app, person, 'withdrawConsent')
  t.same(await shown(app, person), [90, 'KG', version], 'keeps the weight set in the profile')
})

const at = (hour: number) => new Date(Date.UTC(2026, 4, 10, hour))
const weightMeasurement = (date: string, value: number, writtenAt: Date): WeightMeasurement => ({
  date,
  weight: load(value),
  writtenAt,
})
const load = (value: number): Load => ({ value, unit: 'KG' })
const manualWeight = (value: number | null, hour: number): ManualWeight => ({
  weight: value === null ? null : load(value),
  setAt: at(hour),
})

/** Expected results for measured and manually set weights. */
const table: [weighings: WeightMeasurement[], set: ManualWeight | null, shown: number | null][] = [
  [[], null, null],
  [[], manualWeight(90, 12), 90],
  [[weightMeasurement('2026-05-01', 80, at(0)), weightMeasurement('2026-05-02', 81, at(0))], null, 81],
  [[weightMeasurement('2026-05-10', 80, at(11))], manualWeight(90, 12), 90],
  [[weightMeasurement('2026-05-10', 80, at(13))], manualWeight(90, 12), 80],
  // The 9th was the current date in time zones where the 10th had not begun.
  [[weightMeasurement('2026-05-09', 80, at(12))], manualWeight(90, 11), 80],
  [[weightMeasurement('2026-05-09', 80, at(14))], manualWeight(90, 13), 90],
  [
    [weightMeasurement('2026-05-10', 80, at(13)), weightMeasurement('2026-05-11', 81, at(11))],
    manualWeight(90, 12),
    80,
  ],
  [[weightMeasurement('2026-05-10', 80, at(13))], manualWeight(null, 12), 80],
  [[weightMeasurement('2026-05-08', 80, at(13))], manualWeight(null, 12), null],
]

t.test('determines the latest of the measured and manually set weights', t => {
  for (const [weighings, set, shown] of table)
    t.equal(latestWeight(weighings, set)?.value ?? null, shown, JSON.stringify([weighings, set]))
  t.end()
})
