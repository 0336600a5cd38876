import type { App } from '../../../../src/app.js'
import type { TestUser } from '../../../helper.js'
import {
  copyOf,
  readChanges,
  idFrom,
  setsOf,
  sync,
  type Copy,
  type Known,
  type Operation,
  type Result,
} from './device.js'

/** Decides whether a request and its response arrive. */
export type Network = () => 'ARRIVES' | 'REQUEST IS LOST' | 'RESPONSE IS LOST'

interface Entry {
  id: string
  operation: Operation
}

/**
 * Creates an app on a phone as the documentation describes it: it writes to a local copy and a queue, sends the queue in
 * order, repeats requests without a response, and takes the copy of the server if a write conflicts.
 */
export function createPhone(app: App, user: TestUser, number: number, chance: (below: number) => number) {
  const local = new Map<string, Known>()
  const queue: Entry[] = []
  /** The entries of a request without a response, which is repeated unchanged. */
  let sending: Entry[] = []
  let cursor: string | null = null
  let idCount = 0
  const newId = () => idFrom(number, ++idCount)

  /** The sets that the user removed, and those whose loss a conflict reported. */
  const removed = new Set<string>()
  const reportedLost = new Set<string>()
  const created = new Set<string>()

  const pick = <T>(items: readonly T[]): T | undefined => items[chance(items.length)]

  function newSet() {
    const id = newId()
    created.add(id)
    return { id, reps: 1 + chance(12), completedAt: '2026-05-01T12:30:00.000Z' }
  }

  function newWorkout(exerciseId: string): Copy {
    return {
      id: newId(),
      startedAt: `2026-05-01T12:${10 + chance(20)}:00.000Z`,
      timezone: 'Europe/Berlin',
      endedAt: '2026-05-01T13:00:00.000Z',
      title: `by ${number}`,
      exercises: [{ id: newId(), exerciseId, sets: [newSet()] }],
    }
  }

  function edit(copy: Copy): Copy {
    const next = structuredClone(copy)
    const sets = next.exercises[0]?.sets
    if (!sets || chance(4) === 0) return { ...next, title: `renamed ${chance(1000)}` }
    if (sets.length > 1 && chance(4) === 0) for (const { id } of sets.splice(0, 1)) removed.add(id)
    else sets.push(newSet())
    return next
  }

  function put(copy: Copy, version: number): void {
    queue.push({ id: copy.id, operation: { saveWorkout: { ...copy, expectedVersion: version || null } } })
    local.set(copy.id, { version: version + 1, copy })
  }

  function remove({ version, copy }: { version: number; copy: Copy }): void {
    for (const id of setsOf(copy)) removed.add(id)
    queue.push({ id: copy.id, operation: { deleteWorkout: { id: copy.id, expectedVersion: version } } })
    local.set(copy.id, { version: version + 1, copy: null })
  }

  /** Performs a random action of the user, online or offline. */
  function act(exerciseIds: readonly string[]): void {
    const active = [...local.values()].flatMap(({ version, copy }) => (copy ? [{ version, copy }] : []))
    const known = pick(active)
    if (!known || chance(3) === 0) put(newWorkout(pick(exerciseIds) ?? ''), 0)
    else if (chance(8) === 0) remove(known)
    else put(edit(known.copy), known.version)
  }

  /** Discards a conflicting write with the later writes that are based on it, and takes the copy of the server. */
  function takeServerCopy({ recordId: id, record }: Result, refused: Operation): void {
    const later = queue.filter(entry => entry.id === id)
    const lost = [refused, ...later.map(({ operation }) => operation)]
    for (const { saveWorkout } of lost) for (const set of setsOf(saveWorkout ?? null)) reportedLost.add(set)
    for (const entry of later) queue.splice(queue.indexOf(entry), 1)
    if (record) local.set(id, { version: record.version, copy: copyOf(record) })
    else local.set(id, { version: local.get(id)?.version ?? 0, copy: null })
  }

  /** Updates the copy after a repeated write, because another device may have changed or deleted the record since. */
  function updateCopy({ recordId: id, version, record }: Result, { saveWorkout }: Operation): void {
    if (!saveWorkout || queue.some(entry => entry.id === id)) return
    if (record) local.set(id, { version: record.version, copy: copyOf(record) })
    else local.set(id, { version: version ?? 0, copy: null })
  }

  /** Takes at most one write per record, so that no write that follows a conflicting one is applied. */
  function nextRequest(): Entry[] {
    const ids = new Set<string>()
    const end = queue.findIndex(({ id }) => ids.size >= 100 || (ids.has(id) ? true : (ids.add(id), false)))
    return queue.splice(0, end < 0 ? queue.length : end)
  }

  /** @returns whether the queue is empty */
  async function send(network: Network): Promise<boolean> {
    if (sending.length === 0) sending = nextRequest()
    if (sending.length === 0) return true
    const outcome = network()
    if (outcome === 'REQUEST IS LOST') return false
    const results = await sync(
      app,
      user,
      sending.map(({ operation }) => operation),
    )
    if (outcome === 'RESPONSE IS LOST') return false
    const sent = sending
    sending = []
    for (const [index, result] of results.entries()) {
      if (result.status === 'REFUSED') throw new Error(result.error?.message)
      if (result.status === 'UNCHANGED') updateCopy(result, sent[index]?.operation ?? {})
      if (result.status === 'CONFLICT') takeServerCopy(result, sent[index]?.operation ?? {})
    }
    return queue.length === 0
  }

  /** Applies the changes of other devices, except to records that wait in the queue. */
  async function pull(): Promise<void> {
    const received = new Map<string, Known>()
    cursor = await readChanges(app, user, received, cursor, 1 + chance(20))
    const queued = new Set([...sending, ...queue].map(({ id }) => id))
    for (const [id, known] of received) if (!queued.has(id)) local.set(id, known)
  }

  return { act, send, pull, local, created, removed, reportedLost }
}

export type Phone = ReturnType<typeof createPhone>
