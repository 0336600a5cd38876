import t from 'tap'
import { queryGraphQL, errorCodeOf, signUp } from '../../../helper.js'
import {
  archive,
  copy,
  day,
  buildWithExercises,
  kg,
  list,
  newId,
  planned,
  plannedSet,
  program,
  publish,
  read,
  remove,
  save,
  tryChange,
  tryCopy,
  trySave,
  week,
} from './programs.js'

t.test('saves and returns a program', async t => {
  const { app, bench, pullUp } = await buildWithExercises(t)
  const user = await signUp(app)
  const set = {
    type: 'FAILURE',
    minReps: 6,
    maxReps: 10,
    load: kg(42.5),
    rpe: 8.5,
    percentOfOneRepMax: 72.5,
    restSeconds: 90,
    durationSeconds: 30.5,
    distanceMeters: 12.5,
    notes: 'Slowly.\nNo bounce.',
  }
  const progression = {
    type: 'DOUBLE',
    key: 'heavy',
    increment: kg(1.25),
    successes: 2,
    failures: 4,
    deloadPercent: 15,
    minReps: 6,
    maxReps: 10,
    reps: 30,
  }
  const exercise = { exerciseId: bench, supersetId: 'one', sets: [set], progression }
  const entryId = newId()
  const input = {
    id: newId(),
    slug: 'my-plan',
    title: ' My Plan ',
    description: 'Two lines,\r\nwell written.',
    level: 'INTERMEDIATE',
    goal: 'build_muscle',
    workoutSplit: 'custom',
    weeks: [
      {
        number: 1,
        label: 'First',
        isDeload: false,
        days: [day([{ ...exercise, id: entryId }]), day([planned(pullUp)], { name: 'B' })],
      },
      { label: null, isDeload: true, days: [day([], { name: 'Rest', isRest: true })] },
    ],
  }
  const { conflict, program: saved } = await save(app, user, input)
  t.equal(conflict, null)
  t.match(saved, {
    id: input.id,
    version: 1,
    slug: 'my-plan',
    title: 'My Plan',
    description: 'Two lines,\nwell written.',
    programLevel: 'INTERMEDIATE',
    goal: 'build_muscle',
    workoutSplit: 'custom',
    visibility: 'DRAFT',
    publishedVersion: null,
    isMine: true,
    isBuiltIn: false,
    durationWeeks: 2,
    sessionsPerWeek: 2,
    equipment: ['BARBELL', 'PULL_UP_BAR', 'BENCH'],
  })
  t.match(saved!.weeks, [
    { number: 1, label: 'First', isDeload: false, days: [{ name: 'A', isRest: false }, { name: 'B' }] },
    { number: 2, label: null, isDeload: true, days: [{ name: 'Rest', isRest: true, exercises: [] }] },
  ])
  t.same(saved!.weeks[0]!.days[0]!.exercises, [{ ...exercise, entryId }])
  t.match(saved!.weeks[0]!.days[1]!.exercises[0], {
    supersetId: null,
    sets: [{ type: 'NORMAL', minReps: 5, maxReps: null, load: null, restSeconds: null, notes: null }],
    progression: null,
  })
  t.same((await read(app, user, input.id)).data!.program, saved)
})

t.test('fills in the defaults of a rule', async t => {
  const { app, bench } = await buildWithExercises(t)
  const user = await signUp(app)
  const exercise = planned(bench, { progression: { type: 'LINEAR' } })
  const { program: saved } = await save(app, user, program(bench, { weeks: [week(day([exercise]))] }))
  t.same(saved!.weeks[0]!.days[0]!.exercises[0]!.progression, {
    type: 'LINEAR',
    key: null,
    increment: null,
    successes: 1,
    failures: 3,
    deloadPercent: 10,
    minReps: null,
    maxReps: null,
    reps: null,
  })
})

