import fc from 'fast-check'
import t from 'tap'
import { readWorkout } from '../../../../src/features/training/workouts/input.js'
import { readMeasurement } from '../../../../src/features/people/measurements/input.js'
import type { App } from '../../../../src/app.js'
import { queryGraphQL, signUp, type TestUser } from '../../../helper.js'
import { unlimited } from '../../../graphql/requests.js'
import { buildWithExercises } from '../../training/workouts/workouts.js'
import { consent } from './measurements.js'

type Unit = 'KG' | 'LB'
type Step =
  | { kind: 'measure'; day: number; weight: { value: number; unit: Unit } | null }
  | { kind: 'forget'; day: number }
  | { kind: 'move'; day: number; to: number }
  | { kind: 'train'; slot: number; day: number; hour: number; zone: string; sets: SetMode[] }
  | { kind: 'untrain'; slot: number }
type SetMode = 'EXTERNAL' | 'BODYWEIGHT' | 'ASSISTED' | 'PLANNED'

const day = fc.integer({ min: 1, max: 8 })
const slot = fc.integer({ min: 0, max: 4 })
const zone = fc.constantFrom('UTC', 'Pacific/Kiritimati', 'Pacific/Honolulu')
const mode = fc.constantFrom<SetMode>('EXTERNAL', 'BODYWEIGHT', 'ASSISTED', 'PLANNED')
const weight = fc.record({
  value: fc.integer({ min: 60, max: 200 }),
  unit: fc.constantFrom<Unit>('KG', 'LB'),
})
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('measure' as const), day, weight: fc.option(weight) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('forget' as const), day }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('move' as const), day, to: day }) },
  {
    weight: 4,
    arbitrary: fc.record({
      ...{ kind: fc.constant('train' as const), slot, day, hour: fc.integer({ min: 0, max: 23 }), zone },
      sets: fc.array(mode, { minLength: 1, maxLength: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('untrain' as const), slot }) },
)

const manualWeight = { value: 75, unit: 'KG' as const }

const hex = (user: string, kind: number, number: number) =>
  `${user.slice(-12)}${kind.toString(16).padStart(4, '0')}${number.toString(16).padStart(8, '0')}`
const momentOf = ({ day, hour, slot }: Step & { kind: 'train' }) => (day * 24 + hour) * 60 + slot
const dateOf = (day: number) => `2026-04-0${day}`

/** Writes like a client and keeps a model of what it has written. */
function phone(
  { features: { services, ownedRecords } }: App,
  { id: userId }: TestUser,
  exerciseIds: readonly string[],
) {
  const declared = ownedRecords.find(record => record.type === 'MEASUREMENT')
  if (!declared || !('writer' in declared.operations.saveMeasurement))
    throw new Error('measurements are not declared')
  const measurements = declared.operations.saveMeasurement.writer
  const measured = new Map<
    number,
    { id: string; version: number; weight: { value: number; unit: Unit } | null }
  >()
  const trained = new Map<number, { step: Step & { kind: 'train' }; id: string; version: number }>()
  let made = 0

  async function measure(
    day: number,
    { id, version, weight }: { id: string; version: number; weight: { value: number; unit: Unit } | null },
  ) {
    const draft = { id, expectedVersion: version || null, date: dateOf(day), weight, bodyFatPercent: 20 }
    const [result] = await measurements.apply(userId, [readMeasurement(draft, 'input')])
    if (!result?.row || result.conflict) throw new Error(String(result?.conflict))
    const { row } = result
    measured.set(day, { id, version: row.version, weight })
  }

  async function train(step: Step & { kind: 'train' }) {
    const startedAt = new Date(`${dateOf(step.day)}T00:00:00.000Z`)
    startedAt.setUTCHours(step.hour, step.slot)
    const { id, version } = trained.get(step.slot) ?? { id: hex(userId, 1, made++), version: 0 }
    const sets = step.sets.map((mode, at) => ({
      id: hex(userId, 2, at),
      loadMode: mode === 'PLANNED' ? ('BODYWEIGHT' as const) : mode,
      load: { value: 10 + at, unit: 'KG' as const },
      reps: 5 + at,
      completedAt: mode === 'PLANNED' ? null : startedAt,
    }))
    const exercises = [
      { id: hex(userId, 3, 0), exerciseId: exerciseIds[step.slot % exerciseIds.length]!, sets },
    ]
    const endedAt = new Date(startedAt.getTime() + 1_800_000)
    const times = { startedAt, endedAt, timezone: step.zone, title: String(step.slot) }
    const draft = { id, expectedVersion: version || null, exercises, ...times }
    const { row, conflict } = await services.workouts.recordType.save(userId, readWorkout(draft, 'input'))
    if (conflict || !row) throw new Error(String(conflict))
    trained.set(step.slot, { step, id, version: row.version })
  }

  return {
    measured,
    trained,
    async do(step: Step): Promise<void> {
      if (step.kind === 'train') return train(step)
      if (step.kind === 'untrain') {
        const known = trained.get(step.slot)
        if (known) await services.workouts.recordType.remove(userId, { id: known.id, expectedVersion: null })
        trained.delete(step.slot)
        return
      }
      const known = measured.get(step.day)
      if (step.kind === 'measure')
        return measure(step.day, {
          id: known?.id ?? hex(userId, 4, made++),
          version: known?.version ?? 0,
          weight: step.weight,
        })
      if (!known || (step.kind === 'move' && measured.has(step.to))) return
      measured.delete(step.day)
      if (step.kind === 'move') await measure(step.to, known)
      else await measurements.apply(userId, [{ id: known.id, expectedVersion: null }])
    },
  }
}

const hoursAhead: Record<string, number> = { UTC: 0, 'Pacific/Kiritimati': 14, 'Pacific/Honolulu': -10 }

/** Determines the body weight of a workout by checking every earlier day. */
function expected(step: Step & { kind: 'train' }, measured: ReturnType<typeof phone>['measured']) {
  if (step.sets.every(mode => mode === 'EXTERNAL')) return null
  const local = Math.floor(step.day + (step.hour + hoursAhead[step.zone]!) / 24)
  for (let day = local; day > 0; day--) {
    const weight = measured.get(day)?.weight
    if (weight) return weight
  }
  return manualWeight
}

/** Reads everything that depends on the body weight. */
async function seen(app: App, user: TestUser) {
  const record = 'type value unit reps previous { value unit }'
  const { data, errors } = await queryGraphQL<Record<string, never>>(
    app,
    `{
      workouts(first: 20) { edges { node { workoutTitle bodyWeight { value unit } totals { volume } records { ${record} } } } }
      records(first: 100) { edges { node { achievedAt exercise { slug } ${record} } } }
      analytics(range: { from: "2026-03-01", to: "2026-05-01" }, timezone: "UTC") { volumeByWeek { date value } }
    }`,
    {},
    user,
  )
  if (!data) throw new Error(JSON.stringify(errors))
  // Workouts with the same start are ordered by id, and sums can differ in the last digits.
  return JSON.parse(
    JSON.stringify(data, (_name, value: unknown) =>
      typeof value === 'number'
        ? Number(value.toPrecision(9))
        : Array.isArray(value)
          ? value.map(one => JSON.stringify(one)).sort()
          : value,
    ),
  ) as object
}

t.test('matches a full replay for any order of measurements and workouts', async t => {
  const { app, pullUp, bench } = await buildWithExercises(t, () => new Date('2026-05-01T12:00:00.000Z'), {
    settings: unlimited,
  })
  const exerciseIds = [pullUp, bench]

  async function signUpWithConsent() {
    const user = await signUp(app)
    await consent(app, user)
    // A weight that is set manually after all measurements stays in the profile.
    const profile = { weight: manualWeight.value, weightUnit: manualWeight.unit }
    await app.features.services.profile.update(user.id, { profile })
    return user
  }

  const property = fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async steps => {
    const [user, again] = [await signUpWithConsent(), await signUpWithConsent()]
    const first = phone(app, user, exerciseIds)
    for (const step of steps) await first.do(step)

    const second = phone(app, again, exerciseIds)
    for (const [day, { weight }] of first.measured) await second.do({ kind: 'measure', day, weight })
    const inOrder = [...first.trained.values()].map(({ step }) => step)
    for (const step of inOrder.sort((one, other) => momentOf(one) - momentOf(other))) await second.do(step)
    t.same(await seen(app, user), await seen(app, again), JSON.stringify(steps))
    for (const { id, step } of first.trained.values()) {
      const { bodyWeight } = await app.features.services.workouts.get(user.id, id)
      t.same(bodyWeight, expected(step, first.measured), JSON.stringify(steps))
    }
  })
  await fc.assert(property, { numRuns: 15 })
})
