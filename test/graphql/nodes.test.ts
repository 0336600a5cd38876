import t, { type Test } from 'tap'
import { queryGraphQL, errorCodeOf, signUp, type TestUser } from '../helper.js'
import { countCommands } from '../commands.js'
import type { App } from '../../src/app.js'
import {
  archive,
  enroll,
  enrollment,
  buildWithExercises,
  publish,
  sendCommand,
  weeksOf,
} from '../features/progress/enrollments/enrollments.js'
import { consent as consentToMeasurements, measured } from '../features/people/measurements/measurements.js'
import { consent, upload as uploadProgress } from '../features/media/progress-photos/helpers.js'
import { upload } from '../features/media/photos/photo-app.js'
import { newId, save, completed, done, entry, kg } from '../features/training/workouts/workouts.js'
import { afterWorkouts, saveLargeWorkouts } from '../features/training/workouts/large-workouts.js'
import { build } from '../helper.js'
import { queryRepeatedly, post, unlimited } from './requests.js'

interface Found {
  __typename: string
  id: string
}

const read = `__typename id
  ... on User { email }
  ... on PublicUser { username }
  ... on Exercise { name }
  ... on Workout { workoutTitle }
  ... on Program { title weeks { number } }
  ... on ProgramVersion { number weeks { number } }
  ... on ProgramEnrollment { enrollmentStatus }
  ... on PersonalRecord { value }`

const nodesQuery = `query($ids: [ID!]!) { nodes(ids: $ids) { ${read} } }`
const tryNodes = (app: App, ids: unknown, user?: TestUser, query = nodesQuery) =>
  queryGraphQL<{ nodes: (Found | null)[] | null }>(app, query, { ids }, user)

async function nodes(app: App, ids: readonly string[], user?: TestUser) {
  const { data, errors } = await tryNodes(app, ids, user)
  if (!data?.nodes) throw new Error(JSON.stringify(errors))
  return data.nodes
}

async function node(app: App, id: string, user?: TestUser) {
  const response = await queryGraphQL<{ node: Found | null }>(
    app,
    `query($id: ID!) { node(id: $id) { ${read} } }`,
    { id },
    user,
  )
  const code = response.errors ? errorCodeOf(response) : null
  if (code !== null && code !== 'NOT_FOUND') throw new Error(JSON.stringify(response.errors))
  return response.data?.node ?? null
}

async function write(app: App, user: TestUser, name: string, type: string, input: object) {
  const { errors } = await queryGraphQL(
    app,
    `mutation($input: ${type}!) { ${name}(input: $input) { conflict } }`,
    { input },
    user,
  )
  if (errors) throw new Error(JSON.stringify(errors))
}

/** Creates a user with a number of objects of every type. */
async function createObjects(t: Test, count: number) {
  const commands = countCommands(t)
  const { app, person, bench, squat } = await buildWithExercises(t, { observe: commands.observe })
  const author = await signUp(app, { role: 'ADMIN' })
  await consent(app, person)
  await consentToMeasurements(app, person)
  const ids: string[][] = []
  for (let at = 0; at < count; at++) {
    const [exercise, workout, measurement] = [newId(), newId(), measured(`2026-01-0${at + 1}`, kg(80))]
    await write(app, person, 'saveExercise', 'ExerciseInput', {
      ...{ id: exercise, name: `Own ${at}`, primaryMuscles: ['CHEST'], trackingType: 'WEIGHT_REPS' },
    })
    await save(
      app,
      person,
      completed({ id: workout, exercises: [entry(exercise, [done({ load: kg(50), reps: 5 })])] }),
    )
    await write(app, person, 'saveMeasurement', 'MeasurementInput', measurement)
    const own = await publish(app, person, { weeks: weeksOf(squat, bench) })
    const theirs = await publish(app, author, { weeks: weeksOf(squat, bench) })
    const enrolled = enrollment(theirs)
    await enroll(app, person, enrolled)
    await sendCommand(app, person, 'finishEnrollment', enrolled.id)
    await archive(app, author, theirs)
    const { assetId } = await upload(app, person)
    const { assetId: progress } = await uploadProgress(app, person)
    const { data } = await queryGraphQL<{
      records: { edges: { node: { id: string } }[] }
      enrollment: { programVersion: { id: string } }
      sessions: { id: string }[]
    }>(
      app,
      `query($exercise: ID!, $enrollment: ID!) {
        records(exerciseId: $exercise) { edges { node { id } } }
        enrollment(id: $enrollment) { programVersion { id } }
        sessions { id }
      }`,
      { exercise, enrollment: enrolled.id },
      person,
    )
    ids.push([
      ...[exercise, workout, measurement.id, own, enrolled.id, assetId, progress],
      ...[data!.records.edges[0]!.node.id, data!.enrollment.programVersion.id, data!.sessions[0]!.id],
    ])
  }
  return { app, person, author, commands, ids, bench }
}

