import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { App } from '../../../../src/app.js'
import { days } from '../../../../src/lib/quantities.js'
import {
  build,
  errorCodeOf,
  isolatedSettings,
  logIn,
  queryGraphQL,
  signUp,
  type TestUser,
} from '../../../helper.js'
import { manualClock } from '../../people/auth/requests.js'
import { program } from '../../training/programs/programs.js'
import {
  buildWithExercises,
  completed,
  done,
  entry,
  kg,
  newId,
  save,
} from '../../training/workouts/workouts.js'

interface Link {
  id: string
  url: string
  itemKind: string
  itemId: string
  expiresAt: string | null
}

interface Shared {
  kind: string
  title: string
  ownerUsername: string
  weekCount: number
  days: { name: string; exercises: { name: string; exercise: { id: string } | null; sets: object[] }[] }[]
}

async function run<Data>(app: App, query: string, variables: object, user?: TestUser): Promise<Data> {
  const { data, errors } = await queryGraphQL<Data>(app, query, variables, user)
  if (!data || errors) throw new Error(JSON.stringify(errors))
  return data
}

const tryCreate = (app: App, user: TestUser, input: object) =>
  queryGraphQL<{ createShareLink: { shareLink: Link; token: string } }>(
    app,
    `mutation($input: CreateShareLinkInput!) {
      createShareLink(input: $input) { token shareLink { id url itemKind itemId expiresAt } }
    }`,
    { input: { id: newId(), ...input } },
    user,
  )

async function create(app: App, user: TestUser, input: object) {
  const { data, errors } = await tryCreate(app, user, input)
  if (!data?.createShareLink) throw new Error(JSON.stringify(errors))
  return data.createShareLink
}

const tryRead = (app: App, token: string, week = 1) =>
  queryGraphQL<{ sharedItem: Shared }>(
    app,
    `query($token: String!, $week: Int!) {
      sharedItem(token: $token) {
        kind title ownerUsername weekCount
        days(week: $week) { name exercises { name exercise { id } sets { type minReps load { value unit } } } }
      }
    }`,
    { token, week },
  )

const read = async (app: App, token: string) => (await tryRead(app, token)).data!.sharedItem

const tryCopy = (app: App, user: TestUser, token: string, id = newId()) =>
  queryGraphQL<{
    copySharedItem: {
      conflict: string | null
      program: { id: string } | null
      routine: { id: string } | null
    }
  }>(
    app,
    `mutation($input: CopySharedItemInput!) {
      copySharedItem(input: $input) { conflict program { id title visibility } routine { id title notes exercises { exercise { id } } } }
    }`,
    { input: { token, newId: id } },
    user,
  )

const linksOf = async (app: App, user: TestUser) =>
  (await run<{ shareLinks: Link[] }>(app, '{ shareLinks { id url itemKind itemId expiresAt } }', {}, user))
    .shareLinks

const revoke = (app: App, user: TestUser, id: string) =>
  queryGraphQL(
    app,
    'mutation($input: RevokeShareLinkInput!) { revokeShareLink(input: $input) { revokedId } }',
    { input: { id } },
    user,
  )

const customExercisesOf = async (app: App, user: TestUser) => {
  const { exercises } = await run<{ exercises: { edges: { node: { id: string } }[] } }>(
    app,
    '{ exercises(filter: { scope: MINE }) { edges { node { id } } } }',
    {},
    user,
  )
  return exercises.edges.map(({ node }) => node)
}

const deleteExercise = (app: App, user: TestUser, id: string) =>
  run(
    app,
    'mutation($input: DeleteInput!) { deleteExercise(input: $input) { conflict } }',
    { input: { id } },
    user,
  )

const secret = 'only-the-owner-knows'

