import { deadlineIn } from '../../../lib/deadline.js'
import { DatabaseUnavailableError } from '../database.js'
import type { Database } from '../database.js'
import { carryOut, createRun, createRuns, failRun, type Run } from '../runs.js'
import { createTurns, type Release } from '../turns.js'
import type { Disk } from './disk.js'
import { createLayer, undo, type Layer } from './layer.js'
import type { Table, View } from './table.js'

/** Requests that wait while one transaction does its work. */
const waitingLimit = 10_000

/** How operations come to the tables. What they answer is on disk. */
export interface Access {
  /** Lets an operation read. @throws DatabaseUnavailableError */
  read<R>(table: Table, operation: (view: View) => R): Promise<R>
  /**
   * Lets an operation change tables, as a part of the caller's transaction or as one of its own.
   * @throws DatabaseUnavailableError; what the operation throws, and outside a transaction what it did before stays
   */
  write<R>(operation: (layer: Layer) => R): Promise<R>
}

export interface Writers extends Access, Pick<Database, 'transaction' | 'afterCommit'> {
  /** @throws DatabaseUnavailableError */
  assertAvailable(): void
  /** From now on nothing is answered. */
  stop(): void
}

/**
 * One writer at a time, each on top of what those before it left in memory. Its changes go to the disk as one, which
 * nobody waits for but the writer itself: so many of them share the disk's time.
 * @param reload reads memory again from the disk
 */
export function embeddedTransactions(disk: Disk, reload: () => Promise<void>, milliseconds: number): Writers {
  const runs = createRuns<Layer>()
  const turns = createTurns(waitingLimit)
  /** Changed in memory and not known to be on disk. */
  const pending = new Set<Layer>()
  let failure: unknown

  function assertAvailable(layer?: Layer) {
    if (failure ?? layer?.isLost) throw new DatabaseUnavailableError({ cause: failure })
  }

  // Memory is ahead of the disk now, and what others did meanwhile stands on it: nothing is answered until memory
  // has been read again from the disk.
  async function recover(cause: unknown) {
    if (failure) return
    failure = cause
    for (const layer of pending) layer.isLost = true
    pending.clear()
    try {
      await reload()
      // Unless it was closed meanwhile.
      if (failure === cause) failure = undefined
    } catch (error) {
      if (failure === cause) failure = error
    }
  }

  /** Resolves when the layer, and all that its writer can have read, is on disk. */
  async function store(layer: Layer): Promise<void> {
    try {
      assertAvailable(layer)
      await disk.write([...layer.changes.values()]).then(
        () => layer.forget.forEach(forget => forget()),
        (cause: unknown) => {
          void recover(cause)
          throw new DatabaseUnavailableError({ cause })
        },
      )
    } finally {
      pending.delete(layer)
    }
  }

  function begin(): Layer {
    const layer = createLayer()
    pending.add(layer)
    return layer
  }

  /** The next writer need not wait for the disk. */
  async function end<R>(layer: Layer, outcome: PromiseSettledResult<R>, release: Release): Promise<R> {
    const stored = store(layer)
    release()
    await stored
    if (outcome.status === 'rejected') throw outcome.reason as unknown
    return outcome.value
  }

  function available<R>(layer: Layer, operation: (layer: Layer) => R): R {
    assertAvailable(layer)
    return operation(layer)
  }

  /** An operation of a transaction, which does not survive its failure. */
  function inRun<R>(run: Run<Layer>, operation: (layer: Layer) => R): R {
    try {
      return available(run.state, operation)
    } catch (error) {
      failRun(run, error)
      throw error
    }
  }

  async function write<R>(operation: (layer: Layer) => R): Promise<R> {
    const run = runs.current()
    if (run) return inRun(run, operation)
    const release = turns.takeIfFree(theWriter) ?? (await turns.take(theWriter, deadlineIn(milliseconds)))
    const layer = begin()
    return end(
      layer,
      attempted(() => available(layer, operation)),
      release,
    )
  }

  async function transaction<T>(_userId: string, work: () => Promise<T>): Promise<T> {
    const outer = runs.current()
    if (outer) return runs.join(outer, work)
    const deadline = deadlineIn(milliseconds)
    const release = await turns.take(theWriter, deadline)
    const run = createRun(begin())
    const [outcome] = await Promise.allSettled([runs.perform(run, work, deadline)])
    if (outcome.status === 'rejected') undo(run.state)
    const result = await runs.whole(end(run.state, outcome, release))
    carryOut(run.effects)
    return result
  }

  async function read<R>(table: Table, operation: (view: View) => R): Promise<R> {
    const run = runs.current()
    if (run) return inRun(run, () => operation(table.newest))
    assertAvailable()
    return operation(table.onDisk)
  }

  return {
    read,
    write,
    transaction,
    afterCommit: runs.afterCommit,
    assertAvailable: () => assertAvailable(),
    stop() {
      failure = new Error('the database is closed')
    },
  }
}

const theWriter = 'writer'

function attempted<R>(operation: () => R): PromiseSettledResult<R> {
  try {
    return { status: 'fulfilled', value: operation() }
  } catch (reason) {
    return { status: 'rejected', reason }
  }
}
