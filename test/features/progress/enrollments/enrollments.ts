import { randomBytes } from 'node:crypto'
import type { Test } from 'tap'
import type { App } from '../../../../src/app.js'
import type { Database } from '../../../../src/platform/database/database.js'
import { queryGraphQL, build, signUp, type GraphQLResponse, type TestUser } from '../../../helper.js'
import { starterCatalogue } from '../../training/exercises/starter-catalogue.js'

export const newId = () => randomBytes(12).toString('hex')
export const dayLong = 24 * 60 * 60 * 1000

export type Input = Record<string, unknown>

interface SetNode {
  type: string
  loadMode: string
  target: { load: { value: number; unit: string } | null; minReps: number | null; maxReps: number | null }
}

interface NextDayNode {
  week: number
  day: number
  date: string
  name: string
  isDeload: boolean
  exercises: {
    exerciseId: string
    exercise: { name: string } | null
    reason: string | null
    sets: SetNode[]
  }[]
}

interface EnrollmentNode {
  id: string
  version: number
  status: string
  programVersion: { id: string; number: number; title: string }
  currentWeek: number | null
  currentDay: number | null
  completedDays: number
  skippedDays: { week: number; day: number }[]
  program: { id: string; title: string } | null
  nextDay: NextDayNode | null
}

const fields = `
  id version createdAt updatedAt enrollmentStatus startDate timezone weekdays programVersion { id number title } currentWeek currentDay completedDays
  skippedDays { week day } program { id title }
  nextDay {
    week day date name isDeload
    exercises {
      exerciseId exercise { name } reason
      sets { type loadMode target { load { value unit } minReps maxReps } }
    }
  }`

interface Outcome {
  conflict: string | null
  enrollment: EnrollmentNode | null
}

/** Sends a mutation that returns an enrollment. */
export const tryMutation = (app: App, user: TestUser, name: string, type: string, input: Input) =>
  queryGraphQL<Record<string, Outcome | null>>(
    app,
    `mutation($input: ${type}!) { ${name}(input: $input) { conflict enrollment { ${fields} } } }`,
    { input },
    user,
  )

function outcomeOf(name: string, { data, errors }: GraphQLResponse<Record<string, Outcome | null>>): Outcome {
  const outcome = data?.[name]
  if (!outcome) throw new Error(JSON.stringify(errors))
  return outcome
}

const mutation = async (app: App, user: TestUser, name: string, type: string, input: Input) =>
  outcomeOf(name, await tryMutation(app, user, name, type, input))

export const tryEnroll = (app: App, user: TestUser, input: Input) =>
  tryMutation(app, user, 'enroll', 'EnrollInput', input)
export const enroll = (app: App, user: TestUser, input: Input) =>
  mutation(app, user, 'enroll', 'EnrollInput', input)

type Command = 'pauseEnrollment' | 'resumeEnrollment' | 'finishEnrollment' | 'upgradeEnrollment'

export const sendCommand = (
  app: App,
  user: TestUser,
  command: Command,
  id: string,
  expectedVersion?: number,
) => mutation(app, user, command, 'EnrollmentInput', { id, expectedVersion })

type DayCommand = 'skipProgramDay' | 'unskipProgramDay'

export const trySendDayCommand = (
  app: App,
  user: TestUser,
  command: DayCommand,
  enrollmentId: string,
  [week, day]: [number, number],
  expectedVersion?: number,
) => tryMutation(app, user, command, 'EnrollmentDayInput', { enrollmentId, week, day, expectedVersion })

export const sendDayCommand = async (...parameters: Parameters<typeof trySendDayCommand>) =>
  outcomeOf(parameters[2], await trySendDayCommand(...parameters))

export const trySetLoads = (app: App, user: TestUser, enrollmentId: string, loads: Input[]) =>
  tryMutation(app, user, 'setEnrollmentLoads', 'SetEnrollmentLoadsInput', { enrollmentId, loads })
export const setLoads = async (app: App, user: TestUser, enrollmentId: string, loads: Input[]) =>
  outcomeOf('setEnrollmentLoads', await trySetLoads(app, user, enrollmentId, loads))

export async function read<Data>(
  app: App,
  user: TestUser,
  query: string,
  variables: Input = {},
): Promise<Data> {
  const { data, errors } = await queryGraphQL<Data>(app, query, variables, user)
  if (!data || errors) throw new Error(JSON.stringify(errors))
  return data
}

export const active = async (app: App, user: TestUser) =>
  (await read<{ activeEnrollment: EnrollmentNode | null }>(app, user, `{ activeEnrollment { ${fields} } }`))
    .activeEnrollment

export const find = async (app: App, user: TestUser, id: string) =>
  (
    await read<{ enrollment: EnrollmentNode }>(
      app,
      user,
      `query($id: ID!) { enrollment(id: $id) { ${fields} } }`,
      {
        id,
      },
    )
  ).enrollment

export const planned = (exerciseId: string, progression: Input | null, ...sets: Input[]): Input => ({
  id: newId(),
  exerciseId,
  progression,
  sets: sets.map(set => ({ minReps: 5, ...set })),
})

export const kg = (value: number) => ({ value, unit: 'KG' })

interface Plan {
  id?: string
  expectedVersion?: number
  weeks: { isDeload?: boolean; days: Input[][] }[]
}

