import t, { type Test } from 'tap'
import type { App } from '../../src/app.js'
import {
  createClient,
  createSigner,
  indexedDbStorage,
  memoryStorage,
  offlineDocuments,
  type ClientStorage,
  type Fetch,
  type Operation,
  type SyncProblem,
} from '../../src/client/index.js'
import { ExercisesDocument } from '../../generated/operations/client.js'
import { hours, minutes } from '../../src/lib/quantities.js'
import { build } from '../helper.js'
import { seededRandom } from '../seeded-random.js'
import { starterCatalogue } from '../features/training/exercises/starter-catalogue.js'
import { appFetch } from './app-fetch.js'
import { provideIndexedDb } from './indexed-db.js'

interface Set {
  id: string
  reps: number
  completedAt: string
}

/** A workout as the app edits it. */
interface Workout {
  id: string
  startedAt: string
  timezone: string
  endedAt: string
  title: string
  exercises: { id: string; exerciseId: string; sets: Set[] }[]
}

/** A workout as the service returns it. */
interface ReturnedWorkout extends Omit<Workout, 'title' | 'exercises'> {
  __typename: string
  version: number
  workoutTitle: string
  exercises: { entryId: string; exerciseId: string; sets: (Omit<Set, 'id'> & { setId: string })[] }[]
}

const documents = offlineDocuments(`... on Workout {
  startedAt timezone endedAt workoutTitle exercises { entryId exerciseId sets { setId reps completedAt } }
}`)

const idFrom = (device: number, count: number) =>
  device.toString(16).padStart(12, '0') + count.toString(16).padStart(12, '0')

const toWorkout = ({
  id,
  startedAt,
  timezone,
  endedAt,
  workoutTitle,
  exercises,
}: ReturnedWorkout): Workout => ({
  ...{ id, startedAt, timezone, endedAt, title: workoutTitle },
  exercises: exercises.map(({ entryId, exerciseId, sets }) => ({
    id: entryId,
    exerciseId,
    sets: sets.map(({ setId, reps, completedAt }) => ({ id: setId, reps, completedAt })),
  })),
})

const setIdsOf = (workout: Pick<Workout, 'exercises'> | null | undefined): string[] =>
  workout?.exercises.flatMap(({ sets }) => sets.map(({ id }) => id)) ?? []

const savedBy = (operation: Operation): Workout | undefined => operation['saveWorkout'] as Workout | undefined

const secret = 'a secret of at least 32 characters'
const user = { email: 'anna@example.com', username: 'anna-1', password: 'correct horse battery' }

/** Signatures contain the time of the device, which the service compares with its own. */
const connect = (options: { storage?: ClientStorage; fetch: Fetch; now?: () => number }) =>
  createClient({
    ...{ baseUrl: 'http://service.example', app: { name: 'phone', version: '1' } },
    ...{ sign: createSigner(secret), ...options },
  })

class CrashError extends Error {}

/** A storage whose writes fail before or after they were made, as when the app ends. */
function crashing(storage: ClientStorage, chance: (below: number) => number): ClientStorage {
  return {
    ...storage,
    async write(changes) {
      const outcome = chance(12)
      if (outcome === 0) throw new CrashError()
      await storage.write(changes)
      if (outcome === 1) throw new CrashError()
    },
  }
}

interface Options {
  app: App
  storage: ClientStorage
  number: number
  /** The difference of the device's clock from the service's clock, in milliseconds. */
  clockSkew: number
  chance: (below: number) => number
}

