import fc from 'fast-check'
import t from 'tap'
import type { App } from '../../../../src/app.js'
import { signUp, type TestUser } from '../../../helper.js'
import {
  enroll,
  enrollment,
  find,
  buildWithExercises,
  kg,
  newId,
  planned,
  publish,
  read,
  today,
  workout,
  type Input,
} from './enrollments.js'

const hour = 3_600_000

/** Saves or deletes one of a few workouts. */
const action = fc.record({
  workout: fc.nat(6),
  day: fc.nat(3),
  hoursAgo: fc.integer({ min: 2, max: 200 }),
  sets: fc.array(fc.constantFrom('60x5', '60x3', '62.5x5', '65x5', '80x5', '57.5x8'), { maxLength: 4 }),
  kind: fc.constantFrom(
    'save' as const,
    'save' as const,
    'save' as const,
    'plain' as const,
    'delete' as const,
  ),
})
type Action = typeof action extends fc.Arbitrary<infer Made> ? Made : never

const rules = [
  { type: 'LINEAR', increment: kg(2.5), failures: 2 },
  { type: 'DOUBLE', increment: kg(2.5), minReps: 5, maxReps: 6 },
  { type: 'PERCENT', increment: kg(2.5) },
]

t.test('matches a chronological replay after saves, edits and deletions', async t => {
  const { app, squat, bench, pullUp } = await buildWithExercises(t)
  const exercises = [squat, bench, pullUp]
  const weeks = [false, true, false].map(isDeload => ({
    isDeload,
    days: [0, 1].map(() =>
      exercises.map((id, at) =>
        planned(id, rules[at]!, { load: at === 2 ? null : kg(60), percentOfOneRepMax: 80 }),
      ),
    ),
  }))

  const positionOf = (day: number): [number, number] => [1 + Math.floor(day / 2), 1 + (day % 2)]
  function inputOf(id: string, enrollmentId: string, { day, hoursAgo, sets, kind }: Action) {
    const startedAt = new Date(today.getTime() - hoursAgo * hour)
    const done = exercises.map((exercise): [string, ...string[]] => [exercise, ...sets])
    const logged = workout({ id, startedAt, enrollmentId, at: positionOf(day), sets: done })
    if (kind === 'plain') return { ...logged, programDay: null }
    return logged
  }
  const enrolled = async (user: TestUser) => {
    const programId = await publish(app, user, { weeks })
    return (await enroll(app, user, enrollment(programId))).enrollment!.id
  }

  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 12 }), fc.nat(11), async (actions, cut) => {
      const [one, other] = [await signUp(app), await signUp(app)]
      const [ofOne, ofOther] = [await enrolled(one), await enrolled(other)]
      const ids = Array.from({ length: 7 }, newId)
      const versions = new Map<string, number>()
      const last = new Map<string, Action>()
      const operations = actions.flatMap((made): Input[] => {
        const id = ids[made.workout]!
        const version = versions.get(id)
        const isGone = last.get(id)?.kind === 'delete'
        const { kind } = made
        if (isGone || (kind === 'delete' && version === undefined)) return []
        last.set(id, made)
        versions.set(id, (version ?? 0) + 1)
        if (kind === 'delete') return [{ deleteWorkout: { id, expectedVersion: version } }]
        return [{ saveWorkout: { ...inputOf(id, ofOne, made), expectedVersion: version } }]
      })
      await sync(app, one, operations.slice(0, cut))
      for (const operation of operations.slice(cut)) await sync(app, one, [operation])

      const left = [...last].filter(([, { kind }]) => kind === 'save')
      // Workouts that start at the same time are ordered by id, so both users need ids in the same order.
      const orders = left.map(([id, made]) => ({ id, made })).sort(byStart)
      const others = Array.from(orders, newId).sort()
      for (const [at, { made }] of orders.entries())
        await sync(app, other, [{ saveWorkout: inputOf(others[at]!, ofOther, made) }])

      const [first, second] = [await find(app, one, ofOne), await find(app, other, ofOther)]
      t.same(progressOf(first), progressOf(second))
      return JSON.stringify(progressOf(first)) === JSON.stringify(progressOf(second))
    }),
    { numRuns: 6 },
  )
})

function byStart(left: { id: string; made: Action }, right: { id: string; made: Action }): number {
  const difference = right.made.hoursAgo - left.made.hoursAgo
  return difference === 0 ? (left.id < right.id ? -1 : 1) : difference
}

const progressOf = ({
  status,
  completedDays,
  currentWeek,
  currentDay,
  nextDay,
}: Awaited<ReturnType<typeof find>>) => ({
  status,
  completedDays,
  currentWeek,
  currentDay,
  nextDay,
})

async function sync(app: App, user: TestUser, operations: Input[]): Promise<void> {
  if (operations.length === 0) return
  const { sync: outcome } = await read<{ sync: { results: { status: string; error: object | null }[] } }>(
    app,
    user,
    'mutation($operations: [SyncOperation!]!) { sync(operations: $operations) { results { status error { message } } } }',
    { operations },
  )
  const failed = outcome.results.find(({ status }) => status === 'REFUSED' || status === 'CONFLICT')
  if (failed) throw new Error(JSON.stringify(failed))
}
