import {
  ApolloClient,
  gql,
  HttpLink,
  InMemoryCache,
  type ApolloCache,
  type TypedDocumentNode,
} from '@apollo/client'
import { introspectionFromSchema, isObjectType, type DocumentNode, type GraphQLField } from 'graphql'
import { firstValueFrom } from 'rxjs'
import t, { type Test } from 'tap'
import { WebSocket } from 'ws'
import { logIn, signUp } from '../helper.js'
import { read } from '../deploy/files.js'
import { jpeg } from '../images.js'
import { createLatch } from '../latch.js'
import { createDocumentFinder } from '../../src/graphql/pipeline/document-finder.js'
import { loadManifests } from '../../src/graphql/registered/manifests.js'
import { minutes } from '../../src/lib/quantities.js'
import { enroll, newId, planned, publish } from '../features/progress/enrollments/enrollments.js'
import { starterCatalogue } from '../features/training/exercises/starter-catalogue.js'
import { schema } from '../features/schema-operations.js'
import { startListening } from '../graphql/subscriptions/live.js'
import {
  loadClientApp,
  typeErrorsOf,
  writeClientApp,
  type ClientApp,
  type Content,
  type SyncResult,
} from './client-app.js'

// Unlike the WebSocket of browsers, it can send headers, as in React Native.
globalThis.WebSocket = WebSocket as never

const typed = <Data>(document: DocumentNode) => document as TypedDocumentNode<Data>

interface Options {
  /** The recipe that receives events. */
  transport?: 'createEventLink' | 'createSocketLink'
}

/** Starts a service with exercises, signs a user up, and loads the app of the recipes. The clock can be advanced. */
async function setUp(t: Test, { transport = 'createEventLink' }: Options = {}) {
  let passed = 0
  const now = () => Date.now() + passed
  const { app, httpUrl } = await startListening(t, { clock: () => new Date(now()) })
  await app.features.services.exercises.import(starterCatalogue.slice(0, 2), 'starter')
  const recipes = await loadClientApp()
  const person = await signUp(app)
  const requests: string[] = []
  app.server.on('request', ({ url }) => requests.push(url ?? ''))
  const { origin } = new URL(httpUrl)
  const device = () => {
    const session = recipes.createSession(origin, {
      accessToken: person.token,
      refreshToken: person.refreshToken,
      userId: person.id,
    })
    const { link, close } = recipes[transport](session)
    t.teardown(close)
    return { session, client: recipes.createClient(session, link) }
  }
  const { client, session } = device()
  const { data } = await client.query({
    query: typed<{ exercises: { edges: { node: { id: string } }[] } }>(gql`
      {
        exercises {
          edges {
            node {
              id
            }
          }
        }
      }
    `),
  })
  const [exerciseId = '', otherExerciseId = ''] = data!.exercises.edges.map(({ node }) => node.id)
  return {
    app,
    httpUrl,
    person,
    recipes,
    client,
    session,
    device,
    exerciseId,
    otherExerciseId,
    /** Returns the number of requests to an address. */
    requestsOf: (url: string) => requests.filter(requested => requested === url).length,
    expireTokens: () => void (passed += 16 * minutes),
  }
}

/** Returns the input of a workout with one exercise and a set for each number of repetitions. */
const workoutOf = ({ newId }: ClientApp, exerciseId: string, reps: number[]) => ({
  id: newId(),
  title: 'Legs',
  startedAt: '2026-05-01T10:00:00.000Z',
  endedAt: '2026-05-01T11:00:00.000Z',
  timezone: 'Europe/Berlin',
  exercises: [{ id: newId(), exerciseId, sets: reps.map(reps => ({ id: newId(), reps })) }],
})

/** Reads the workout from the cache, including optimistic data. */
const cached = ({ WORKOUT_CONTENT }: ClientApp, client: ApolloClient, id: string) =>
  client.cache.readFragment<Content>({ id: `Workout:${id}`, fragment: WORKOUT_CONTENT }, true)

const repsOf = (workout: Content | null | undefined) =>
  workout?.exercises.map(({ sets }) => sets.map(({ reps }) => reps))

