import t, { type Test } from 'tap'
import { countCommands } from '../../../commands.js'
import { errorCodeOf, queryGraphQL, signUp, type TestUser } from '../../../helper.js'
import { seededRandom } from '../../../seeded-random.js'
import {
  buildWithExercises,
  completed,
  done,
  entry,
  kg,
  lb,
  newId,
  remove,
  save,
  type Input,
} from '../../training/workouts/workouts.js'

const now = new Date('2026-05-01T12:00:00.000Z')

interface Shown {
  reps: number
  load: number
  unit: 'KG' | 'LB'
  achievedAt: string
  workoutId: string
  setId: string
}

async function buildFixture(t: Test) {
  const commands = countCommands(t)
  const fixture = await buildWithExercises(t, () => now, { observe: commands.observe })
  const { app } = fixture
  const recordsOf = async (user: TestUser, exerciseId: string): Promise<Shown[]> => {
    const { data, errors } = await queryGraphQL<{ exercise: { repetitionRecords: Shown[] } }>(
      app,
      `query($id: ID!) {
        exercise(id: $id) { repetitionRecords { reps load unit achievedAt workoutId setId } }
      }`,
      { id: exerciseId },
      user,
    )
    if (!data || errors) throw new Error(JSON.stringify(errors))
    return data.exercise.repetitionRecords
  }
  return { ...fixture, commands, recordsOf }
}

const describe = (records: readonly Shown[]) =>
  records.map(({ reps, load, unit }) => `${reps} × ${load} ${unit}`)

/** Returns the start of a day. */
const dayStart = (day: number) =>
  new Date(Date.parse('2026-01-01T10:00:00.000Z') + day * 86_400_000).toISOString()

/** Creates a completed workout that starts on a day, with sets of one exercise. */
function workout(day: number, exerciseId: string, sets: readonly Input[], fields: Input = {}) {
  const startedAt = dayStart(day)
  const finished = sets.map(set => done({ completedAt: startedAt, ...set }))
  const endedAt = new Date(Date.parse(startedAt) + 3_600_000).toISOString()
  return completed({ startedAt, endedAt, exercises: [entry(exerciseId, finished)], ...fields })
}

