import { once } from 'node:events'
import Papa from 'papaparse'
import t from 'tap'
import type { App } from '../../../../src/app.js'
import { queryGraphQL, signUp, type TestUser } from '../../../helper.js'
import { jpeg } from '../../../images.js'
import { buildWithExercises, imported, workoutsOf } from '../imports/imports.js'
import { upload } from '../../media/photos/photo-app.js'
import { done, kg, lb, newId, save } from '../../training/workouts/workouts.js'
import { dataOf, download, exportOf } from './exports.js'

const app = await buildWithExercises(t)
const slugs = ['barbell-bench-press', 'pull-up', 'machine-assisted-pull-up', 'running', 'plank']
const known = await app.features.services.exercises.findBySlugs(slugs)
const [bench, pullUp, assisted, running, plank] = slugs.map(slug => known.get(slug)!.id) as [
  ...[string, string, string, string, string],
]

/** Creates a user with workouts for all totals and records. */
async function signUpWithWorkouts(): Promise<TestUser> {
  const user = await signUp(app)
  const own = newId()
  await write(app, user, 'mutation($input: ExerciseInput!) { saveExercise(input: $input) { conflict } }', {
    input: { id: own, name: 'Push-Up', primaryMuscles: ['CHEST'], trackingType: 'WEIGHT_REPS' },
  })
  await weigh(user, { weight: 80, weightUnit: 'KG', frequency: 2 })
  const day = (at: string, title: string | null, exercises: object[], fields = {}) =>
    save(app, user, {
      ...{ id: newId(), title, startedAt: `2026-05-${at}:00.250Z`, endedAt: `2026-05-${at}:59.000Z` },
      ...{ timezone: 'America/New_York', exercises, ...fields },
    })
  const entry = (exerciseId: string, at: string, ...sets: object[]) => ({
    ...{ id: newId(), exerciseId },
    sets: sets.map(set => ({ ...done({ completedAt: `2026-05-${at}:30.000Z` }), ...set })),
  })
  await day('04T10:00', '=SUM(A1)', [
    entry(
      bench,
      '04T10:00',
      { type: 'WARMUP', load: kg(40), reps: 10 },
      { load: kg(102.5), reps: 5, rir: 2, rpe: 8 },
    ),
    entry(bench, '04T10:00', { load: lb(200), reps: 8, rpe: 9.5 }, { type: 'DROPSET', load: lb(0), reps: 3 }),
    entry(pullUp, '04T10:00', { loadMode: 'BODYWEIGHT', reps: 9 }, { load: kg(5), reps: 4 }),
    entry(assisted, '04T10:00', { loadMode: 'ASSISTED', load: kg(20), reps: 8 }),
  ])
  await day(
    '06T23:30',
    '\'quoted, "twice"',
    [
      entry(running, '06T23:30', { distanceMeters: 5012.3, durationSeconds: 1500.5 }),
      entry(plank, '06T23:30', { durationSeconds: 90 }, { completedAt: null, durationSeconds: 300 }),
      entry(own, '06T23:30', { load: kg(10), reps: 20 }, { load: kg(1e-7), reps: 1 }),
    ],
    { notes: `-1\n@2\n${'\n'.repeat(300)}+3` },
  )
  await day('13T10:00', null, [], { notes: 'nothing done' })
  await day('20T10:00', 'Again', [entry(bench, '20T10:00', { load: kg(105), reps: 5 })])
  // The current weight is greater than in those workouts.
  await weigh(user, { weight: 90, weightUnit: 'KG' })
  return user
}

async function write(app: App, user: TestUser, mutation: string, variables: object): Promise<void> {
  const { errors } = await queryGraphQL(app, mutation, variables, user)
  if (errors) throw new Error(JSON.stringify(errors))
}

const weigh = (user: TestUser, profile: object) =>
  write(app, user, 'mutation($input: UpdateProfileInput!) { updateProfile(input: $input) { conflict } }', {
    input: { bio: '=2+2', profile },
  })