interface Plan {
  id: string
  weeks: { days: { exercises: { sets: { minReps: number }[] }[] }[] }[]
}
const repsPlanned = ({ weeks }: Plan) =>
  weeks.flatMap(({ days }) =>
    days.flatMap(({ exercises }) => exercises.flatMap(({ sets }) => sets.map(({ minReps }) => minReps))),
  )

t.test('the files of the recipes compile under strict options', t => {
  t.strictSame(typeErrorsOf(writeClientApp(t)), [])
  t.end()
})

t.test('the cache keeps the pages of one list together, and lists with other arguments apart', async t => {
  const { policies } = (await loadClientApp()).createCache() as InMemoryCache
  const paging = ['first', 'after', 'last', 'before']
  const query = schema.getQueryType()!
  const isList = ({ type }: GraphQLField<unknown, unknown>) =>
    isObjectType(type) && type.name.endsWith('Connection')
  const lists = Object.values(query.getFields()).filter(isList)
  t.ok(lists.length >= 10)
  for (const { name: fieldName, args } of lists) {
    const keyOf = (args: Record<string, unknown>) =>
      policies.getStoreFieldName({ typename: 'Query', fieldName, args })
    for (const { name } of args)
      if (paging.includes(name)) t.equal(keyOf({ [name]: 'x' }), keyOf({}), `${fieldName}(${name})`)
      else t.not(keyOf({ [name]: 'x' }), keyOf({}), `${fieldName}(${name})`)
  }
})

t.test('fetchMore appends the next page to a list', async t => {
  const { recipes, client, exerciseId } = await setUp(t)
  const { HISTORY, saveWorkout } = recipes
  for (const day of [1, 2, 3])
    await saveWorkout(client, {
      ...workoutOf(recipes, exerciseId, [5]),
      title: `Day ${day}`,
      startedAt: `2026-05-0${day}T10:00:00.000Z`,
      endedAt: `2026-05-0${day}T11:00:00.000Z`,
    })
  const titles = () =>
    client.readQuery({ query: HISTORY })?.workouts.edges.map(({ node }) => node.workoutTitle)

  const history = client.watchQuery({ query: HISTORY, variables: { first: 2 } })
  const watching = history.subscribe({})
  t.teardown(() => watching.unsubscribe())
  const { data } = await history.refetch()
  t.strictSame(titles(), ['Day 3', 'Day 2'])
  const { endCursor, hasNextPage } = data!.workouts.pageInfo
  t.ok(hasNextPage)
  await history.fetchMore({ variables: { after: endCursor } })
  t.strictSame(titles(), ['Day 3', 'Day 2', 'Day 1'])
  t.equal(client.readQuery({ query: HISTORY })?.workouts.pageInfo.hasNextPage, false)
})

t.test('keeps a workout correct after two edits, also next to one with the same entries', async t => {
  const { recipes, client, exerciseId, otherExerciseId } = await setUp(t)
  const { saveWorkout, newId } = recipes
  const workout = workoutOf(recipes, exerciseId, [5, 6])
  const copy = { ...workout, id: newId() }
  await saveWorkout(client, workout)
  await saveWorkout(client, copy)
  // Another screen has selected more of the entry.
  const notes = gql`
    query ($id: ID!) {
      workout(id: $id) {
        id
        exercises {
          entryId
          notes
        }
      }
    }
  `
  await client.query({ query: notes, variables: { id: workout.id } })

  const [entry] = workout.exercises
  const second = { id: newId(), exerciseId: otherExerciseId, sets: [{ id: newId(), reps: 12 }] }
  const edited = { ...workout, exercises: [second, { ...entry!, sets: [{ ...entry!.sets[1]!, reps: 7 }] }] }
  const saving = saveWorkout(client, { ...edited, expectedVersion: 1 })
  t.strictSame(repsOf(cached(recipes, client, workout.id)), [[12], [7]], 'before the response')
  t.equal((await saving).data?.saveWorkout.conflict, null)
  const again = { ...edited, exercises: [edited.exercises[1]], expectedVersion: 2 }
  await saveWorkout(client, again)

  const stored = await client.query({
    query: typed<{ workout: Content }>(gql`
      query ($id: ID!) {
        workout(id: $id) {
          ...WorkoutContent
        }
      }
      ${recipes.WORKOUT_CONTENT}
    `),
    variables: { id: workout.id },
    fetchPolicy: 'no-cache',
  })
  t.strictSame(repsOf(stored.data?.workout), [[7]])
  t.strictSame(cached(recipes, client, workout.id), stored.data?.workout)
  t.strictSame(repsOf(cached(recipes, client, copy.id)), [[5, 6]], 'the copy is unchanged')
  t.ok(client.readQuery({ query: notes, variables: { id: workout.id } }), 'the other screen has its data')
})

