import t from 'tap'
import type { App } from '../../src/app.js'
import { queryGraphQL, build, logIn, signUp, type TestUser } from '../helper.js'
import { unlimited } from '../graphql/requests.js'
import { exportOf } from './portability/exports/exports.js'
import { imported } from './portability/imports/imports.js'
import { multipartBody, multipartType, photoPart, uploadUrl } from './media/photos/photo-app.js'
import { newId } from './training/workouts/workouts.js'
import { consent, progressUrl, upload } from './media/progress-photos/helpers.js'
import { changes } from './portability/sync/device.js'
import { threeExercises } from './portability/sync/exercises.js'
import { operationsWith, type Operation } from './schema-operations.js'
import { saveOtherRecords } from './user-data.js'

/** Contained in all texts of the owner, and in no others. */
const marker = 'only-the-owner-knows'
/** The measured body weight of the owner, in kilograms. */
const weightMark = 77.123456
/** The load of seven repetitions, in kilograms. Its products appear in analytics and records. */
const loadMark = 1234.5
const sumMarks = [7 * loadMark, Math.floor(7 * loadMark), (loadMark * 36) / 30]
const sumsMarked = new RegExp(`:(${sumMarks.map(String).join('|').replaceAll('.', '\\.')})[,}\\]]`)

function isMarked(response: object): boolean {
  const text = JSON.stringify(response)
  return text.includes(marker) || text.includes(String(weightMark)) || sumsMarked.test(text)
}

/** Queries for the statistics of the caller, which are sent as the owner and as a stranger. */
const ownStatistics = (exerciseId = '') => [
  '{ me { improvements { value } } }',
  ...[
    'volumeByWeek { value }',
    `oneRepMaxSeries(exerciseId: "${exerciseId}") { value }`,
    'bodyWeightSeries { value }',
  ].map(
    fields => `{ analytics(range: { from: "2026-04-01", to: "2026-05-02" }, timezone: "UTC") { ${fields} } }`,
  ),
]

/** Creates a record of every type for a user. @returns the ids of the records */
async function createRecords(app: App, owner: TestUser): Promise<Record<string, string>> {
  const [exerciseId = ''] = await threeExercises(app)
  const names = ['exercise', 'settings', 'routine', 'workout', 'entry', 'set', 'measurement'] as const
  const ids = Object.fromEntries(names.map(name => [name, newId()])) as Record<(typeof names)[number], string>
  const write = async (mutation: string, variables: object) => {
    const { errors } = await queryGraphQL(app, mutation, variables, owner)
    if (errors) throw new Error(JSON.stringify(errors))
  }
  await write('mutation($input: ExerciseInput!) { saveExercise(input: $input) { conflict } }', {
    input: { id: ids.exercise, name: marker, primaryMuscles: ['CHEST'], trackingType: 'WEIGHT_REPS' },
  })
  await write(
    'mutation($id: ID!) { favoriteExercise(input: { id: $id, favorite: true }) { exercise { id } } }',
    {
      id: exerciseId,
    },
  )
  await write('mutation($input: UpdateProfileInput!) { updateProfile(input: $input) { conflict } }', {
    input: { firstName: marker, bio: marker },
  })
  const set = {
    id: ids.set,
    reps: 7,
    load: { value: loadMark, unit: 'KG' },
    completedAt: '2026-05-01T12:10:00.000Z',
  }
  const entry = { id: ids.entry, exerciseId: ids.exercise, notes: marker, sets: [set] }
  const times = {
    startedAt: '2026-05-01T12:00:00.000Z',
    endedAt: '2026-05-01T13:00:00.000Z',
    timezone: 'UTC',
  }
  await write('mutation($input: WorkoutInput!) { saveWorkout(input: $input) { conflict } }', {
    input: { id: ids.workout, title: marker, ...times, exercises: [entry] },
  })
  await write(
    'mutation($input: ExerciseSettingsInput!) { saveExerciseSettings(input: $input) { conflict } }',
    {
      input: { id: ids.settings, exerciseId: ids.exercise, note: marker },
    },
  )
  await write('mutation($input: RoutineInput!) { saveRoutine(input: $input) { conflict } }', {
    input: {
      ...{ id: ids.routine, title: marker, notes: marker },
      exercises: [{ id: newId(), exerciseId: ids.exercise, sets: [{ notes: marker }] }],
    },
  })
  await consent(app, owner)
  await write('mutation { giveConsent(input: { kind: BODY_MEASUREMENTS }) { user { id } } }', {})
  await write('mutation($input: MeasurementInput!) { saveMeasurement(input: $input) { conflict } }', {
    input: { id: ids.measurement, date: '2026-05-01', weight: { value: weightMark, unit: 'KG' } },
  })
  const { assetId: progressPhoto } = await upload(app, owner, { notes: marker })
  const sheet = `Date,Workout Name,Exercise Name,Set Order\n2026-04-01 10:00,${marker},${marker} too,1`
  const { id: workoutImport } = await imported(app, owner, sheet)
  const others = Object.fromEntries((await saveOtherRecords(app, owner)).map(id => [`record ${id}`, id]))
  return {
    ...ids,
    ...others,
    progressPhoto,
    workoutImport,
    account: owner.id,
    ...(await createAuditTrail(app, owner)),
  }
}

