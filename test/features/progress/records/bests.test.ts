import t from 'tap'
import type { TrackingType } from '../../../../src/lib/exercise-vocabulary.js'
import { bestsOf } from '../../../../src/features/progress/records/bests.js'
import { isBetter, scoreOf } from '../../../../src/features/progress/records/comparison.js'
import type { CompletedSet } from '../../../../src/features/training/workouts/performed.js'
import type { Load } from '../../../../src/lib/units.js'

const kg = (value: number): Load => ({ value, unit: 'KG' })
const lb = (value: number): Load => ({ value, unit: 'LB' })

const set = (id: string, fields: Partial<CompletedSet>): CompletedSet => ({
  ...{ id, type: 'NORMAL', loadMode: 'EXTERNAL', load: null, reps: null, durationSeconds: null },
  ...{ distanceMeters: null, rpe: null, rir: null },
  ...fields,
})

/** Describes each best as `value unit of set`, with its repetitions. */
function bests(
  trackingType: TrackingType,
  sets: CompletedSet[],
  bodyWeight: Load | null = null,
  bodyweightShare = 1,
) {
  const found = bestsOf({ trackingType, sets, bodyWeight, bodyweightShare })
  return Object.fromEntries(
    found.map(({ type, value, unit, reps, setId }) => [type, [value, unit, reps, setId]]),
  )
}

t.test('determines the heaviest weight, the best estimate and the volume', async t => {
  const sets = [
    set('warm', { type: 'WARMUP', load: kg(200), reps: 5 }),
    set('a', { load: kg(100), reps: 5 }),
    set('b', { load: kg(110), reps: 1 }),
    set('c', { load: kg(90), reps: 10 }),
    set('failed', { load: kg(150), reps: 0 }),
  ]
  t.same(bests('WEIGHT_REPS', sets), {
    WEIGHT: [110, 'KG', 1, 'b'],
    // 100 × 36 / 32 = 112.5 and 90 × (1 + 10 / 30) = 120
    ONE_RM: [120, 'KG', 10, 'c'],
    // 500 + 110 + 900
    VOLUME: [1510, 'KG', null, null],
  })
})

t.test('returns records in the unit of their set, and volume in the most frequent unit', async t => {
  const sets = [
    set('a', { load: lb(225), reps: 1 }),
    set('b', { load: lb(135), reps: 2 }),
    set('c', { load: kg(100), reps: 1 }),
  ]
  const { WEIGHT, ONE_RM, VOLUME } = bests('WEIGHT_REPS', sets)
  t.same(WEIGHT, [225, 'LB', 1, 'a'])
  t.same(ONE_RM, [225, 'LB', 1, 'a'])
  t.equal(VOLUME![1], 'LB')
  // 225 + 270 + 220.46226…
  t.ok(Math.abs(Number(VOLUME![0]) - (495 + 100 / 0.45359237)) < 1e-9)

  const tied = [set('a', { load: kg(10), reps: 1 }), set('b', { load: lb(10), reps: 1 })]
  t.same(bests('WEIGHT_REPS', tied)['VOLUME']!.slice(1), ['KG', null, null])
  t.same(bests('WEIGHT_REPS', tied.reverse())['VOLUME']!.slice(1), ['LB', null, null])
})

t.test('prefers the first of equal sets, also across units', async t => {
  const sets = [
    set('a', { load: lb(220), reps: 1 }),
    set('b', { load: kg(220 * 0.45359237), reps: 1 }),
    set('c', { load: lb(220), reps: 1 }),
  ]
  t.equal(bests('WEIGHT_REPS', sets)['WEIGHT']![3], 'a')
  t.equal(bests('WEIGHT_REPS', sets.reverse())['WEIGHT']![3], 'c')
})

