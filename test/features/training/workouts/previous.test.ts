import fc from 'fast-check'
import t from 'tap'
import { readWorkout } from '../../../../src/features/training/workouts/input.js'
import type { App } from '../../../../src/app.js'
import type { WorkoutDraft } from '../../../../src/features/training/workouts/models.js'
import { hours } from '../../../../src/lib/quantities.js'
import { countCommands } from '../../../commands.js'
import { queryGraphQL, signUp, type TestUser } from '../../../helper.js'
import { starterCatalogue } from '../exercises/starter-catalogue.js'
import {
  completed,
  done,
  entry,
  buildWithExercises,
  kg,
  newId,
  now,
  planned,
  remove,
  save,
  workout,
  type Input,
} from './workouts.js'

const previousQuery = 'query($id: ID!) { workout(id: $id) { exercises { exerciseId previous { reps } } } }'

interface Entry {
  exerciseId: string
  previous: { reps: number }[]
}

/** Returns the repetitions of the previous sets of each entry. */
async function previousOf(app: App, user: TestUser, id: string): Promise<number[][]> {
  const { data, errors } = await queryGraphQL<{ workout: { exercises: Entry[] } }>(
    app,
    previousQuery,
    { id },
    user,
  )
  if (!data) throw new Error(JSON.stringify(errors))
  return data.workout.exercises.map(({ previous }) => previous.map(({ reps }) => reps))
}

/** Creates a workout that begins at an hour of a day in April, with these repetitions of each exercise. */
function at(hour: number, exercises: [exerciseId: string, reps: number[]][], fields: Input = {}) {
  const startedAt = new Date(Date.UTC(2026, 3, 1, hour))
  const endedAt = new Date(startedAt.getTime() + hours / 2).toISOString()
  const sets = (reps: number[]) =>
    reps.map(count => done({ reps: count, completedAt: startedAt.toISOString() }))
  return completed({
    ...{ startedAt: startedAt.toISOString(), endedAt },
    exercises: exercises.map(([exerciseId, reps]) => entry(exerciseId, sets(reps))),
    ...fields,
  })
}

t.test('updates the previous sets after every change of the past', async t => {
  const { app, bench, plank, pullUp } = await buildWithExercises(t)
  const [user, stranger] = [await signUp(app), await signUp(app)]
  await save(app, stranger, at(9, [[bench, [99]]]))
  const first = at(1, [
    [bench, [5, 4]],
    [plank, [1]],
  ])
  await save(app, user, first)
  const last = at(10, [
    [bench, [7]],
    [plank, [2]],
    [pullUp, [3]],
    [bench, [8]],
  ])
  await save(app, user, last)
  const previous = () => previousOf(app, user, last.id)
  t.same(await previousOf(app, user, first.id), [[], []])
  t.same(await previous(), [[5, 4], [1], [], []])

  await save(app, user, { ...last, title: 'Same sets', expectedVersion: 1 })
  t.same(await previous(), [[5, 4], [1], [], []], 'an unrelated change does not change the previous sets')

  const between = at(5, [[bench, [6, 6]]])
  await save(app, user, between)
  t.same(await previous(), [[6, 6], [1], [], []], 'uses a past workout that was added in between')
  const { exercises: _, ...rest } = between
  await save(app, user, {
    ...rest,
    exercises: [entry(pullUp, [planned()]), entry(bench, [planned()])],
    expectedVersion: 1,
  })
  t.same(await previous(), [[5, 4], [1], [], []], 'ignores a workout without completed sets')
  await save(app, user, { ...between, expectedVersion: 2 })
  t.same(await previous(), [[6, 6], [1], [], []])
  await save(app, user, { ...between, endedAt: null, expectedVersion: 3 })
  t.same(await previous(), [[5, 4], [1], [], []], 'ignores a workout that is in progress again')
  await remove(app, user, between.id)
  await remove(app, user, first.id)
  t.same(await previous(), [[], [], [], []])
})

t.test(
  'updates hundreds of workouts with the same start after a workout before them is saved and deleted',
  async t => {
    const { app, bench } = await buildWithExercises(t)
    const user = await signUp(app)
    const together = Array.from({ length: 260 }, () => at(5, [[bench, [5]]]))
    const mutation =
      'mutation($operations: [SyncOperation!]!) { sync(operations: $operations) { results { status } } }'
    for (let start = 0; start < together.length; start += 100) {
      const operations = together.slice(start, start + 100).map(one => ({ saveWorkout: one }))
      t.notOk((await queryGraphQL(app, mutation, { operations }, user)).errors)
    }
    const { workouts } = app.features.services
    const previousWorkouts = async () => {
      const shown = await Promise.all(together.map(({ id }) => workouts.get(user.id, id)))
      return new Set(shown.map(({ exercises }) => exercises[0]?.previousWorkoutId))
    }
    const first = at(1, [[bench, [4]]])
    await save(app, user, first)
    t.same(await previousWorkouts(), new Set([first.id]))
    await remove(app, user, first.id)
    t.same(await previousWorkouts(), new Set([null]))
  },
)

