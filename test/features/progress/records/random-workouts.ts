import fc from 'fast-check'
import type { PerformedWorkout } from '../../../../src/features/training/workouts/performed.js'

const hex = (number: number) => number.toString(16).padStart(24, '0')

const exercises = [
  { exerciseId: hex(0xe1), trackingType: 'WEIGHT_REPS', bodyweightShare: 0 },
  { exerciseId: hex(0xe2), trackingType: 'BODYWEIGHT_REPS', bodyweightShare: 1 },
  { exerciseId: hex(0xe3), trackingType: 'DISTANCE_DURATION', bodyweightShare: 0 },
  { exerciseId: hex(0xe4), trackingType: 'WEIGHT_DURATION', bodyweightShare: 0 },
  { exerciseId: hex(0xe5), trackingType: 'REPS_ONLY', bodyweightShare: 0.3 },
] as const

export const exerciseIds = exercises.map(({ exerciseId }) => exerciseId)

// Few start times, so that workouts coincide, including both sides of two year ends.
const startTimes = [
  '2019-03-01T08:00:00.000Z',
  '2023-12-31T23:59:59.999Z',
  '2024-01-01T00:00:00.000Z',
  '2024-06-01T10:00:00.000Z',
  '2024-06-01T10:00:00.001Z',
  '2024-12-31T23:30:00.000Z',
  '2025-01-01T00:30:00.000Z',
  '2026-02-28T12:00:00.000Z',
].map(text => new Date(text))

const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null, freq: 4 })

// Differences above and below one part in a million, and equal values in another unit.
const load = fc.oneof(
  fc.record({
    value: fc.constantFrom(
      0,
      20,
      60,
      100,
      100 * (1 + 4e-7),
      100 * (1 + 8e-7),
      100 * (1 + 1.2e-6),
      100 * (1 + 3e-6),
    ),
    unit: fc.constant('KG' as const),
  }),
  fc.record({
    value: fc.constantFrom(20 / 0.45359237, 135, 220.5, 100 / 0.45359237),
    unit: fc.constant('LB' as const),
  }),
)

const set = fc.record({
  type: fc.constantFrom('NORMAL', 'NORMAL', 'WARMUP', 'DROPSET', 'PARTIAL', 'FORCED'),
  loadMode: fc.constantFrom('EXTERNAL', 'EXTERNAL', 'BODYWEIGHT', 'ASSISTED'),
  load: maybe(load),
  reps: maybe(fc.constantFrom(0, 1, 5, 9, 10, 16)),
  durationSeconds: maybe(fc.constantFrom(0, 30, 240.5, 600)),
  distanceMeters: maybe(fc.constantFrom(400, 999.9, 1000, 5000)),
  rpe: fc.constant(null),
  rir: maybe(fc.constantFrom(0, 1, 6)),
})

const entry = fc.record({
  exercise: fc.constantFrom(exercises[0], exercises[0], ...exercises),
  sets: fc.array(set, { maxLength: 3 }),
})

const body = maybe(fc.constantFrom({ value: 80, unit: 'KG' as const }, { value: 180, unit: 'LB' as const }))

const workout = fc
  .record({
    number: fc.integer({ min: 1, max: 8 }),
    startedAt: fc.constantFrom(...startTimes),
    isCompleted: fc.boolean().chain(one => (one ? fc.constant(true) : fc.boolean())),
    bodyWeight: body,
    entries: fc.array(entry, { maxLength: 3 }),
  })
  .map(({ number, entries, ...rest }): PerformedWorkout => {
    const id = hex(number)
    const exercises = entries.map(({ exercise, sets }, at) => ({
      entryId: `${id} ${at}`,
      ...exercise,
      sets: sets.map((one, index) => ({ id: `${at} ${index}`, ...one })),
    }))
    return { id, ...rest, exercises, programDay: null }
  })

/** A workout to save, or the id of a workout to delete. */
const step = fc.oneof({ weight: 4, arbitrary: workout }, fc.integer({ min: 1, max: 8 }).map(hex))

export const batches = fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), {
  minLength: 1,
  maxLength: 12,
})
