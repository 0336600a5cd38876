import { AppError } from '../errors.js'

/** The number of objects that the data of one request can have, its aliases and the operations of its batch together. */
export const maxDeliveredObjects = 20_000

/** The number of fields of a request that read at the same time, where reading can return very much. */
const maxConcurrentReads = 2

/** A place in the answer: the names and the indexes that lead there. */
interface Path {
  readonly prev: Path | undefined
  readonly key: string | number
}

/** What one field delivers. */
interface DeliveredField {
  path: Path
  objects: number
}

/** Counts the objects that one request delivers. */
export interface ObjectBudget {
  /** The number of objects that were counted so far. */
  readonly used: number
  /** True after more objects were asked for than the limit allows: nothing more has to be read. */
  readonly isExceeded: boolean
  /** @throws AppError QUERY_TOO_COMPLEX if the budget was exceeded before */
  assertNotExceeded(): void
  /** The field that delivers most objects, of those that were counted. */
  readonly largest: DeliveredField | null
  /** Counts objects that are about to be delivered. @throws AppError QUERY_TOO_COMPLEX if they exceed the limit */
  take(objects: number, path: Path): void
  /**
   * Counts the result of a write. It has been done, so its result is delivered even where it exceeds what is left.
   * @throws AppError QUERY_TOO_COMPLEX if the result by itself exceeds the limit
   */
  takeWritten(objects: number, path: Path): void
  /**
   * Checks that a field which is still to be read or written can deliver its result.
   * @throws AppError QUERY_TOO_COMPLEX if it cannot
   */
  assertAvailable(objects: number, path: Path): void
  /**
   * Runs work that reads very much and counts it, a few such works of a request at a time: so little is held in memory
   * that is not counted yet.
   * @throws AppError QUERY_TOO_COMPLEX if the budget is exceeded before its turn comes
   */
  read<T>(work: () => T | PromiseLike<T>): T | PromiseLike<T>
  /** Starts again, for the next event of a subscription. */
  reset(): void
}

export function objectBudget(limit = maxDeliveredObjects): ObjectBudget {
  let used = 0
  let isExceeded = false
  let reading = 0
  let largest: DeliveredField | null = null
  const waiting: (() => void)[] = []

  function exceed(): never {
    isExceeded = true
    throw tooManyObjects(limit)
  }

  function demandRest(): void {
    if (isExceeded) throw tooManyObjects(limit)
  }

  function compare(objects: number, path: Path): void {
    if (objects > (largest?.objects ?? 0)) largest = { path, objects }
  }

  function add(objects: number, path: Path): void {
    used += objects
    compare(objects, path)
  }

  function release(): void {
    reading--
    waiting.shift()?.()
  }

  function start<T>(work: () => T | PromiseLike<T>): T | PromiseLike<T> {
    const result = work()
    if (!isPromise(result)) return result
    reading++
    return result.then(
      value => {
        release()
        return value
      },
      (error: unknown) => {
        release()
        throw error
      },
    )
  }

  return {
    get used() {
      return used
    },
    get isExceeded() {
      return isExceeded
    },
    assertNotExceeded: demandRest,
    get largest() {
      return largest
    },
    take(objects, path) {
      demandRest()
      add(objects, path)
      if (used > limit) exceed()
    },
    takeWritten(objects, path) {
      // The request goes on: what else it has written is reported.
      if (objects > limit) throw tooManyObjects(limit)
      add(objects, path)
      if (used > limit) isExceeded = true
    },
    assertAvailable(objects, path) {
      demandRest()
      if (used + objects <= limit) return
      // The error names the field with most objects, which may be this one.
      compare(objects, path)
      exceed()
    },
    read<T>(work: () => T | PromiseLike<T>) {
      if (reading < maxConcurrentReads) return start(work)
      return new Promise<void>(resolve => waiting.push(resolve)).then(() => {
        if (isExceeded) waiting.shift()?.()
        demandRest()
        return start(work)
      })
    },
    reset() {
      used = 0
      largest = null
      isExceeded = false
    },
  }
}

export const tooManyObjectsMessage = (limit: number) =>
  `The request would return more than ${limit.toLocaleString('en')} objects: request fewer records or fewer of their fields.`

const tooManyObjects = (limit: number) => new AppError('QUERY_TOO_COMPLEX', tooManyObjectsMessage(limit))

/** Returns the names that lead to a place in the answer, such as `workouts.edges.node`. */
export function formatFieldPath(path: Path | undefined): string {
  if (!path) return ''
  const outer = formatFieldPath(path.prev)
  if (typeof path.key === 'number') return outer
  return outer === '' ? path.key : `${outer}.${path.key}`
}

export const isPromise = <T>(value: T | PromiseLike<T>): value is PromiseLike<T> =>
  typeof (value as PromiseLike<T> | null | undefined)?.then === 'function'