t.test('shows a new workout in the history before the response, and removes it if it is refused', async t => {
  const { recipes, client, exerciseId } = await setUp(t)
  const { HISTORY, saveWorkout, failuresOf } = recipes
  await client.query({ query: HISTORY })
  const ids = () =>
    client.readQuery({ query: HISTORY, optimistic: true })?.workouts.edges.map(({ node }) => node.id)

  const workout = workoutOf(recipes, exerciseId, [5])
  const saving = saveWorkout(client, workout)
  t.strictSame(ids(), [workout.id])
  t.strictSame(failuresOf((await saving).error), [])
  t.strictSame(ids(), [workout.id])

  const wrong = workoutOf(recipes, exerciseId, [-1])
  const refusing = saveWorkout(client, wrong)
  t.strictSame(ids(), [wrong.id, workout.id])
  const { error } = await refusing
  t.match(failuresOf(error), [{ code: 'BAD_USER_INPUT', field: 'input.exercises[0].sets[0].reps' }])
  t.strictSame(ids(), [workout.id])
  t.equal(cached(recipes, client, wrong.id), null)
})

t.test('returns a result for each operation of a sync, in order', async t => {
  const { recipes, client, exerciseId } = await setUp(t)
  const workout = workoutOf(recipes, exerciseId, [5])
  const results = await recipes.pushChanges(client, [
    { saveWorkout: workout },
    { saveWorkout: { ...workout, title: 'Late', expectedVersion: 7 } },
    { saveWorkout: { ...workout, id: recipes.newId(), exercises: [{}] } },
    { deleteWorkout: { id: recipes.newId() } },
  ])
  t.match(results, [
    { recordId: workout.id, status: 'APPLIED', error: null },
    { recordId: workout.id, status: 'CONFLICT', error: null, record: { id: workout.id } },
    { status: 'REFUSED', error: { path: /exercises/ }, record: null },
    { status: 'UNCHANGED', error: null, record: null },
  ])
  t.equal(cached(recipes, client, workout.id)?.workoutTitle, 'Legs')
})

t.test('the cache keeps the results of one sync apart, also those about the same record', async t => {
  const { recipes, client, exerciseId } = await setUp(t)
  const { SYNC } = recipes
  const first = workoutOf(recipes, exerciseId, [5])
  const second = workoutOf(recipes, exerciseId, [6])
  const operations = [
    { saveWorkout: first },
    { saveWorkout: second },
    { saveWorkout: { ...first, title: 'Late', expectedVersion: 7 } },
  ]
  /** The statuses as the cache has stored them, references resolved. */
  const statusesIn = (cache: ApolloCache) => {
    const stored = cache.extract() as Record<string, Record<string, unknown>>
    const [, sync] = Object.entries(stored.ROOT_MUTATION!).find(([key]) => key.startsWith('sync('))!
    return (sync as { results: ({ __ref: string } | { status: string })[] }).results.map(result =>
      '__ref' in result ? stored[result.__ref]!.status : result.status,
    )
  }
  const { data } = await client.mutate({ mutation: SYNC, variables: { operations }, keepRootFields: true })
  t.strictSame(statusesIn(client.cache), ['APPLIED', 'APPLIED', 'CONFLICT'])
  const { results } = data!.sync
  t.strictSame(
    results.map(({ recordId }) => recordId),
    [first.id, second.id, first.id],
  )

  // The same results would merge if a result had the identifier of its record as its own.
  const aliased = gql`
    mutation Sync($operations: [SyncOperation!]!) {
      sync(operations: $operations) {
        results {
          id: recordId
          status
        }
      }
    }
  ` as typeof SYNC
  const other = recipes.createCache()
  const merged = results.map(({ recordId, status }) => ({ __typename: 'SyncResult', id: recordId, status }))
  other.write({
    ...{ query: aliased, variables: { operations }, dataId: 'ROOT_MUTATION' },
    result: { sync: { __typename: 'SyncPayload', results: merged } } as never,
  })
  t.strictSame(statusesIn(other), ['APPLIED', 'APPLIED', 'APPLIED'])
})

