import t from 'tap'
import { errorCodeOf, queryGraphQL, signUp, type TestUser } from '../../../helper.js'
import {
  buildWithExercises,
  enroll,
  enrollment,
  newId,
  publish,
  sendCommand,
  weeksOf,
} from './enrollments.js'

interface Page {
  managedEnrollments: {
    totalCount: number
    openCount: number
    finishedCount: number
    pageInfo: { endCursor: string | null }
    edges: { node: { enrollmentId: string; user: { username: string }; enrollmentStatus: string } }[]
  }
}

const query = `query($programId: ID!, $first: Int, $after: String) {
  managedEnrollments(programId: $programId, first: $first, after: $after) {
    totalCount openCount finishedCount pageInfo { endCursor }
    edges { node { enrollmentId user { username } enrollmentStatus programVersion enrolledAt } }
  }
}`

t.test('lists the enrollments of all users in a program for administrators', async t => {
  const { app, person, squat, bench, setClock } = await buildWithExercises(t)
  const admin = await signUp(app, { role: 'ADMIN' })
  const other = await signUp(app)
  const programId = await publish(app, admin, { weeks: weeksOf(squat, bench) })
  const list = async (variables: object = {}) => {
    const { data, errors } = await queryGraphQL<Page>(app, query, { programId, ...variables }, admin)
    if (!data) throw new Error(JSON.stringify(errors))
    return data.managedEnrollments
  }
  t.match(await list(), { totalCount: 0, openCount: 0, finishedCount: 0, edges: [] })

  const begin = async (user: TestUser, minute: number) => {
    setClock(new Date(Date.UTC(2026, 4, 4, 12, minute)))
    return (await enroll(app, user, enrollment(programId))).enrollment!
  }
  const first = await begin(person, 1)
  await sendCommand(app, person, 'finishEnrollment', first.id)
  const second = await begin(person, 2)
  await sendCommand(app, person, 'pauseEnrollment', second.id)
  const third = await begin(other, 3)
  await begin(admin, 0)

  const all = await list()
  t.match(all, { totalCount: 4, openCount: 3, finishedCount: 1 })
  t.match(
    all.edges.slice(0, 3).map(({ node }) => node),
    [
      {
        enrollmentId: third.id,
        user: { username: other.username },
        enrollmentStatus: 'ACTIVE',
        programVersion: 1,
      },
      { enrollmentId: second.id, user: { username: person.username }, enrollmentStatus: 'PAUSED' },
      { enrollmentId: first.id, enrollmentStatus: 'FINISHED', enrolledAt: '2026-05-04T12:01:00.000Z' },
    ],
  )
  const page = await list({ first: 3 })
  const rest = await list({ first: 3, after: page.pageInfo.endCursor })
  t.same([...page.edges, ...rest.edges], all.edges)

  const own = await publish(app, person, { weeks: weeksOf(squat, bench) })
  for (const id of [own, newId()])
    t.equal(errorCodeOf(await queryGraphQL(app, query, { programId: id }, admin)), 'NOT_FOUND')
  t.equal(errorCodeOf(await queryGraphQL(app, query, { programId: 'x' }, admin)), 'BAD_USER_INPUT')
  t.equal(errorCodeOf(await queryGraphQL(app, query, { programId }, person)), 'FORBIDDEN')
})
