import t from 'tap'
import type { Database } from '../../../../src/platform/database/database.js'
import { queryGraphQL, errorCodeOf, signUp, type TestUser } from '../../../helper.js'
import {
  archive,
  copy,
  day,
  buildWithExercises,
  list,
  newId,
  planned,
  program,
  publish,
  read,
  remove,
  save,
  tryChange,
  tryCopy,
  tryList,
  trySave,
  week,
} from './programs.js'

const slugsOf = async (...given: Parameters<typeof list>) =>
  (await list(...given)).edges.map(({ node }) => node.slug)

t.test('hides the programs of users from other users', async t => {
  const { app, bench } = await buildWithExercises(t)
  const [owner, stranger] = [await signUp(app), await signUp(app)]
  const [draft, published, archived] = [program(bench), program(bench), program(bench)]
  for (const input of [draft, published, archived]) await save(app, owner, input)
  await publish(app, owner, published.id)
  await publish(app, owner, archived.id)
  await archive(app, owner, archived.id)

  for (const { id } of [draft, published, archived]) {
    t.match((await read(app, owner, id)).data?.program, { id, isMine: true })
    t.equal(errorCodeOf(await read(app, stranger, id)), 'NOT_FOUND')
    const node = await queryGraphQL(
      app,
      'query($id: ID!) { node(id: $id) { __typename id } }',
      { id },
      stranger,
    )
    t.equal(errorCodeOf(node), 'NOT_FOUND')
    t.equal(errorCodeOf(await tryChange(app, stranger, 'publishProgram', id)), 'NOT_FOUND')
    t.equal(errorCodeOf(await tryChange(app, stranger, 'archiveProgram', id)), 'NOT_FOUND')
    t.equal(errorCodeOf(await tryCopy(app, stranger, id, newId())), 'NOT_FOUND')
    t.match(await remove(app, stranger, id), { conflict: 'ID_TAKEN', record: null, version: null })
    t.match(await save(app, stranger, { ...draft, id }), { conflict: 'ID_TAKEN', program: null })
    await t.rejects(app.features.services.programs.version(stranger.id, id, null), { code: 'NOT_FOUND' })
  }
  t.same(await slugsOf(app, stranger), [])
  t.equal((await list(app, owner)).totalCount, 3)
})

t.test('does not show uncommitted public programs to other users', async t => {
  const seen: { database?: Database } = {}
  const { app, bench } = await buildWithExercises(t, undefined, {
    observe: database => (seen.database = database),
  })
  const [admin, reader] = [await signUp(app, { role: 'ADMIN' }), await signUp(app)]
  const input = program(bench)
  await save(app, admin, input)
  const { programs } = app.features.services
  const change = seen.database!.transaction(admin.id, async () => {
    await programs.commands.publish(admin.id, { id: input.id, expectedVersion: null }, 'input')
    // Fill the cache of public programs.
    await programs.recommend(admin.id, 20)
    throw new Error('taken back')
  })
  await t.rejects(change, { message: 'taken back' })
  t.same(await slugsOf(app, reader), [])
})

t.test('requires a token', async t => {
  const { app, bench } = await buildWithExercises(t)
  t.equal(errorCodeOf(await read(app, undefined, newId())), 'UNAUTHENTICATED')
  t.equal(errorCodeOf(await tryList(app, undefined)), 'UNAUTHENTICATED')
  const anonymous = { headers: {} } as TestUser
  t.equal(errorCodeOf(await trySave(app, anonymous, program(bench))), 'UNAUTHENTICATED')
  t.equal(errorCodeOf(await tryCopy(app, anonymous, newId(), newId())), 'UNAUTHENTICATED')
  t.equal(errorCodeOf(await tryChange(app, anonymous, 'publishProgram', newId())), 'UNAUTHENTICATED')
  t.equal(errorCodeOf(await queryGraphQL(app, '{ recommendedPrograms { score } }')), 'UNAUTHENTICATED')
  const deletion = await queryGraphQL(
    app,
    `mutation { deleteProgram(input: { id: "${newId()}" }) { recordId } }`,
  )
  t.equal(errorCodeOf(deletion), 'UNAUTHENTICATED')
})