t.test('returns the sets of the entry at the same position if an exercise has several entries', async t => {
  const { app, bench, plank } = await buildWithExercises(t)
  const user = await signUp(app)
  const first = at(1, [
    [bench, [5, 4]],
    [plank, [1]],
    [bench, [12]],
  ])
  const last = at(2, [
    [plank, [2]],
    [bench, [5]],
    [bench, [11]],
    [bench, [20]],
  ])
  for (const one of [first, last]) await save(app, user, one)
  t.same(await previousOf(app, user, last.id), [[1], [5, 4], [12], []])
})

t.test('returns at most ten thousand previous sets per response', async t => {
  const { app, bench } = await buildWithExercises(t)
  const user = await signUp(app)
  const fifty = Array.from({ length: 50 }, (_, index) => index)
  const last = at(2, [[bench, [1]]])
  for (const one of [at(1, [[bench, fifty]]), last]) await save(app, user, one)
  t.same(await previousOf(app, user, last.id), [fifty])

  const { workouts } = app.features.services
  const shown = await workouts.get(user.id, last.id)
  const { previousWorkoutId, related } = shown.exercises[0]!
  const ask = () => related.previous(previousWorkoutId!, bench, 0)
  for (let sets = 0; sets < 10_000; sets += 50) t.equal((await ask()).length, 50)
  await t.rejects(ask(), { code: 'QUERY_TOO_COMPLEX' })
})

t.test('returns the previous sets of a workout in progress after its first save', async t => {
  const { app, bench, plank } = await buildWithExercises(t)
  const user = await signUp(app)
  const past = at(1, [[bench, [5, 4]]])
  await save(app, user, past)
  const running = workout({ exercises: [entry(bench), entry(plank)] })
  await save(app, user, running)
  t.same(await previousOf(app, user, running.id), [[5, 4], []])
  const sent = {
    ...past,
    exercises: [entry(bench, [done({ reps: 6, completedAt: '2026-04-01T01:00:00.000Z' })])],
  }
  t.match(await save(app, user, { ...sent, expectedVersion: 1 }), { conflict: null })
  t.same(await previousOf(app, user, running.id), [[6], []], 'uses the corrected sets of the earlier workout')
  await remove(app, user, past.id)
  t.same(await previousOf(app, user, running.id), [[], []])
})

/** A workout of the model, with the repetitions of two exercises. */
interface Known {
  id: string
  hour: number
  isCompleted: boolean
  reps: (number[] | null)[]
  version: number
}

/** Implements the specification of previous sets directly. */
function expected(all: readonly Known[], { id, hour, reps }: Known) {
  const before = (one: Known) => one.hour < hour
  return reps.flatMap((own, exercise) => {
    if (own === null) return []
    const candidates = all.filter(
      one => one.id !== id && one.isCompleted && before(one) && one.reps[exercise]?.length,
    )
    const latest = candidates.sort((a, b) => b.hour - a.hour || (a.id < b.id ? 1 : -1))[0]
    return [latest?.reps[exercise] ?? []]
  })
}

t.test('returns the specified previous sets after random writes', async t => {
  const { app, bench, plank } = await buildWithExercises(t)
  const step = fc.record({
    which: fc.nat(4),
    hour: fc.nat(5),
    isCompleted: fc.boolean(),
    isDeletion: fc.integer({ min: 0, max: 4 }).map(number => number === 0),
    reps: fc.tuple(
      ...[0, 1].map(() => fc.option(fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 2 }))),
    ),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 10 }), async steps => {
      const user = await signUp(app)
      const ids = [0, 1, 2, 3, 4].map(newId)
      const known = new Map<string, Known>()
      const deleted = new Set<string>()
      for (const { which, hour, isCompleted, isDeletion, reps } of steps) {
        const id = ids[which]!
        const version = known.get(id)?.version ?? 0
        if (deleted.has(id)) continue
        if (isDeletion) {
          await remove(app, user, id)
          if (known.delete(id)) deleted.add(id)
          continue
        }
        const exercises = [bench, plank].flatMap((exerciseId, index): [string, number[]][] => {
          const own = reps[index]
          return own ? [[exerciseId, own]] : []
        })
        const input = at(hour, exercises, { id, ...(isCompleted ? {} : { endedAt: null }) })
        const { conflict } = await save(app, user, { ...input, expectedVersion: version || null })
        if (conflict === null) known.set(id, { id, hour, isCompleted, reps, version: version + 1 })
        else if (conflict !== 'ACTIVE') throw new Error(conflict)
      }
      for (const one of known.values()) {
        const found = JSON.stringify(await previousOf(app, user, one.id))
        const expectedText = JSON.stringify(expected([...known.values()], one))
        if (found !== expectedText) throw new Error(`${one.hour}: ${found} is not ${expectedText}`)
      }
    }),
    { numRuns: 6 },
  )
})

