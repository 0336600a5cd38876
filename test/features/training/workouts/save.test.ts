import t from 'tap'
import { queryGraphQL, errorCodeOf, signUp } from '../../../helper.js'
import {
  completed,
  done,
  entry,
  buildWithExercises,
  kg,
  lb,
  newId,
  now,
  planned,
  remove,
  save,
  savedFrom,
  trySave,
  workout,
  workoutFields,
} from './workouts.js'

t.test('returns a workout as it was saved', async t => {
  const { app, bench, plank } = await buildWithExercises(t)
  const user = await signUp(app)
  const sent = completed({
    title: 'Push',
    notes: 'Slept well.\nFelt strong.',
    rating: 4,
    exercises: [
      entry(
        bench,
        [
          done({
            ...{ type: 'WARMUP', loadMode: 'EXTERNAL', load: lb(45.5), reps: 10, rpe: 6.5, rir: 4 },
            ...{ restSeconds: 60, durationSeconds: 31.5, distanceMeters: 0.5 },
            target: {
              ...{ load: lb(45), minReps: 8, maxReps: 12, rpe: 6, durationSeconds: 30, distanceMeters: 1.5 },
            },
          }),
          planned({ type: 'DROPSET', loadMode: 'ASSISTED' }),
        ],
        { supersetId: 'A', notes: 'Elbows in.', restSeconds: 90 },
      ),
      entry(plank),
    ],
  })
  const { conflict, workout: saved } = await save(app, user, sent)
  t.equal(conflict, null)
  const nothing = { load: null, minReps: null, maxReps: null, rpe: null }
  const expected = {
    ...savedFrom(sent),
    ...{ version: 1, createdAt: now.toISOString(), updatedAt: now.toISOString() },
    ...{ workoutStatus: 'COMPLETED', bodyWeight: null, programDay: null },
  }
  t.match(saved, expected)
  t.same(saved?.exercises[1], {
    ...{
      entryId: saved?.exercises[1]?.entryId,
      exerciseId: plank,
      supersetId: null,
      notes: null,
      restSeconds: null,
    },
    sets: [],
  })
  t.match(saved?.exercises[0]?.sets[1], { completedAt: null, reps: null, load: null, target: null })

  const set = planned({ target: { durationSeconds: 45 } })
  const { workout: other } = await save(app, user, workout({ exercises: [entry(plank, [set])] }))
  t.same(other?.exercises[0]?.sets, [
    {
      ...{
        setId: set['id'],
        type: 'NORMAL',
        loadMode: 'EXTERNAL',
        load: null,
        reps: null,
        rpe: null,
        rir: null,
      },
      ...{ durationSeconds: null, distanceMeters: null, restSeconds: null, completedAt: null },
      target: { ...nothing, durationSeconds: 45, distanceMeters: null },
    },
  ])
  const read = await queryGraphQL(
    app,
    `query($id: ID!) { workout(id: $id) { ${workoutFields} } }`,
    sent,
    user,
  )
  t.same(read.data?.['workout'], saved)
})

t.test('gives sets without a load mode the default of their exercise', async t => {
  const { app, bench, pullUp } = await buildWithExercises(t)
  const user = await signUp(app)
  const ids: string[] = []
  for (const trackingType of ['REPS_ONLY', 'BODYWEIGHT_ASSISTED_REPS', 'DURATION']) {
    const id = newId()
    ids.push(id)
    await queryGraphQL(
      app,
      'mutation($input: ExerciseInput!) { saveExercise(input: $input) { conflict } }',
      { input: { id, name: trackingType, trackingType } },
      user,
    )
  }
  const exercises = [bench, pullUp, ...ids].map(id => entry(id, [done({ reps: 5 })]))
  const sent = completed({ exercises: [...exercises, entry(pullUp, [done({ loadMode: 'EXTERNAL' })])] })
  const saved = (await save(app, user, sent)).workout!
  t.same(
    saved.exercises.map(({ sets }) => sets[0]?.['loadMode']),
    ['EXTERNAL', 'BODYWEIGHT', 'BODYWEIGHT', 'ASSISTED', 'EXTERNAL', 'EXTERNAL'],
  )
  t.match(
    await save(app, user, sent),
    { conflict: null, workout: { version: 1 } },
    'a repetition changes nothing',
  )
})