/** Publishes a user's program, in which days without exercises are rest days. @returns the program id */
export async function publish(app: App, user: TestUser, { id = newId(), expectedVersion, weeks }: Plan) {
  const input = {
    id,
    expectedVersion,
    title: 'Of my own',
    weeks: weeks.map(({ isDeload, days }) => ({
      isDeload,
      days: days.map((exercises, index) => ({
        name: `Day ${index + 1}`,
        isRest: exercises.length === 0,
        exercises: exercises.map(exercise => ({ ...exercise, id: newId() })),
      })),
    })),
  }
  const response = await read<{ saveProgram: { conflict: string | null; program: { version: number } } }>(
    app,
    user,
    'mutation($input: ProgramInput!) { saveProgram(input: $input) { conflict program { version } } }',
    { input },
  )
  if (response.saveProgram.conflict) throw new Error(response.saveProgram.conflict)
  await read(app, user, 'mutation($id: ID!) { publishProgram(input: { id: $id }) { conflict } }', { id })
  return id
}

export const archive = (app: App, user: TestUser, id: string) =>
  read(app, user, 'mutation($id: ID!) { archiveProgram(input: { id: $id }) { conflict } }', { id })

interface WorkoutOptions {
  id?: string
  startedAt: Date
  enrollmentId: string
  at: [week: number, day: number]
  /** The sets of each exercise, as `60x5` in kilograms. */
  sets: [exerciseId: string, ...sets: string[]][]
  expectedVersion?: number
}

const hour = 60 * 60 * 1000

export function workout({
  id = newId(),
  startedAt,
  enrollmentId,
  at,
  sets,
  expectedVersion,
}: WorkoutOptions): Input & { id: string } {
  const [week, day] = at
  return {
    id,
    expectedVersion,
    startedAt,
    endedAt: new Date(startedAt.getTime() + hour),
    timezone: 'Europe/Berlin',
    programDay: { enrollmentId, week, day },
    exercises: sets.map(([exerciseId, ...done]) => ({
      id: newId(),
      exerciseId,
      sets: done.map(text => {
        const [value, reps] = text.split('x')
        const load = value ? kg(Number(value)) : null
        return { id: newId(), load, reps: Number(reps), completedAt: startedAt }
      }),
    })),
  }
}

export async function save(app: App, user: TestUser, input: Input) {
  const response = await read<{ saveWorkout: { conflict: string | null; workout: { version: number } } }>(
    app,
    user,
    'mutation($input: WorkoutInput!) { saveWorkout(input: $input) { conflict workout { version } } }',
    { input },
  )
  return response.saveWorkout
}

export const remove = (app: App, user: TestUser, id: string) =>
  read(app, user, 'mutation($id: ID!) { deleteWorkout(input: { id: $id }) { conflict } }', { id })

/** Describes the exercises of the next day as `REASON 60x5 60x5` in kilograms. */
export const describeTargets = (enrollment: EnrollmentNode | null) =>
  enrollment?.nextDay?.exercises.map(({ reason, sets }) =>
    [reason, ...sets.map(({ target }) => `${target.load?.value ?? ''}x${target.minReps ?? ''}`)].join(' '),
  )

export const today = new Date('2026-05-04T12:00:00.000Z')

/** Imports the exercises of these tests. @returns their ids */
export async function importExercises(app: App): Promise<[bench: string, squat: string, pullUp: string]> {
  const slugs = ['barbell-bench-press', 'barbell-back-squat', 'pull-up']
  const known = starterCatalogue.filter(({ slug }) => slugs.includes(slug))
  await app.features.services.exercises.import(known, 'starter')
  const { exercises } = await read<{ exercises: { edges: { node: { id: string; slug: string } }[] } }>(
    app,
    await signUp(app),
    '{ exercises { edges { node { id slug } } } }',
  )
  const idOf = (slug: string) => exercises.edges.find(({ node }) => node.slug === slug)!.node.id
  return slugs.map(idOf) as [string, string, string]
}

interface FixtureOptions {
  observe?: (database: Database) => Database
}

/** Starts an app with some exercises, a user and a fixed clock. */
export async function buildWithExercises(t: Test, { observe }: FixtureOptions = {}) {
  let now = today
  const settings = { JWT_ACCESS_TOKEN_EXPIRES_IN: '400d' }
  const app = await build(t, { clock: () => now, settings, ...(observe && { wrapDatabase: observe }) })
  const [bench, squat, pullUp] = await importExercises(app)
  const setClock = (time: Date) => (now = time)
  return { app, person: await signUp(app), bench, squat, pullUp, setClock }
}

export const linear = { type: 'LINEAR', increment: kg(2.5) }

/** Weeks of a day with squats, a rest day and a day with bench presses. */
export const weeksOf = (squat: string, bench: string, weeks = 2) =>
  Array.from({ length: weeks }, () => ({
    days: [
      [planned(squat, linear, { load: kg(100) }, { load: kg(100) })],
      [],
      [planned(bench, linear, { load: kg(60) })],
    ],
  }))

export const enrollment = (programId: string, more: Input = {}): Input & { id: string } => ({
  id: newId(),
  programId,
  startDate: '2026-05-04',
  timezone: 'Europe/Berlin',
  ...more,
})

/** Starts an app whose user is enrolled in a program. @returns it with the ids of the program and of the enrollment */
export async function enrolledGym(
  t: Test,
  { weeks = 2, ...options }: FixtureOptions & { weeks?: number } = {},
) {
  const made = await buildWithExercises(t, options)
  const { app, person, squat, bench } = made
  const programId = await publish(app, person, { weeks: weeksOf(squat, bench, weeks) })
  const { id } = (await enroll(app, person, enrollment(programId))).enrollment!
  return { ...made, programId, id }
}