/** Returns the data that must be equal after an import. */
async function readDerivedData(user: TestUser) {
  const { data, errors } = await queryGraphQL(
    app,
    `{ records(first: 100) { edges { node { type value unit reps achievedAt previous { value unit achievedAt }
         exercise { name trackingType } } } }
       analytics(range: { from: "2026-04-01", to: "2026-06-01" }, timezone: "America/New_York") {
         streak { current longest } workoutsByWeek { date value } volumeByWeek { date value } } }`,
    {},
    user,
  )
  if (!data) throw new Error(JSON.stringify(errors))
  const records = (data.records as { edges: { node: object }[] }).edges.map(({ node }) =>
    JSON.stringify(node),
  )
  const workouts = (await workoutsOf(app, user)).map(({ workoutTitle, startedAt, endedAt, totals }) => ({
    ...{ workoutTitle, startedAt, endedAt, totals },
  }))
  return { records: records.sort(), analytics: data.analytics, workouts }
}

const owner = await signUpWithWorkouts()

t.test(
  'exports workouts.csv in the format of Strong without formulas, and restores totals, records and streaks from it',
  async t => {
    const sheet = String((await exportOf(app, owner)).get('workouts.csv'))
    const [header, first] = sheet.split('\r\n')
    t.equal(
      header,
      'Date,Workout Name,Exercise Name,Set Order,Weight,Weight Unit,Reps,RPE,Distance,Distance Unit,Seconds,Notes,Workout Notes,Workout Duration',
    )
    t.equal(first, "2026-05-04 06:00:00.250-04:00,'=SUM(A1),Barbell Bench Press,W,40,kg,10,,,,,,,58.75")
    const cells = Papa.parse<string[]>(sheet.trimEnd()).data.flat()
    t.notOk(
      cells.find(cell => /^[=+\-@]/.test(cell)),
      'no cells that spreadsheets read as formulas',
    )

    const recipient = await signUpWithSameProfile()
    t.match(await imported(app, recipient, sheet), {
      importStatus: 'COMPLETED',
      workoutsMade: 4,
      skippedCount: 0,
      skipped: [],
    })
    const [mine, theirs] = [await readDerivedData(owner), await readDerivedData(recipient)]
    const named = JSON.parse(JSON.stringify(theirs).replaceAll('Push-Up (mine)', 'Push-Up')) as typeof theirs
    t.same({ ...named, records: named.records.sort() }, mine)
    const again = await imported(app, owner, sheet)
    t.match(
      again,
      { workoutsMade: 0, workoutsAlreadyThere: 4, exercisesCreated: [] },
      'restores them to the owner',
    )
  },
)

t.test(
  'restores totals, records and streaks from data.json, and changes nothing for the user who exported it',
  async t => {
    const data = (await exportOf(app, owner)).get('data.json')!
    const recipient = await signUp(app)
    await imported(app, recipient, data, { dryRun: 'true' })
    t.same(await profileOf(recipient), { frequency: null, weight: null }, 'a preview changes no fields')
    const result = await imported(app, recipient, data)
    t.match(result, {
      importStatus: 'COMPLETED',
      workoutsMade: 4,
      skippedCount: 0,
      exercisesCreated: ['Push-Up'],
    })
    t.same(await readDerivedData(recipient), await readDerivedData(owner))
    t.match(await imported(app, recipient, data), {
      workoutsMade: 0,
      workoutsAlreadyThere: 4,
      exercisesCreated: [],
    })
    t.match(await imported(app, owner, data), {
      workoutsMade: 0,
      workoutsAlreadyThere: 4,
      exercisesCreated: [],
    })
    const broken = await imported(app, recipient, data.subarray(0, data.length - 100))
    t.match(broken, { importStatus: 'COMPLETED', workoutsMade: 0 }, 'imports nothing from a truncated file')
    for (const other of [
      '{}',
      '{"format":"other"',
      '{"a":1}',
      '{broken',
      `{"records":["${'x'.repeat(5_000_000)}"]}`,
    ])
      t.match(await imported(app, recipient, other), { importStatus: 'FAILED', error: /./ })
  },
)