t.test('saves ten exercises with five sets in at most ten commands', async t => {
  const commands = countCommands(t)
  const { app } = await buildWithExercises(t, undefined, { observe: commands.observe })
  const ten = starterCatalogue.filter(({ trackingType }) => trackingType === 'WEIGHT_REPS').slice(20, 30)
  await app.features.services.exercises.import(ten, 'starter')
  const { data } = await queryGraphQL<{ exercises: { edges: { node: { id: string; slug: string } }[] } }>(
    app,
    '{ exercises { edges { node { id slug } } } }',
  )
  const slugs = new Set(ten.map(({ slug }) => slug))
  const ids = data!.exercises.edges.flatMap(({ node }) => (slugs.has(node.slug) ? [node.id] : []))
  t.equal(ids.length, 10)
  const user = await signUp(app)
  const input = (load: number, startedAt: Date, loadOfTwo = load) =>
    completed({
      startedAt: startedAt.toISOString(),
      endedAt: new Date(startedAt.getTime() + 1).toISOString(),
      exercises: ids.map((id, at) => {
        const set = { load: kg(at < 2 ? loadOfTwo : load), completedAt: startedAt.toISOString() }
        return entry(
          id,
          [1, 2, 3, 4, 5].map(reps => done({ ...set, reps })),
        )
      }),
    })
  const hoursAgo = (count: number) => new Date(now.getTime() - count * hours)
  const first = input(50, hoursAgo(10))
  const writes: [what: string, input: Input][] = [
    ['the first', first],
    ['one with records', input(60, hoursAgo(5))],
    ['one in the past, between two others', input(55, hoursAgo(7))],
    ['one of last year', input(70, new Date('2025-06-01T12:00:00.000Z'))],
    ['an edit', { ...input(80, hoursAgo(10)), id: first.id, expectedVersion: 1 }],
  ]
  for (const [what, write] of writes) {
    const { result, commands: sent } = await commands.during(() => save(app, user, write))
    t.equal(result.conflict, null)
    t.ok(sent.length <= 10, `${what}: ${sent.join(', ')}`)
  }
  const { commands: better } = await commands.during(() => save(app, user, input(90, hoursAgo(2))))
  t.ok(better.length <= 6, `with thirty records: ${better.join(', ')}`)
  const { commands: some } = await commands.during(() => save(app, user, input(40, hoursAgo(1.5), 95)))
  t.ok(some.length <= 5, `with six records: ${some.join(', ')}`)
  const { commands: latest } = await commands.during(() => save(app, user, input(40, hoursAgo(1))))
  t.ok(latest.length <= 4, `without a record: ${latest.join(', ')}`)
  const { commands: sent } = await commands.during(() => save(app, user, { ...first, expectedVersion: null }))
  t.ok(sent.length <= 4, `a repetition: ${sent.join(', ')}`)
})

t.test('ends a page of very large workouts earlier, and continues on the next one', async t => {
  const { app, plank } = await buildWithExercises(t)
  const user = await signUp(app)
  const large = (hour: number) =>
    at(hour, [], {
      title: `${hour}`,
      exercises: [entry(plank, [])].concat(
        Array.from({ length: 49 }, () =>
          entry(
            plank,
            Array.from({ length: 50 }, () => planned()),
          ),
        ),
      ),
    })
  // Each workout is larger than a request can be, so they are written without requests.
  const { workouts } = app.features.services
  for (let hour = 1; hour <= 10; hour++)
    await workouts.recordType.save(user.id, readWorkout(dated(large(hour)), 'input'))
  const query = `query($first: Int, $after: String, $last: Int, $before: String) {
    workouts(first: $first, after: $after, last: $last, before: $before) {
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor } edges { node { workoutTitle } }
    }
  }`
  const titles = async (variables: Input) => {
    const { data } = await queryGraphQL<{
      workouts: {
        pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string; endCursor: string }
        edges: { node: { workoutTitle: string } }[]
      }
    }>(app, query, variables, user)
    const { edges, pageInfo } = data!.workouts
    return { titles: edges.map(({ node }) => node.workoutTitle).join(' '), pageInfo }
  }
  const first = await titles({ first: 10 })
  t.match(first, { titles: '10 9 8 7 6 5 4', pageInfo: { hasNextPage: true, hasPreviousPage: false } })
  t.match(await titles({ first: 10, after: first.pageInfo.endCursor }), {
    titles: '3 2 1',
    pageInfo: { hasNextPage: false, hasPreviousPage: true },
  })
  const last = await titles({ last: 10 })
  t.match(last, { titles: '7 6 5 4 3 2 1', pageInfo: { hasNextPage: false, hasPreviousPage: true } })
  t.match(await titles({ last: 10, before: last.pageInfo.startCursor }), { titles: '10 9 8' })
})

/** Converts an input to the form that the service takes, with dates in place of texts. */
const dated = (input: ReturnType<typeof completed>) =>
  ({
    ...input,
    startedAt: new Date(input['startedAt'] as string),
    endedAt: new Date(input['endedAt'] as string),
  }) as object as WorkoutDraft
