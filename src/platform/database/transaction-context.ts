import { AsyncLocalStorage } from 'node:async_hooks'
import { withDeadline, type Deadline } from '../../lib/deadline.js'
import { DatabaseUnavailableError } from './database.js'

/** One run of a transaction's work; `state` is what its database has to know of it. */
export interface TransactionRun<S> {
  readonly state: S
  /** The work has ended: no operation is taken any more. */
  isEnded: boolean
  /** Why the run cannot be committed. */
  failure: { error: unknown } | undefined
  /** What is to be done after the commit. */
  readonly effects: (() => void)[]
}

export const createRun = <S>(state: S): TransactionRun<S> => ({
  state,
  isEnded: false,
  failure: undefined,
  effects: [],
})

/** Whatever fails in a run fails the run, whether or not the work catches it. What came first is the reason. */
export function failRun(run: TransactionRun<unknown>, error: unknown): void {
  run.failure ??= { error }
}

export function assertNotFailed({ failure }: TransactionRun<unknown>): void {
  if (failure) throw failure.error
}

/** Says which run code belongs to: that travels with the asynchronous context. */
export interface TransactionContext<S> {
  /** @throws an Error where the run is over; what has failed in it */
  current(): TransactionRun<S> | undefined
  /**
   * Does the work as a run, which is over with it or when the time is up.
   * @throws what the work throws, or else what has failed in it; DatabaseUnavailableError when the time is up
   */
  execute<T>(run: TransactionRun<S>, work: () => Promise<T>, deadline: Deadline): Promise<T>
  /** Tells runs left behind apart until the whole transaction is over, its commit too. */
  track<T>(transaction: Promise<T>): Promise<T>
  /** Does the work of a transaction inside another as a part of that. */
  join<T>(run: TransactionRun<S>, work: () => Promise<T>): Promise<T>
  /** Keeps the effect until the run that the caller belongs to is committed; without one it happens at once. */
  afterCommit(effect: () => void): void
}

/**
 * @param drained settles with the last operation that was begun in a run
 * @param afterglow how long what a run left behind is still told apart when the last one has ended, in milliseconds
 */
export function createTransactionContext<S>(
  drained: (state: S) => Promise<unknown> = async () => undefined,
  afterglow = 20,
): TransactionContext<S> {
  const storage = new AsyncLocalStorage<TransactionRun<S>>()
  let working = 0
  let rest: NodeJS.Timeout | undefined

  // While a context is carried along, each promise of the whole process pays for it (before Node 24): a third of the
  // time of an answer with many fields. So it is carried only as long as there is work that has one.
  async function carryDuring(work: Promise<unknown>): Promise<void> {
    working++
    await Promise.allSettled([work])
    working--
    clearTimeout(rest)
    rest = setTimeout(() => {
      if (working === 0) storage.disable()
    }, afterglow).unref()
  }

  function current(): TransactionRun<S> | undefined {
    const run = storage.getStore()
    if (run?.isEnded) throw new Error('this transaction has ended: await everything that is part of it')
    if (run) assertNotFailed(run)
    return run
  }

  async function join<T>(run: TransactionRun<S>, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      failRun(run, error)
      throw error
    }
  }

  return {
    current,
    join,
    track(transaction) {
      void carryDuring(transaction)
      return transaction
    },
    async execute(run, work, deadline) {
      const result = storage.run(run, () => join(run, work))
      void carryDuring(Promise.allSettled([result]).then(() => drained(run.state)))
      try {
        const tooLate = (cause: Error) => new DatabaseUnavailableError({ cause })
        const value = await withDeadline(result, deadline.left(), tooLate)
        assertNotFailed(run)
        return value
      } catch (error) {
        failRun(run, error)
        throw error
      } finally {
        run.isEnded = true
      }
    },
    afterCommit(effect) {
      const run = current()
      if (run) run.effects.push(effect)
      else runEffects([effect])
    },
  }
}

/** Effects come after what cannot be undone: one that fails is reported and stops nothing. */
export function runEffects(effects: readonly (() => void)[]): void {
  for (const effect of effects) {
    try {
      effect()
    } catch (error) {
      process.emitWarning(error instanceof Error ? error : String(error))
    }
  }
}