t.test('ranks assistance below body weight, and body weight below an added load', async t => {
  const helped = set('helped', { loadMode: 'ASSISTED', load: kg(20), reps: 8 })
  const alone = set('alone', { loadMode: 'BODYWEIGHT', reps: 3 })
  const added = set('added', { loadMode: 'BODYWEIGHT', load: kg(5), reps: 1 })
  const weight = (sets: CompletedSet[]) => bests('BODYWEIGHT_REPS', sets)['WEIGHT']
  t.same(weight([helped]), [-20, 'KG', 8, 'helped'])
  t.same(weight([helped, set('less', { ...helped, id: 'less', load: kg(10) })]), [-10, 'KG', 8, 'less'])
  t.same(weight([helped, alone]), [0, 'KG', 3, 'alone'])
  t.same(weight([alone, added, helped]), [5, 'KG', 1, 'added'])
  t.same(weight([set('helped by nobody knows what', { loadMode: 'ASSISTED', reps: 8 })]), undefined)
  t.ok(Object.is(weight([set('a', { loadMode: 'ASSISTED', load: kg(0), reps: 1 })])![0], 0))
})

t.test('includes the body weight only for exercises that move it, and if it is known', async t => {
  const sets = [
    set('alone', { loadMode: 'BODYWEIGHT', reps: 5 }),
    set('added', { loadMode: 'BODYWEIGHT', load: kg(10), reps: 2 }),
    set('helped', { loadMode: 'ASSISTED', load: kg(30), reps: 10 }),
    set('more than carried', { loadMode: 'ASSISTED', load: kg(100), reps: 10 }),
  ]
  const { ONE_RM, VOLUME, REPS } = bests('BODYWEIGHT_REPS', sets, kg(80))
  // 90 × 36 / 35 = 92.57… and 80 × 36 / 32 = 90
  t.same(ONE_RM, [(90 * 36) / 35, 'KG', 2, 'added'])
  // 400 + 180 + 500 + 0
  t.same(VOLUME, [1080, 'KG', null, null])
  t.same(REPS, [5, 'REPS', 5, 'alone'])

  const unknown = bests('BODYWEIGHT_REPS', sets)
  t.same(Object.keys(unknown), ['WEIGHT', 'REPS'])
  t.same(bests('BODYWEIGHT_REPS', [set('a', { loadMode: 'BODYWEIGHT', reps: 1 })], lb(180)), {
    WEIGHT: [0, 'LB', 1, 'a'],
    REPS: [1, 'REPS', 1, 'a'],
    ONE_RM: [180, 'LB', 1, 'a'],
    VOLUME: [180, 'LB', null, null],
  })
})

t.test('moves the share of the body weight, and estimates maxima only from 0.9 of it', async t => {
  const sets = [
    set('plain', { loadMode: 'BODYWEIGHT', reps: 10 }),
    set('vest', { loadMode: 'BODYWEIGHT', load: kg(20), reps: 1 }),
    set('helped', { loadMode: 'ASSISTED', load: kg(40), reps: 2 }),
  ]
  const pushUp = bests('BODYWEIGHT_REPS', sets, kg(80), 0.64)
  // 10 × 51.2 + 71.2 + 2 × 11.2
  t.ok(Math.abs((pushUp['VOLUME']![0] as number) - 605.6) < 1e-9)
  t.equal(pushUp['ONE_RM'], undefined)
  t.same(pushUp['WEIGHT'], [20, 'KG', 1, 'vest'])
  const handstand = bests('BODYWEIGHT_REPS', sets.slice(0, 1), kg(80), 0.9)
  t.same(handstand['ONE_RM'], [72 * (1 + 10 / 30), 'KG', 10, 'plain'])
  t.same(bests('REPS_ONLY', [set('none', { loadMode: 'BODYWEIGHT', reps: 9 })], kg(80), 0), {
    REPS: [9, 'REPS', 9, 'none'],
  })
})

t.test('counts partial and forced sets in the volume, but in no other record', async t => {
  for (const type of ['PARTIAL', 'FORCED'] as const) {
    t.same(bests('WEIGHT_REPS', [set('a', { type, load: kg(100), reps: 3 })]), {
      VOLUME: [300, 'KG', null, null],
    })
    t.same(bests('REPS_ONLY', [set('a', { type, reps: 30 })]), {})
  }
})