t.test('applies versions and conflicts as for all owned records', async t => {
  const { app, bench } = await buildWithExercises(t)
  const [owner, other] = [await signUp(app), await signUp(app)]
  const first = program(bench)
  t.match(await save(app, owner, first), { conflict: null, program: { version: 1 } })
  t.match(
    await save(app, owner, first),
    { conflict: null, program: { version: 1 } },
    'a repeated save changes nothing',
  )
  t.match(await save(app, other, first), { conflict: 'ID_TAKEN', program: null })
  const second = { ...first, title: 'Second', expectedVersion: 1 }
  t.match(await save(app, owner, second), { conflict: null, program: { version: 2, title: 'Second' } })
  t.match(await save(app, owner, { ...second, title: 'Third' }), {
    conflict: 'VERSION',
    program: { version: 2 },
  })
  t.match(await save(app, owner, program(bench, { expectedVersion: 4 })), {
    conflict: 'UNKNOWN',
    program: null,
  })
  t.match(await remove(app, other, first.id), { conflict: 'ID_TAKEN', record: null })
  t.match(await remove(app, owner, first.id, 1), { conflict: 'VERSION', record: { version: 2 } })
  t.match(await remove(app, owner, first.id, 2), { conflict: null, version: 3, record: null })
  t.match(await save(app, owner, { ...second, title: 'Fourth' }), { conflict: 'DELETED', program: null })
  t.equal(errorCodeOf(await read(app, owner, first.id)), 'NOT_FOUND')
  t.equal((await list(app, owner)).totalCount, 0)
})

t.test('publishes and archives a program, and keeps its visibility when it is saved', async t => {
  const { app, bench } = await buildWithExercises(t)
  const user = await signUp(app)
  const input = program(bench)
  await save(app, user, input)
  const state = (visibility: string, publishedVersion: number | null, version: number) => ({
    conflict: null,
    program: { visibility, publishedVersion, version },
  })
  t.match(await publish(app, user, input.id, 7), { conflict: 'VERSION', program: { visibility: 'DRAFT' } })
  t.match(await publish(app, user, input.id, 1), state('PUBLISHED', 1, 2))
  t.match(
    await publish(app, user, input.id),
    state('PUBLISHED', 1, 2),
    'a repeated publication changes nothing',
  )
  t.match(
    await save(app, user, input),
    { conflict: null, program: { version: 2 } },
    'a repeated save changes nothing',
  )
  const changed = { ...input, title: 'Better', expectedVersion: 2 }
  t.match(await save(app, user, changed), state('PUBLISHED', 2, 3), 'publishes on save')
  t.match(await archive(app, user, input.id), state('ARCHIVED', 2, 4))
  t.match(await save(app, user, { ...changed, title: 'Best', expectedVersion: 4 }), state('ARCHIVED', 2, 5))
  t.match(await publish(app, user, input.id), state('PUBLISHED', 3, 6))
  await archive(app, user, input.id)
  t.match(await publish(app, user, input.id), state('PUBLISHED', 3, 8), 'creates no version without changes')
})

t.test('archives a program that contains a deleted exercise', async t => {
  const { app } = await buildWithExercises(t)
  const user = await signUp(app)
  const id = newId()
  const own = { id, name: 'Stone carry', primaryMuscles: ['GLUTES'] }
  await queryGraphQL(
    app,
    'mutation($own: ExerciseInput!) { saveExercise(input: $own) { conflict } }',
    { own },
    user,
  )
  const input = program(id)
  await save(app, user, input)
  await publish(app, user, input.id)
  await queryGraphQL(
    app,
    'mutation($id: ID!) { deleteExercise(input: { id: $id }) { conflict } }',
    { id },
    user,
  )
  t.match(await archive(app, user, input.id), { conflict: null, program: { visibility: 'ARCHIVED' } })
  const refused = await trySave(app, user, program(id))
  t.match(refused.errors?.[0]?.message, /^input\.weeks\[0\]\.days\[0\]\.exercises\[0\]\.exerciseId /)
})

t.test('keeps a published version when the program is changed, archived or deleted', async t => {
  const { app, bench } = await buildWithExercises(t)
  const user = await signUp(app)
  const { programs } = app.features.services
  const input = program(bench)
  const version = (number: number | null) => programs.version(user.id, input.id, number)
  await save(app, user, input)
  await t.rejects(version(null), { code: 'BAD_USER_INPUT', message: /publish it first/ })
  await publish(app, user, input.id)
  const first = structuredClone(await version(null))
  t.match(first, {
    programId: input.id,
    number: 1,
    title: 'My Program',
    durationWeeks: 1,
    sessionsPerWeek: 1,
  })
  const weeks = [week(day([planned(bench), planned(bench)])), week(day())]
  await save(app, user, { ...input, title: 'Second', weeks, expectedVersion: 2 })
  t.match(await version(null), { number: 2, title: 'Second', durationWeeks: 2 })
  t.same(await version(1), first)
  await archive(app, user, input.id)
  await t.rejects(version(null), { code: 'BAD_USER_INPUT' })
  t.same(await version(1), first)
  await remove(app, user, input.id)
  await t.rejects(version(null), { code: 'NOT_FOUND' })
  t.same(await version(1), first)
  await t.rejects(version(3), { code: 'NOT_FOUND' })
})

