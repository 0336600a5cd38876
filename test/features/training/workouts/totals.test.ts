import t from 'tap'
import type { WorkoutSet } from '../../../../src/features/training/workouts/models.js'
import {
  durationSeconds,
  musclesWorked,
  setsAndReps,
  volumeOf,
} from '../../../../src/features/training/workouts/totals.js'
import type { Load } from '../../../../src/lib/units.js'
import { newId } from './workouts.js'

const kg = (value: number): Load => ({ value, unit: 'KG' })
const lb = (value: number): Load => ({ value, unit: 'LB' })

const set = (fields: Partial<WorkoutSet> = {}): WorkoutSet => ({
  ...{ id: newId(), type: 'NORMAL', loadMode: 'EXTERNAL', load: null, reps: null, durationSeconds: null },
  ...{
    distanceMeters: null,
    rpe: null,
    rir: null,
    restSeconds: null,
    target: null,
    completedAt: new Date(0),
  },
  ...fields,
})

const entry = (exerciseId: string, ...sets: WorkoutSet[]) => ({
  ...{ id: newId(), exerciseId, supersetId: null, notes: null, restSeconds: null },
  sets,
})

/** The volume of one repetition in kilograms, calculated by hand. */
const repetitions: [set: Partial<WorkoutSet>, body: Load | null, kilograms: number][] = [
  [{ load: kg(100) }, null, 100],
  [{ load: kg(100) }, kg(80), 100],
  [{ load: null }, kg(80), 0],
  [{ load: lb(100) }, null, 45.359237],
  [{ loadMode: 'BODYWEIGHT' }, kg(80), 80],
  [{ loadMode: 'BODYWEIGHT', load: kg(22.5) }, kg(80), 102.5],
  [{ loadMode: 'BODYWEIGHT', load: kg(22.5) }, lb(200), 113.218474],
  [{ loadMode: 'BODYWEIGHT', load: kg(22.5) }, null, 0],
  [{ loadMode: 'ASSISTED', load: kg(30) }, kg(80), 50],
  [{ loadMode: 'ASSISTED' }, kg(80), 80],
  [{ loadMode: 'ASSISTED', load: kg(90) }, kg(80), 0],
  [{ loadMode: 'ASSISTED', load: kg(30) }, null, 0],
]

const volumeOfOne = (fields: Partial<WorkoutSet>, bodyWeight: Load | null, unit: 'KG' | 'LB', share = 1) =>
  volumeOf({ bodyWeight, exercises: [{ bodyweightShare: share, sets: [set({ reps: 1, ...fields })] }] }, unit)

t.test('computes the moved load by load mode', t => {
  for (const [fields, body, kilograms] of repetitions) {
    const volume = volumeOfOne(fields, body, 'KG')
    t.ok(Math.abs(volume - kilograms) < 1e-9, `${JSON.stringify(fields)}: ${volume}`)
  }
  t.end()
})

t.test('sums volume in the entered unit without conversion', t => {
  t.equal(volumeOfOne({ load: lb(45.1) }, null, 'LB'), 45.1)
  t.equal(volumeOfOne({ loadMode: 'BODYWEIGHT', load: lb(45) }, lb(180), 'LB'), 225)
  t.equal(volumeOfOne({ loadMode: 'BODYWEIGHT', load: kg(10) }, kg(80), 'KG', 0.5), 50)
  t.equal(volumeOfOne({ loadMode: 'ASSISTED', load: kg(10) }, kg(80), 'KG', 0.5), 30)
  t.equal(volumeOfOne({ loadMode: 'BODYWEIGHT' }, kg(80), 'KG', 0), 0)
  t.end()
})

t.test('computes totals of completed working sets', t => {
  const bench = entry(
    'bench',
    set({ type: 'WARMUP', load: kg(40), reps: 10 }),
    set({ load: kg(100), reps: 5 }),
    set({ type: 'DROPSET', load: kg(82.5), reps: 8 }),
    set({ load: kg(100), reps: 5, completedAt: null }),
    set({ type: 'FAILURE', load: kg(100) }),
  )
  const pullUps = entry(
    'pull-up',
    set({ loadMode: 'BODYWEIGHT', load: lb(10), reps: 6 }),
    set({ loadMode: 'ASSISTED', load: kg(20), reps: 10 }),
  )
  const plank = entry('plank', set({ loadMode: 'BODYWEIGHT', durationSeconds: 60 }))
  const workout = { exercises: [bench, pullUps, plank] }
  t.same(setsAndReps(workout), { sets: 6, reps: 5 + 8 + 6 + 10 })
  // 500 + 660 + 6 × (80 + 4.5359237) + 10 × 60
  const performed = (bodyWeight: Load | null) => ({
    bodyWeight,
    exercises: workout.exercises.map(({ sets }) => ({
      bodyweightShare: 1,
      sets: sets.filter(({ completedAt }) => completedAt !== null),
    })),
  })
  t.ok(Math.abs(volumeOf(performed(kg(80)), 'KG') - 2267.2155422) < 1e-9)
  t.ok(Math.abs(volumeOf(performed(kg(80)), 'LB') - 4998.354673) < 1e-6)
  t.equal(volumeOf(performed(null), 'KG'), 1160, 'omits an unknown body weight')
  t.same(setsAndReps({ exercises: [] }), { sets: 0, reps: 0 })
  t.equal(volumeOf({ bodyWeight: null, exercises: [] }, 'KG'), 0)
  t.end()
})

t.test('counts primary muscles as one and secondary muscles as one half', t => {
  const exercises = new Map([
    [
      'bench',
      {
        category: 'STRENGTH' as const,
        primaryMuscles: ['CHEST' as const],
        secondaryMuscles: ['TRICEPS' as const, 'SHOULDERS' as const],
      },
    ],
    [
      'dip',
      {
        category: 'POWERLIFTING' as const,
        primaryMuscles: ['TRICEPS' as const],
        secondaryMuscles: ['TRICEPS' as const, 'CHEST' as const],
      },
    ],
    ['stretch', { category: 'STRETCHING' as const, primaryMuscles: ['NECK' as const], secondaryMuscles: [] }],
    ['run', { category: 'CARDIO' as const, primaryMuscles: ['CALVES' as const], secondaryMuscles: [] }],
  ])
  const workout = {
    exercises: [
      entry('bench', set(), set(), set({ type: 'WARMUP' })),
      entry('dip', set({ completedAt: null })),
      entry('bench', set({ type: 'PARTIAL' })),
      entry('gone', set()),
      entry('stretch', set()),
      entry('run', set()),
      entry('dip', set()),
    ],
  }
  t.same(
    musclesWorked(workout, id => exercises.get(id)),
    [
      { muscle: 'CHEST', sets: 3.5 },
      { muscle: 'TRICEPS', sets: 2.5 },
      { muscle: 'SHOULDERS', sets: 1.5 },
    ],
  )
  t.same(
    musclesWorked({ exercises: [] }, () => undefined),
    [],
  )
  t.end()
})

t.test('computes the duration', t => {
  const startedAt = new Date('2026-05-01T10:00:00.000Z')
  t.equal(durationSeconds({ startedAt, endedAt: new Date('2026-05-01T11:02:03.500Z') }), 3723.5)
  t.equal(durationSeconds({ startedAt, endedAt: null }), null)
  t.end()
})