t.test('share links', async t => {
  const { clock, advance } = manualClock(new Date('2026-05-01T12:00:00.000Z'))
  const { app, bench } = await buildWithExercises(t, clock)
  const owner = await signUp(app)
  const [own, routineId] = [newId(), newId()]
  await run(
    app,
    'mutation($input: ExerciseInput!) { saveExercise(input: $input) { conflict } }',
    { input: { id: own, name: 'Own press', instructions: [secret] } },
    owner,
  )
  const saveRoutine = (user: TestUser, id: string) =>
    run(
      app,
      'mutation($input: RoutineInput!) { saveRoutine(input: $input) { conflict } }',
      {
        input: {
          ...{ id, title: 'Push <day>', notes: secret },
          exercises: [
            { id: newId(), exerciseId: bench, sets: [{ minReps: 5, load: kg(60), notes: secret }] },
            { id: newId(), exerciseId: own, sets: [{ minReps: 8 }] },
          ],
        },
      },
      user,
    )
  await saveRoutine(owner, routineId)
  const workout = completed({
    ...{ title: 'Evening', notes: secret },
    exercises: [entry(bench, [done({ load: kg(100), reps: 5 })], { notes: secret })],
  })
  await save(app, owner, workout)
  const plan = program(own, { title: 'Own plan', description: secret })
  await run(
    app,
    'mutation($input: ProgramInput!) { saveProgram(input: $input) { conflict } }',
    { input: plan },
    owner,
  )
  const subject = { routineId }

  t.test('show a routine to everybody, without notes', async t => {
    const id = newId()
    const { shareLink, token } = await create(app, owner, { id, subject })
    t.match(shareLink, { id, itemKind: 'ROUTINE', itemId: routineId, expiresAt: null })
    t.match(token, /^[\w-]{32}$/)
    t.ok(shareLink.url.endsWith(`/s/${token}`))
    t.equal((await create(app, owner, { id, subject })).token, token, 'the same token again')
    t.same(await linksOf(app, owner), [shareLink])
    const shared = await read(app, token)
    t.match(shared, { kind: 'ROUTINE', title: 'Push <day>', ownerUsername: owner.username, weekCount: 1 })
    t.same(shared.days, [
      {
        name: 'Push <day>',
        exercises: [
          {
            name: 'Barbell Bench Press',
            exercise: { id: bench },
            sets: [{ type: 'NORMAL', minReps: 5, load: kg(60) }],
          },
          { name: 'Own press', exercise: null, sets: [{ type: 'NORMAL', minReps: 8, load: null }] },
        ],
      },
    ])
    const { body, headers } = await app.inject({ method: 'GET', url: `/s/${token}` })
    t.match(headers['content-type'], 'text/html')
    t.match(body, '<meta property="og:title" content="Push &lt;day&gt;" />')
    t.match(body, `Shared by ${owner.username}`)
    t.notMatch(JSON.stringify(shared) + body, secret)
  })

  t.test('show workouts and the weeks of programs', async t => {
    const { token } = await create(app, owner, { subject: { workoutId: workout.id } })
    t.match(await read(app, token), {
      kind: 'WORKOUT',
      title: 'Evening',
      days: [{ exercises: [{ name: 'Barbell Bench Press', sets: [{ minReps: 5, load: kg(100) }] }] }],
    })
    const ofProgram = await create(app, owner, { subject: { programId: plan.id } })
    t.match(await read(app, ofProgram.token), { kind: 'PROGRAM', title: 'Own plan' })
    for (const week of [0, 1000]) {
      const { errors } = await tryRead(app, ofProgram.token, week)
      t.match(errors?.[0], { extensions: { code: 'BAD_USER_INPUT', field: 'week' } })
    }
    t.notMatch(JSON.stringify(await read(app, ofProgram.token)), secret)
  })

  t.test('are refused for a workout that is too large, and end when it becomes so', async t => {
    const large = (count: number) =>
      Array.from({ length: count }, () => entry(bench, [done({ load: kg(50), reps: 5 })]))
    const tooLarge = completed({ exercises: large(31) })
    await save(app, owner, tooLarge)
    const { errors } = await tryCreate(app, owner, { subject: { workoutId: tooLarge.id } })
    t.match(errors?.[0], { extensions: { code: 'BAD_USER_INPUT', field: 'input.subject.workoutId' } })
    const growing = completed({ title: 'Grows', exercises: large(30) })
    await save(app, owner, growing)
    const { token } = await create(app, owner, { subject: { workoutId: growing.id } })
    t.equal((await read(app, token)).title, 'Grows')
    await save(app, owner, { ...growing, expectedVersion: 1, exercises: large(31) })
    t.equal(errorCodeOf(await tryRead(app, token)), 'NOT_FOUND')
    t.equal((await app.inject({ method: 'GET', url: `/s/${token}` })).statusCode, 404)
  })

  t.test('are copied with the exercises of the owner, once', async t => {
    const caller = await signUp(app)
    const { token } = await create(app, owner, { subject })
    const copyId = newId()
    t.match((await tryCopy(app, caller, token, copyId)).data?.copySharedItem, {
      conflict: null,
      program: null,
      routine: { id: copyId, title: 'Push <day>', notes: null },
    })
    t.match((await tryCopy(app, caller, token, copyId)).data?.copySharedItem, { routine: { id: copyId } })
    const { routines, exercises } = await run<{
      routines: {
        totalCount: number
        edges: { node: { exercises: { exercise: { id: string; name: string } }[] } }[]
      }
      exercises: { edges: { node: { id: string; name: string; instructions: string[] } }[] }
    }>(
      app,
      `{
        routines { totalCount edges { node { exercises { exercise { id name } } } } }
        exercises(filter: { scope: MINE }) { edges { node { id name instructions } } }
      }`,
      {},
      caller,
    )
    t.equal(routines.totalCount, 1)
    const copied = routines.edges[0]!.node.exercises.map(({ exercise }) => exercise)
    t.same(
      copied.map(({ name }) => name),
      ['Barbell Bench Press', 'Own press'],
    )
    t.equal(exercises.edges.length, 1)
    t.match(exercises.edges[0]!.node, { id: copied[1]!.id, name: 'Own press', instructions: [] })
    t.not(copied[1]!.id, own)

    const ofProgram = await create(app, owner, { subject: { programId: plan.id } })
    t.match((await tryCopy(app, caller, ofProgram.token)).data?.copySharedItem, {
      conflict: null,
      routine: null,
      program: { title: 'Own plan', visibility: 'DRAFT' },
    })
    const ofWorkout = await create(app, owner, { subject: { workoutId: workout.id } })
    t.match((await tryCopy(app, caller, ofWorkout.token)).data?.copySharedItem, {
      routine: { title: 'Evening', notes: null },
    })
    const { me } = await run<{ me: { workoutsCompleted: number } }>(
      app,
      '{ me { workoutsCompleted } }',
      {},
      caller,
    )
    t.equal(me.workoutsCompleted, 0, 'a copied workout earns nothing')
    t.equal(errorCodeOf(await tryCopy(app, caller, 'x'.repeat(32))), 'NOT_FOUND')
  })

  t.test('are copied again after the caller has deleted the copied exercise', async t => {
    const caller = await signUp(app)
    const { token } = await create(app, owner, { subject })
    for (let copies = 0; copies < 3; copies++) {
      const id = newId()
      const copied = await tryCopy(app, caller, token, id)
      t.match(copied, { data: { copySharedItem: { conflict: null, routine: { id } } } })
      const exercises = await customExercisesOf(app, caller)
      t.equal(exercises.length, 1)
      await deleteExercise(app, caller, exercises[0]!.id)
    }
  })

  t.test('use an exercise that was copied before, even if its owner has changed it', async t => {
    const [sharer, caller, item, press] = [await signUp(app), await signUp(app), newId(), newId()]
    const saveExercise = (changes: object) =>
      run(
        app,
        'mutation($input: ExerciseInput!) { saveExercise(input: $input) { conflict } }',
        { input: { id: press, name: 'Press', ...changes } },
        sharer,
      )
    await saveExercise({})
    const exercises = [{ id: newId(), exerciseId: press, sets: [{ minReps: 5 }] }]
    await run(
      app,
      'mutation($input: RoutineInput!) { saveRoutine(input: $input) { conflict } }',
      { input: { id: item, title: 'Pull', exercises } },
      sharer,
    )
    const { token } = await create(app, sharer, { subject: { routineId: item } })
    await tryCopy(app, caller, token)
    const [copied] = await customExercisesOf(app, caller)
    await save(app, caller, completed({ exercises: [entry(copied!.id, [done({ load: kg(40), reps: 5 })])] }))
    await saveExercise({ expectedVersion: 1, trackingType: 'REPS_ONLY' })
    const again = await tryCopy(app, caller, token)
    t.match(again.data?.copySharedItem, {
      conflict: null,
      routine: { exercises: [{ exercise: { id: copied!.id } }] },
    })
    t.equal((await customExercisesOf(app, caller)).length, 1)
  })

  t.test('leave no copied exercise behind if the copy is refused', async t => {
    const caller = await signUp(app)
    const { token } = await create(app, owner, { subject })
    t.match((await tryCopy(app, caller, token, routineId)).data?.copySharedItem, {
      conflict: 'ID_TAKEN',
      routine: null,
    })
    t.same(await customExercisesOf(app, caller), [])
  })

  t.test('are copied without exercises that the owner has deleted', async t => {
    const [sharer, caller, item, deleted] = [await signUp(app), await signUp(app), newId(), newId()]
    await run(
      app,
      'mutation($input: ExerciseInput!) { saveExercise(input: $input) { conflict } }',
      { input: { id: deleted, name: 'Gone' } },
      sharer,
    )
    const exercises = [deleted, bench].map(exerciseId => ({
      id: newId(),
      exerciseId,
      sets: [{ minReps: 5 }],
    }))
    await run(
      app,
      'mutation($input: RoutineInput!) { saveRoutine(input: $input) { conflict } }',
      { input: { id: item, title: 'Pull', exercises } },
      sharer,
    )
    await deleteExercise(app, sharer, deleted)
    const { token } = await create(app, sharer, { subject: { routineId: item } })
    for (const user of [caller, sharer])
      t.match((await tryCopy(app, user, token)).data?.copySharedItem, {
        conflict: null,
        routine: { exercises: [{ exercise: { id: bench } }] },
      })
  })

  t.test('end when they are revoked, expire, or lose their item or owner', async t => {
    const sharer = await signUp(app)
    const item = newId()
    const saveItem = () =>
      run(
        app,
        'mutation($input: RoutineInput!) { saveRoutine(input: $input) { conflict } }',
        { input: { id: item, title: 'Pull', exercises: [] } },
        sharer,
      )
    await saveItem()
    const saveAnother = async () => {
      const id = newId()
      await run(
        app,
        'mutation($input: RoutineInput!) { saveRoutine(input: $input) { conflict } }',
        { input: { id, title: 'Legs', exercises: [] } },
        sharer,
      )
      return id
    }
    const share = async (more: object = {}) => {
      const { shareLink, token } = await create(app, sharer, { subject: { routineId: item }, ...more })
      t.equal((await read(app, token)).title, 'Pull')
      return { ...shareLink, token }
    }
    const isGone = async (token: string) => {
      t.equal(errorCodeOf(await tryRead(app, token)), 'NOT_FOUND')
      t.equal((await app.inject({ method: 'GET', url: `/s/${token}` })).statusCode, 404)
      t.equal(errorCodeOf(await tryCopy(app, owner, token)), 'NOT_FOUND')
    }
    const revoked = await share()
    t.equal(errorCodeOf(await revoke(app, owner, revoked.id)), 'NOT_FOUND', 'others cannot revoke it')
    t.notOk((await revoke(app, sharer, revoked.id)).errors)
    t.notOk((await revoke(app, sharer, revoked.id)).errors)
    await isGone(revoked.token)
    t.equal(
      errorCodeOf(await tryCreate(app, sharer, { id: revoked.id, subject: { routineId: item } })),
      'CONFLICT',
      'sending it again does not bring it back',
    )
    t.same(await linksOf(app, sharer), [])

    const short = await share({ expiresAt: new Date(clock().getTime() + 1 * days).toISOString() })
    const lasting = await share()
    const findNode = (id: string) =>
      queryGraphQL(app, 'query($id: ID!) { node(id: $id) { id } }', { id }, sharer)
    t.match((await findNode(short.id)).data, { node: { id: short.id } })
    advance(1 * days)
    await isGone(short.token)
    t.equal(errorCodeOf(await findNode(short.id)), 'NOT_FOUND')
    t.equal(
      errorCodeOf(
        await tryCreate(app, sharer, {
          id: short.id,
          subject: { routineId: item },
          expiresAt: short.expiresAt,
        }),
      ),
      'CONFLICT',
      'a link that has expired is not returned again',
    )
    t.same(
      (await linksOf(app, sharer)).map(({ id }) => id),
      [lasting.id],
    )

    await run(
      app,
      'mutation($input: DeleteInput!) { deleteRoutine(input: $input) { conflict } }',
      { input: { id: item } },
      sharer,
    )
    await isGone(lasting.token)

    const { token } = await create(app, sharer, { subject: { routineId: await saveAnother() } })
    await app.features.services.account.setEnabled(sharer.id, false)
    await isGone(token)
    await app.features.services.account.setEnabled(sharer.id, true)
    t.equal((await read(app, token)).title, 'Legs')
  })

  t.test('are refused for items of others, invalid input and beyond the limit', async t => {
    const stranger = await signUp(app)
    for (const item of [{ routineId }, { workoutId: workout.id }, { programId: plan.id }])
      t.equal(errorCodeOf(await tryCreate(app, stranger, { subject: item })), 'NOT_FOUND')
    const invalid: [object, string][] = [
      [{ id: 'x', subject }, 'input.id'],
      [{ subject: { routineId: 'x' } }, 'input.subject.routineId'],
      [{ subject, expiresAt: '2026-04-01T00:00:00.000Z' }, 'input.expiresAt'],
    ]
    for (const [input, field] of invalid) {
      const { errors } = await tryCreate(app, owner, input)
      t.match(errors?.[0], { extensions: { code: 'BAD_USER_INPUT', field } }, field)
    }
    const [link] = await linksOf(app, owner)
    t.equal(errorCodeOf(await tryCreate(app, stranger, { id: link!.id, subject })), 'CONFLICT')
    for (const token of ['', 'x', 'x'.repeat(32), 'x'.repeat(100_000)])
      t.equal(errorCodeOf(await tryRead(app, token)), 'NOT_FOUND', token.slice(0, 40))
    for (let count = (await linksOf(app, owner)).length; count < 100; count++)
      await create(app, owner, { subject })
    t.equal(errorCodeOf(await tryCreate(app, owner, { subject })), 'CONFLICT')
  })

  t.test('end with the account of their owner', async t => {
    const sharer = await signUp(app)
    const id = newId()
    await run(
      app,
      'mutation($input: RoutineInput!) { saveRoutine(input: $input) { conflict } }',
      { input: { id, title: 'Legs', exercises: [] } },
      sharer,
    )
    const { token } = await create(app, sharer, { subject: { routineId: id } })
    const password = sharer.password
    await run(
      app,
      'mutation($input: DeleteAccountInput!) { deleteAccount(input: $input) { __typename } }',
      { input: { password } },
      sharer,
    )
    t.equal(errorCodeOf(await tryRead(app, token)), 'NOT_FOUND')
  })
})