t.test('rejects publishing a program without a training day', async t => {
  const { app, bench } = await buildWithExercises(t)
  const user = await signUp(app)
  const input = program(bench, { weeks: [week(day([], { isRest: true }))] })
  await save(app, user, input)
  const refused = await tryChange(app, user, 'publishProgram', input.id)
  t.equal(errorCodeOf(refused), 'BAD_USER_INPUT')
  t.match(refused.errors![0]!.message, /^program\.weeks must have a training day/)
  t.match((await read(app, user, input.id)).data!.program, { visibility: 'DRAFT', version: 1 })
})

t.test('gives the programs of a user unique slugs, and keeps them when the title changes', async t => {
  const { app, bench } = await buildWithExercises(t)
  const [user, other] = [await signUp(app), await signUp(app)]
  const slugOf = async (input: object) =>
    (await save(app, user, { ...program(bench), ...input })).program!.slug
  const id = newId()
  t.equal(await slugOf({ id, title: 'Über Würmer – 5 × 5' }), 'uber-wurmer-5-5')
  t.equal(
    await slugOf({ id, title: 'Else', expectedVersion: 1 }),
    'uber-wurmer-5-5',
    'keeps the slug of the first title',
  )
  const second = newId()
  t.equal(await slugOf({ id: second, slug: 'uber-wurmer-5-5' }), `uber-wurmer-5-5-${second.slice(-6)}`)
  t.equal(await slugOf({ title: '你好' }), 'program')
  await remove(app, user, id)
  t.equal(
    await slugOf({ slug: 'uber-wurmer-5-5' }),
    'uber-wurmer-5-5',
    'the slug of a deleted program is available',
  )
  const { program: theirs } = await save(app, other, program(bench, { slug: 'uber-wurmer-5-5' }))
  t.equal(theirs!.slug, 'uber-wurmer-5-5', 'other users can use the slug')
})

t.test('copies a program into an independent draft', async t => {
  const { app, bench } = await buildWithExercises(t)
  const user = await signUp(app)
  const original = program(bench)
  await save(app, user, original)
  await publish(app, user, original.id)
  const id = newId()
  const made = await copy(app, user, original.id, id)
  t.match(made, { conflict: null, program: { id, version: 1, title: 'My Program', visibility: 'DRAFT' } })
  t.not(made.program!.slug, 'my-program')
  const [mine, theirs] = [made.program!, (await read(app, user, original.id)).data!.program!].map(
    ({ weeks }) => weeks[0]!.days[0]!.exercises[0]!,
  )
  t.equal(mine!.exerciseId, theirs!.exerciseId)
  t.not(mine!['entryId'], theirs!['entryId'])
  t.match(
    await copy(app, user, original.id, id),
    { conflict: null, program: { id, version: 1 } },
    'a repeated copy changes nothing',
  )
  await save(app, user, { ...original, id, title: 'Mine', expectedVersion: 1 })
  t.match(await copy(app, user, original.id, id), {
    conflict: null,
    program: { version: 2, title: 'Mine' },
  })
  t.equal(errorCodeOf(await tryCopy(app, user, newId(), newId())), 'NOT_FOUND')
  t.match(await copy(app, await signUp(app), original.id, newId()).catch(String), /NOT_FOUND|no such program/)
})

t.test('returns the same copy for a repeated request if the original was changed or deleted', async t => {
  const { app, bench } = await buildWithExercises(t)
  const user = await signUp(app)
  const original = program(bench)
  await save(app, user, original)
  const id = newId()
  await copy(app, user, original.id, id)
  await save(app, user, { ...original, title: 'Changed', expectedVersion: 1 })
  t.match(await copy(app, user, original.id, id), {
    conflict: null,
    program: { version: 1, title: 'My Program' },
  })
  const other = { ...program(bench), title: 'Other' }
  await save(app, user, other)
  t.match(await copy(app, user, other.id, id), { conflict: 'VERSION', program: { title: 'My Program' } })

  const stranger = await signUp(app)
  await remove(app, user, original.id)
  t.match(await copy(app, user, original.id, id), { conflict: null, program: { id, version: 1 } })
  t.equal(errorCodeOf(await tryCopy(app, stranger, original.id, id)), 'NOT_FOUND')
  await remove(app, user, id)
  t.match(
    await copy(app, user, original.id, id),
    { conflict: null, program: null },
    'returns no program after the copy was deleted',
  )
})