t.test('the cache keeps the program of an enrollment and the version that is trained apart', async t => {
  const { app, person, client, exerciseId } = await setUp(t)
  const weekOf = (reps: number) => ({ days: [[planned(exerciseId, null, { minReps: reps })]] })
  const programId = await publish(app, person, { weeks: [weekOf(5)] })
  const { enrollment } = await enroll(app, person, {
    ...{ id: newId(), programId, startDate: '2026-01-05', timezone: 'Europe/Berlin', weekdays: [] },
  })
  await publish(app, person, { id: programId, expectedVersion: 2, weeks: [weekOf(8), weekOf(9)] })

  const content = 'id title durationWeeks weeks { days { exercises { sets { minReps } } } }'
  const query = gql`
    query ($id: ID!) {
      enrollment(id: $id) {
        id
        program { ${content} }
        programVersion { number ${content} }
      }
    }
  ` as TypedDocumentNode<{ enrollment: { program: Plan; programVersion: Plan & { number: number } } }>
  const variables = { id: enrollment!.id }
  const { data: answer } = await client.query({ query, variables })
  const inCache = client.readQuery({ query, variables })
  t.strictSame(inCache, answer)
  const { program, programVersion } = inCache!.enrollment
  t.match(programVersion, { number: 1, durationWeeks: 1 })
  t.strictSame(repsPlanned(programVersion), [5])
  t.match(program, { id: programId, durationWeeks: 2 })
  t.strictSame(repsPlanned(program), [8, 9])
  t.not(programVersion.id, program.id)

  // A screen of the program, opened from the list, changes nothing for the enrollment.
  await client.query({
    query: gql`
      query ($id: ID!) {
        program(id: $id) { ${content} }
      }
    `,
    variables: { id: programId },
    fetchPolicy: 'network-only',
  })
  t.strictSame(client.readQuery({ query, variables }), answer)
})

t.test('changes of another device reach the cache, deletions too', async t => {
  const { recipes, client, device, exerciseId } = await setUp(t)
  const { pullChanges, pushChanges, saveWorkout } = recipes
  const { client: phone } = device()
  const [edited, deleted] = [workoutOf(recipes, exerciseId, [5]), workoutOf(recipes, exerciseId, [6])]
  await saveWorkout(client, edited)
  await saveWorkout(client, deleted)
  const favor = async (isFavorite: boolean) => {
    const operation = { favoriteExercise: { id: exerciseId, favorite: isFavorite } }
    t.match(await pushChanges(phone, [operation]), [{ status: 'APPLIED' }])
  }
  await favor(true)
  const cursor = await pullChanges(client)
  const isFavorite = () =>
    client.cache.readFragment<{ isFavorite: boolean }>({
      id: `Exercise:${exerciseId}`,
      fragment: gql`
        fragment Favorite on Exercise {
          isFavorite
        }
      `,
    })?.isFavorite
  t.equal(isFavorite(), true)

  await saveWorkout(phone, { ...edited, title: 'Back', expectedVersion: 1 })
  await pushChanges(phone, [{ deleteWorkout: { id: deleted.id } }])
  await favor(false)
  const { client: tablet } = device()
  const early = await pullChanges(tablet)
  await pullChanges(client, cursor)
  t.equal(cached(recipes, client, edited.id)?.workoutTitle, 'Back')
  t.equal(cached(recipes, client, deleted.id), null)
  t.equal(isFavorite(), false)

  await saveWorkout(phone, workoutOf(recipes, exerciseId, [7]))
  await pullChanges(tablet, early)
  t.equal(
    cached(recipes, tablet, edited.id)?.workoutTitle,
    'Back',
    'records of earlier pages stay in the cache',
  )

  const page = await client.query({
    query: recipes.CHANGES,
    variables: {},
    fetchPolicy: 'network-only',
  })
  for (const { recordId, record } of page.data!.changes.changes)
    if (record) t.equal(record.id, recordId, 'gives each change its own record')
})

