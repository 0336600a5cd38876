import { randomBytes } from 'node:crypto'
import type { App } from '../../../../src/app.js'
import {
  exerciseUseWrites,
  type ExerciseUse,
} from '../../../../src/features/training/exercises/exercise-use.js'
import { queryGraphQL, errorCodeOf, type GraphQLResponse, type TestUser } from '../../../helper.js'

export const newId = () => randomBytes(12).toString('hex')

export const everything = `
  id slug name aliases category force level mechanic equipment primaryMuscles secondaryMuscles trackingType
  deltoids isUnilateral bodyweightShare instructions version isCustom isDeleted createdAt updatedAt
`

interface Saved {
  saveExercise: { exercise: Record<string, unknown> | null; conflict: string | null } | null
}

/** The response to saving an exercise, by default with the name Landmine Row. */
export const trySave = (app: App, user: TestUser | undefined, input: object) =>
  queryGraphQL<Saved>(
    app,
    `mutation ($input: ExerciseInput!) { saveExercise(input: $input) { exercise { ${everything} } conflict } }`,
    { input: { name: 'Landmine Row', ...input } },
    user,
  )

export async function save(app: App, user: TestUser, input: object) {
  const response = await trySave(app, user, input)
  return response.data?.saveExercise ?? errorCodeOf(response)
}

export async function remove(app: App, user: TestUser, id: string, expectedVersion: number | null = null) {
  const response = await queryGraphQL<{ deleteExercise: Record<string, unknown> | null }>(
    app,
    `mutation ($id: ID!, $expectedVersion: Int) { deleteExercise(input: { id: $id, expectedVersion: $expectedVersion }) {
      recordId version deletedAt conflict record { __typename id version }
    } }`,
    { id, expectedVersion },
    user,
  )
  return response.data?.deleteExercise ?? errorCodeOf(response)
}

export const tryFavorite = (app: App, user: TestUser | undefined, id: string, favorite = true) =>
  queryGraphQL<{ favoriteExercise: { exercise: { id: string } | null } | null }>(
    app,
    'mutation ($id: ID!, $favorite: Boolean!) { favoriteExercise(input: { id: $id, favorite: $favorite }) { exercise { id } } }',
    { id, favorite },
    user,
  )

export async function favorite(app: App, user: TestUser, id: string, isFavorite = true) {
  const response = await tryFavorite(app, user, id, isFavorite)
  return response.data?.favoriteExercise?.exercise?.id ?? errorCodeOf(response)
}

/** The exercise as the user sees it, or the code of the error. */
export async function find(
  app: App,
  user: TestUser | undefined,
  id: string,
  by: 'exercise' | 'node' = 'exercise',
) {
  const query = `query ($id: ID!) { found: ${by}(id: $id) { ... on Exercise { ${everything} } } }`
  const response: GraphQLResponse<{ found: Record<string, unknown> | null }> = await queryGraphQL(
    app,
    query,
    { id },
    user,
  )
  return response.data?.found ?? errorCodeOf(response)
}

/** Sets how the user's workouts use exercises; null for not at all. */
export async function use(app: App, user: TestUser, uses: Record<string, Partial<ExerciseUse> | null>) {
  const whole = Object.entries(uses).map(([id, use]) => [
    id,
    use && { timesPerformed: 0, lastPerformedAt: null, workoutCount: 1, summary: '[0,0]', ...use },
  ])
  const exercises = Object.fromEntries(whole) as Record<string, ExerciseUse | null>
  const workouts = app.features.services.owned.defineRecordType({
    type: 'WORKOUT',
    derive: () => Promise.resolve(exerciseUseWrites(exercises)),
  })
  const id = newId()
  await workouts.save(user.id, { id, expectedVersion: null, content: {}, path: 'input' })
  await workouts.remove(user.id, { id, expectedVersion: null })
}

interface Feed {
  changes: {
    type: string
    recordId: string
    version: number
    deletedAt: string | null
    record: object | null
  }[]
  cursor: string
}

export async function feed(app: App, user: TestUser, since?: string) {
  const query = `query ($since: String) { changes(since: $since) {
    cursor changes { type recordId version deletedAt record { __typename id ... on Exercise { name isDeleted } } }
  } }`
  const { data } = await queryGraphQL<{ changes: Feed }>(app, query, { since }, user)
  return data!.changes
}