t.test('recognizes repeated publish and archive requests after later changes', async t => {
  const { app, bench } = await buildWithExercises(t)
  const user = await signUp(app)
  const input = program(bench)
  await save(app, user, input)
  await publish(app, user, input.id, 1)
  await archive(app, user, input.id, 2)
  await save(app, user, { ...input, title: 'Changed', expectedVersion: 3 })
  const now = { conflict: null, program: { version: 4, title: 'Changed', visibility: 'ARCHIVED' } }
  t.match(await publish(app, user, input.id, 1), now)
  t.match(await archive(app, user, input.id, 2), now)
  t.match(await publish(app, user, input.id, 3), { conflict: 'VERSION', program: now.program })
  await remove(app, user, input.id)
  t.match(await publish(app, user, input.id, 1), { conflict: null, program: null })
  t.equal(errorCodeOf(await tryChange(app, user, 'publishProgram', input.id, 4)), 'NOT_FOUND')
})

t.test('treats a program with its derived slug as unchanged', async t => {
  const { app, bench } = await buildWithExercises(t)
  const user = await signUp(app)
  const input = program(bench)
  const { slug } = (await save(app, user, input)).program!
  t.match(await save(app, user, { ...input, slug, expectedVersion: 1 }), {
    conflict: null,
    program: { version: 1, slug },
  })
  await publish(app, user, input.id)
  await save(app, user, { ...input, slug, expectedVersion: 2 })
  t.match((await read(app, user, input.id)).data?.program, { version: 2, publishedVersion: 1 })
  const expected = { ...input, slug: 'of-my-own', expectedVersion: 2 }
  t.match(await save(app, user, expected), {
    program: { version: 3, slug: 'of-my-own', publishedVersion: 2 },
  })
  const second = { ...program(bench), slug: 'of-my-own' }
  const { slug: given } = (await save(app, user, second)).program!
  t.not(given, 'of-my-own')
  t.match(await save(app, user, { ...second, slug: given }), {
    conflict: null,
    program: { version: 1, slug: given },
  })
})

t.test('limits the number of programs and of their sets', async t => {
  const { app, bench } = await buildWithExercises(t)
  const user = await signUp(app)
  const { recordType } = app.features.services.programs
  const exercise = () => planned(bench, { sets: Array.from({ length: 20 }, () => plannedSet()) })
  const large = () =>
    program(bench, {
      weeks: [1, 2].map(() =>
        week(...Array.from({ length: 7 }, () => day(Array.from({ length: 17 }, exercise)))),
      ),
    })
  const one = large()
  const saved = await save(app, user, one)
  t.equal(saved.conflict, null, 'accepts 4,760 sets in one program')
  t.equal(errorCodeOf(await trySave(app, user, { ...one, id: newId() })), '0 errors')
  const content = {
    slug: null,
    title: 'X',
    description: null,
    level: null,
    goal: null,
    workoutSplit: null,
    weeks: [],
    visibility: null,
    edition: null,
  }
  const writes = Array.from({ length: 198 }, () => ({
    id: newId(),
    expectedVersion: null,
    content,
    path: 'input',
  }))
  const written = await recordType.apply(user.id, writes)
  t.ok(written.every(({ status }) => status === 'APPLIED'))
  const weeks = 'weeks(first: 1) { days { exercises { sets { type } } } }'
  const often = (times: number) =>
    queryGraphQL(
      app,
      `query($id: ID!) { program(id: $id) { ${Array.from({ length: times }, (_, at) => `w${at}: ${weeks}`).join(' ')} } }`,
      { id: one.id },
      user,
    )
  t.equal(errorCodeOf(await often(7)), '0 errors', 'delivers 17,500 objects in one request')
  t.equal(errorCodeOf(await often(8)), 'QUERY_TOO_COMPLEX', 'does not deliver 20,000 objects in one request')
  const refused = await trySave(app, user, program(bench))
  t.equal(errorCodeOf(refused), 'CONFLICT')
  t.match(refused.errors![0]!.message, /200 programs/)
  t.match(await save(app, user, { ...one, title: 'Other', expectedVersion: 1 }), { conflict: null })
})