t.test(
  'returns objects of every type in the order of their ids, and null for what is not visible',
  async t => {
    const { app, person, author, ids, bench } = await createObjects(t, 1)
    const [own = []] = ids
    const unknown = newId()
    const all = [...own, bench, unknown, person.id, author.id, own[1]!, own[0]!.toUpperCase()]
    const seen = {
      owner: await nodes(app, all, person),
      stranger: await nodes(app, all, await signUp(app)),
      admin: await nodes(app, all, author),
      anonymous: await nodes(app, all),
    }
    t.same(
      seen.owner.map(found => found?.__typename ?? null),
      [
        ...['Exercise', 'Workout', 'Measurement', 'Program', 'ProgramEnrollment', 'ProfilePhoto'],
        ...['ProgressPhoto', 'PersonalRecord', 'ProgramVersion', 'Session', 'Exercise', null, 'User'],
        ...['PublicUser', 'Workout', 'Exercise'],
      ],
    )
    t.same(
      seen.owner.map(found => found?.id ?? null),
      all.map(id => (id === unknown ? null : id.toLowerCase())),
    )
    const typesOf = (found: readonly (Found | null)[]) => found.flatMap(one => one?.__typename ?? [])
    t.same(typesOf(seen.stranger), ['Exercise', 'PublicUser', 'PublicUser'], 'no data of the owner')
    t.same(
      typesOf(seen.admin),
      ['ProgramVersion', 'Exercise', 'PublicUser', 'User'],
      'the records of the administrator',
    )
    t.same(typesOf(seen.anonymous), ['Exercise'])
    for (const [who, context] of [
      ['owner', person],
      ['admin', author],
      ['anonymous', undefined],
    ] as const)
      t.same(await Promise.all(all.map(id => node(app, id, context))), seen[who], `as node, ${who}`)
  },
)

t.test('needs as many database commands for many ids as for one of each type', async t => {
  const { app, person, commands, ids } = await createObjects(t, 3)
  const query = 'query($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }'
  const commandsFor = async (ids: readonly string[]) => {
    const { result, commands: log } = await commands.during(() => tryNodes(app, ids, person, query))
    t.equal(result.data?.nodes?.filter(one => one !== null).length, ids.length)
    return log.toSorted()
  }
  // Fill the caches first.
  await commandsFor(ids.flat().slice(0, 20))
  await commandsFor(ids.flat().slice(20))
  const one = await commandsFor(ids[0]!)
  // Replies of MongoDB that arrive in different ticks divide a batch, so a batch may need a few commands more.
  const needsAtMost = (log: readonly string[], batches: number, message: string) => {
    t.same(new Set(log), new Set(one), `${message}: the same commands`)
    t.ok(
      log.length <= batches * (one.length + 3),
      `${message}: ${log.length} commands, ${one.length} for 10 ids`,
    )
  }
  t.ok(one.length > 6)
  needsAtMost(await commandsFor([...ids[0]!, ...ids[1]!]), 1, '20 ids')
  const hundred = Array.from({ length: 10 }, () => ids[2]!).flat()
  t.equal(hundred.length, 100)
  needsAtMost(await commandsFor(hundred), 5, '100 ids, 20 at a time')
})

