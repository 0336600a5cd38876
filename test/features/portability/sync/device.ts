import type { App } from '../../../../src/app.js'
import { queryGraphQL, type GraphQLResponse, type TestUser } from '../../../helper.js'

/** A workout as an app stores and sends it. */
export interface Copy {
  id: string
  startedAt: string
  timezone: string
  endedAt: string | null
  title: string | null
  exercises: { id: string; exerciseId: string; sets: { id: string; reps: number; completedAt: string }[] }[]
}

/** A workout as the service returns it. */
interface ReturnedWorkout extends Omit<Copy, 'title' | 'exercises'> {
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
  /** Null if the workout was deleted. */
  copy: Copy | null
}

interface Operation {
  saveWorkout?: Copy & { expectedVersion: number | null }
  deleteWorkout?: { id: string; expectedVersion: number | null }
}

interface Result {
  recordId: string
  status: 'APPLIED' | 'UNCHANGED' | 'CONFLICT' | 'REFUSED'
  version: number | null
  conflict: string | null
  record: ReturnedWorkout | null
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

/** The database did not respond, so that the outcome of a write is unknown. */
export class NoResponseError extends Error {}

async function unwrap<Data>(response: Promise<GraphQLResponse<Data>>): Promise<Data> {
  const { data, errors } = await response
  if (data && !errors) return data
  const message = JSON.stringify(errors)
  throw errors?.[0]?.extensions.code === 'SERVICE_UNAVAILABLE'
    ? new NoResponseError(message)
    : new Error(message)
}

export const sync = async (app: App, user: TestUser, operations: readonly Operation[]): Promise<Result[]> =>
  (await unwrap<{ sync: { results: Result[] } }>(queryGraphQL(app, syncMutation, { operations }, user))).sync
    .results

export const changes = async (app: App, user: TestUser, since: string | null, first = 100) =>
  (await unwrap<{ changes: ChangePage }>(queryGraphQL(app, changesQuery, { since, first }, user))).changes

/** Reads the feed from a cursor to its end. */
export async function readChanges(
  app: App,
  user: TestUser,
  known: Map<string, Known>,
  since: string | null,
  first = 100,
): Promise<string> {
  for (;;) {
    const page = await changes(app, user, since, first)
    for (const { type, recordId, version, record } of page.changes)
      if (type === 'WORKOUT') known.set(recordId, { version, copy: record && copyOf(record) })
    since = page.cursor
    if (!page.hasMore) return page.cursor
  }
}

/** Converts a returned workout to the input from which it was created. */
const copyOf = ({ id, startedAt, timezone, endedAt, workoutTitle, exercises }: ReturnedWorkout): Copy => ({
  id,
  startedAt,
  timezone,
  endedAt,
  title: workoutTitle,
  exercises: exercises.map(({ entryId, exerciseId, sets }) => ({
    id: entryId,
    exerciseId,
    sets: sets.map(({ setId, ...set }) => ({ id: setId, ...set })),
  })),
})

export const idFrom = (...parts: number[]): string =>
  parts
    .map(part => part.toString(16).padStart(8, '0'))
    .join('')
    .padStart(24, '0')
    .slice(-24)