/** Creates a session and an audit entry of a user. @returns their ids */
async function createAuditTrail(app: App, owner: TestUser): Promise<Record<string, string>> {
  const { email, password } = owner
  const device = { 'user-agent': marker }
  await app.inject({ method: 'POST', url: '/auth/login', headers: device, payload: { email, password } })
  const admin = await signUp(app, { role: 'ADMIN' })
  const { errors } = await queryGraphQL(
    app,
    'mutation($id: ID!) { off: setAccountEnabled(input: { id: $id, enabled: false }) { user { id } } on: setAccountEnabled(input: { id: $id, enabled: true }) { user { id } } }',
    { id: owner.id },
    { headers: { ...admin.headers, ...device } },
  )
  if (errors) throw new Error(JSON.stringify(errors))
  // The actions of the administrator have ended all sessions.
  const { accessToken } = await logIn(app, email, password)
  owner.headers.authorization = `Bearer ${accessToken}`
  await app.inject({ method: 'POST', url: '/auth/login', headers: device, payload: { email, password } })
  const { data } = await queryGraphQL<{ sessions: { id: string }[] }>(app, '{ sessions { id } }', {}, owner)
  const [session] = data?.sessions ?? []
  const { audit } = app.features.services
  const { edges } = await audit.list({ userId: owner.id, action: 'ACCOUNT_DISABLED' }, {})
  const [auditEntry] = edges.filter(({ node }) => node.device === marker).map(({ node }) => node.id)
  if (!session || auditEntry === undefined) throw new Error('what administrators see is missing')
  return { session: session.id, auditEntry }
}

const settings = {
  ...unlimited,
  ...{ GRAPHQL_MAX_COST: '1000000', GRAPHQL_MAX_ALIASES: '1000', GRAPHQL_MAX_TOKENS: '100000' },
  ...{ GRAPHQL_MAX_DEPTH: '30', JWT_ACCESS_TOKEN_EXPIRES_IN: '1d' },
}
const kinds = ['query', 'mutation'] as const