t.test('changes nothing if an equal workout is saved in another notation', async t => {
  const { app, bench } = await buildWithExercises(t)
  const user = await signUp(app)
  const set = done({ load: kg(60), reps: 5 })
  const sent = completed({ title: 'é', exercises: [entry(bench, [set])] })
  t.match(await save(app, user, sent), { conflict: null, workout: { version: 1 } })
  const [{ id }] = sent['exercises'] as [{ id: string }]
  const same = {
    ...sent,
    id: sent.id.toUpperCase(),
    title: '  e\u0301 ',
    notes: ' ',
    rating: null,
    startedAt: '2026-05-01T12:00:00.000+02:00',
    exercises: [
      {
        ...{ id: id.toUpperCase(), exerciseId: bench.toUpperCase(), notes: null },
        sets: [{ ...set, type: null, loadMode: 'EXTERNAL', target: {}, load: { unit: 'KG', value: 60.0 } }],
      },
    ],
  }
  t.match(await save(app, user, same), { conflict: null, workout: { version: 1, workoutTitle: 'é' } })
  t.match(
    await save(app, user, { ...same, expectedVersion: 7 }),
    { conflict: null, workout: { version: 1 } },
    'regardless of the expected version',
  )
})

t.test('returns the stored workout to a device that has not seen the change of another one', async t => {
  const { app, bench } = await buildWithExercises(t)
  const user = await signUp(app)
  const sent = workout({ title: 'from the phone' })
  await save(app, user, sent)
  const watch = { ...sent, expectedVersion: 1, exercises: [entry(bench, [done({ reps: 5 })])] }
  t.match(await save(app, user, watch), { conflict: null, workout: { version: 2 } })

  const phone = { ...sent, expectedVersion: 1, title: 'renamed on the phone' }
  const response = await save(app, user, phone)
  t.match(response, { conflict: 'VERSION', workout: { version: 2, workoutTitle: 'from the phone' } })
  t.equal(response.workout?.exercises.length, 1, 'the copy has the other device’s sets')
  t.match(
    await save(app, user, { ...watch, title: phone.title, expectedVersion: 2 }),
    { conflict: null, workout: { version: 3, exercises: [{ sets: [{ reps: 5 }] }] } },
    'the copy can be merged',
  )
  t.match(await save(app, user, { ...phone, expectedVersion: null }), { conflict: 'VERSION' })
})

t.test('ignores a repeated save whose response was lost, even later', async t => {
  const { app } = await buildWithExercises(t)
  const user = await signUp(app)
  const first = workout()
  const second = { ...first, expectedVersion: 1, title: 'second' }
  for (const write of [first, second, { ...first, expectedVersion: 2, title: 'third' }])
    await save(app, user, write)
  for (const write of [first, second])
    t.match(await save(app, user, write), {
      conflict: null,
      workout: { version: 3, workoutTitle: 'third' },
    })

  t.match(await remove(app, user, first.id, 2), {
    conflict: 'VERSION',
    deletedAt: null,
    record: { version: 3 },
  })
  const deletion = {
    recordId: first.id,
    version: 4,
    deletedAt: now.toISOString(),
    conflict: null,
    record: null,
  }
  t.same(await remove(app, user, first.id, 3), deletion)
  t.same(await remove(app, user, first.id, 3), deletion)
  t.match(
    await save(app, user, second),
    { conflict: null, workout: null },
    'a write that was accepted before the deletion does not conflict',
  )
  t.same(await save(app, user, { ...second, title: 'news' }), { conflict: 'DELETED', workout: null })
  const never = newId()
  t.same(await remove(app, user, never), {
    recordId: never,
    version: null,
    deletedAt: null,
    conflict: null,
    record: null,
  })
  t.same(await save(app, user, workout({ expectedVersion: 1 })), { conflict: 'UNKNOWN', workout: null })
})