t.test('shows programs that an administrator publishes to everyone until they are archived', async t => {
  const { app, bench } = await buildWithExercises(t)
  const [admin, user] = [await signUp(app, { role: 'ADMIN' }), await signUp(app)]
  const { programs } = app.features.services
  const input = program(bench, { slug: 'for-all' })
  await save(app, admin, input)
  t.equal(errorCodeOf(await read(app, user, input.id)), 'NOT_FOUND', 'other users do not find a draft')
  await publish(app, admin, input.id)
  t.match((await read(app, user, input.id)).data?.program, {
    id: input.id,
    version: 2,
    slug: 'for-all',
    isMine: false,
    isBuiltIn: false,
    visibility: 'PUBLISHED',
    publishedVersion: 1,
    weeks: [{ days: [{ exercises: [{ exerciseId: bench }] }, { isRest: true }] }],
  })
  t.match(await programs.version(user.id, input.id, null), { number: 1 })
  t.same(await slugsOf(app, user), ['for-all'])
  t.same(await slugsOf(app, admin), ['for-all'], 'lists a public program of the caller once')
  t.match(await copy(app, user, input.id, newId()), { conflict: null, program: { isMine: true } })
  const node = await queryGraphQL(
    app,
    'query($id: ID!) { node(id: $id) { __typename ... on Program { slug isMine } } }',
    { id: input.id },
    user,
  )
  t.same(node.data?.node, { __typename: 'Program', slug: 'for-all', isMine: false })

  await save(app, admin, { ...input, title: 'Better', expectedVersion: 2 })
  t.match((await read(app, user, input.id)).data?.program, { title: 'Better', publishedVersion: 2 })
  t.equal(errorCodeOf(await tryChange(app, user, 'archiveProgram', input.id)), 'NOT_FOUND')
  await archive(app, admin, input.id)
  t.equal(errorCodeOf(await read(app, user, input.id)), 'NOT_FOUND')
  t.match(await programs.version(user.id, input.id, 1), { number: 1 }, 'enrolled users continue')
  await publish(app, admin, input.id)
  await remove(app, admin, input.id)
  t.equal(errorCodeOf(await read(app, user, input.id)), 'NOT_FOUND')
  t.same((await slugsOf(app, user)).length, 1, 'lists only the copy')
})

t.test('rejects custom exercises in public programs, and gives public programs unique slugs', async t => {
  const { app, bench } = await buildWithExercises(t)
  const admins = [await signUp(app, { role: 'ADMIN' }), await signUp(app, { role: 'ADMIN' })] as const
  const exercise = {
    id: newId(),
    name: 'Mine',
    category: 'STRENGTH',
    level: 'BEGINNER',
    trackingType: 'REPS_ONLY',
  }
  const made = await queryGraphQL(
    app,
    'mutation($input: ExerciseInput!) { saveExercise(input: $input) { exercise { id } conflict } }',
    {
      input: {
        ...exercise,
        equipment: [],
        primaryMuscles: [],
        secondaryMuscles: [],
        instructions: [],
        aliases: [],
      },
    },
    admins[0],
  )
  t.match(made.data, { saveExercise: { conflict: null } }, JSON.stringify(made.errors))
  const own = program(exercise.id)
  await save(app, admins[0], own)
  const refused = await tryChange(app, admins[0], 'publishProgram', own.id)
  t.equal(errorCodeOf(refused), 'BAD_USER_INPUT')
  t.match(
    refused.errors![0]!.message,
    /^program\.weeks\[0\]\.days\[0\]\.exercises\[0\]\.exerciseId must be the id of an exercise of the catalogue, because/,
  )
  const published = program(bench, { slug: 'same' })
  await save(app, admins[0], published)
  await publish(app, admins[0], published.id)
  const weeks = [week(day([planned(bench), planned(exercise.id)]))]
  t.equal(
    errorCodeOf(await trySave(app, admins[0], { ...published, weeks, expectedVersion: 2 })),
    'BAD_USER_INPUT',
  )

  const second = program(bench, { slug: 'same' })
  await save(app, admins[1], second)
  const { program: shown } = await publish(app, admins[1], second.id)
  t.equal(shown!.slug, `same-${second.id.slice(-6)}`)
})

t.test('accepts custom exercises only in programs of their owner', async t => {
  const { app } = await buildWithExercises(t)
  const [owner, other] = [await signUp(app), await signUp(app)]
  const exercise = {
    id: newId(),
    name: 'Mine',
    category: 'STRENGTH',
    level: 'BEGINNER',
    trackingType: 'REPS_ONLY',
  }
  await queryGraphQL(
    app,
    'mutation($input: ExerciseInput!) { saveExercise(input: $input) { exercise { id } conflict } }',
    {
      input: {
        ...exercise,
        equipment: ['BANDS'],
        primaryMuscles: ['CHEST'],
        secondaryMuscles: [],
        instructions: [],
        aliases: [],
      },
    },
    owner,
  )
  t.match(await save(app, owner, program(exercise.id)), { conflict: null, program: { equipment: ['BANDS'] } })
  const refused = await trySave(app, other, program(exercise.id))
  t.equal(errorCodeOf(refused), 'BAD_USER_INPUT')
  t.match(
    refused.errors![0]!.message,
    /^input\.weeks\[0\]\.days\[0\]\.exercises\[0\]\.exerciseId must be the id of an exercise/,
  )
  const { data } = await queryGraphQL<{
    programs: { edges: { node: { weeks: { days: { exercises: object[] }[] }[] } }[] }
  }>(
    app,
    '{ programs(first: 1) { edges { node { weeks(first: 1) { days { exercises { exercise { name } } } } } } } }',
    {},
    owner,
  )
  t.same(data!.programs.edges[0]!.node.weeks[0]!.days[0]!.exercises, [{ exercise: { name: 'Mine' } }])
})