t.test('names a malformed id and rejects more than 100 ids', async t => {
  const app = await build(t, { settings: unlimited })
  const user = await signUp(app)
  const wrong = (response: Awaited<ReturnType<typeof tryNodes>>, field: string) =>
    t.match(response, { data: { nodes: null }, errors: [{ extensions: { code: 'BAD_USER_INPUT', field } }] })
  wrong(await tryNodes(app, [user.id, 'x'], user), 'ids[1]')
  wrong(await tryNodes(app, ['', user.id]), 'ids[0]')
  wrong(await tryNodes(app, Array(101).fill(user.id), user), 'ids')
  const literal = `{ nodes(ids: ["${user.id}", "${user.id}", "nope"]) { id } }`
  for (const { errors } of await queryRepeatedly(app, { query: literal }, user))
    t.match(errors, [{ extensions: { code: 'BAD_USER_INPUT', field: 'ids[2]' } }])
  const misfit = await tryNodes(app, [user.id, { id: user.id }], user)
  t.match(misfit.errors, [{ extensions: { code: 'BAD_USER_INPUT', field: 'ids[1]' } }])
  t.same(await nodes(app, [], user), [])
  t.match(await nodes(app, [user.id], user), [{ __typename: 'User' }])
  t.match(
    (await tryNodes(app, user.id, user)).data,
    { nodes: [{ id: user.id }] },
    'accepts one id in place of a list',
  )
})

t.test('charges the cost of the selected objects', async t => {
  const app = await build(t, { settings: unlimited })
  const user = await signUp(app)
  const ids = Array<string>(100).fill(user.id)
  const costOf = async (query: string, variables: object) => {
    const body = { query, variables, extensions: { cost: true } }
    return (await post(app, { person: user, body })).json<object>()
  }
  const three = { extensions: { cost: { spent: 9 } } }
  t.match(await costOf(nodesQuery.replace(read, 'id'), { ids: ids.slice(0, 3) }), three)
  t.match(await costOf(`{ nodes(ids: ${JSON.stringify(ids.slice(0, 3))}) { id } }`, {}), three)
  const four = ['a', 'b', 'c', 'd'].map(name => `${name}: nodes(ids: $ids) { id }`).join(' ')
  t.match(await costOf(`query($ids: [ID!]!) { ${four} }`, { ids }), {
    errors: [{ extensions: { code: 'QUERY_TOO_COMPLEX', measure: 'cost', actual: 1200, field: 'a' } }],
  })
})

t.test('limits the delivered and the read objects', async t => {
  const app = await build(t, { clock: afterWorkouts, settings: unlimited })
  const user = await signUp(app)
  const [id = ''] = await saveLargeWorkouts(app, user, 1)
  const list = (count: number) => JSON.stringify(Array(count).fill(id))
  const sets = '... on Workout { exercises { sets { reps load { value } } } }'
  for (const response of await queryRepeatedly(
    app,
    { query: `{ nodes(ids: ${list(4)}) { ${sets} } }` },
    user,
  ))
    t.match(response, {
      data: undefined,
      errors: [
        {
          path: [],
          extensions: { code: 'QUERY_TOO_COMPLEX', measure: 'objects', limit: 20_000, field: 'nodes' },
        },
      ],
    })
  t.notOk(
    (await queryGraphQL(app, `{ nodes(ids: ${list(3)}) { ${sets} } }`, {}, user)).errors,
    'delivers 15,153 objects',
  )

  const response = await queryGraphQL(app, `{ nodes(ids: ${list(9)}) { id } }`, {}, user)
  t.notOk(response.errors, 'nine of the largest workouts are read')
  const tooMany = { errors: [{ extensions: { code: 'QUERY_TOO_COMPLEX' }, message: /request fewer/ }] }
  t.match(await queryGraphQL(app, `{ nodes(ids: ${list(10)}) { id } }`, {}, user), tooMany)
  const aliases = `{ a: nodes(ids: ${list(6)}) { id } b: nodes(ids: ${list(6)}) { id } }`
  t.match(await queryGraphQL(app, aliases, {}, user), tooMany, 'adds up the ids of all fields of a request')
})
