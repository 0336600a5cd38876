import fc from 'fast-check'
import t from 'tap'
import type { App } from '../../../../src/app.js'
import { build, queryGraphQL, signUp, type TestUser } from '../../../helper.js'
import { starterCatalogue } from '../../training/exercises/starter-catalogue.js'
import {
  active,
  dayLong,
  enroll,
  newId,
  planned,
  read,
  remove,
  save,
  setLoads,
  today,
  workout,
  type Input,
} from './enrollments.js'
import { createTrial, entry, rule, set, weeksOf, type Session } from './plans.js'

const [minReps, maxReps] = [6, 8]
const push = rule('DOUBLE', { minReps, maxReps, harderExerciseId: 'push-up' })
const weeks = weeksOf(40, [[entry('knee', push, [set(), set()])]])
const types = { knee: 'BODYWEIGHT_REPS', 'push-up': 'BODYWEIGHT_REPS' } as const
const session = (exerciseId: string, ...reps: number[]): Session => [
  [exerciseId, ...reps.map(count => `x${count}`)],
]

t.test(
  'replaces an exercise once all sets reached the maximum, and returns after three failures',
  async t => {
    const trial = createTrial({ weeks, types })
    const sessions: (Session | null)[] = []
    const then = (done: Session, exercise: string, targets: string) => {
      sessions.push(done)
      t.same(trial.exercises(sessions), [exercise], `after session ${sessions.length}`)
      t.same(trial.next(sessions), [targets])
    }
    t.same(trial.exercises([]), ['knee'])
    then(session('knee', 8, 7), 'knee', 'RAISED 0x8 0x8')
    then(session('push-up', 8, 8), 'knee', 'RAISED 0x8 0x8')
    then(session('knee', 8, 8), 'push-up', 'FIRST 0x6 0x6')
    then(session('push-up', 6, 6), 'push-up', 'RAISED 0x7 0x7')
    then(session('push-up', 3, 3), 'push-up', 'HELD 0x7 0x7')
    then(session('push-up', 3, 3), 'push-up', 'HELD 0x7 0x7')
    then(session('push-up', 3, 3), 'knee', 'DELOADED 0x8 0x8')
    then(session('knee', 9, 9), 'push-up', 'DELOADED 0x6 0x6')
    then(session('push-up', 8, 8), 'push-up', 'RAISED 2.5x6 2.5x6')
  },
)

t.test('follows an independent implementation', async t => {
  const days = fc.array(fc.tuple(fc.integer({ min: 4, max: 9 }), fc.integer({ min: 4, max: 9 })), {
    maxLength: 39,
  })
  fc.assert(
    fc.property(days, history => {
      let [isHarder, failures, kneeTarget, pushTarget, load] = [false, 0, minReps, minReps, 0]
      const trial = createTrial({ weeks, types })
      const sessions: Session[] = []
      for (const reps of history) {
        const least = Math.min(...reps)
        sessions.push([
          isHarder
            ? ['push-up', ...reps.map(count => `+${load}x${count}`)]
            : ['knee', ...reps.map(count => `x${count}`)],
        ])
        if (isHarder) {
          if (least >= pushTarget) {
            failures = 0
            pushTarget = least >= maxReps ? minReps : least + 1
            if (least >= maxReps) load += 2.5
          } else if (++failures === 3) {
            ;[isHarder, failures, pushTarget] = [false, 0, minReps]
            load = Math.max(0, load - 2.5)
          }
        } else if (least >= kneeTarget) {
          isHarder = least >= maxReps
          kneeTarget = Math.min(maxReps, least + 1)
          failures = 0
        } else if (++failures === 3) [failures, kneeTarget] = [0, minReps]
      }
      t.same(trial.exercises(sessions), [isHarder ? 'push-up' : 'knee'])
      const target = isHarder ? pushTarget : kneeTarget
      t.match(trial.next(sessions)[0], RegExp(` ${isHarder ? load : 0}x${target} `))
    }),
    { numRuns: 200 },
  )
})

const bodyBasics = 'bdf2e232fc1b7a9816c56278'

