import t from 'tap'
import { queryGraphQL, signUp, type TestUser } from '../../../helper.js'
import type { App } from '../../../../src/app.js'
import {
  day,
  buildWithExercises,
  planned,
  program,
  publish,
  remove,
  save,
  week,
  type Input,
} from './programs.js'

interface Result {
  id: string
  status: string
  conflict: string | null
  version: number | null
  record: Input | null
  error: Input | null
}

async function sync(app: App, user: TestUser, operations: object[]) {
  const { data, errors } = await queryGraphQL<{ sync: { results: Result[] } | null }>(
    app,
    `mutation($operations: [SyncOperation!]!) {
      sync(operations: $operations) {
        results {
          recordId status version conflict error { code path }
          record { __typename id version ... on Program { title visibility publishedVersion slug } }
        }
      }
    }`,
    { operations },
    user,
  )
  if (!data?.sync) throw new Error(JSON.stringify(errors))
  return data.sync.results
}

t.test(
  'syncs programs, reports repeated operations as unchanged, and continues after a rejected one',
  async t => {
    const { app, bench } = await buildWithExercises(t)
    const user = await signUp(app)
    const first = program(bench, { slug: 'a' })
    const operations = [
      { saveProgram: first },
      { saveProgram: program(bench, { weeks: [week()] }) },
      { saveProgram: { ...first, title: 'Second', expectedVersion: 1 } },
      { saveProgram: program(bench, { slug: 'a' }) },
      { saveProgram: program(bench, { expectedVersion: 3 }) },
    ]
    const results = await sync(app, user, operations)
    t.match(results, [
      { recordId: first.id, status: 'APPLIED', version: 1 },
      {
        status: 'REFUSED',
        record: null,
        error: { code: 'BAD_USER_INPUT', path: 'operations[1].saveProgram.weeks[0].days' },
      },
      { status: 'APPLIED', version: 2, record: { __typename: 'Program', title: 'Second', version: 2 } },
      { status: 'APPLIED', version: 1 },
      { status: 'CONFLICT', conflict: 'UNKNOWN', record: null },
    ])
    t.not(results[3]!.record!.slug, 'a')
    await publish(app, user, first.id)
    const again = await sync(app, user, operations)
    t.same(
      again.map(({ status, version }) => [status, version]),
      [
        ['UNCHANGED', 1],
        ['REFUSED', null],
        ['UNCHANGED', 2],
        ['UNCHANGED', 1],
        ['CONFLICT', null],
      ],
    )
    const changed = { ...first, title: 'Third', expectedVersion: 3 }
    t.match(
      await sync(app, user, [
        { saveProgram: changed },
        { deleteProgram: { id: first.id, expectedVersion: 1 } },
      ]),
      [
        { status: 'APPLIED', record: { visibility: 'PUBLISHED', publishedVersion: 2 } },
        { status: 'CONFLICT', conflict: 'VERSION', record: { title: 'Third' } },
      ],
    )
    t.match(await sync(app, user, [{ deleteProgram: { id: first.id.toUpperCase() } }]), [
      { recordId: first.id, status: 'APPLIED', version: 5, record: null },
    ])
  },
)

t.test('rejects a sync of more than 5,000 planned sets', async t => {
  const { app, bench } = await buildWithExercises(t)
  const user = await signUp(app)
  const large = () =>
    program(bench, {
      weeks: Array.from({ length: 9 }, () =>
        week(
          day(
            Array.from({ length: 15 }, () =>
              planned(bench, { sets: Array.from({ length: 20 }, () => ({})) }),
            ),
          ),
        ),
      ),
    })
  await t.rejects(sync(app, user, [{ saveProgram: large() }, { saveProgram: large() }]), /5,?000 sets/)
})

t.test('lists saved, published and deleted programs in the change feed', async t => {
  const { app, bench } = await buildWithExercises(t)
  const user = await signUp(app)
  interface Page {
    cursor: string
    changes: {
      type: string
      recordId: string
      version: number
      deletedAt: string | null
      record: Input | null
    }[]
  }
  const changes = async (since: string | null) => {
    const { data } = await queryGraphQL<{ changes: Page }>(
      app,
      `query($since: String) { changes(since: $since, first: 5) { cursor changes { type recordId version deletedAt record {
        __typename id ... on Program { title visibility weeks(first: 1) { days { name exercises { exerciseId } } } }
      } } } }`,
      { since },
      user,
    )
    return data!.changes
  }
  const { cursor } = await changes(null)
  const input = program(bench)
  await save(app, user, input)
  const weeks = [
    {
      days: [
        { name: 'A', exercises: [{ exerciseId: bench }] },
        { name: 'Rest', exercises: [] },
      ],
    },
  ]
  const made = await changes(cursor)
  t.match(made.changes, [
    {
      type: 'PROGRAM',
      recordId: input.id,
      version: 1,
      record: { __typename: 'Program', visibility: 'DRAFT', weeks },
    },
  ])
  await publish(app, user, input.id)
  const published = await changes(made.cursor)
  t.match(published.changes, [{ type: 'PROGRAM', version: 2, record: { visibility: 'PUBLISHED' } }])
  await remove(app, user, input.id)
  t.match((await changes(published.cursor)).changes, [
    { type: 'PROGRAM', version: 3, record: null, deletedAt: String },
  ])
})