t.test('records by repetitions', async t => {
  const { app, bench, pullUp, commands, recordsOf } = await buildFixture(t)
  const saved = async (user: TestUser, input: Input) => {
    t.match(await save(app, user, input), { conflict: null })
    return input
  }

  t.test('shows the heaviest load of each number of repetitions that stands out', async t => {
    const user = await signUp(app)
    t.same(await recordsOf(user, bench), [])
    const first = await saved(
      user,
      workout(1, bench, [
        { load: kg(100), reps: 5 },
        { load: kg(90), reps: 8 },
        { load: kg(90), reps: 3 },
        { load: kg(60), reps: 20 },
      ]),
    )
    await saved(
      user,
      workout(2, bench, [
        { load: lb(225), reps: 3 },
        { load: kg(100), reps: 5 },
      ]),
    )
    const records = await recordsOf(user, bench)
    t.same(describe(records), ['3 × 225 LB', '5 × 100 KG', '8 × 90 KG', '15 × 60 KG'])
    t.match(records[1], { achievedAt: dayStart(1), workoutId: first.id }, 'the first of equal loads')
    const { data } = await queryGraphQL<{ workout: { exercises: { sets: { setId: string }[] }[] } }>(
      app,
      'query($id: ID!) { workout(id: $id) { exercises { sets { setId } } } }',
      { id: first.id },
      user,
    )
    t.same(
      records.slice(1).map(({ setId }) => setId),
      [0, 1, 3].map(index => data!.workout.exercises[0]!.sets[index]!.setId),
    )
    t.same(await recordsOf(await signUp(app), bench), [], 'other users do not see them')
  })

  t.test('ignores warm-ups, partial, forced, assisted and incomplete sets, and open workouts', async t => {
    const user = await signUp(app)
    await saved(
      user,
      workout(1, bench, [
        { load: kg(50), reps: 1 },
        { load: kg(200), reps: 5, type: 'WARMUP' },
        { load: kg(200), reps: 5, type: 'PARTIAL' },
        { load: kg(200), reps: 5, type: 'FORCED' },
        { load: kg(200), reps: 5, loadMode: 'ASSISTED' },
        { load: kg(200), reps: 5, completedAt: null },
        { load: kg(200), reps: 0 },
        { load: null, reps: 5 },
      ]),
    )
    await saved(user, workout(2, bench, [{ load: kg(200), reps: 5 }], { endedAt: null }))
    t.same(describe(await recordsOf(user, bench)), ['1 × 50 KG'])
  })

  t.test('shows added loads of body-weight exercises, and 0 for the body weight alone', async t => {
    const user = await signUp(app)
    await saved(
      user,
      workout(1, pullUp, [
        { load: null, loadMode: 'BODYWEIGHT', reps: 12 },
        { load: kg(20), loadMode: 'BODYWEIGHT', reps: 5 },
        { load: kg(30), loadMode: 'ASSISTED', reps: 15 },
      ]),
    )
    t.same(describe(await recordsOf(user, pullUp)), ['5 × 20 KG', '12 × 0 KG'])
  })

  t.test('is the same as a comparison of all sets after random saves, edits and deletions', async t => {
    const user = await signUp(app)
    const random = seededRandom(7)
    const stored = new Map<string, { day: number; sets: { load: number; reps: number }[]; version: number }>()
    for (let step = 0; step < 40; step++) {
      const ids = [...stored.keys()]
      const id = step % 3 === 0 || ids.length === 0 ? newId() : ids[random(ids.length)]!
      const before = stored.get(id)
      if (before && random(4) === 0) {
        await remove(app, user, id)
        stored.delete(id)
        continue
      }
      const sets = Array.from({ length: 1 + random(4) }, () => ({
        load: 50 + 5 * random(10),
        reps: 1 + random(18),
      }))
      const day = before?.day ?? random(100)
      const version = (before?.version ?? 0) + 1
      const loads = sets.map(({ load, reps }) => ({ load: kg(load), reps }))
      await saved(
        user,
        workout(day, bench, loads, { id, ...(before && { expectedVersion: before.version }) }),
      )
      stored.set(id, { day, sets, version })
    }
    const all = [...stored.values()].flatMap(({ sets }) => sets)
    const heaviest = (reps: number) =>
      Math.max(0, ...all.filter(set => set.reps >= reps).map(({ load }) => load))
    const expected = Array.from({ length: 15 }, (_, index) => index + 1)
      .filter(reps => heaviest(reps) > (reps === 15 ? 0 : heaviest(reps + 1)))
      .map(reps => `${reps} × ${heaviest(reps)} KG`)
    t.same(describe(await recordsOf(user, bench)), expected)
  })

  t.test('reads a list of exercises with a constant number of commands', async t => {
    const user = await signUp(app)
    await saved(user, workout(1, bench, [{ load: kg(100), reps: 5 }]))
    await saved(user, workout(2, pullUp, [{ load: kg(10), reps: 5 }]))
    const ask = (first: number) =>
      queryGraphQL(
        app,
        `{ exercises(first: ${first}) { edges { node { repetitionRecords { reps } } } } }`,
        {},
        user,
      )
    await ask(1)
    const commandsFor = async (first: number) => {
      const { result, commands: sent } = await commands.during(() => ask(first))
      t.notOk(result.errors, JSON.stringify(result.errors))
      return sent
    }
    t.same(await commandsFor(20), await commandsFor(2))
  })

  t.test('requires a token', async t => {
    const result = await queryGraphQL(app, `{ exercise(id: "${bench}") { repetitionRecords { reps } } }`)
    t.equal(errorCodeOf(result), 'UNAUTHENTICATED')
  })
})
