import t from 'tap'
import { days } from '../../../../src/lib/quantities.js'
import { errorCodeOf, queryGraphQL, signUp } from '../../../helper.js'
import { manualClock } from '../../people/auth/requests.js'
import { buildWithExercises, ended, now, send } from './imports.js'

interface Page {
  managedImports: {
    pageInfo: { hasNextPage: boolean; endCursor: string | null }
    edges: { node: { importId: string; user: { username: string } | null; importStatus: string } }[]
  }
}

const query = `query($status: WorkoutImportStatus, $first: Int, $after: String) {
  managedImports(status: $status, first: $first, after: $after) {
    pageInfo { hasNextPage endCursor }
    edges { node {
      importId user { username } importStatus dryRun createdAt rowsRead workoutsMade workoutsAlreadyThere
      recordsRestored skippedCount attempts error
    } }
  }
}`

const strong = `Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,Notes,Workout Notes,RPE
2024-01-02 10:00:00,Secret session,1h,Bench Press (Barbell),1,60,5,0,0,,,
`

t.test('lists the imports of all users for administrators, without their contents', async t => {
  const { clock, advance } = manualClock(now)
  const app = await buildWithExercises(t, { clock })
  const [admin, first, second] = [await signUp(app, { role: 'ADMIN' }), await signUp(app), await signUp(app)]
  const ids = []
  for (const [user, content] of [
    [first, strong],
    [second, 'no header of an app'],
    [first, strong],
  ] as const) {
    advance(1000)
    const id = await send(app, user, content)
    await ended(app, user, id)
    ids.unshift(id)
  }
  const list = async (variables: object = {}) => {
    const { data, errors } = await queryGraphQL<Page>(app, query, variables, admin)
    if (!data) throw new Error(JSON.stringify(errors))
    return data.managedImports
  }
  const all = await list()
  t.match(
    all.edges.map(({ node }) => node),
    [
      {
        importId: ids[0],
        user: { username: first.username },
        importStatus: 'COMPLETED',
        workoutsAlreadyThere: 1,
      },
      {
        importId: ids[1],
        user: { username: second.username },
        importStatus: 'FAILED',
        error: /header|columns/i,
      },
      {
        importId: ids[2],
        workoutsMade: 1,
        rowsRead: 1,
        skippedCount: 0,
        attempts: 1,
        dryRun: false,
        error: null,
      },
    ],
  )
  t.notMatch(JSON.stringify(all), /Secret session|Bench/)
  t.same(
    (await list({ status: 'FAILED' })).edges.map(({ node }) => node.importId),
    [ids[1]],
  )
  const page = await list({ first: 2 })
  const rest = await list({ first: 2, after: page.pageInfo.endCursor })
  t.same(
    [...page.edges, ...rest.edges].map(({ node }) => node.importId),
    ids,
  )
  t.equal(errorCodeOf(await queryGraphQL(app, query, {}, first)), 'FORBIDDEN')
  t.equal(errorCodeOf(await queryGraphQL(app, query)), 'UNAUTHENTICATED')
  t.equal(errorCodeOf(await queryGraphQL(app, query, { after: 'x' }, admin)), 'BAD_USER_INPUT')
  advance(91 * days)
  t.same((await list()).edges, [], 'imports are listed for 90 days')
})
