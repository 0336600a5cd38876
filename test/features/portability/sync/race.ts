import { isDeepStrictEqual } from 'node:util'
import type { App } from '../../../../src/app.js'
import type { TestUser } from '../../../helper.js'
import { follow, idFrom, NoAnswer, sync, type Copy, type Known } from './device.js'

interface Race {
  /** Instances that share a database. */
  apps: readonly App[]
  person: TestUser
  exerciseId: string
  writers: number
  readers: number
  /** By all writers together. */
  writes: number
  /** Ends the writing earlier. */
  signal?: AbortSignal
}

export interface RaceResult {
  /** What became of the writes, by their status. */
  statuses: Record<string, number>
  /** Requests that failed: nobody knows what became of their writes. */
  failed: number
  /** Readers that ended with something else than what the server has. */
  astray: number
  /** Workouts of which the server has an older version than it acknowledged. */
  lost: number
}

/**
 * Many write the workouts of one person, on several instances, while others follow the feed. Writers send again what
 * was not answered.
 */
export async function race({
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
  let left = writes
  let isOver = false
  /** The latest version of each workout that was acknowledged. */
  const acknowledged = new Map<string, number>()

  const workout = (number: number): Copy => ({
    ...{ id: idFrom(7, number), startedAt: '2026-05-01T12:00:00.000Z', timezone: 'UTC' },
    ...{ endedAt: '2026-05-01T13:00:00.000Z', title: `${random(1e9)}` },
    exercises: [{ id: idFrom(8, number), exerciseId, sets: [] }],
  })

  // Of few at a time, so that writers meet; of others later, because what is deleted takes no more writes.
  let begun = 0
  const among = () => Math.floor(begun++ / 5) + random(40)

  async function write(app: App, versions: Map<string, number>, number = among()): Promise<void> {
    const copy = workout(number)
    const { id } = copy
    const expectedVersion = versions.get(id) ?? null
    const operation =
      random(10) === 0
        ? { deleteWorkout: { id, expectedVersion } }
        : { saveWorkout: { ...copy, expectedVersion } }
    const [result] = await patient(() => sync(app, person, [operation]))
    if (!result) throw new Error('nothing came of it')
    statuses[result.status] = (statuses[result.status] ?? 0) + 1
    if (result.record) versions.set(id, result.record.version)
    if (result.status === 'APPLIED')
      acknowledged.set(id, Math.max(acknowledged.get(id) ?? 0, result.version ?? 0))
    // Another one was quicker: the change is made once more, to what is there now.
    if (result.conflict === 'VERSION' && left-- > 0) await write(app, versions, number)
  }

  async function writer(index: number): Promise<void> {
    const versions = new Map<string, number>()
    while (left-- > 0 && !signal?.aborted) await write(appOf(index), versions)
  }

  async function reader(index: number): Promise<Map<string, Known>> {
    const known = new Map<string, Known>()
    let cursor: string | null = null
    for (;;) {
      const isLast = isOver
      cursor = await patient(() => follow(appOf(index), person, known, cursor, 1 + random(100)))
      if (isLast) return known
    }
  }

  async function patient<T>(ask: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await ask()
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error
        failed++
      }
    }
  }

  const reading = Array.from({ length: readers }, (_, index) => reader(index))
  await Promise.all(Array.from({ length: writers }, (_, index) => writer(index)))
  isOver = true
  const followed = await Promise.all(reading)

  const server = new Map<string, Known>()
  await patient(() => follow(appOf(0), person, server, null))
  // Tombstones among them: a first sync does not tell of those.
  const versionOf = (id: string) =>
    Math.max(...[server, ...followed].map(known => known.get(id)?.version ?? 0))
  const lost = [...acknowledged].filter(([id, version]) => versionOf(id) < version).length
  const astray = followed.filter(known => !isDeepStrictEqual(livingOf(known), livingOf(server))).length
  return { statuses, failed, astray, lost }
}

const livingOf = (known: ReadonlyMap<string, Known>) =>
  Object.fromEntries(
    [...known].sort().flatMap(([id, { version, copy }]) => (copy ? [[id, { version, copy }]] : [])),
  )
