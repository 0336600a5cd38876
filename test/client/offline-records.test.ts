import t, { type Test } from 'tap'
import {
  createClient,
  type Client,
  memoryStorage,
  newId,
  offlineDocuments,
  type ClientStorage,
  type Fetch,
  type Operation,
  type SyncProblem,
} from '../../src/client/index.js'
import { days } from '../../src/lib/quantities.js'
import { build, signUp } from '../helper.js'
import { completed, workout } from '../features/training/workouts/workouts.js'
import { manualClock } from '../features/people/auth/requests.js'
import { appFetch } from './app-fetch.js'

const documents = offlineDocuments('... on Workout { workoutTitle } ... on RoutineFolder { title }')
/** Of a later version of the app. */
const laterDocuments = offlineDocuments(
  '... on Workout { workoutTitle notes } ... on RoutineFolder { title position }',
)

async function setUp(t: Test) {
  const { clock, advance } = manualClock(new Date('2026-06-01T12:00:00.000Z'))
  const service = await build(t, { clock, settings: { JWT_ACCESS_TOKEN_EXPIRES_IN: '200d' } })
  const user = await signUp(service)
  const memory = memoryStorage()
  // Other storages than the memory take a while.
  const storage: ClientStorage = {
    ...memory,
    async write(changes) {
      await new Promise(resolve => setImmediate(resolve))
      await memory.write(changes)
    },
  }
  const [sent, problems]: [Operation[], SyncProblem[]] = [[], []]
  let lostResponses = 0
  const fetch: Fetch = async (url, init) => {
    const { variables } = JSON.parse(init.body as string) as {
      variables?: { operations?: Operation[] }
    }
    const response = await appFetch(service)(url, init)
    const isUnknown = (await response.clone().text()).includes('PERSISTED_QUERY_NOT_FOUND')
    if (!variables?.operations || isUnknown) return response
    sent.push(...variables.operations)
    if (lostResponses-- > 0) throw new TypeError('the response is lost')
    return response
  }
  const openClient = async () => {
    const client = createClient({
      baseUrl: 'http://service.example',
      app: { name: 'test', version: '1' },
      storage,
      fetch,
    })
    if ((await client.userId()) === null) await client.signIn(user.email, user.password)
    return client
  }
  let onChange: () => void = () => undefined
  const openWith = (client: Client, selected = documents) =>
    client.openOffline({
      documents: selected,
      onProblem: problem => problems.push(problem),
      onChange: () => onChange(),
    })
  const open = async (selected = documents) => openWith(await openClient(), selected)
  return {
    open,
    openClient,
    openWith,
    storage,
    sent,
    problems,
    advance,
    observe: (observer: () => void) => (onChange = observer),
    loseResponses: (count: number) => (lostResponses = count),
  }
}

const titled = (id: string, title: string): Operation => ({ saveWorkout: workout({ id, title }) })
const titleOf = (record: object | null | undefined) =>
  (record as { workoutTitle?: string } | null)?.workoutTitle

t.test('combines saves that were not sent, also after a restart', async t => {
  const { open, sent, problems } = await setUp(t)
  const [records, id] = [await open(), newId()]
  for (const title of ['one', 'two']) await records.write(titled(id, title))
  const restarted = await open()
  t.match(restarted.get(id), { record: null, pending: [titled(id, 'two')] })
  await restarted.write(titled(id, 'three'))
  await restarted.synchronize()
  t.equal(sent.length, 1)
  t.equal(titleOf(restarted.get(id)?.record), 'three')
  t.match(restarted.list('WORKOUT'), [{ id, type: 'WORKOUT', pending: [] }])
  t.same(problems, [])
})

t.test('sends a write again unchanged if its response was lost, and later ones after it', async t => {
  const { open, sent, problems, loseResponses } = await setUp(t)
  const [records, id] = [await open(), newId()]
  loseResponses(1)
  await records.write(titled(id, 'first'))
  await t.rejects(records.synchronize(), { name: 'NetworkError' })
  await records.write(titled(id, 'second'))
  await records.synchronize()
  t.same(sent[1], sent[0])
  t.equal(sent.length, 3)
  t.equal(titleOf(records.get(id)?.record), 'second')
  t.same(problems, [])
})

t.test('keeps a write that is made while an earlier one of its record is about to be sent', async t => {
  const { open, problems } = await setUp(t)
  const [records, id] = [await open(), newId()]
  await records.synchronize()
  await records.write(titled(id, 'first'))
  const running = records.synchronize()
  await records.write(titled(id, 'second'))
  await running
  await records.synchronize()
  t.equal(titleOf(records.get(id)?.record), 'second')
  t.same(problems, [])
})

t.test('sends a write that is made during a synchronization, if synchronize is called again', async t => {
  const { open } = await setUp(t)
  const [records, id] = [await open(), newId()]
  const running = records.synchronize()
  await records.write(titled(id, 'made meanwhile'))
  await Promise.all([records.synchronize(), records.synchronize()])
  t.equal(titleOf(records.get(id)?.record), 'made meanwhile')
  await running
})