t.test(
  'a fragment on an interface matches cached objects, because the cache knows the possible types',
  async t => {
    const { recipes, client, exerciseId } = await setUp(t)
    const workout = workoutOf(recipes, exerciseId, [5])
    await recipes.saveWorkout(client, workout)
    const query = gql`
      query ($id: ID!) {
        node(id: $id) {
          ...Identity
          ...Version
        }
      }
      fragment Identity on Node {
        id
      }
      fragment Version on OwnedRecord {
        version
      }
    `
    const { data } = await client.query({ query, variables: { id: workout.id } })
    t.match(data, { node: { __typename: 'Workout', id: workout.id, version: 1 } })

    const without = new InMemoryCache()
    without.writeQuery({ query, variables: { id: workout.id }, data: data as never })
    t.notMatch(without.readQuery({ query, variables: { id: workout.id } }), { node: { version: 1 } })
  },
)

t.test('five requests that find the token expired share one refresh', async t => {
  const { client, requestsOf, expireTokens, session, person } = await setUp(t)
  expireTokens()
  const before = requestsOf('/graphql')
  const responses = await Promise.all(
    [1, 2, 3, 4, 5].map(first =>
      client.query({
        query: typed<{ workouts: object }>(gql`
          query ($first: Int) {
            workouts(first: $first) {
              totalCount
            }
          }
        `),
        variables: { first },
        fetchPolicy: 'no-cache',
      }),
    ),
  )
  for (const { data, error } of responses) {
    t.equal(error, undefined)
    t.match(data, { workouts: { totalCount: 0 } })
  }
  t.equal(requestsOf('/graphql') - before, 10)
  t.equal(requestsOf('/auth/refresh'), 1)
  // A request that was answered late finds the new token.
  t.equal(await session.renew(person.token), session.accessToken())
  t.equal(requestsOf('/auth/refresh'), 1)
})

for (const transport of ['createEventLink', 'createSocketLink'] as const) {
  t.test(
    `a subscription connects with a renewed token, and its event brings the changes: ${transport}`,
    async t => {
      const { recipes, client, device, requestsOf, expireTokens, exerciseId } = await setUp(t, { transport })
      expireTokens()
      const watching = device()
      const cursor = await firstValueFrom(recipes.followChanges(watching.client))
      t.equal(requestsOf('/auth/refresh'), 1)

      const workout = workoutOf(recipes, exerciseId, [5])
      const arrived = new Promise<void>(resolve => {
        const following = recipes.followChanges(watching.client, cursor).subscribe(() => {
          if (cached(recipes, watching.client, workout.id)) resolve()
        })
        t.teardown(() => following.unsubscribe())
      })
      await recipes.saveWorkout(client, workout)
      await arrived
      t.strictSame(repsOf(cached(recipes, watching.client, workout.id)), [[5]])
    },
  )

  t.test(`a subscription continues after its token has expired: ${transport}`, async t => {
    const { app, person, recipes, client, exerciseId, requestsOf, expireTokens } = await setUp(t, {
      transport,
    })
    const other = await logIn(app, person.email, person.password)
    const cursors: string[] = []
    const received = createLatch()
    const reconnected = new Promise<void>((resolve, reject) => {
      const following = recipes.followChanges(client).subscribe({
        next(cursor) {
          cursors.push(cursor)
          // Signing out another device makes the service validate the token of the subscription again.
          if (cursors.length === 1) {
            expireTokens()
            app
              .inject({ method: 'POST', url: '/auth/logout', payload: { refreshToken: other.refreshToken } })
              .catch(reject)
          } else if (cursors.length === 2) resolve()
          else received.open()
        },
        error: reject,
        complete: () => reject(new Error('the subscription has ended')),
      })
      t.teardown(() => following.unsubscribe())
    })
    await reconnected
    t.equal(requestsOf('/auth/refresh'), 1)
    await recipes.saveWorkout(client, workoutOf(recipes, exerciseId, [5]))
    await received.passed
  })
}

