import t from 'tap'
import { loadBuiltInPrograms } from '../../../../src/features/training/programs/builtin/programs.js'
import { queryGraphQL, build, signUp } from '../../../helper.js'
import { enroll, enrollment } from '../../progress/enrollments/enrollments.js'
import { consent, measured } from '../../people/measurements/measurements.js'
import { starterCatalogue } from '../exercises/starter-catalogue.js'
import { threeExercises } from '../../portability/sync/exercises.js'
import { largeWorkout, afterWorkouts } from '../workouts/large-workouts.js'
import { copy, headingFields, list, newId, weekFields } from './programs.js'

const planned = 'exercise { id name slug primaryMuscles equipment }'
const program = `${headingFields} weeks { ${weekFields.replace('supersetId', `supersetId ${planned}`)} }`
const workout = `workoutTitle startedAt endedAt timezone notes rating bodyWeight { value unit }
  programDay { enrollmentId week day }
  exercises { entryId exerciseId exercise { id name } notes restSeconds
    sets { setId type loadMode load { value unit } reps rpe target { load { value unit } minReps maxReps } completedAt } }`
const feed = `query($since: String) { changes(since: $since, first: 100) { cursor hasMore changes {
  type recordId version deletedAt record { __typename id version createdAt updatedAt
    ... on Program { title ${program.replace(headingFields, '')} }
    ... on Workout { ${workout} }
    ... on Exercise { name primaryMuscles }
    ... on User { username name bio }
    ... on ProgramEnrollment { startDate weekdays skippedDays { week day }
      programVersion { id number title weeks { ${weekFields} } } }
    ... on Measurement { weight { value unit } waist { value unit } }
    ... on ProgressPhoto { id } } } } }`

t.test('delivers every built-in program in full in one request under the default limits', async t => {
  const app = await build(t)
  await app.features.services.exercises.import(starterCatalogue, 'starter')
  await app.features.services.programs.seed()
  const user = await signUp(app)
  const { edges } = await list(app, user, { first: 100 })
  t.equal(edges.length, (await loadBuiltInPrograms()).length)
  for (const { node } of edges) {
    const query = `query($id: ID!) { program(id: $id) { ${program} } }`
    const { data, errors } = await queryGraphQL<{ program: { weeks: unknown[] } }>(
      app,
      query,
      { id: node['id'] },
      user,
    )
    t.notOk(errors, node.slug)
    t.equal(data?.program.weeks.length, node['durationWeeks'], node.slug)
  }
})

t.test('delivers a page of 100 changes of mixed records in one request', async t => {
  const app = await build(t, { clock: afterWorkouts })
  await app.features.services.exercises.import(starterCatalogue, 'starter')
  await app.features.services.programs.seed()
  const user = await signUp(app)
  const [exerciseId = ''] = await threeExercises(app)
  const { edges } = await list(app, user, { first: 2 })
  const ids = edges.map(({ node }) => String(node['id']))
  for (const id of ids) await copy(app, user, id, newId())
  await enroll(app, user, enrollment(ids[0] ?? ''))
  await consent(app, user)
  const operations = [
    { saveMeasurement: measured('2026-05-30', null) },
    ...Array.from({ length: 95 }, (_, at) => ({
      saveWorkout: { ...largeWorkout(1 + (at % 28), exerciseId, 5, 4), id: newId() },
    })),
  ]
  const mutation =
    'mutation($operations: [SyncOperation!]!) { sync(operations: $operations) { results { status } } }'
  const synced = await queryGraphQL<{ sync: { results: object[] } }>(app, mutation, { operations }, user)
  t.match(
    synced.data?.sync.results,
    operations.map(() => ({ status: 'APPLIED' })),
  )
  interface Changes {
    changes: {
      changes: { type: string; record: { weeks?: unknown[]; programVersion?: { weeks: unknown[] } } }[]
    }
  }
  const { data, errors } = await queryGraphQL<Changes>(app, feed, {}, user)
  t.same(errors ?? [], [])
  const changes = data?.changes.changes ?? []
  t.equal(changes.length, 100)
  t.equal(changes.filter(({ record }) => record.weeks?.length).length, 2)
  t.equal(changes.filter(({ record }) => record.programVersion?.weeks.length).length, 1)
  t.same([...new Set(changes.map(({ type }) => type))].sort(), [
    'ENROLLMENT',
    'MEASUREMENT',
    'PROFILE',
    'PROGRAM',
    'WORKOUT',
  ])
})

t.test('names the most expensive field of an operation that costs too much', async t => {
  const app = await build(t)
  const user = await signUp(app)
  const inner = 'exercise { id alternatives(first: 3) { id } }'
  const query = `{ all: programs(first: 50) { edges { node { id weeks { days { exercises { ${inner} } } } } } } }`
  const { errors } = await queryGraphQL(app, query, {}, user)
  const field = 'all.edges.node.weeks.days.exercises.exercise.alternatives'
  t.match(errors, [
    {
      extensions: {
        code: 'QUERY_TOO_COMPLEX',
        measure: 'cost',
        limit: 1000,
        field,
        cost: 50 * 52 * 7 * 6 * 3,
      },
    },
  ])
  t.match(errors?.[0]?.message, `The most expensive field is "${field}" with ${50 * 52 * 7 * 6 * 3}.`)
})
