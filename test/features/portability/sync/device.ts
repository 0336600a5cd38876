import type { App } from '../../../../src/app.js'
import { queryGraphQL, type GraphQLResponse, type TestUser } from '../../../helper.js'

/** A workout as an app keeps it, and sends it. */
export interface Copy {
  id: string
  startedAt: string
  timezone: string
  endedAt: string | null
  title: string | null
  exercises: { id: string; exerciseId: string; sets: { id: string; reps: number; completedAt: string }[] }[]
}

/** A workout as the service answers it. */
interface Answered extends Omit<Copy, 'title' | 'exercises'> {
  workoutTitle: string | null
  version: number
  exercises: {
    entryId: string
    exerciseId: string
    sets: { setId: string; reps: number; completedAt: string }[]
  }[]
}

export interface Known {
  version: number
  /** Null where it was deleted. */
  copy: Copy | null
}

export interface Operation {
  saveWorkout?: Copy & { expectedVersion: number | null }
  deleteWorkout?: { id: string; expectedVersion: number | null }
}

export interface Result {
  recordId: string
  status: 'APPLIED' | 'UNCHANGED' | 'CONFLICT' | 'REFUSED'
  version: number | null
  conflict: string | null
  record: Answered | null
  error: { message: string } | null
}

export interface ChangePage {
  changes: {
    type: string
    recordId: string
    version: number
    deletedAt: string | null
    record: Result['record']
  }[]
  cursor: string
  hasMore: boolean
}

const fields = `id version ... on Workout {
  startedAt timezone endedAt workoutTitle exercises { entryId exerciseId sets { setId reps completedAt } }
}`

const syncMutation = `mutation($operations: [SyncOperation!]!) {
  sync(operations: $operations) {
    results { recordId status version conflict error { message } record { ${fields} } }
  }
}`

const changesQuery = `query($since: String, $first: Int) {
  changes(since: $since, first: $first) {
    cursor hasMore changes { type recordId version deletedAt record { ${fields} } }
  }
}`

/** The database did not answer: nobody knows what became of a write. */
export class NoAnswer extends Error {}

async function answer<Data>(asked: Promise<GraphQLResponse<Data>>): Promise<Data> {
  const { data, errors } = await asked
  if (data && !errors) return data
  const told = JSON.stringify(errors)
  throw errors?.[0]?.extensions.code === 'SERVICE_UNAVAILABLE' ? new NoAnswer(told) : new Error(told)
}

export const sync = async (app: App, person: TestUser, operations: readonly Operation[]): Promise<Result[]> =>
  (await answer<{ sync: { results: Result[] } }>(queryGraphQL(app, syncMutation, { operations }, person)))
    .sync.results

export const changes = async (app: App, person: TestUser, since: string | null, first = 100) =>
  (await answer<{ changes: ChangePage }>(queryGraphQL(app, changesQuery, { since, first }, person))).changes

/** Follows the feed to its end, from a cursor on. */
export async function follow(
  app: App,
  person: TestUser,
  known: Map<string, Known>,
  since: string | null,
  first = 100,
): Promise<string> {
  for (;;) {
    const page = await changes(app, person, since, first)
    for (const { type, recordId, version, record } of page.changes)
      if (type === 'WORKOUT') known.set(recordId, { version, copy: record && copyOf(record) })
    since = page.cursor
    if (!page.hasMore) return page.cursor
  }
}

/** What was sent, out of what was answered. */
export const copyOf = ({ id, startedAt, timezone, endedAt, workoutTitle, exercises }: Answered): Copy => ({
  ...{ id, startedAt, timezone, endedAt, title: workoutTitle },
  exercises: exercises.map(({ entryId, exerciseId, sets }) => ({
    ...{ id: entryId, exerciseId },
    sets: sets.map(({ setId, ...set }) => ({ id: setId, ...set })),
  })),
})

export const idFrom = (...parts: number[]): string =>
  parts
    .map(part => part.toString(16).padStart(8, '0'))
    .join('')
    .padStart(24, '0')
    .slice(-24)

/** The ids of the sets of a workout. */
export const setsOf = (copy: Copy | null): string[] =>
  copy?.exercises.flatMap(({ sets }) => sets.map(({ id }) => id)) ?? []
