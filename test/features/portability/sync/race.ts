import { isDeepStrictEqual } from 'node:util'
import type { App } from '../../../../src/app.js'
import type { TestUser } from '../../../helper.js'
import { readChanges, idFrom, NoResponseError, sync, type Copy, type Known } from './device.js'

interface Race {
  /** Instances that share a database. */
  apps: readonly App[]
  person: TestUser
  exerciseId: string
  writers: number
  readers: number
  /** The total number of writes of all writers. */
  writes: number
  /** Stops the writers early. */
  signal?: AbortSignal
}

interface RaceResult {
  /** The number of writes by status. */
  statuses: Record<string, number>
  /** The number of failed requests, the outcome of whose writes is unknown. */
  failedRequests: number
  /** The number of readers whose final state differs from the server. */
  divergentReaders: number
  /** The number of workouts whose version on the server is older than an acknowledged one. */
  lostWrites: number
}

/**
 * Runs writers that change the workouts of one user on several instances, while readers follow the feed. Requests without
 * a response are repeated.
 */
export async function runRace({
  apps,
  person,
  exerciseId,
  writers,
  readers,
  writes,
  signal,
}: Race): Promise<RaceResult> {
  const random = (below: number) => Math.floor(Math.random() * below)
  const appOf = (index: number) => apps[index % apps.length]!
  const statuses: Record<string, number> = {}
  let failed = 0
  let remaining = writes
  let isOver = false
  /** The latest version of each workout that was acknowledged. */
  const acknowledged = new Map<string, number>()

  const workout = (number: number): Copy => ({
    id: idFrom(7, number),
    startedAt: '2026-05-01T12:00:00.000Z',
    timezone: 'UTC',
    endedAt: '2026-05-01T13:00:00.000Z',
    title: `${random(1e9)}`,
    exercises: [{ id: idFrom(8, number), exerciseId, sets: [] }],
  })

  // A small range of workouts, so that writers conflict. It moves on, because deleted workouts accept no more writes.
  let started = 0
  const pickNumber = () => Math.floor(started++ / 5) + random(40)

  async function write(app: App, versions: Map<string, number>, number = pickNumber()): Promise<void> {
    const copy = workout(number)
    const { id } = copy
    const expectedVersion = versions.get(id) ?? null
    const operation =
      random(10) === 0
        ? { deleteWorkout: { id, expectedVersion } }
        : { saveWorkout: { ...copy, expectedVersion } }
    const [result] = await retryWithoutResponse(() => sync(app, person, [operation]))
    if (!result) throw new Error('the operation has no result')
    statuses[result.status] = (statuses[result.status] ?? 0) + 1
    if (result.record) versions.set(id, result.record.version)
    if (result.status === 'APPLIED')
      acknowledged.set(id, Math.max(acknowledged.get(id) ?? 0, result.version ?? 0))
    // Another writer was first: repeat the change on the current version.
    if (result.conflict === 'VERSION' && remaining-- > 0) await write(app, versions, number)
  }

  async function writer(index: number): Promise<void> {
    const versions = new Map<string, number>()
    while (remaining-- > 0 && !signal?.aborted) await write(appOf(index), versions)
  }

  async function reader(index: number): Promise<Map<string, Known>> {
    const known = new Map<string, Known>()
    let cursor: string | null = null
    for (;;) {
      const isLast = isOver
      cursor = await retryWithoutResponse(() =>
        readChanges(appOf(index), person, known, cursor, 1 + random(100)),
      )
      if (isLast) return known
    }
  }

  async function retryWithoutResponse<T>(send: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await send()
      } catch (error) {
        if (!(error instanceof NoResponseError)) throw error
        failed++
      }
    }
  }

  const reading = Array.from({ length: readers }, (_, index) => reader(index))
  await Promise.all(Array.from({ length: writers }, (_, index) => writer(index)))
  isOver = true
  const followed = await Promise.all(reading)

  const server = new Map<string, Known>()
  await retryWithoutResponse(() => readChanges(appOf(0), person, server, null))
  // Includes tombstones, which a first sync does not return.
  const versionOf = (id: string) =>
    Math.max(...[server, ...followed].map(known => known.get(id)?.version ?? 0))
  const lost = [...acknowledged].filter(([id, version]) => versionOf(id) < version).length
  const divergent = followed.filter(known => !isDeepStrictEqual(activeOf(known), activeOf(server))).length
  return { statuses, failedRequests: failed, divergentReaders: divergent, lostWrites: lost }
}

const activeOf = (known: ReadonlyMap<string, Known>) =>
  Object.fromEntries(
    [...known].sort().flatMap(([id, { version, copy }]) => (copy ? [[id, { version, copy }]] : [])),
  )