t.test(
  'shows a favorite as it was written, without a gap between the result and the change feed',
  async t => {
    const { open, observe, problems } = await setUp(t)
    const [records, id] = [await open(), newId()]
    await records.write({ saveExercise: { id, name: 'Landmine Row' } })
    await records.synchronize()
    const isFavorite = () => {
      const [pending] = records.get(id)?.pending.slice(-1) ?? []
      const { favorite } = (pending?.['favoriteExercise'] ?? {}) as { favorite?: boolean }
      return favorite ?? records.list('FAVORITE').length > 0
    }
    let seen: boolean[] = []
    observe(() => seen.push(isFavorite()))
    for (const favorite of [true, false, true]) {
      seen = []
      await records.write({ favoriteExercise: { id, favorite } })
      await records.synchronize()
      t.same(records.get(id)?.pending, [])
      t.ok(seen.length >= 3, 'after the write, the result and the change feed')
      t.same(new Set(seen), new Set([favorite]))
    }
    t.match(records.list('FAVORITE'), [{ type: 'FAVORITE', record: { __typename: 'Exercise', id } }])
    t.same(problems, [])
  },
)

t.test('does not replace a record by the one with which it conflicts', async t => {
  const { open, problems } = await setUp(t)
  const [records, active, id] = [await open(), newId(), newId()]
  await records.write(titled(active, 'in progress on another device'))
  await records.synchronize()
  await records.write(titled(id, 'refused'))
  await records.synchronize()
  t.match(problems, [{ result: { recordId: id, conflict: 'ACTIVE' } }])
  t.equal(records.get(id), null)
  t.match(records.list('WORKOUT'), [{ id: active }])
  await records.write({ saveWorkout: completed({ id, title: 'finished' }) })
  await records.synchronize()
  t.equal(titleOf(records.get(id)?.record), 'finished')
  t.equal(problems.length, 1)
})

t.test('sends only the last save of a record whose earlier save is refused', async t => {
  const { open, problems, loseResponses } = await setUp(t)
  const [records, active, id] = [await open(), newId(), newId()]
  await records.write(titled(active, 'in progress on another device'))
  await records.synchronize()
  loseResponses(1)
  await records.write(titled(id, 'started'))
  await t.rejects(records.synchronize(), { name: 'NetworkError' })
  await records.write({ saveWorkout: completed({ id, title: 'finished' }) })
  await records.synchronize()
  t.equal(titleOf(records.get(id)?.record), 'finished')
  t.match(records.get(id), { pending: [] })
  t.same(problems, [])

  const invalid = { saveWorkout: { ...completed({ id, title: 'finished' }), rating: 99 } }
  loseResponses(1)
  await records.write(invalid)
  await t.rejects(records.synchronize(), { name: 'NetworkError' })
  await records.write({ saveWorkout: completed({ id, title: 'corrected' }) })
  await records.synchronize()
  t.equal(titleOf(records.get(id)?.record), 'corrected')
  t.same(problems, [])
})

t.test('keeps a refused write as a problem until it is resolved', async t => {
  const { open, problems } = await setUp(t)
  const [records, id, other] = [await open(), newId(), newId()]
  await records.write({ saveWorkout: { ...workout({ id }), rating: 99 } })
  await records.write(titled(other, 'valid'))
  await records.synchronize()
  t.match(problems, [{ result: { recordId: id, status: 'REFUSED', error: { code: 'BAD_USER_INPUT' } } }])
  t.equal(titleOf(records.get(other)?.record), 'valid')
  t.equal(records.get(id), null)
  const restarted = await open()
  t.equal(problems.length, 2, 'reported again after a restart')
  await restarted.resolve(problems[0]!.id)
  await open()
  t.equal(problems.length, 2)
})

t.test('removes a write that the service cannot read, and sends the others', async t => {
  const { open, problems } = await setUp(t)
  const [records, id] = [await open(), newId()]
  await records.write({ saveWorkout: { id: 'not an id' } })
  await records.write(titled(id, 'valid'))
  await records.synchronize()
  t.match(problems, [{ result: { status: 'REFUSED', error: { path: /^operations\[0\]/ } } }])
  t.equal(titleOf(records.get(id)?.record), 'valid')
  t.same(records.pending(), [])
})

t.test('sends writes in requests that the service accepts', async t => {
  const { open, problems } = await setUp(t)
  const records = await open()
  const ids = Array.from({ length: 45 }, () => newId())
  for (const [position, id] of ids.entries())
    await records.write({ saveRoutineFolder: { id, title: `Folder ${position}`, position } })
  for (let count = 0; count < 80; count++)
    await records.write({ saveWorkout: { ...workout({ id: newId() }), endedAt: '2026-05-01T11:00:00.000Z' } })
  await records.synchronize()
  t.equal(records.list('ROUTINE_FOLDER').length, 45)
  t.equal(records.list('WORKOUT').length, 80)
  t.same([records.pending(), problems], [[], []])
})

