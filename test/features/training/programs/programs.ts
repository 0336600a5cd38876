import { randomBytes } from 'node:crypto'
import type { Test } from 'tap'
import type { App } from '../../../../src/app.js'
import type { Database } from '../../../../src/platform/database/database.js'
import { queryGraphQL, build, type GraphQLResponse, type TestUser } from '../../../helper.js'
import { starterCatalogue } from '../exercises/starter-catalogue.js'

export const newId = () => randomBytes(12).toString('hex')

export type Input = Record<string, unknown>

/** A program of a response. */
interface SavedProgram extends Input {
  id: string
  version: number
  slug: string
  weeks: { days: { exercises: Input[] }[] }[]
}

export const weekFields = `number label isDeload days {
  name isRest
  exercises {
    entryId exerciseId supersetId
    sets {
      type minReps maxReps load { value unit } rpe percentOfOneRepMax restSeconds durationSeconds distanceMeters notes
    }
    progression {
      type key increment { value unit } successes failures deloadPercent minReps maxReps reps
    }
  }
}`

export const headingFields = `id version createdAt updatedAt slug title description programLevel goal workoutSplit equipment
  durationWeeks sessionsPerWeek visibility publishedVersion isMine isBuiltIn`

const fields = `${headingFields} weeks(first: 3) { ${weekFields} }`

const conflictAndProgram = `conflict program { ${fields} }`

interface Payload {
  conflict: string | null
  program: SavedProgram | null
}

async function payloadOf<Name extends string>(
  name: Name,
  response: Promise<GraphQLResponse<Record<Name, Payload | null>>>,
) {
  const { data, errors } = await response
  const payload = data?.[name]
  if (!payload) throw new Error(JSON.stringify(errors))
  return payload
}

const saveMutation = `mutation($input: ProgramInput!) { saveProgram(input: $input) { ${conflictAndProgram} } }`

export const trySave = (app: App, user: TestUser, input: Input) =>
  queryGraphQL<{ saveProgram: Payload | null }>(app, saveMutation, { input }, user)

/** Returns the payload; throws for a GraphQL error. */
export const save = (app: App, user: TestUser, input: Input) =>
  payloadOf('saveProgram', trySave(app, user, input))

type Change = 'publishProgram' | 'archiveProgram'

export const tryChange = (app: App, user: TestUser, name: Change, id: string, expectedVersion?: number) =>
  queryGraphQL<Record<Change, Payload | null>>(
    app,
    `mutation($id: ID!, $expectedVersion: Int) {
      ${name}(input: { id: $id, expectedVersion: $expectedVersion }) { ${conflictAndProgram} }
    }`,
    { id, expectedVersion },
    user,
  )

export const publish = (app: App, user: TestUser, id: string, expectedVersion?: number) =>
  payloadOf('publishProgram', tryChange(app, user, 'publishProgram', id, expectedVersion))

export const archive = (app: App, user: TestUser, id: string, expectedVersion?: number) =>
  payloadOf('archiveProgram', tryChange(app, user, 'archiveProgram', id, expectedVersion))

export const tryCopy = (app: App, user: TestUser, id: string, copyId: string) =>
  queryGraphQL<{ copyProgram: Payload | null }>(
    app,
    `mutation($id: ID!, $newId: ID!) { copyProgram(input: { id: $id, newId: $newId }) { ${conflictAndProgram} } }`,
    { id, newId: copyId },
    user,
  )

export const copy = (app: App, user: TestUser, id: string, copyId: string) =>
  payloadOf('copyProgram', tryCopy(app, user, id, copyId))

export async function remove(app: App, user: TestUser, id: string, expectedVersion?: number) {
  const { data, errors } = await queryGraphQL<{ deleteProgram: Input }>(
    app,
    `mutation($id: ID!, $expectedVersion: Int) {
      deleteProgram(input: { id: $id, expectedVersion: $expectedVersion }) { recordId version deletedAt conflict record { id version } }
    }`,
    { id, expectedVersion },
    user,
  )
  if (!data) throw new Error(JSON.stringify(errors))
  return data.deleteProgram
}

export const read = (app: App, user: Pick<TestUser, 'headers'> | undefined, id: string) =>
  queryGraphQL<{ program: SavedProgram | null }>(
    app,
    `query($id: ID!) { program(id: $id) { ${fields} } }`,
    { id },
    user,
  )

export interface ProgramPage {
  totalCount: number
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
  edges: { cursor: string; node: Input & { slug: string; title: string } }[]
}

export const tryList = (app: App, user: Pick<TestUser, 'headers'> | undefined, listArguments: Input = {}) =>
  queryGraphQL<{ programs: ProgramPage | null }>(
    app,
    `query($first: Int, $after: String, $last: Int, $before: String, $search: String, $filter: ProgramFilter, $sort: ProgramSort) {
      programs(first: $first, after: $after, last: $last, before: $before, search: $search, filter: $filter, sort: $sort) {
        totalCount pageInfo { hasNextPage endCursor } edges { cursor node { ${headingFields} } }
      }
    }`,
    listArguments,
    user,
  )

export async function list(app: App, user: TestUser, listArguments: Input = {}): Promise<ProgramPage> {
  const { data, errors } = await tryList(app, user, listArguments)
  if (!data?.programs) throw new Error(JSON.stringify(errors))
  return data.programs
}

export const kg = (value: number) => ({ value, unit: 'KG' })

export const plannedSet = (input: Input = {}): Input => ({ minReps: 5, ...input })

export const planned = (exerciseId: string, input: Input = {}): Input => ({
  id: newId(),
  exerciseId,
  sets: [plannedSet()],
  ...input,
})

export const day = (exercises: Input[] = [], input: Input = {}): Input => ({ name: 'A', exercises, ...input })

export const week = (...days: Input[]): Input => ({ days })

/** A new program of one week with a training day and a rest day. */
export const program = (exerciseId: string, input: Input = {}): Input & { id: string } => ({
  id: newId(),
  title: 'My Program',
  weeks: [week(day([planned(exerciseId)]), day([], { name: 'Rest', isRest: true }))],
  ...input,
})

const slugs = ['barbell-bench-press', 'pull-up', 'plank', 'push-up', 'barbell-back-squat']

/** An app with some exercises. */
export async function buildWithExercises(
  t: Test,
  clock?: () => Date,
  { observe }: { observe?: (database: Database) => Database } = {},
) {
  const app = await build(t, { ...(observe && { wrapDatabase: observe }), ...(clock && { clock }) })
  const known = starterCatalogue.filter(({ slug }) => slugs.includes(slug))
  const { exercises } = app.features.services
  await exercises.import(known, 'starter')
  const bySlug = await exercises.findBySlugs(slugs)
  const idOf = (slug: string) => bySlug.get(slug)!.id
  return {
    app,
    bench: idOf('barbell-bench-press'),
    pullUp: idOf('pull-up'),
    plank: idOf('plank'),
    squat: idOf('barbell-back-squat'),
  }
}

/** An app with the starter catalogue and the built-in programs. */
export async function buildWithPrograms(t: Test, clock?: () => Date) {
  const app = await build(t, clock ? { clock } : {})
  const { exercises, programs } = app.features.services
  await exercises.import(starterCatalogue, 'starter')
  await programs.seed()
  return app
}
