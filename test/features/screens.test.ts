import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { print } from 'graphql'
import t, { type Test } from 'tap'
import {
  EnrollDocument,
  HistoryScreenDocument,
  HomeScreenDocument,
  LibraryScreenDocument,
  ProgramsDocument,
  ProgressScreenDocument,
  ProgramScreenDocument,
  RunningWorkoutScreenDocument,
} from '../../generated/operations/example.js'
import type { App } from '../../src/app.js'
import { countCommands } from '../commands.js'
import { queryGraphQL, build, signUp, type GraphQLResponse, type TestUser } from '../helper.js'
import { starterCatalogue } from './training/exercises/starter-catalogue.js'
import {
  completed,
  done,
  entry,
  kg,
  newId,
  now,
  planned,
  save,
  workout,
} from './training/workouts/workouts.js'

/** Starts an app with the starter catalogue, and counts its database commands. */
async function startApp(t: Test) {
  const commands = countCommands(t)
  const app = await build(t, { clock: () => now, wrapDatabase: commands.observe })
  await app.features.services.exercises.import(starterCatalogue, 'starter')
  await app.features.services.programs.seed()
  return { app, commands }
}

const client = { 'apollographql-client-name': 'example', 'apollographql-client-version': '1.0.0' }

/** Sends an operation like a client with generated types. */
async function request<Data, Variables>(
  app: App,
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  user: TestUser,
) {
  const response = await app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { ...user.headers, ...client },
    payload: { query: print(document), variables, extensions: { cost: true } },
  })
  const { data, errors, extensions } = response.json<
    GraphQLResponse<Data> & { extensions: { cost: { spent: number; limit: number } } }
  >()
  if (!data || errors) throw new Error(JSON.stringify(errors))
  return { data, cost: extensions.cost }
}

async function firstProgram(app: App, user: TestUser) {
  const { data } = await request(app, ProgramsDocument, { search: 'first barbell' }, user)
  return data.programs!.edges[0]!.node
}

/** Saves completed workouts of four exercises, one per day, then one in progress. */
async function train(app: App, user: TestUser, count: number) {
  const { data } = await request(
    app,
    LibraryScreenDocument,
    { filter: { trackingTypes: ['WEIGHT_REPS'] } },
    user,
  )
  const ids = data.exercises!.edges.slice(0, 4).map(({ node }) => node.id)
  const day = 24 * 3_600_000
  const sets = (number: number, completedAt: string) => [
    done({ reps: 5, load: kg(50 + number), completedAt }),
  ]
  for (let number = 1; number <= count; number++) {
    const startedAt = new Date(now.getTime() - (count - number + 1) * day).toISOString()
    const endedAt = new Date(Date.parse(startedAt) + 3_600_000).toISOString()
    const exercises = ids.map(id => entry(id, sets(number, startedAt)))
    await save(app, user, completed({ title: `training ${number}`, startedAt, endedAt, exercises }))
  }
  const startedAt = new Date(now.getTime() - 600_000).toISOString()
  await save(app, user, workout({ startedAt, exercises: ids.map(id => entry(id, [planned()])) }))
  return ids
}

t.test('shows the trained sets on five screens, each in one request', async t => {
  const { app } = await startApp(t)
  const user = await signUp(app)
  const program = await firstProgram(app, user)
  const [exerciseId] = await train(app, user, 4)
  const input = { id: newId(), programId: program.id, startDate: '2026-05-01', timezone: 'Europe/Berlin' }
  t.match((await request(app, EnrollDocument, { input }, user)).data.enroll, { conflict: null })

  const { data: home } = await request(app, HomeScreenDocument, {}, user)
  t.match(home, {
    me: { workoutsCompleted: 4 },
    activeWorkout: { id: String },
    activeEnrollment: { program: { id: program.id }, nextDay: { week: 1, day: 1, date: '2026-05-01' } },
    workouts: {
      totalCount: 5,
      edges: [{}, { node: { workoutTitle: 'training 4', totals: { sets: 4 } } }, {}],
    },
  })
  t.equal(home.me?.improvements.length, 10)
  t.equal(home.recommendedPrograms?.length, 3)
  t.match(home.activeEnrollment?.nextDay?.exercises[0], { exercise: { name: String }, reason: 'FIRST' })

  const { data: library } = await request(
    app,
    LibraryScreenDocument,
    { sort: 'TIMES_PERFORMED', first: 5 },
    user,
  )
  const [most] = library.exercises!.edges
  t.match(most?.node, { timesPerformed: 4, isFavorite: false, isCustom: false })
  t.ok(most?.node.personalRecords?.some(({ type, value }) => type === 'WEIGHT' && value === 54))

  const { data: shown } = await request(app, ProgramScreenDocument, { id: program.id }, user)
  t.match(shown.program, { title: program.title, weeks: [{ number: 1 }] })
  t.match(shown.program?.weeks?.[0]?.days[0]?.exercises[0], { exercise: { name: String }, sets: [{}] })

  const { data: running } = await request(app, RunningWorkoutScreenDocument, {}, user)
  const [first] = running.activeWorkout!.exercises
  t.match(first, { exerciseId, previous: [{ reps: 5, load: { value: 54, unit: 'KG' } }] })

  const { data: history } = await request(
    app,
    HistoryScreenDocument,
    { filter: { status: 'COMPLETED' } },
    user,
  )
  t.match(history.workouts?.edges[0]?.node, {
    workoutTitle: 'training 4',
    totals: { sets: 4, reps: 20, volume: 4 * 5 * 54 },
    exercises: [{ exerciseId }, {}, {}, {}],
  })
  t.ok(history.workouts?.edges.every(({ node }) => node.records.length > 0))
})