t.test('keeps the URLs of share links valid when the signing key is replaced', async t => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const newKey = join(t.testdir(), 'new.key')
  writeFileSync(newKey, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const settings = isolatedSettings(t)
  const before = await build(t, { settings })
  const owner = await signUp(before)
  const input = { id: newId(), title: 'Push', exercises: [] }
  await run(
    before,
    'mutation($input: RoutineInput!) { saveRoutine(input: $input) { conflict } }',
    { input },
    owner,
  )
  const draft = { id: newId(), subject: { routineId: input.id } }
  const { token: previous } = await create(before, owner, draft)
  await before.close()

  const app = await build(t, { settings: { ...settings, JWT_PRIVATE_KEY_PATH: newKey } })
  const { accessToken } = await logIn(app, owner.email, owner.password)
  const user = { ...owner, token: accessToken, headers: { authorization: `Bearer ${accessToken}` } }
  t.equal((await read(app, previous)).title, 'Push')
  const [link] = await linksOf(app, user)
  const current = new URL(link!.url).pathname.slice('/s/'.length)
  t.not(current, previous)
  for (const token of [current, previous]) t.equal((await read(app, token)).title, 'Push')
  t.equal((await create(app, user, draft)).token, current)
  await revoke(app, user, draft.id)
  for (const token of [current, previous]) t.equal(errorCodeOf(await tryRead(app, token)), 'NOT_FOUND')
})
