import { randomBytes } from 'node:crypto'
import type { Test } from 'tap'
import type { App } from '../../../../src/app.js'
import type { Database } from '../../../../src/platform/database/database.js'
import { queryGraphQL, build, type GraphQLResponse, type TestUser, type Settings } from '../../../helper.js'
import { starterCatalogue } from '../exercises/starter-catalogue.js'

export const newId = () => randomBytes(12).toString('hex')

/** The fixed time of these tests. */
export const now = new Date('2026-05-01T12:00:00.000Z')

export type Input = Record<string, unknown>

/** A workout of a response. */
export interface SavedWorkout extends Input {
  id: string
  version: number
  workoutStatus: string
  exercises: { entryId: string; exerciseId: string; sets: Input[]; previous?: Input[] }[]
}

export const workoutFields = `
  id version createdAt updatedAt workoutTitle workoutStatus startedAt endedAt timezone notes rating
  bodyWeight { value unit } programDay { enrollmentId week day }
  exercises {
    entryId exerciseId supersetId notes restSeconds
    sets {
      setId type loadMode load { value unit } reps durationSeconds distanceMeters rpe rir restSeconds completedAt
      target { load { value unit } minReps maxReps rpe durationSeconds distanceMeters }
    }
  }`

const saveMutation = `mutation($input: WorkoutInput!) {
  saveWorkout(input: $input) { conflict workout { ${workoutFields} } }
}`

interface Saved {
  saveWorkout: { conflict: string | null; workout: SavedWorkout | null } | null
}

export const trySave = (app: App, user: TestUser, input: Input): Promise<GraphQLResponse<Saved>> =>
  queryGraphQL<Saved>(app, saveMutation, { input }, user)

/** Returns the payload. Throws for a GraphQL error. */
export async function save(app: App, user: TestUser, input: Input) {
  const { data, errors } = await trySave(app, user, input)
  if (!data?.saveWorkout) throw new Error(JSON.stringify(errors))
  return data.saveWorkout
}

export async function remove(app: App, user: TestUser, id: string, expectedVersion?: number) {
  const { data, errors } = await queryGraphQL<{ deleteWorkout: Input }>(
    app,
    `mutation($id: ID!, $expectedVersion: Int) {
      deleteWorkout(input: { id: $id, expectedVersion: $expectedVersion }) { recordId version deletedAt conflict record { id version } }
    }`,
    { id, expectedVersion },
    user,
  )
  if (!data) throw new Error(JSON.stringify(errors))
  return data.deleteWorkout
}

/** Creates a new workout without exercises, by default in progress. */
export const workout = (fields: Input = {}): Input & { id: string } => ({
  id: newId(),
  startedAt: '2026-05-01T10:00:00.000Z',
  timezone: 'Europe/Berlin',
  exercises: [],
  ...fields,
})

/** Creates a completed workout of one hour. */
export const completed = (fields: Input = {}) => workout({ endedAt: '2026-05-01T11:00:00.000Z', ...fields })

export const entry = (exerciseId: string, sets: Input[] = [], fields: Input = {}): Input => ({
  id: newId(),
  exerciseId,
  sets,
  ...fields,
})

export const kg = (value: number) => ({ value, unit: 'KG' })
export const lb = (value: number) => ({ value, unit: 'LB' })

/** Creates a completed set. */
export const done = (fields: Input = {}): Input => ({
  id: newId(),
  completedAt: '2026-05-01T10:30:00.000Z',
  ...fields,
})

export const planned = (fields: Input = {}): Input => ({ id: newId(), ...fields })

/** Converts the title and the exercises of a response to an input. */
export const inputOf = ({ workoutTitle, exercises }: SavedWorkout): Input => ({
  title: workoutTitle,
  exercises: exercises.map(({ entryId, sets, ...fields }) => ({
    ...fields,
    id: entryId,
    sets: sets.map(({ setId, ...set }) => ({ ...set, id: setId })),
  })),
})

/** Converts an input to the workout of its response. */
export const savedFrom = ({ title, exercises, ...fields }: Input): Input => ({
  ...fields,
  workoutTitle: title,
  exercises: (exercises as Input[]).map(({ id, sets, ...entry }) => ({
    ...entry,
    entryId: id,
    sets: (sets as Input[]).map(({ id: setId, ...set }) => ({ ...set, setId })),
  })),
})

const slugs = ['barbell-bench-press', 'pull-up', 'plank']

/** Starts an app with three exercises and a fixed time. */
export async function buildWithExercises(
  t: Test,
  clock = () => now,
  { settings, observe }: { settings?: Settings; observe?: (database: Database) => Database } = {},
) {
  const lasting = { JWT_ACCESS_TOKEN_EXPIRES_IN: '200d', ...settings }
  const app = await build(t, { clock, settings: lasting, ...(observe && { wrapDatabase: observe }) })
  const known = starterCatalogue.filter(({ slug }) => slugs.includes(slug))
  await app.features.services.exercises.import(known, 'starter')
  const { data } = await queryGraphQL<{ exercises: { edges: { node: { id: string; slug: string } }[] } }>(
    app,
    '{ exercises { edges { node { id slug } } } }',
  )
  const ids = new Map(data!.exercises.edges.map(({ node }) => [node.slug, node.id]))
  const [bench, pullUp, plank] = slugs.map(slug => ids.get(slug)!) as [string, string, string]
  return { app, bench, pullUp, plank }
}