t.test('urql sends requests and receives events', async t => {
  const { recipes, client: apollo, session, exerciseId, expireTokens } = await setUp(t)
  const { client, close } = recipes.createUrqlClient(session)
  t.teardown(close)
  expireTokens()
  const { data } = await client.query('{ me { id profile { weight } } }', {}).toPromise()
  t.match(data, { me: { id: String, __typename: 'User' } })
  const invalid = await client.query('{ workout(id: "x") { id } }', {}).toPromise()
  t.match(invalid.error?.graphQLErrors, [{ extensions: { code: 'BAD_USER_INPUT', field: 'id' } }])

  const cursors: unknown[] = []
  const [first, second] = [createLatch(), createLatch()]
  const { unsubscribe } = client
    .subscription('subscription { changesAvailable { cursor } }', {})
    .subscribe(({ data }) => {
      cursors.push(data?.changesAvailable.cursor)
      if (cursors.length === 1) first.open()
      else second.open()
    })
  t.teardown(unsubscribe)
  await first.passed
  await recipes.saveWorkout(apollo, workoutOf(recipes, exerciseId, [5]))
  await second.passed
  t.equal(new Set(cursors).size, 2)
})

t.test('graphcache has a key for each type: its id, or none', async t => {
  const { cacheKeys } = await loadClientApp()
  const keys = cacheKeys(introspectionFromSchema(schema))
  for (const type of Object.values(schema.getTypeMap()).filter(isObjectType))
    t.equal(type.name in keys, !('id' in type.getFields()), type.name)
  t.equal(keys['WorkoutSet']?.({ setId: 'a' }), null)
  t.equal(keys['Achievement']?.({ key: 'first-workout' }), 'first-workout')
})

t.test('Relay sends requests and receives events', async t => {
  const { recipes, session, expireTokens } = await setUp(t)
  const { environment, close } = recipes.createEnvironment(session)
  t.teardown(close)
  expireTokens()
  const network = environment.getNetwork()
  const operation = (operationKind: string, text: string) =>
    ({ operationKind, text, name: '', id: null }) as never
  const me = await network.execute(operation('query', '{ me { id } }'), {}, {}).toPromise()
  t.match(me, { data: { me: { id: String } } })
  const text = 'subscription { changesAvailable { cursor } }'
  const event = await new Promise((resolve, reject) => {
    const events = network.execute(operation('subscription', text), {}, {})
    const { unsubscribe } = events.subscribe({ next: resolve, error: reject })
    t.teardown(unsubscribe)
  })
  t.match(event, { data: { changesAvailable: { cursor: String } } })
})

t.test('a photo is uploaded as multipart, with a renewed token', async t => {
  const { recipes, client, session, requestsOf, expireTokens } = await setUp(t)
  expireTokens()
  const file = new File([jpeg()], 'photo.jpg', { type: 'image/jpeg' })
  const { assetId } = await recipes.uploadProfilePhoto(session, file)
  t.equal(requestsOf('/auth/refresh'), 1)
  const { data } = await client.query({
    query: gql`
      {
        me {
          id
          profilePhotos {
            id
            url
          }
        }
      }
    `,
  })
  t.match(data, { me: { profilePhotos: [{ id: assetId, url: String }] } })
  const text = new File(['not an image'], 'photo.jpg', { type: 'image/jpeg' })
  await t.rejects(recipes.uploadProfilePhoto(session, text), { message: 'UNSUPPORTED_MEDIA_TYPE' })
})

/** Stores the queue of a device, and collects the problems that the queue reports. */
function queueStorage() {
  const stored = new Map<string, string>()
  const problems: [object[], SyncResult][] = []
  return {
    stored,
    problems,
    storage: {
      getItem: async (key: string) => stored.get(key) ?? null,
      setItem: async (key: string, value: string) => void stored.set(key, value),
    },
    onProblem: (...problem: [object[], SyncResult]) => void problems.push(problem),
  }
}