t.test('deletes records, and starts again after the cursor has expired', async t => {
  const { open, problems, advance } = await setUp(t)
  const [records, kept, deleted] = [await open(), newId(), newId()]
  await records.write(titled(kept, 'kept'))
  await records.synchronize()
  // Only one workout can be in progress.
  await records.write({
    saveWorkout: workout({ id: kept, title: 'kept', endedAt: '2026-05-01T11:00:00.000Z' }),
  })
  await records.write(titled(deleted, 'deleted'))
  await records.synchronize()
  await records.write({ deleteWorkout: { id: deleted } })
  t.match(records.get(deleted)?.pending, [{ deleteWorkout: { id: deleted, expectedVersion: 1 } }])
  await records.synchronize()
  t.equal(records.get(deleted), null)
  advance(100 * days)
  const restarted = await open()
  await restarted.synchronize()
  t.match(
    restarted.list('WORKOUT').map(({ id }) => id),
    [kept],
  )
  t.same(problems, [])
})

const notesOf = (record: object | null | undefined) => (record as { notes?: string } | null)?.notes

t.test('reads all records again when the documents select other fields', async t => {
  const { open, problems } = await setUp(t)
  const [records, id, queued, deleted] = [await open(), newId(), newId(), newId()]
  const noted = { ...completed({ id, title: 'with notes' }), notes: 'slow' }
  await records.write({ saveWorkout: noted })
  await records.write({ saveWorkout: completed({ id: deleted, title: 'deleted elsewhere' }) })
  await records.synchronize()
  await records.write(titled(queued, 'queued'))
  await records.close()

  const updated = await open(laterDocuments)
  t.match(updated.get(id), { record: { workoutTitle: 'with notes' } }, 'shows the earlier copy')
  t.equal(notesOf(updated.get(id)?.record), undefined)
  await t.rejects(updated.write({ saveWorkout: completed({ id, title: 'changed' }) }), {
    name: 'StaleRecordError',
    recordId: id,
  })
  t.same(
    updated.pending().map(({ id: waiting }) => waiting),
    [queued],
  )
  await updated.write({ deleteWorkout: { id: deleted } })
  await updated.synchronize()
  t.equal(notesOf(updated.get(id)?.record), 'slow')
  t.equal(titleOf(updated.get(queued)?.record), 'queued', 'sends what waited')
  t.equal(updated.get(deleted), null)
  await updated.write({ saveWorkout: { ...noted, title: 'changed' } })
  await updated.synchronize()
  t.match(updated.get(id)?.record, { workoutTitle: 'changed', notes: 'slow' })
  t.same(problems, [])
  await updated.close()
  const restarted = await open(laterDocuments)
  await restarted.write({ saveWorkout: { ...noted, title: 'again' } })
  t.equal(restarted.pending().length, 1, 'the same documents need not be read again')
})

t.test('removes a record that was deleted before the documents changed', async t => {
  const { open, storage } = await setUp(t)
  const [records, id] = [await open(), newId()]
  await records.write({ saveWorkout: completed({ id, title: 'deleted elsewhere' }) })
  await records.synchronize()
  const copies = await storage.list('record/')
  await records.write({ deleteWorkout: { id } })
  await records.synchronize()
  // The device has not read the deletion.
  await storage.write(copies.map(([key, value]) => ({ key, value })))
  await records.close()
  const updated = await open(laterDocuments)
  t.equal(titleOf(updated.get(id)?.record), 'deleted elsewhere')
  await updated.synchronize()
  t.equal(updated.get(id), null)
})

t.test('continues a save that an earlier version of the app has stored and not sent', async t => {
  const { open, sent, problems } = await setUp(t)
  const [records, id] = [await open(), newId()]
  await records.write({ saveWorkout: completed({ id, title: 'one' }) })
  await records.synchronize()
  await records.write({ saveWorkout: completed({ id, title: 'two' }) })
  await records.close()
  const updated = await open(laterDocuments)
  await updated.write({ saveWorkout: completed({ id, title: 'three' }) })
  await updated.synchronize()
  t.equal(titleOf(updated.get(id)?.record), 'three')
  t.match(sent.at(-1), { saveWorkout: { expectedVersion: 1 } })
  t.same(problems, [])
})

t.test('stores nothing after it is closed, and keeps the outbox', async t => {
  const { open } = await setUp(t)
  const [records, id] = [await open(), newId()]
  await records.write(titled(id, 'waits'))
  const running = records.synchronize()
  const rejected = t.rejects(running, { message: /is closed/ })
  await records.close()
  await rejected
  await t.rejects(records.write(titled(newId(), 'too late')), { message: /is closed/ })
  const restarted = await open()
  t.match(restarted.pending(), [{ id, record: null, pending: [titled(id, 'waits')] }])
})

t.test('does not store a response that arrives after the sign-out', async t => {
  const { openClient, openWith, storage } = await setUp(t)
  const client = await openClient()
  const records = await openWith(client)
  await records.write(titled(newId(), 'not sent'))
  const rejected = t.rejects(records.synchronize())
  await client.signOut()
  await rejected
  t.same(await storage.list(''), [])
})