t.test('records the load of carries and holds with a distance or a duration', async t => {
  const carry = set('carry', { load: kg(60), distanceMeters: 40 })
  t.same(bests('SHORT_DISTANCE_WEIGHT', [carry])['WEIGHT'], [60, 'KG', null, 'carry'])
  const hold = set('hold', { load: lb(45), durationSeconds: 30 })
  t.same(bests('WEIGHT_DURATION', [hold])['WEIGHT'], [45, 'LB', null, 'hold'])
  t.equal(bests('WEIGHT_DURATION', [set('none', { load: kg(60), durationSeconds: 0 })])['WEIGHT'], undefined)
  t.equal(bests('WEIGHT_REPS', [carry])['WEIGHT'], undefined)
})

t.test('records repetitions only for sets without a load', async t => {
  const sets = [set('a', { reps: 12, load: kg(5) }), set('b', { reps: 20 }), set('c', { reps: 0 })]
  t.same(bests('REPS_ONLY', sets.slice(0, 1))['REPS'], [12, 'REPS', 12, 'a'])
  t.same(bests('BODYWEIGHT_REPS', sets.slice(0, 1))['REPS'], undefined)
  t.same(bests('BODYWEIGHT_REPS', sets)['REPS'], [20, 'REPS', 20, 'b'])
  t.same(bests('BODYWEIGHT_REPS', [set('none', { reps: 9, load: kg(0) })])['REPS'], [9, 'REPS', 9, 'none'])
  t.same(bests('WEIGHT_REPS', sets)['REPS'], undefined)
  t.same(bests('REPS_ONLY', sets.slice(2)), {})
})

t.test('records durations of holds, and distance and pace of movement', async t => {
  const sets = [
    set('a', { durationSeconds: 300, distanceMeters: 1000 }),
    set('b', { durationSeconds: 1500.5, distanceMeters: 5000 }),
    set('short', { durationSeconds: 10, distanceMeters: 999.9 }),
  ]
  t.same(bests('DURATION', sets), { TIME: [1500.5, 'S', null, 'b'] })
  t.same(bests('WEIGHT_DURATION', sets), { TIME: [1500.5, 'S', null, 'b'] })
  t.same(bests('DISTANCE_DURATION', sets), {
    DISTANCE: [5000, 'M', null, 'b'],
    PACE: [300, 'S_PER_KM', null, 'a'],
  })
  t.same(bests('SHORT_DISTANCE_WEIGHT', sets), {})
  t.same(bests('WEIGHT_REPS', sets), {})
})

t.test('includes repetitions in reserve in the estimate, but not RPE', async t => {
  const oneRm = (fields: Partial<CompletedSet>) =>
    bests('WEIGHT_REPS', [set('a', { load: kg(100), ...fields })])['ONE_RM']?.[0]
  t.equal(oneRm({ reps: 3, rir: 2 }), 112.5)
  t.equal(oneRm({ reps: 3, rpe: 8 }), (100 * 36) / 34)
  t.equal(oneRm({ reps: 16 }), undefined)
  t.equal(oneRm({ reps: 5, loadMode: 'ASSISTED' }), undefined)
})

t.test(
  'requires an improvement of more than one part in a million, where a lower pace is better',
  async t => {
    const weight = (value: number) => scoreOf({ type: 'WEIGHT', value, unit: 'KG' })
    const pace = (value: number) => scoreOf({ type: 'PACE', value, unit: 'S_PER_KM' })
    t.equal(isBetter(weight(100.0002), weight(100)), true)
    t.equal(isBetter(weight(100.00009), weight(100)), false)
    t.equal(isBetter(scoreOf({ type: 'WEIGHT', value: 220.4623, unit: 'LB' }), weight(100)), false)
    t.equal(isBetter(weight(0), weight(-5)), true)
    t.equal(isBetter(weight(-5), weight(-5.000004)), false)
    t.equal(isBetter(weight(1), weight(0)), true)
    t.equal(isBetter(weight(0), weight(0)), false)
    t.equal(isBetter(pace(299), pace(300)), true)
    t.equal(isBetter(pace(299.9999), pace(300)), false)
    t.equal(isBetter(pace(301), pace(300)), false)
  },
)