t.test('keeps the queue across a lost response and a restart, and applies nothing twice', async t => {
  const { recipes, client, device, exerciseId } = await setUp(t)
  const { stored, problems, storage, onProblem } = queueStorage()
  const [workout, invalid] = [workoutOf(recipes, exerciseId, [5]), workoutOf(recipes, exerciseId, [-1])]

  const queue = await recipes.openQueue(client, storage, onProblem)
  await queue.add(workout.id, { saveWorkout: workout })
  await queue.add(invalid.id, { saveWorkout: invalid })
  await queue.add(workout.id, { saveWorkout: { ...workout, title: 'Edited', expectedVersion: 1 } })
  const { fetch } = globalThis
  t.teardown(() => (globalThis.fetch = fetch))
  globalThis.fetch = async (...parameters) => {
    await fetch(...parameters)
    throw new TypeError('the answer is lost')
  }
  await t.rejects(queue.flush(), { message: 'the answer is lost' })
  globalThis.fetch = fetch
  t.strictSame(problems, [])

  const restarted = device()
  const reopened = await recipes.openQueue(restarted.client, storage, onProblem)
  await Promise.all([reopened.flush(), reopened.flush()])
  t.match(problems, [[[{ saveWorkout: invalid }], { status: 'REFUSED', error: { code: 'BAD_USER_INPUT' } }]])
  t.equal(problems.length, 1)
  t.equal(stored.get('queue'), '[]')
  t.match(cached(recipes, restarted.client, workout.id), { workoutTitle: 'Edited', version: 2 })
})

t.test('the queue does not overwrite what another device has saved meanwhile', async t => {
  const { recipes, client, device, exerciseId } = await setUp(t)
  const { problems, storage, onProblem } = queueStorage()
  const workout = workoutOf(recipes, exerciseId, [5])
  await recipes.saveWorkout(client, workout)
  const edits = [1, 2].map(expectedVersion => ({
    saveWorkout: { ...workout, title: `Offline ${expectedVersion}`, expectedVersion },
  }))
  const queue = await recipes.openQueue(client, storage, onProblem)
  for (const edit of edits) await queue.add(workout.id, edit)
  await recipes.saveWorkout(device().client, { ...workout, title: 'Elsewhere', expectedVersion: 1 })

  await queue.flush()
  t.match(problems, [[edits, { status: 'CONFLICT', record: { id: workout.id } }]])
  t.match(cached(recipes, client, workout.id), { workoutTitle: 'Elsewhere', version: 2 })
  await recipes.pullChanges(client)
  t.match(cached(recipes, client, workout.id), { workoutTitle: 'Elsewhere', version: 2 })
})

t.test('the queue sends more operations than one request takes', async t => {
  const { recipes, client, requestsOf } = await setUp(t)
  const { problems, stored, storage, onProblem } = queueStorage()
  const queue = await recipes.openQueue(client, storage, onProblem)
  const before = requestsOf('/graphql')
  for (let count = 0; count < 101; count++) {
    const id = recipes.newId()
    await queue.add(id, { deleteWorkout: { id } })
  }
  await queue.flush()
  t.equal(requestsOf('/graphql') - before, 2)
  t.same([problems, stored.get('queue')], [[], '[]'])
})

