import { randomBytes } from 'node:crypto'
import { buildApp, type App } from '../../../src/app.js'
import { loadConfig } from '../../../src/config.js'
import { days, minutes } from '../../../src/lib/quantities.js'
import type { Database } from '../../../src/platform/database/database.js'

/** The size of each workout of a person. */
export interface WorkoutSize {
  exercises: number
  sets: number
}

interface TemplatePlan extends WorkoutSize {
  workouts: number
}

/** A person whose documents are cloned. */
export interface TemplatePerson {
  userId: string
  /** It is also the first part of the address. */
  username: string
  /** The program of the enrollment. */
  programId: string
}

export interface Service {
  app: App
  database: Database
  /** Identifiers of catalogue exercises that are done with a load. */
  exerciseIds: readonly string[]
}

/** Settings of a service that fills a folder. The sessions and tokens stay valid while the folder is reused. */
export const fillSettings = (folder: string): Record<string, string> => ({
  NODE_ENV: 'test',
  LOG_LEVEL: 'error',
  DATA_PATH: folder,
  DEMO_ACCOUNTS: 'true',
  JWT_REFRESH_TOKEN_EXPIRES_IN: '365d',
  RATE_LIMIT_AUTHENTICATED_PER_HOUR: '1000000',
  RATE_LIMIT_PUBLIC_PER_HOUR: '1000000',
  MAX_EVENT_LOOP_DELAY: '1h',
})

const newId = () => randomBytes(12).toString('hex')

/** Opens the service of a folder in this process, and its database with the indexes that the stores declare. */
export async function openService(folder: string): Promise<Service> {
  let database: Database | undefined
  const app = await buildApp(loadConfig(fillSettings(folder)), {
    wrapDatabase: opened => (database = opened),
  })
  await app.ready()
  for (const { seed } of app.features.modules) await seed?.()
  if (!database) throw new Error('the service has not opened a database')
  const { exercises } = await query<{ exercises: Page }>(
    app,
    '{ exercises(first: 40, filter: { trackingTypes: [WEIGHT_REPS] }) { edges { node { id } } } }',
  )
  return { app, database, exerciseIds: exercises.edges.map(({ node }) => node.id) }
}

type Page = { edges: { node: { id: string } }[] }

/**
 * Creates a person through the API: an account with a profile and a session, an enrollment, measurements, favorites, so
 * many workouts, and a workout that is running.
 */
export async function createTemplatePerson(service: Service, plan: TemplatePlan): Promise<TemplatePerson> {
  const { app } = service
  const username = `template-${randomBytes(6).toString('hex')}`
  const email = `${username}@example.com`
  const password = 'correct horse battery'
  const registration = { email, username, password, role: 'USER' } as const
  await app.features.services.registration.createVerifiedAccount(registration)
  const response = await app.inject({ method: 'POST', url: '/auth/login', payload: { email, password } })
  if (response.statusCode !== 200) throw new Error(`login failed: ${response.body}`)
  const { accessToken, user } = response.json<{ accessToken: string; user: { id: string } }>()

  const now = Date.now()
  const startOf = (index: number) => new Date(now - (plan.workouts - index) * 3 * days)
  const { programs } = await query<{ programs: Page }>(
    app,
    '{ programs(first: 1) { edges { node { id } } } }',
    {},
    accessToken,
  )
  const programId = programs.edges[0]?.node.id
  const startDate = dateOf(new Date(now - 14 * days))
  await query(app, consentMutation, {}, accessToken)
  await sync(app, accessToken, [
    { updateProfile: profile },
    ...Array.from({ length: 3 }, (_, index) => ({
      saveMeasurement: {
        id: newId(),
        date: dateOf(new Date(now - index * 7 * days)),
        weight: { value: 80 + index, unit: 'KG' },
      },
    })),
    ...service.exerciseIds.slice(0, 2).map(id => ({ favoriteExercise: { id, favorite: true } })),
    { enroll: { id: newId(), programId, startDate, timezone: 'UTC' } },
  ])
  for (let made = 0; made < plan.workouts; made += 20) {
    const length = Math.min(20, plan.workouts - made)
    const operations = Array.from({ length }, (_, index) => ({
      saveWorkout: newWorkout(service.exerciseIds, startOf(made + index), { ...plan, number: made + index }),
    }))
    await sync(app, accessToken, operations)
  }
  const number = plan.workouts
  const running = newWorkout(service.exerciseIds, new Date(now - 10 * minutes), { ...plan, number })
  await sync(app, accessToken, [{ saveWorkout: { ...running, endedAt: null } }])
  return { userId: user.id, username, programId: programId ?? '' }
}

const consentMutation = 'mutation { giveConsent(input: { kind: BODY_MEASUREMENTS }) { user { id } } }'

const profile = {
  firstName: 'Robin',
  lastName: 'Example',
  country: 'Norway',
  city: 'Bergen',
  bio: 'Lifts on Mondays, rows on Sundays.',
  profile: {
    onboardingStatus: 'COMPLETED',
    age: 34,
    gender: 'OTHER',
    goal: 'build_muscle',
    height: 180,
    heightUnit: 'CM',
    muscleFocus: ['LATS', 'GLUTES'],
    frequency: 3,
    workoutSplit: 'push_pull_legs',
    experience: 'intermediate',
  },
}

/** Loads grow after so many workouts. */
const workoutsPerLoad = 10

/**
 * A completed workout as an app saves it. A routine alternates between two days with exercises of their own.
 * @param number of the workout in the routine
 */
export function newWorkout(
  exerciseIds: readonly string[],
  startedAt: Date,
  { exercises, sets, number }: WorkoutSize & { number: number },
) {
  const firstExercise = (number % 2) * exercises
  const completedAt = new Date(startedAt.getTime() + 5 * minutes).toISOString()
  const value = 40 + 2.5 * Math.floor(number / workoutsPerLoad)
  const newSet = () => ({ id: newId(), load: { value, unit: 'KG' }, reps: 8, completedAt })
  return {
    id: newId(),
    title: 'Training',
    startedAt: startedAt.toISOString(),
    endedAt: new Date(startedAt.getTime() + 60 * minutes).toISOString(),
    timezone: 'UTC',
    exercises: Array.from({ length: exercises }, (_, index) => ({
      id: newId(),
      exerciseId: exerciseIds[(firstExercise + index) % exerciseIds.length],
      sets: Array.from({ length: sets }, newSet),
    })),
  }
}

const dateOf = (time: Date) => time.toISOString().slice(0, 10)

async function sync(app: App, token: string, operations: readonly object[]): Promise<void> {
  const { sync } = await query<{ sync: { results: { status: string; error: object | null }[] } }>(
    app,
    `mutation ($operations: [SyncOperation!]!) {
      sync(operations: $operations) { results { status error { message } } }
    }`,
    { operations },
    token,
  )
  const rejected = sync.results.find(({ status }) => status !== 'APPLIED')
  if (rejected) throw new Error(JSON.stringify(rejected))
}

async function query<Data>(app: App, query: string, variables: object = {}, token?: string): Promise<Data> {
  const response = await app.inject({
    method: 'POST',
    url: '/graphql',
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    payload: { query, variables },
  })
  const { data, errors } = response.json<{ data?: Data; errors?: object[] }>()
  if (errors || !data) throw new Error(JSON.stringify(errors))
  return data
}