t.test('allows one workout in progress at a time', async t => {
  const { app } = await buildWithExercises(t)
  const user = await signUp(app)
  const active = async () =>
    (await queryGraphQL<{ activeWorkout: { id: string } | null }>(app, '{ activeWorkout { id } }', {}, user))
      .data!.activeWorkout
  t.equal(await active(), null)
  const running = workout({ title: 'running' })
  await save(app, user, running)
  t.same(await active(), { id: running.id })

  t.match(await save(app, user, workout()), {
    conflict: 'ACTIVE',
    workout: { id: running.id, workoutTitle: 'running', workoutStatus: 'IN_PROGRESS' },
  })
  const past = completed()
  t.match(
    await save(app, user, past),
    { conflict: null },
    'a completed workout does not conflict with the active one',
  )
  t.match(
    await save(app, user, { ...past, endedAt: null, expectedVersion: 1 }),
    { conflict: 'ACTIVE', workout: { id: running.id } },
    'a completed workout cannot be reopened beside the active one',
  )
  t.match(
    await save(app, await signUp(app), workout()),
    { conflict: null },
    'active workouts of other users do not conflict',
  )

  const finished = { ...running, endedAt: '2026-05-01T11:30:00.000Z', expectedVersion: 1 }
  t.match(await save(app, user, finished), { conflict: null, workout: { workoutStatus: 'COMPLETED' } })
  t.equal(await active(), null)
  t.match(await save(app, user, { ...past, endedAt: null, expectedVersion: 1 }), {
    conflict: null,
    workout: { workoutStatus: 'IN_PROGRESS', endedAt: null },
  })
  t.same(await active(), { id: past.id })
  await remove(app, user, past.id)
  t.equal(await active(), null)
  t.match(await save(app, user, workout()), { conflict: null })
})

t.test('uses the weight of the profile at the time of the save if there is no measurement', async t => {
  const { app, pullUp, bench } = await buildWithExercises(t)
  const user = await signUp(app)
  const weigh = (weight: number | null, unit: string) =>
    queryGraphQL(
      app,
      'mutation($profile: UserProfileInput) { updateProfile(input: { profile: $profile }) { conflict } }',
      { profile: { weight, weightUnit: weight === null ? null : unit } },
      user,
    )
  const pulls = () => completed({ exercises: [entry(pullUp, [planned({ loadMode: 'BODYWEIGHT' })])] })
  const sent = pulls()
  t.match(await save(app, user, sent), { workout: { bodyWeight: null } })
  await weigh(180.5, 'LB')
  t.match(
    await save(app, user, sent),
    { workout: { bodyWeight: null, version: 1 } },
    'does not change the version',
  )
  const again = { ...sent, title: 'again', expectedVersion: 1 }
  t.match(await save(app, user, again), { workout: { bodyWeight: lb(180.5), version: 2 } })
  await weigh(80, 'KG')
  const read = await queryGraphQL(
    app,
    'query($id: ID!) { workout(id: $id) { bodyWeight { value unit } } }',
    sent,
    user,
  )
  t.same(read.data, { workout: { bodyWeight: lb(180.5) } }, 'past workouts are unchanged')
  t.match(await save(app, user, pulls()), { workout: { bodyWeight: kg(80) } })
  const barbell = completed({ exercises: [entry(bench, [done({ load: kg(100) })])] })
  t.match(
    await save(app, user, barbell),
    { workout: { bodyWeight: null } },
    'stores no body weight for exercises that do not depend on it',
  )
})

t.test('hides workouts from other users', async t => {
  const { app } = await buildWithExercises(t)
  const [user, stranger] = [await signUp(app), await signUp(app)]
  const sent = completed({ title: 'mine' })
  await save(app, user, sent)
  t.same(await save(app, stranger, sent), { conflict: 'ID_TAKEN', workout: null })
  t.same(await save(app, stranger, { ...sent, expectedVersion: 1, title: 'theirs' }), {
    conflict: 'ID_TAKEN',
    workout: null,
  })
  t.match(await remove(app, stranger, sent.id), { conflict: 'ID_TAKEN', version: null, record: null })
  const query = 'query($id: ID!) { workout(id: $id) { id } }'
  t.equal(errorCodeOf(await queryGraphQL(app, query, sent, stranger)), 'NOT_FOUND')
  t.equal(
    errorCodeOf(await queryGraphQL(app, 'query($id: ID!) { node(id: $id) { id } }', sent, stranger)),
    'NOT_FOUND',
  )
  t.equal(errorCodeOf(await queryGraphQL(app, query, { id: newId() }, user)), 'NOT_FOUND')
  t.equal(errorCodeOf(await queryGraphQL(app, query, { id: 'x' }, user)), 'BAD_USER_INPUT')
  t.same((await queryGraphQL(app, query, sent, user)).data, { workout: { id: sent.id } })
  t.match((await queryGraphQL(app, 'query($id: ID!) { node(id: $id) { __typename } }', sent, user)).data, {
    node: { __typename: 'Workout' },
  })
  t.equal(errorCodeOf(await queryGraphQL(app, query, sent)), 'UNAUTHENTICATED')
  t.equal(
    errorCodeOf(await trySave(app, { ...user, headers: {} as typeof user.headers }, sent)),
    'UNAUTHENTICATED',
  )
})