const lastYear = {
  range: { from: '2025-05-02', to: '2026-05-01' },
  timezone: 'Europe/Berlin',
  unit: 'KG',
} as const

t.test('shows charts and streaks on the progress screen', async t => {
  const { app } = await startApp(t)
  const user = await signUp(app)
  const [exerciseId = ''] = await train(app, user, 4)
  const { data } = await request(app, ProgressScreenDocument, { ...lastYear, exerciseId }, user)
  t.match(data.analytics, {
    streak: { current: 1, longest: 1, unit: 'WEEK' },
    comparison: { workouts: { current: 4, previous: 0 }, sets: { current: 16, previous: 0 } },
  })
  t.match(data.analytics?.volumeByWeek.at(-1), { date: '2026-04-27', value: 4 * 5 * (51 + 52 + 53 + 54) })
  t.ok((data.analytics?.oneRepMaxSeries?.at(-1)?.value ?? 0) > 54)
  t.equal(data.analytics?.bodyWeightSeries.length, 365)
})

t.test('serves each screen in a constant number of round trips', async t => {
  const { app, commands } = await startApp(t)
  const [newcomer, regular] = [await signUp(app), await signUp(app)]
  const { id } = await firstProgram(app, newcomer)
  await train(app, newcomer, 2)
  await train(app, regular, 12)
  const screens = {
    home: [HomeScreenDocument, {}],
    library: [LibraryScreenDocument, { sort: 'LAST_PERFORMED', first: 100 }],
    program: [ProgramScreenDocument, { id }],
    'running workout': [RunningWorkoutScreenDocument, {}],
    history: [HistoryScreenDocument, { first: 100 }],
    progress: [ProgressScreenDocument, { ...lastYear, exerciseId: id }],
  } as const
  for (const [name, [document, variables]] of Object.entries(screens)) {
    const roundTrips = async (user: TestUser) =>
      (await commands.during(() => queryGraphQL(app, print(document), variables, user))).commands.filter(
        isOfRequest,
      )
    // Fill the caches of the process, such as that of program versions.
    await roundTrips(newcomer)
    const [few, many] = [await roundTrips(newcomer), await roundTrips(regular)]
    t.same(new Set(many), new Set(few), name)
    // Which reads are combined depends on timing, so one more command is allowed.
    t.ok(many.length <= few.length + 1, `${name}: ${many.join(' ')} for ${few.join(' ')}`)
    t.ok(many.length <= 9, `${name}: ${many.join(' ')}`)
  }
})

/** Excludes the commands of the mail queue and of backfills, which run in the background. */
const isOfRequest = (command: string) => !/^(mails|bodyWeightBackfills)\./.test(command)

t.test('keeps the largest screens within the cost limit, without deprecated fields', async t => {
  const { app } = await startApp(t)
  const [user, admin] = [await signUp(app), await signUp(app, { role: 'ADMIN' })]
  const { id } = await firstProgram(app, user)
  const costs = [
    (await request(app, HomeScreenDocument, {}, user)).cost,
    (await request(app, LibraryScreenDocument, { search: 'press', first: 100 }, user)).cost,
    (await request(app, ProgramScreenDocument, { id }, user)).cost,
    (await request(app, RunningWorkoutScreenDocument, {}, user)).cost,
    (await request(app, HistoryScreenDocument, { first: 100 }, user)).cost,
    (await request(app, ProgressScreenDocument, { ...lastYear, exerciseId: id }, user)).cost,
  ]
  t.ok(
    costs.every(({ spent, limit }) => spent <= limit),
    JSON.stringify(costs),
  )
  const { data } = await queryGraphQL<{ deprecatedFieldUses: { clientName: string }[] }>(
    app,
    '{ deprecatedFieldUses { clientName field } }',
    {},
    admin,
  )
  t.notOk(
    data?.deprecatedFieldUses.some(({ clientName }) => clientName === client['apollographql-client-name']),
  )
})
