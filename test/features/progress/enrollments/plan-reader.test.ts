import t from 'tap'
import { planReader } from '../../../../src/features/progress/enrollments/plan-reader.js'
import type { EnrollmentContent } from '../../../../src/features/progress/enrollments/models.js'
import type { ProgramVersion } from '../../../../src/features/training/programs/models.js'
import { entry, rule, set, weeksOf } from './plans.js'

const conditions = { unit: 'KG' as const, equipment: null, increments: [] }
const content: EnrollmentContent = {
  programId: 'f'.repeat(24),
  startDate: '2030-01-01',
  timezone: 'UTC',
  weekdays: [],
  startingLoads: [],
  unit: 'KG',
  gymId: null,
  decisions: null,
}
const enrollment = { content, derived: { periods: [{ since: null, ...conditions }] } }

/** Returns a function that reads versions with `sets` sets each and counts the turns of the event loop meanwhile. */
function createCountingReader(sets: number) {
  const weeks = weeksOf(1, [
    [
      entry(
        'squat',
        rule('LINEAR'),
        Array.from({ length: sets }, () => set()),
      ),
    ],
  ])
  const version = async (
    _userId: string,
    programId: string,
    number: number | null,
  ): Promise<ProgramVersion> => ({
    id: `${programId} ${number}`,
    publishedAt: new Date(0),
    ownerId: null,
    isPublic: false,
    programId,
    number: number ?? 0,
    slug: 'own',
    title: 'Own',
    description: null,
    level: null,
    goal: null,
    workoutSplit: null,
    weeks,
    durationWeeks: 1,
    sessionsPerWeek: 1,
    equipment: [],
  })
  const reader = planReader({
    programs: { version },
    exercises: { findMany: async () => new Map() },
    exerciseSettings: { loadMany: async () => [] },
    readConditions: async () => enrollment.derived.periods,
  })
  return async (numbers: number[]) => {
    let [turns, isDone] = [0, false]
    const others = () => {
      if (isDone) return
      turns++
      setImmediate(others)
    }
    setImmediate(others)
    const plans = await reader.readVersions('anna', enrollment, numbers)
    isDone = true
    t.same([...plans.keys()], numbers)
    return turns
  }
}

t.test('yields to the event loop between large versions', async t => {
  const large = createCountingReader(5_000)
  t.equal(await large([1]), 0)
  t.ok((await large([1, 2, 3, 4, 5, 6])) >= 5)
  const small = createCountingReader(10)
  t.equal(await small([1, 2, 3, 4, 5, 6]), 0)
})