t.test('Body Basics', async t => {
  const app = await build(t, { clock: () => today, settings: { JWT_ACCESS_TOKEN_EXPIRES_IN: '200d' } })
  await app.features.services.exercises.import(starterCatalogue, 'starter')
  await app.features.services.programs.seed()
  const { exercises } = await read<{ exercises: { edges: { node: { id: string; slug: string } }[] } }>(
    app,
    await signUp(app),
    '{ exercises(search: "push-up", first: 100) { edges { node { id slug } } } }',
  )
  const idOf = (slug: string) => exercises.edges.find(({ node }) => node.slug === slug)!.node.id
  const [knee, full] = [idOf('knee-push-up'), idOf('push-up')]

  const pushOf = async (user: TestUser) =>
    (await active(app, user))?.nextDay?.exercises.find(({ exerciseId }) => [knee, full].includes(exerciseId))

  /** Trains the next day with its push-ups only. @returns the id of the workout */
  async function train(user: TestUser, enrollmentId: string, reps: number, at: number): Promise<string> {
    const { week, day } = (await active(app, user))!.nextDay!
    const { exerciseId } = (await pushOf(user))!
    const input = workout({
      enrollmentId,
      startedAt: new Date(today.getTime() + (at - 60) * dayLong),
      at: [week, day],
      sets: [[exerciseId, ...Array<string>(3).fill(`x${reps}`)]],
    })
    t.match(await save(app, user, input), { conflict: null })
    return input.id
  }

  const start = async (user: TestUser) => {
    const id = newId()
    const dates = { startDate: '2026-03-02', timezone: 'Europe/Berlin' }
    await enroll(app, user, { id, programId: bodyBasics, ...dates })
    return id
  }

  t.test('goes to full push-ups in any week, and back the day after three failures', async t => {
    const user = await signUp(app)
    const id = await start(user)
    t.match(await pushOf(user), { exerciseId: knee, reason: 'FIRST', sets: [{ target: { minReps: 6 } }] })
    await train(user, id, 14, 1)
    t.match(await pushOf(user), { exerciseId: knee, sets: [{ target: { minReps: 15 } }] })
    const decisive = await train(user, id, 15, 2)
    t.match(await pushOf(user), { exerciseId: full, reason: 'FIRST', sets: [{ target: { minReps: 6 } }] })
    const { schedule } = await scheduleOf(app, user, id)
    t.ok(schedule.every(day => day.exercises.some(({ exerciseId }) => exerciseId === full)))
    await train(user, id, 2, 3)
    await train(user, id, 2, 4)
    t.match(await pushOf(user), { exerciseId: full })
    await train(user, id, 2, 5)
    t.match(await pushOf(user), { exerciseId: knee, reason: 'DELOADED' })
    await remove(app, user, decisive)
    t.match(await pushOf(user), { exerciseId: knee, reason: 'RAISED' }, 'as if the day had not been trained')
    await train(user, id, 15, 6)
    t.match(await pushOf(user), { exerciseId: full })
  })

  t.test('stays with knee push-ups that never reach the maximum', async t => {
    const user = await signUp(app)
    const id = await start(user)
    for (let day = 1; day <= 15; day++) {
      t.match(await pushOf(user), { exerciseId: knee })
      await train(user, id, 12, day)
    }
  })

  t.test(
    'starts with full push-ups if their target is set, or if the enrollment before ended with them',
    async t => {
      const user = await signUp(app)
      const id = await start(user)
      await setLoads(app, user, id, [{ exerciseId: full, targetReps: 9 }])
      t.match(await pushOf(user), { exerciseId: full, sets: [{ target: { minReps: 9 } }] })
      await read(
        app,
        user,
        'mutation($input: EnrollmentInput!) { finishEnrollment(input: $input) { conflict } }',
        {
          input: { id },
        },
      )
      await start(user)
      t.match(await pushOf(user), { exerciseId: full })
    },
  )
})

async function scheduleOf(app: App, user: TestUser, id: string) {
  const query = `query($id: ID!) { enrollment(id: $id) { schedule(first: 6) { exercises { exerciseId } } } }`
  const { enrollment } = await read<{
    enrollment: { schedule: { exercises: { exerciseId: string }[] }[] }
  }>(app, user, query, { id })
  return enrollment
}

t.test('refuses a harder exercise that is unknown, ambiguous or without a maximum', async t => {
  const app = await build(t, { clock: () => today })
  await app.features.services.exercises.import(starterCatalogue, 'starter')
  const user = await signUp(app)
  const { edges } = (
    await read<{ exercises: { edges: { node: { id: string } }[] } }>(
      app,
      user,
      '{ exercises(first: 3) { edges { node { id } } } }',
    )
  ).exercises
  const [first = '', second = '', third = ''] = edges.map(({ node }) => node.id)
  const double = (harderExerciseId: string | null) => ({
    ...{ type: 'DOUBLE', minReps: 5, maxReps: 8 },
    harderExerciseId,
  })
  const tryToSave = (exercises: Input[]) =>
    queryGraphQL<{ saveProgram: { program: object } }>(
      app,
      `mutation($input: ProgramInput!) { saveProgram(input: $input) { conflict program {
        weeks { days { exercises { progression { harderExerciseId harderExercise { id } } } } } } } }`,
      { input: { id: newId(), title: 'Of my own', weeks: [{ days: [{ name: 'Day', exercises }] }] } },
      user,
    )
  const at = (index: number, field = '.harderExerciseId') =>
    `input.weeks[0].days[0].exercises[${index}].progression${field}`
  const cases: [Input[], string][] = [
    [[planned(first, double(newId()), {})], at(0)],
    [[planned(first, double('x'), {})], at(0)],
    [[planned(first, double(first), {})], at(0)],
    [[planned(first, { type: 'LINEAR', harderExerciseId: second }, {})], at(0)],
    [[planned(first, double(third), {}), planned(second, double(third), {})], at(1)],
    [[planned(first, double(second), {}), planned(second, double(third), {})], at(1, '')],
    [[planned(first, double(second), {}), planned(first, double(third), {})], at(1, '')],
  ]
  for (const [exercises, field] of cases) {
    const { errors } = await tryToSave(exercises)
    t.match(errors?.[0], { extensions: { code: 'BAD_USER_INPUT', field } }, field)
  }
  const { data } = await tryToSave([planned(first, double(second), {}), planned(third, null, {})])
  t.match(data?.saveProgram.program, {
    weeks: [
      {
        days: [
          {
            exercises: [
              { progression: { harderExerciseId: second, harderExercise: { id: second } } },
              { progression: null },
            ],
          },
        ],
      },
    ],
  })
})