t.test('restores deleted custom exercises from data.json if workouts reference them', async t => {
  const user = await signUp(app)
  const own = newId()
  const input = {
    ...{ id: own, name: 'Sled Drag', trackingType: 'SHORT_DISTANCE_WEIGHT' },
    ...{ primaryMuscles: ['QUADRICEPS', 'CALVES'], secondaryMuscles: ['GLUTES'] },
  }
  await write(app, user, 'mutation($input: ExerciseInput!) { saveExercise(input: $input) { conflict } }', {
    input,
  })
  await save(app, user, {
    ...{ id: newId(), startedAt: '2026-05-04T10:00:00.000Z', endedAt: '2026-05-04T11:00:00.000Z' },
    timezone: 'UTC',
    exercises: [
      {
        ...{ id: newId(), exerciseId: own },
        sets: [done({ completedAt: '2026-05-04T10:30:00.000Z', load: kg(80), distanceMeters: 20 })],
      },
    ],
  })
  await write(app, user, 'mutation($input: DeleteInput!) { deleteExercise(input: $input) { conflict } }', {
    input: { id: own },
  })
  const exercisesOf = async (user: TestUser) => {
    const query = `{ workouts(first: 1) { edges { node { exercises { exercise {
        name trackingType primaryMuscles secondaryMuscles } } } } }
      analytics(range: { from: "2026-04-01", to: "2026-06-01" }, timezone: "UTC") {
        setsByMuscleAndWeek { muscle weeks { date value } } } }`
    const { data, errors } = await queryGraphQL(app, query, {}, user)
    if (!data) throw new Error(JSON.stringify(errors))
    return data
  }
  const before = await exercisesOf(user)
  const { id: _id, ...kept } = input
  t.match(before, { workouts: { edges: [{ node: { exercises: [{ exercise: kept }] } }] } })

  const data = (await exportOf(app, user)).get('data.json')!
  const recipient = await signUp(app)
  t.match(await imported(app, recipient, data), { workoutsMade: 1, exercisesCreated: ['Sled Drag'] })
  t.same(await exercisesOf(recipient), before)
  const again = await imported(app, user, data)
  t.match(again, { workoutsAlreadyThere: 1, exercisesCreated: [] }, 'imports nothing that already exists')
})

/** Creates a user whose profile has the values that the spreadsheet lacks. */
async function signUpWithSameProfile(): Promise<TestUser> {
  const recipient = await signUp(app)
  await weigh(recipient, { weight: 80, weightUnit: 'KG', frequency: 2 })
  return recipient
}

t.test('fills all empty training fields of the profile from data.json', async t => {
  const [original, copy] = [await signUp(app), await signUp(app)]
  const fields = {
    age: 40,
    gender: 'OTHER',
    goal: 'increase_strength',
    height: 180,
    heightUnit: 'CM',
    weight: 80,
    weightUnit: 'KG',
    muscleFocus: ['CHEST', 'BICEPS'],
    frequency: 3,
    workoutSplit: 'full_body',
    experience: 'advanced',
  }
  await weigh(original, fields)
  await imported(app, copy, String((await exportOf(app, original)).get('data.json')))
  const query = `{ me { profile { ${Object.keys(fields).join(' ')} } } }`
  t.same((await queryGraphQL(app, query, {}, copy)).data, { me: { profile: fields } })
})

async function profileOf(user: TestUser) {
  const query = '{ me { profile { frequency weight } } }'
  const { data } = await queryGraphQL<{ me: { profile: object } }>(app, query, {}, user)
  return data?.me.profile
}

t.test('fills empty profile fields from data.json with valid values only', async t => {
  const data = String((await exportOf(app, owner)).get('data.json'))
  const filled = await signUp(app)
  await weigh(filled, { frequency: 5 })
  await imported(app, filled, data)
  t.same(await profileOf(filled), { frequency: 5, weight: 90 })
  const invalid = await signUp(app)
  const changed = data.replace('"frequency":2', '"frequency":77').replaceAll('"value":80,', '"value":8e9,')
  t.not(changed, data)
  t.match(await imported(app, invalid, changed), { importStatus: 'COMPLETED', workoutsMade: 4 })
  t.same(await profileOf(invalid), { frequency: null, weight: null })
  const [first] = await workoutsOf(app, invalid)
  t.ok(first!.totals.volume < 1e6, 'ignores an impossible weight')
})