/** An app on a device with a bad network, a wrong clock and crashes, whose user creates, edits and deletes workouts. */
async function createDevice({ app, storage, number, clockSkew, chance }: Options) {
  let isReliable = false
  let idCount = 0
  const newId = () => idFrom(number, ++idCount)
  const now = () => Date.now() + clockSkew
  const timeIn = (offset: number) => new Date(now() + offset).toISOString()
  const [created, removed, reported] = [new Set<string>(), new Set<string>(), new Set<string>()]

  const fetch: Fetch = async (url, init) => {
    const outcome = isReliable ? 2 : chance(20)
    if (outcome === 0) throw new TypeError('the request is lost')
    const response = await appFetch(app)(url, init)
    if (outcome === 1) throw new TypeError('the response is lost')
    return response
  }

  const open = (disk: ClientStorage) =>
    connect({ storage: disk, fetch, now }).openOffline({ documents, onProblem: report })

  /** The user reads of each write that was refused. */
  function report({ operations }: SyncProblem): void {
    for (const operation of operations) for (const id of setIdsOf(savedBy(operation))) reported.add(id)
  }

  await connect({ storage, fetch: appFetch(app), now }).signIn(user.email, user.password)
  let records = await open(crashing(storage, chance))

  /** Does something, and starts the app again if it crashes. @returns whether it did not crash */
  async function survive(work: () => Promise<void>): Promise<boolean> {
    try {
      await work()
      return true
    } catch (error) {
      if (!(error instanceof CrashError)) throw error
      records = await open(crashing(storage, chance))
      return false
    }
  }

  /** The workouts as the user sees them: with the writes that have not been sent. */
  function workouts(): Workout[] {
    const all = new Map([...records.list('WORKOUT'), ...records.pending()].map(found => [found.id, found]))
    return [...all.values()].flatMap(({ record, pending }) => {
      const last = pending.at(-1)
      if (last) return savedBy(last) ?? []
      return record ? [toWorkout(record as unknown as ReturnedWorkout)] : []
    })
  }

  function newSet(): Set {
    const id = newId()
    created.add(id)
    return { id, reps: 1 + chance(12), completedAt: timeIn(-30 * minutes) }
  }

  const pick = <Item>(items: readonly Item[]): Item | undefined => items[chance(items.length)]

  function newWorkout(exerciseId: string): Workout {
    return {
      id: newId(),
      startedAt: timeIn(-60 * minutes - chance(20) * minutes),
      ...{ timezone: 'Europe/Berlin', endedAt: timeIn(0), title: `by ${number}` },
      exercises: [{ id: newId(), exerciseId, sets: [newSet()] }],
    }
  }

  /** @returns the edited workout, and the ids of the sets that it lacks */
  function edit(workout: Workout): [edited: Workout, gone: string[]] {
    const { expectedVersion: _, ...edited } = structuredClone(workout) as Workout & {
      expectedVersion?: number
    }
    const sets = edited.exercises[0]?.sets
    if (!sets || chance(4) === 0) return [{ ...edited, title: `renamed ${chance(1000)}` }, []]
    // A clock that is behind ends the workout before it started on another device: then the service refuses it.
    if (chance(8) === 0) return [{ ...edited, endedAt: timeIn(0) }, []]
    if (sets.length > 1 && chance(4) === 0) return [edited, sets.splice(0, 1).map(({ id }) => id)]
    sets.push(newSet())
    return [edited, []]
  }

  /** A write that was stored counts, even if the app crashed before it knew. */
  async function write(operation: Operation, gone: readonly string[]): Promise<void> {
    const stateOf = () => JSON.stringify(records.pending())
    const before = stateOf()
    await survive(() => records.write(operation))
    if (stateOf() !== before) for (const id of gone) removed.add(id)
    else for (const id of setIdsOf(savedBy(operation))) unstored.add(id)
  }
  /** The sets of writes that a crash prevented. */
  const unstored = new Set<string>()

  return {
    created,
    removed,
    reported,
    unstored,
    workouts,
    async act(exerciseIds: readonly string[]): Promise<void> {
      const known = pick(workouts())
      if (!known || chance(5) === 0) return write({ saveWorkout: newWorkout(pick(exerciseIds) ?? '') }, [])
      if (chance(8) === 0) return write({ deleteWorkout: { id: known.id } }, setIdsOf(known))
      const [edited, gone] = edit(known)
      return write({ saveWorkout: edited }, gone)
    },
    /** Synchronizes as far as network and crashes allow. */
    async trySynchronize(): Promise<void> {
      await survive(() => records.synchronize().catch(ignoreNetwork))
    },
    /** Synchronizes over a good network, without crashes. */
    async synchronize(): Promise<void> {
      isReliable = true
      records = await open(storage)
      await records.synchronize()
    },
  }
}

function ignoreNetwork(error: unknown): void {
  if (!(error instanceof Error) || error.name !== 'NetworkError') throw error
}

const inMemory = () => memoryStorage

function inIndexedDb(t: Test) {
  provideIndexedDb(t)
  return indexedDbStorage
}

for (const { where, prepare, steps } of [
  { where: 'in memory', prepare: inMemory, steps: 150 },
  { where: 'in IndexedDB', prepare: inIndexedDb, steps: 75 },
])
  t.test(
    `brings three devices with wrong clocks and data ${where} to the same state, and reports each lost set`,
    async t => {
      const createStorage = prepare(t)
      const app = await build(t, { settings: { HMAC_ENABLED: 'true', HMAC_SECRET: secret } })
      await app.features.services.registration.createVerifiedAccount({ ...user, role: 'USER' })
      await app.features.services.exercises.import(starterCatalogue.slice(0, 3), 'starter')
      const observer = connect({ fetch: appFetch(app) })
      await observer.signIn(user.email, user.password)
      const { exercises } = await observer.request(ExercisesDocument, { first: 3 })
      const exerciseIds = exercises?.edges.map(({ node }) => node.id) ?? []
      const seed = Math.floor(Math.random() * 2 ** 31)
      const chance = seededRandom(seed)
      // One clock is behind, one is ahead, one is either. The service refuses times that are more than a day ahead.
      const skews = [-1 - chance(12), 1 + chance(12), chance(24) - 12]
      const devices = await Promise.all(
        skews.map((skew, index) =>
          createDevice({
            ...{ app, number: index + 1, clockSkew: skew * hours, chance },
            storage: createStorage(`device ${index + 1}`),
          }),
        ),
      )

      for (let step = 0; step < steps; step++)
        for (const device of devices) {
          await device.act(exerciseIds)
          if (chance(8) === 0) await device.trySynchronize()
        }
      for (let round = 0; round < 2; round++) for (const device of devices) await device.synchronize()

      const byId = (workouts: Workout[]) => workouts.sort((one, other) => (one.id < other.id ? -1 : 1))
      const [first, ...others] = devices.map(({ workouts }) => byId(workouts()))
      for (const other of others) t.same(other, first, `the devices have the same workouts (seed ${seed})`)

      const kept = new Set(first?.flatMap(setIdsOf))
      const isExplained = (id: string) =>
        devices.some(
          ({ removed, reported, unstored }) => removed.has(id) || reported.has(id) || unstored.has(id),
        )
      const lost = devices
        .flatMap(({ created }) => [...created])
        .filter(id => !kept.has(id) && !isExplained(id))
      t.same(lost, [], `no set is lost without a report (seed ${seed})`)
      t.ok(kept.size > steps / 4, 'many sets are kept')
      t.ok(
        devices.some(({ reported }) => reported.size > 0),
        'some writes conflict',
      )
    },
  )
