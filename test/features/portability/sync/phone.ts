import type { App } from '../../../../src/app.js'
import type { TestUser } from '../../../helper.js'
import {
  copyOf,
  follow,
  idFrom,
  setsOf,
  sync,
  type Copy,
  type Known,
  type Operation,
  type Result,
} from './device.js'

/** What becomes of a request on its way. */
export type Network = () => 'ARRIVES' | 'IS LOST' | 'ANSWER IS LOST'

interface Entry {
  id: string
  operation: Operation
}

/**
 * An app on a phone, as the documentation tells how to make one: it writes to its own copy and a queue, sends the
 * queue in its order and again where no answer came, and takes the server's copy where a write was refused.
 */
export function createPhone(app: App, person: TestUser, number: number, chance: (below: number) => number) {
  const local = new Map<string, Known>()
  const queue: Entry[] = []
  /** What was being sent when no answer came: it is sent again as it was. */
  let sending: Entry[] = []
  let cursor: string | null = null
  let made = 0
  const newId = () => idFrom(number, ++made)

  /** Sets that the person took away, and those of which a conflict told that they are not on the server. */
  const removed = new Set<string>()
  const told = new Set<string>()
  const created = new Set<string>()

  const pick = <T>(items: readonly T[]): T | undefined => items[chance(items.length)]

  function newSet() {
    const id = newId()
    created.add(id)
    return { id, reps: 1 + chance(12), completedAt: '2026-05-01T12:30:00.000Z' }
  }

  function newWorkout(exerciseId: string): Copy {
    return {
      ...{ id: newId(), startedAt: `2026-05-01T12:${10 + chance(20)}:00.000Z`, timezone: 'Europe/Berlin' },
      ...{ endedAt: '2026-05-01T13:00:00.000Z', title: `by ${number}` },
      exercises: [{ id: newId(), exerciseId, sets: [newSet()] }],
    }
  }

  function edited(copy: Copy): Copy {
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

  /** One thing that the person does, online or not. */
  function act(exerciseIds: readonly string[]): void {
    const living = [...local.values()].flatMap(({ version, copy }) => (copy ? [{ version, copy }] : []))
    const known = pick(living)
    if (!known || chance(3) === 0) put(newWorkout(pick(exerciseIds) ?? ''), 0)
    else if (chance(8) === 0) remove(known)
    else put(edited(known.copy), known.version)
  }

  /** The server has something else: what was built upon the refused write falls with it. */
  function giveWay({ recordId: id, record }: Result, refused: Operation): void {
    const later = queue.filter(entry => entry.id === id)
    const lost = [refused, ...later.map(({ operation }) => operation)]
    for (const { saveWorkout } of lost) for (const set of setsOf(saveWorkout ?? null)) told.add(set)
    for (const entry of later) queue.splice(queue.indexOf(entry), 1)
    if (record) local.set(id, { version: record.version, copy: copyOf(record) })
    else local.set(id, { version: local.get(id)?.version ?? 0, copy: null })
  }

  /** Written before, or there already: another device may have changed or deleted the record since. */
  function catchUp({ recordId: id, version, record }: Result, { saveWorkout }: Operation): void {
    if (!saveWorkout || queue.some(entry => entry.id === id)) return
    if (record) local.set(id, { version: record.version, copy: copyOf(record) })
    else local.set(id, { version: version ?? 0, copy: null })
  }

  /** One write of a record at most goes in one request: what follows a refused one must not be taken. */
  function nextRequest(): Entry[] {
    const ids = new Set<string>()
    const end = queue.findIndex(({ id }) => ids.size >= 100 || (ids.has(id) ? true : (ids.add(id), false)))
    return queue.splice(0, end < 0 ? queue.length : end)
  }

  /** @returns whether the queue is empty */
  async function send(network: Network): Promise<boolean> {
    if (sending.length === 0) sending = nextRequest()
    if (sending.length === 0) return true
    const fate = network()
    if (fate === 'IS LOST') return false
    const results = await sync(
      app,
      person,
      sending.map(({ operation }) => operation),
    )
    if (fate === 'ANSWER IS LOST') return false
    const sent = sending
    sending = []
    for (const [index, result] of results.entries()) {
      if (result.status === 'REFUSED') throw new Error(result.error?.message)
      if (result.status === 'UNCHANGED') catchUp(result, sent[index]?.operation ?? {})
      if (result.status === 'CONFLICT') giveWay(result, sent[index]?.operation ?? {})
    }
    return queue.length === 0
  }

  /** What others wrote. What waits in the queue is decided by the server when it is sent. */
  async function pull(): Promise<void> {
    const news = new Map<string, Known>()
    cursor = await follow(app, person, news, cursor, 1 + chance(20))
    const waiting = new Set([...sending, ...queue].map(({ id }) => id))
    for (const [id, known] of news) if (!waiting.has(id)) local.set(id, known)
  }

  return { act, send, pull, local, created, removed, told }
}

export type Phone = ReturnType<typeof createPhone>
