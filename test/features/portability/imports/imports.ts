import { setTimeout as pause } from 'node:timers/promises'
import type { Test } from 'tap'
import type { App } from '../../../../src/app.js'
import { queryGraphQL, build, type TestUser, type Settings } from '../../../helper.js'
import { multipartBody, multipartType, type Part } from '../../media/photos/photo-app.js'
import { starterCatalogue } from '../../training/exercises/starter-catalogue.js'

/** The fixed time of these tests. */
export const now = new Date('2026-06-01T12:00:00.000Z')

export interface Imported {
  id: string
  importStatus: string
  dryRun: boolean
  rowsRead: number
  workoutsMade: number
  workoutsAlreadyThere: number
  recordsRestored: number
  skippedCount: number
  skipped: { line: number; reason: string }[]
  exercisesMatched: { name: string; confidence: number; exercise: { slug: string; name: string } | null }[]
  exercisesCreated: string[]
  unmatchedExercises: { name: string; rows: number }[]
  error: string | null
}

const importFields = `id importStatus dryRun rowsRead workoutsMade workoutsAlreadyThere recordsRestored skippedCount
  skipped { line reason } exercisesMatched { name confidence exercise { slug name } } exercisesCreated
  unmatchedExercises { name rows } error`

/** An app with the starter catalogue, for all tests of a file. */
export async function buildWithExercises(
  t: Pick<Test, 'teardown'>,
  { settings, clock = () => now }: { settings?: Settings; clock?: () => Date } = {},
) {
  const app = await build(t, { clock, settings: { JWT_ACCESS_TOKEN_EXPIRES_IN: '200d', ...settings } })
  await app.features.services.exercises.import(starterCatalogue, 'starter')
  return app
}

export const post = (app: App, user: Pick<TestUser, 'headers'>, parts: Part[]) =>
  app.inject({
    method: 'POST',
    url: '/api/imports/workouts',
    headers: { ...user.headers, 'content-type': multipartType },
    payload: multipartBody(parts),
  })

export const filePart = (content: string | Buffer): Part => ({
  field: 'file',
  fileName: 'export.csv',
  type: 'text/csv',
  content,
})

/** Uploads a file. @returns the id of the import @throws Error if the upload is rejected */
export async function send(
  app: App,
  user: TestUser,
  content: string | Buffer,
  fields: Record<string, string> = {},
): Promise<string> {
  const others = Object.entries(fields).map(([field, content]) => ({ field, content }))
  const response = await post(app, user, [filePart(content), ...others])
  if (response.statusCode !== 202) throw new Error(`${response.statusCode}: ${response.body}`)
  return response.json<{ data: { id: string } }>().data.id
}

export async function stateOf(app: App, user: TestUser, id: string): Promise<Imported> {
  const { data, errors } = await queryGraphQL<{ workoutImport: Imported }>(
    app,
    `query($id: ID!) { workoutImport(id: $id) { ${importFields} } }`,
    { id },
    user,
  )
  if (!data?.workoutImport) throw new Error(JSON.stringify(errors))
  return data.workoutImport
}

export async function ended(app: App, user: TestUser, id: string): Promise<Imported> {
  // The intervals grow, because requests are rate-limited.
  for (let wait = 5; ; wait = Math.min(wait * 1.2, 250)) {
    const state = await stateOf(app, user, id)
    if (state.importStatus === 'COMPLETED' || state.importStatus === 'FAILED') return state
    await pause(wait)
  }
}

/** Imports a file and waits until the import has finished. */
export const imported = async (
  app: App,
  user: TestUser,
  content: string | Buffer,
  fields: Record<string, string> = {},
) => ended(app, user, await send(app, user, content, fields))

interface Found {
  id: string
  version: number
  workoutTitle: string | null
  startedAt: string
  endedAt: string | null
  timezone: string
  notes: string | null
  totals: { sets: number; reps: number; volume: number; durationSeconds: number | null }
  exercises: {
    supersetId: string | null
    notes: string | null
    exercise: { slug: string; name: string; trackingType: string }
    sets: {
      type: string
      loadMode: string
      load: { value: number; unit: string } | null
      reps: number | null
      durationSeconds: number | null
      distanceMeters: number | null
      rpe: number | null
      rir: number | null
      completedAt: string | null
    }[]
  }[]
}

/** Returns the workouts of a user in order of their start. */
export async function workoutsOf(app: App, user: TestUser): Promise<Found[]> {
  const { data, errors } = await queryGraphQL<{ workouts: { edges: { node: Found }[] } }>(
    app,
    `{ workouts(first: 20) { edges { node {
      id version workoutTitle startedAt endedAt timezone notes totals { sets reps volume durationSeconds }
      exercises { supersetId notes exercise { slug name trackingType }
        sets { type loadMode load { value unit } reps durationSeconds distanceMeters rpe rir completedAt } }
    } } } }`,
    {},
    user,
  )
  if (!data) throw new Error(JSON.stringify(errors))
  return data.workouts.edges.map(({ node }) => node).reverse()
}

/** Generates a file of workouts on successive days: four sets of a known exercise and one of an unknown exercise. */
export function manyWorkouts(count: number): string {
  const lines = ['Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,Seconds']
  for (let number = 0; number < count; number++) {
    const day = new Date(Date.UTC(2020, 0, 1 + number)).toISOString().slice(0, 10)
    const row = (fields: string) => lines.push(`${day} 18:00:00,Day ${number},1h,${fields}`)
    for (let set = 1; set <= 4; set++) row(`Bench Press (Barbell),${set},${60 + (number % 40)},5,0`)
    row(`Something of mine,1,20,8,0`)
  }
  return lines.join('\n')
}