t.test('neither reveals nor changes records of other users by their identifiers', async t => {
  const app = await build(t, { settings, clock: () => new Date('2026-05-02T08:00:00.000Z') })
  const [owner, stranger] = [await signUp(app), await signUp(app)]
  const ids = await createRecords(app, owner)
  const before = await changes(app, owner, null)
  t.ok(JSON.stringify(before).includes(marker), 'the owner sees the marker')
  for (const query of ownStatistics(ids.exercise)) {
    const theirs = await queryGraphQL(app, query, {}, owner)
    if (!query.includes('improvements')) t.ok(isMarked(theirs), `${query} of the owner`)
    const response = await queryGraphQL(app, query, {}, stranger)
    t.notOk(response.errors ?? isMarked(response), `${query} of a stranger: ${JSON.stringify(response)}`)
  }

  let sent = 0
  const isNew = skipRepeated()
  for (const [what, id] of Object.entries(ids)) {
    const everywhere = operationsWith(() => id, kinds)
    // Records of the caller that refer to a record of another user.
    const inside = operationsWith(path => (/^id$|\.(id|newId)$/.test(path) ? newId() : id), kinds)
    for (const operation of [...everywhere, ...inside]) {
      const { name, query, variables } = operation
      if (forThemselves.has(name) || !isNew(operation, id)) continue
      const response = await queryGraphQL(app, query, variables, stranger)
      sent++
      const problem = response.errors?.find(({ extensions }) => !expected.has(String(extensions.code)))
      t.notOk(problem, `${name} of the ${what}: ${JSON.stringify(problem)}`)
      t.notOk(isMarked(response), `${name} of the ${what} shows ${JSON.stringify(response.data)}`)
    }
  }
  t.ok(sent > 100, `${sent} operations were sent`)
  const taken = async (user: TestUser) => [...(await exportOf(app, user)).values()].map(String).join()
  t.ok((await taken(owner)).includes(marker), 'the export of the owner contains the marker')
  const theirs = await taken(stranger)
  for (const secret of [marker, String(weightMark), owner.id, owner.email])
    t.notOk(theirs.includes(secret), `no data of other users: ${secret}`)
  t.same((await changes(app, owner, null)).changes, before.changes)
})

/** Returns whether an operation contains an id, or has no id and was not sent yet. */
function skipRepeated() {
  const sent = new Set<string>()
  return ({ query, variables }: Operation, id: string): boolean => {
    const text = query + JSON.stringify(variables)
    if (text.includes(id)) return true
    const withoutIds = text.replaceAll(/[0-9a-f]{24}/g, '')
    const isRepeated = sent.has(withoutIds)
    sent.add(withoutIds)
    return !isRepeated
  }
}

/** Operations without an id that sign the caller in, out or up. They would end the test. */
const forThemselves = new Set([
  ...[
    'signOutEverywhere',
    'login',
    'setAccountEnabled',
    'publicProfile',
    'deleteAccount',
    'changePassword',
    'changeEmail',
    'restoreAccount',
  ],
])
const expected = new Set(['NOT_FOUND', 'BAD_USER_INPUT', 'FORBIDDEN', 'CONFLICT', 'UNAUTHENTICATED'])

t.test('returns only public data without a token', async t => {
  const app = await build(t, { settings, clock: () => new Date('2026-05-02T08:00:00.000Z') })
  const owner = await signUp(app)
  const ids = await createRecords(app, owner)
  const before = await changes(app, owner, null)
  const isNew = skipRepeated()
  for (const id of Object.values(ids))
    for (const operation of operationsWith(() => id, kinds)) {
      const { name, query, variables } = operation
      if (isPublic.has(name) || !isNew(operation, id)) continue
      const response = await queryGraphQL(app, query, variables)
      const codes = response.errors?.map(({ extensions }) => extensions.code) ?? []
      if (name === 'nodes') t.same(response, { data: { nodes: [null] } })
      else
        t.ok(
          codes.includes('UNAUTHENTICATED') || codes.includes('NOT_FOUND'),
          `${name}: ${JSON.stringify(response)}`,
        )
      t.notOk(isMarked(response), name)
    }
  for (const [method, url] of byRest) {
    const headers = { 'content-type': multipartType }
    const response = await app.inject({ method, url, headers, payload: multipartBody([photoPart()]) })
    t.match(response, { statusCode: 401, json: Function }, url)
    t.match(response.json(), { error: { code: 'UNAUTHENTICATED' } }, url)
  }
  for (const query of ownStatistics(ids.exercise)) {
    const { data, errors } = await queryGraphQL(app, query)
    t.equal(errors?.[0]?.extensions.code, 'UNAUTHENTICATED', query)
    t.notOk(isMarked(data ?? {}), query)
  }
  t.same((await changes(app, owner, null)).changes, before.changes)
})

const isPublic = new Set(['login', 'exercises'])
const byRest = [
  ['GET', '/api/exports/mine'],
  ['POST', '/api/imports/workouts'],
  ['POST', uploadUrl],
  ['POST', progressUrl],
] as const