for (const transport of ['createEventLink', 'createSocketLink'] as const)
  t.test(
    `requests, uploads and subscriptions are signed where the service requires it: ${transport}`,
    async t => {
      const secret = 'an example of a secret, 32 bytes+'
      const { app, httpUrl } = await startListening(t, {
        settings: { HMAC_ENABLED: 'true', HMAC_SECRET: secret },
      })
      const recipes = await loadClientApp()
      const sign = recipes.createSigner(secret)
      const { origin } = new URL(httpUrl)
      const account = { email: 'ada@example.com', username: 'ada', password: 'correct horse battery' }
      await app.features.services.registration.createVerifiedAccount({ ...account, role: 'USER' })
      const body = JSON.stringify({ email: account.email, password: account.password })
      const signature = await sign({ method: 'POST', url: `${origin}/auth/login`, body, userId: '' })
      const response = await fetch(`${origin}/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...signature },
        body,
      })
      t.equal(response.status, 200)
      const { user, ...tokens } = (await response.json()) as Awaited<ReturnType<typeof logIn>>
      const session = recipes.createSession(origin, { ...tokens, userId: user.id }, sign)
      const { link, close } = recipes[transport](session)
      t.teardown(close)
      const client = recipes.createClient(session, link)

      const { data } = await client.query({
        query: typed<{ me: { id: string } }>(gql`
          {
            me {
              id
            }
          }
        `),
      })
      t.equal(data?.me.id, user.id)
      const file = new File([jpeg()], 'größe.jpg', { type: 'image/jpeg' })
      t.match(await recipes.uploadProfilePhoto(session, file), { assetId: String })
      t.type(await session.renew(session.accessToken()), 'string')
      t.type(await firstValueFrom(recipes.followChanges(client)), 'string')

      const unsigned = recipes.createSession(origin, { ...tokens, userId: user.id })
      const refused = await unsigned.fetch(`${origin}/auth/profile`)
      t.match([refused.status, await refused.json()], [401, { code: 'INVALID_SIGNATURE' }])
    },
  )

t.test('the signer makes the signature of the test vector', async t => {
  const { createSigner } = await loadClientApp()
  const cell = (part: string) =>
    new RegExp(`^\\| ${part} +\\| \`(.+)\` +\\|$`, 'm').exec(read('docs/clients.md'))?.[1] ?? ''
  const sign = createSigner(cell('`HMAC_SECRET`'), () => Number(cell('`X-Timestamp`')) * 1000)
  const headers = await sign({
    method: cell('method'),
    url: `https://api.example.com${cell('path')}`,
    body: cell('body'),
    userId: cell('`X-User-ID`'),
  })
  t.strictSame(headers, {
    'x-user-id': cell('`X-User-ID`'),
    'x-timestamp': cell('`X-Timestamp`'),
    'x-signature': cell('`X-Signature`'),
  })
})

t.test('a persisted query is sent as text once, and as a hash from then on', async t => {
  const { recipes, session, httpUrl } = await setUp(t)
  const bodies: { query?: string; extensions?: object }[] = []
  const recording = (...[url, init]: Parameters<typeof fetch>) => {
    bodies.push(JSON.parse(init?.body as string) as object)
    return session.fetch(url, init)
  }
  const client = new ApolloClient({
    cache: recipes.createCache(),
    link: recipes.persistedQueryLink().concat(new HttpLink({ uri: httpUrl, fetch: recording })),
  })
  const ask = () => client.query({ query: recipes.HISTORY, fetchPolicy: 'network-only' })
  t.match((await ask()).data, { workouts: { edges: [] } })
  t.match((await ask()).data, { workouts: { edges: [] } })
  t.strictSame(
    bodies.map(({ query }) => query !== undefined),
    [false, true, false],
  )
})

t.test('registered operations are what the client sends', async t => {
  const { recipes, client, exerciseId } = await setUp(t)
  const { CHANGES, HISTORY, SAVE_WORKOUT, SYNC, registeredOperations } = recipes
  const folder = t.testdir({
    web: { '1.0.0': { 'operations.graphql': registeredOperations([CHANGES, HISTORY, SAVE_WORKOUT, SYNC]) } },
  })
  const registered = loadManifests(folder)
  t.strictSame(
    registered.map(({ name }) => name),
    ['Changes', 'History', 'SaveWorkout', 'Sync'],
  )
  const find = createDocumentFinder({ registered, onlyRegistered: true })
  const found: string[] = []
  const { fetch } = globalThis
  t.teardown(() => (globalThis.fetch = fetch))
  globalThis.fetch = (url, init) => {
    const { query } = JSON.parse(init?.body as string) as { query: string }
    const source = find({ query, sha256: undefined, documentId: undefined })
    found.push(registered.find(operation => operation.source === source)?.name ?? '')
    return fetch(url, init)
  }
  await client.query({ query: HISTORY })
  await recipes.saveWorkout(client, workoutOf(recipes, exerciseId, [5]))
  await recipes.pullChanges(client)
  await recipes.pushChanges(client, [{ deleteWorkout: { id: newId() } }])
  t.strictSame(found, ['History', 'SaveWorkout', 'Changes', 'Sync'])
})