t.test('exports all data of a user in the lists of data.json', async t => {
  const photo = await upload(app, owner, { content: jpeg() })
  const files = await exportOf(app, owner)
  const data = dataOf(files)
  t.match(data, { format: 'fitness-training-export', version: 1, exportedAt: '2026-06-01T12:00:00.000Z' })
  for (const list of [
    'account',
    'consents',
    'exercises',
    'sessions',
    'personalAccessTokens',
    'identities',
    'passkeys',
    'auditEntries',
    'personalRecords',
    'imports',
  ])
    t.ok(Array.isArray(data[list]), list)
  t.match(data['account'], [{ email: owner.email, profile: { frequency: 2 } }])
  t.equal(data.records.filter(({ type }) => type === 'WORKOUT').length, 4)
  t.equal(data.records.filter(({ type }) => type === 'EXERCISE').length, 1)
  t.notMatch(String(files.get('data.json')), /passwordHash|jtiHash|\$2[aby]\$/, 'no secrets')
  const stranger = dataOf(await exportOf(app, await signUp(app)))
  t.same(stranger.records, [])
  t.equal(files.get(`profile-photos/${photo.assetId}.jpg`)?.length, photo.size)
})

t.test('exports every record in data.json even if the records are large', async t => {
  const user = await signUp(app)
  const ids = Array.from({ length: 6 }, newId)
  for (const [at, id] of ids.entries()) {
    const day = `2026-04-${10 + at}`
    const exercises = Array.from({ length: 50 }, () => ({
      ...{ id: newId(), exerciseId: bench },
      sets: Array.from({ length: 50 }, () => done({ completedAt: `${day}T10:30:00.000Z`, load: kg(100) })),
    }))
    const times = { startedAt: `${day}T10:00:00.000Z`, endedAt: `${day}T11:00:00.000Z` }
    await save(app, user, { ...times, id, timezone: 'UTC', title: null, exercises })
  }
  const { records } = dataOf(await exportOf(app, user))
  const exported = records.filter(({ type }) => type === 'WORKOUT').map(({ id }) => id)
  t.strictSame(exported.sort(), [...ids].sort())
})

t.test('runs one export per user at a time, and ends an export whose download was canceled', async t => {
  const user = await signUp(app)
  const { exports } = app.features.services
  const client = { address: '127.0.0.1', device: 'a test', locale: null }
  const unread = await exports.begin(user.id, { client, locale: 'en' })
  const second = await download(app, user)
  t.match(second, { statusCode: 429, headers: { 'retry-after': '30' } })
  t.equal((await download(app, await signUp(app))).statusCode, 200, 'does not block other users')
  const others = await Promise.all(
    [1, 2, 3].map(async () => exports.begin((await signUp(app)).id, { client, locale: 'en' })),
  )
  t.equal((await download(app, await signUp(app))).statusCode, 503, 'the limit of concurrent exports')
  for (const archive of [unread, ...others]) {
    archive.destroy()
    await once(archive, 'close')
  }
  await app.listen({ port: 0 })
  const { port } = app.server.address() as { port: number }
  for (let count = 0; count < 6; count++) {
    const disconnection = new AbortController()
    const response = fetch(`http://127.0.0.1:${port}/api/exports/mine`, {
      ...{ headers: (await signUp(app)).headers, signal: disconnection.signal },
    })
    if (count % 2 === 0) await response
    disconnection.abort()
    await response.catch(() => undefined)
  }
  let status = 503
  while (status === 503) status = (await download(app, await signUp(app))).statusCode
  t.equal(status, 200, 'the slot of a disconnected client is free again')
})

t.test('requires a token for exports, and limits their rate', async t => {
  t.equal((await download(app, { headers: { authorization: '' } })).statusCode, 401)
  const user = await signUp(app)
  for (let count = 0; count < 10; count++) t.equal((await download(app, user)).statusCode, 200)
  const refused = await download(app, user)
  t.equal(refused.statusCode, 429)
  t.ok(refused.headers['retry-after'])
})
