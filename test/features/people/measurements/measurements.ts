import type { App } from '../../../../src/app.js'
import {
  queryGraphQL,
  build,
  errorCodeOf,
  signUp,
  type GraphQLResponse,
  type TestUser,
  type Settings,
} from '../../../helper.js'
import { unlimited } from '../../../graphql/requests.js'
import { newId } from '../../training/workouts/workouts.js'

export { newId }

type Test = Parameters<typeof build>[0]
export type Input = Record<string, unknown>

export const girths = [
  ...['neck', 'shoulders', 'chest', 'waist', 'hips', 'leftBiceps', 'rightBiceps', 'leftForearm'],
  ...['rightForearm', 'leftThigh', 'rightThigh', 'leftCalf', 'rightCalf'],
]

const measurementFields = `id version createdAt updatedAt date bodyFatPercent
  ${['weight', ...girths].map(name => `${name} { value unit }`).join(' ')}`

export const noon = new Date('2026-05-01T12:00:00.000Z')

/** Starts an app with a user who has given consent. */
export async function buildWithUser(t: Test, clock = () => noon, settings: Settings = {}) {
  const app = await build(t, {
    clock,
    settings: { ...unlimited, JWT_ACCESS_TOKEN_EXPIRES_IN: '20000d', ...settings },
  })
  const user = await signUp(app)
  await consent(app, user)
  return { app, person: user }
}

export async function consent(app: App, user: TestUser, change = 'giveConsent') {
  const { errors } = await queryGraphQL(
    app,
    `mutation { ${change}(input: { kind: BODY_MEASUREMENTS }) { user { id } } }`,
    {},
    user,
  )
  if (errors) throw new Error(JSON.stringify(errors))
}

export const kg = (value: number) => ({ value, unit: 'KG' })
export const lb = (value: number) => ({ value, unit: 'LB' })

export const measured = (date: string, weight: object | null, fields: Input = {}) => ({
  ...{ id: newId(), date, weight },
  ...(weight ? {} : { waist: { value: 80, unit: 'CM' } }),
  ...fields,
})

interface Saved {
  saveMeasurement: { conflict: string | null; measurement: Input | null } | null
}

export const trySave = (
  app: App,
  user: TestUser | undefined,
  input: Input,
): Promise<GraphQLResponse<Saved>> =>
  queryGraphQL<Saved>(
    app,
    `mutation ($input: MeasurementInput!) {
      saveMeasurement(input: $input) { conflict measurement { ${measurementFields} } }
    }`,
    { input },
    user,
  )

/** Returns the payload or the error code. */
export async function save(app: App, user: TestUser, input: Input) {
  const response = await trySave(app, user, input)
  return response.data?.saveMeasurement ?? String(errorCodeOf(response))
}

export async function remove(app: App, user: TestUser, id: string, expectedVersion?: number) {
  const response = await queryGraphQL<{ deleteMeasurement: Input | null }>(
    app,
    `mutation ($id: ID!, $expectedVersion: Int) { deleteMeasurement(input: { id: $id, expectedVersion: $expectedVersion }) {
      recordId version deletedAt conflict record { __typename id version }
    } }`,
    { id, expectedVersion },
    user,
  )
  return response.data?.deleteMeasurement ?? String(errorCodeOf(response))
}

interface List {
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
  edges: { cursor: string; node: Input & { id: string; date: string } }[]
}

/** Returns a page or the error code. */
export async function list(app: App, user: TestUser | undefined, pageArguments: Input = {}) {
  const response = await queryGraphQL<{ measurements: List | null }>(
    app,
    `query ($from: Date, $to: Date, $first: Int, $after: String, $last: Int, $before: String) {
      measurements(from: $from, to: $to, first: $first, after: $after, last: $last, before: $before) {
        pageInfo { hasNextPage endCursor } edges { cursor node { ${measurementFields} } }
      }
    }`,
    pageArguments,
    user,
  )
  return response.data?.measurements ?? String(errorCodeOf(response))
}

/** Returns the dates of a page or the error code. */
export async function days(app: App, user: TestUser | undefined, pageArguments: Input = {}) {
  const page = await list(app, user, pageArguments)
  return typeof page === 'string' ? page : page.edges.map(({ node }) => node.date)
}

export async function sync(app: App, user: TestUser, operations: object[]) {
  const { data, errors } = await queryGraphQL<{ sync: { results: Input[] } }>(
    app,
    `mutation ($operations: [SyncOperation!]!) { sync(operations: $operations) { results {
      recordId status version conflict record { __typename id version } error { code message path }
    } } }`,
    { operations },
    user,
  )
  if (!data) throw new Error(JSON.stringify(errors))
  return data.sync.results
}
