import t from 'tap'
import { queryGraphQL, errorCodeOf, signUp, type TestUser } from '../../../helper.js'
import { buildWithPrograms } from '../../training/programs/programs.js'
import {
  archive,
  enroll,
  enrollment,
  buildWithExercises,
  linear,
  planned,
  publish,
  read,
  sendCommand,
  weeksOf,
  type Input,
} from './enrollments.js'

const contents = `
  program { id title publishedVersion durationWeeks }
  programVersion {
    __typename id number publishedAt title durationWeeks sessionsPerWeek program { id }
    weeks(first: 2) { number days { name exercises { exerciseId sets { minReps } } } }
  }`

interface Trained {
  program: { id: string; title: string } | null
  programVersion: { id: string; number: number; weeks: object[] }
}

const trainedBy = async (app: Parameters<typeof read>[0], user: TestUser) =>
  (await read<{ activeEnrollment: Trained }>(app, user, `{ activeEnrollment { ${contents} } }`))
    .activeEnrollment

const nodeOf = (app: Parameters<typeof read>[0], user: TestUser | undefined, id: string) =>
  queryGraphQL<{ node: Input | null }>(
    app,
    `query($id: ID!) {
      node(id: $id) { __typename id ... on ProgramVersion { number title durationWeeks weeks(first: 2) { number } } }
    }`,
    { id },
    user,
  )

t.test('returns the program and its enrolled version as separate nodes', async t => {
  const { app, person, squat, bench } = await buildWithExercises(t)
  const programId = await publish(app, person, { weeks: weeksOf(squat, bench) })
  const { enrollment: enrolled } = await enroll(app, person, enrollment(programId))
  const before = await trainedBy(app, person)
  t.match(before, {
    program: { id: programId, publishedVersion: 1, durationWeeks: 2 },
    programVersion: {
      ...{ __typename: 'ProgramVersion', id: /^[0-9a-f]{24}$/, number: 1, title: 'Of my own' },
      ...{ durationWeeks: 2, sessionsPerWeek: 2, program: { id: programId } },
      weeks: [{ number: 1, days: [{ exercises: [{ exerciseId: squat }] }, {}, {}] }, { number: 2 }],
    },
  })
  t.not(before.programVersion.id, programId)

  const days = [[planned(bench, linear, {})]]
  await publish(app, person, { id: programId, expectedVersion: 2, weeks: [{ days }] })
  const saved = await trainedBy(app, person)
  t.same(saved.programVersion, before.programVersion, 'the trained version keeps its id')
  t.match(
    saved.program,
    { id: programId, publishedVersion: 2, durationWeeks: 1 },
    'the program shows its latest version',
  )
  const { program } = await read<{ program: object }>(
    app,
    person,
    `{ program(id: "${programId}") { id title publishedVersion durationWeeks } }`,
  )
  t.same(saved.program, program)

  await sendCommand(app, person, 'upgradeEnrollment', enrolled!.id)
  const upgraded = await trainedBy(app, person)
  t.match(upgraded.programVersion, { number: 2, durationWeeks: 1 })
  t.not(upgraded.programVersion.id, before.programVersion.id)
  for (const { id, number } of [before.programVersion, upgraded.programVersion])
    t.match((await nodeOf(app, person, id)).data?.node, { __typename: 'ProgramVersion', id, number })
})

t.test('resolves the version of a private program for its owner only', async t => {
  const { app, person, squat, bench } = await buildWithExercises(t)
  const stranger = await signUp(app)
  const programId = await publish(app, person, { weeks: weeksOf(squat, bench) })
  await enroll(app, person, enrollment(programId))
  const { programVersion } = await trainedBy(app, person)
  t.match((await nodeOf(app, person, programVersion.id)).data?.node, { number: 1, durationWeeks: 2 })
  t.equal(errorCodeOf(await nodeOf(app, stranger, programVersion.id)), 'NOT_FOUND')
  t.equal(errorCodeOf(await nodeOf(app, undefined, programVersion.id)), 'NOT_FOUND')

  await read(app, person, 'mutation($id: ID!) { deleteProgram(input: { id: $id }) { conflict } }', {
    id: programId,
  })
  t.match(await trainedBy(app, person), { program: null, programVersion: { number: 1, program: null } })
  t.match((await nodeOf(app, person, programVersion.id)).data?.node, { number: 1, durationWeeks: 2 })
})

t.test(
  'resolves the version of a public program for everyone, and of an archived one for enrolled users',
  async t => {
    const { app, person, squat, bench } = await buildWithExercises(t)
    const [admin, stranger] = [await signUp(app, { role: 'ADMIN' }), await signUp(app)]
    const programId = await publish(app, admin, { weeks: weeksOf(squat, bench) })
    await enroll(app, person, enrollment(programId))
    const { programVersion } = await trainedBy(app, person)
    for (const one of [admin, person, stranger])
      t.match((await nodeOf(app, one, programVersion.id)).data?.node, { number: 1 })
    t.equal(errorCodeOf(await nodeOf(app, undefined, programVersion.id)), 'NOT_FOUND')

    await archive(app, admin, programId)
    t.match(await trainedBy(app, person), { program: null, programVersion: { number: 1, program: null } })
    for (const one of [admin, person])
      t.match((await nodeOf(app, one, programVersion.id)).data?.node, { number: 1 })
    t.equal(errorCodeOf(await nodeOf(app, stranger, programVersion.id)), 'NOT_FOUND')
  },
)

t.test('returns a built-in program version in the language of the request', async t => {
  const app = await buildWithPrograms(t, () => new Date('2026-05-04T12:00:00.000Z'))
  const user = await signUp(app)
  const { programs } = await read<{ programs: { edges: { node: { id: string } }[] } }>(
    app,
    user,
    '{ programs(search: "Push, Pull") { edges { node { id } } } }',
  )
  await enroll(app, user, enrollment(programs.edges[0]!.node.id))
  const titles =
    '{ activeEnrollment { program { title } programVersion { title weeks(first: 1) { number } } } }'
  const inGerman = { headers: { ...user.headers, 'accept-language': 'de' } }
  const german = await queryGraphQL<{ activeEnrollment: Trained & { programVersion: { title: string } } }>(
    app,
    titles,
    {},
    inGerman,
  )
  const { program, programVersion } = german.data!.activeEnrollment
  t.match(programVersion, { title: program!.title, weeks: [{ number: 1 }] })
})
