import t from 'tap'
import { walkAll } from '../../../src/features/records/history/follow.js'
import type { ExerciseUse } from '../../../src/features/owned/models.js'
import type { PerformedWorkout } from '../../../src/features/records/models.js'

const exerciseIds = Array.from({ length: 50 }, (_, at) => at.toString(16).padStart(24, '0'))

const workout: PerformedWorkout = {
  ...{ id: 'f'.repeat(24), startedAt: new Date('2026-05-01T10:00:00.000Z'), isCompleted: true },
  ...{ bodyWeight: null, programDay: null },
  exercises: exerciseIds.map(exerciseId => ({
    ...{ entryId: exerciseId, exerciseId, trackingType: 'WEIGHT_REPS', sets: [] },
  })),
}

/** How many years of exercises are read at a time when a workout of all fifty is saved. */
async function readsOf(use: Pick<ExerciseUse, 'timesPerformed' | 'timesNamed' | 'years'>): Promise<number[]> {
  const reads: number[] = []
  const one = { ...use, lastPerformedAt: null, isNamed: true }
  const exercises = Object.fromEntries(exerciseIds.map(id => [id, one]))
  await walkAll(
    'anna',
    [{ id: workout.id, before: null, after: workout }],
    { exercises },
    {
      async find(_userId, keys) {
        reads.push(keys.length)
        return keys.map(key => ({ ...key, carry: { last: null, bests: {} }, entries: [] }))
      },
    },
  )
  return reads
}

t.test('what is usual is one read', async t => {
  t.same(await readsOf({ timesPerformed: 300, timesNamed: 320, years: [2024, 2025, 2026] }), [50])
})

t.test(
  'an exercise may be in nearly all of its workouts in one year, or in many and done in none',
  async t => {
    const years = Array.from({ length: 60 }, (_, at) => 1967 + at)
    t.same(new Set(await readsOf({ timesPerformed: 10_059, timesNamed: 10_059, years })), new Set([1]))
    t.same(new Set(await readsOf({ timesPerformed: 0, timesNamed: 2_500, years })), new Set([4, 2]))
  },
)
