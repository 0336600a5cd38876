import { AppError } from '../errors.js'

/** The maximum number of objects in the response of one request, including all aliases and operations of a batch. */
export const maxDeliveredObjects = 20_000

/** The maximum number of concurrent reads of one request that can return many objects. */
const maxConcurrentReads = 2

/** A path in the response: response names and list indexes. */
interface Path {
  readonly prev: Path | undefined
  readonly key: string | number
}

/** The number of objects that a field delivers. */
export interface DeliveredField {
  path: Path
  objects: number
}

/** Counts the objects that one request delivers. */
export interface ObjectBudget {
  /** The number of objects counted so far. */
  readonly used: number
  /** True after the limit was exceeded: nothing more has to be read. */
  readonly isExceeded: boolean
  /** @throws AppError QUERY_TOO_COMPLEX if the budget was exceeded before */
  assertNotExceeded(): void
  /** The field with most objects so far. */
  readonly largest: DeliveredField | null
  /** Counts objects that are about to be delivered. @throws AppError QUERY_TOO_COMPLEX if they exceed the limit */
  count(objects: number, path: Path): void
  /** Counts the objects of a result that is delivered again, with the field that had most of them. */
  countAgain(objects: number, largest: DeliveredField | null): void
  /**
   * Counts the result of a write. The write was executed, so its result is delivered even if it exceeds the remaining
   * budget.
   * @throws AppError QUERY_TOO_COMPLEX if the result by itself exceeds the limit
   */
  countWritten(objects: number, path: Path): void
  /**
   * Checks, before a field is read or written, that its result fits into the remaining budget.
   * @throws AppError QUERY_TOO_COMPLEX if it does not
   */
  assertAvailable(objects: number, path: Path): void
  /**
   * Runs work that reads many objects and counts them. The number of concurrent runs per request is limited, which limits
   * the memory of objects that are not counted yet.
   * @throws AppError QUERY_TOO_COMPLEX if the budget is exceeded before the work starts
   */
  read<T>(work: () => T | PromiseLike<T>): T | PromiseLike<T>
  /** Resets the budget for the next event of a subscription. */
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

  function assertNotExceeded(): void {
    if (isExceeded) throw tooManyObjects(limit)
  }

  function updateLargest(objects: number, path: Path): void {
    if (objects > (largest?.objects ?? 0)) largest = { path, objects }
  }

  function add(objects: number, path: Path): void {
    used += objects
    updateLargest(objects, path)
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
    assertNotExceeded,
    get largest() {
      return largest
    },
    count(objects, path) {
      assertNotExceeded()
      add(objects, path)
      if (used > limit) exceed()
    },
    countAgain(objects, field) {
      used += objects
      if (field) updateLargest(field.objects, field.path)
    },
    countWritten(objects, path) {
      // The request continues, so that its other writes are reported.
      if (objects > limit) throw tooManyObjects(limit)
      add(objects, path)
      if (used > limit) isExceeded = true
    },
    assertAvailable(objects, path) {
      assertNotExceeded()
      if (used + objects <= limit) return
      // The error names the field with most objects, which may be this one.
      updateLargest(objects, path)
      exceed()
    },
    read<T>(work: () => T | PromiseLike<T>) {
      if (reading < maxConcurrentReads) return start(work)
      return new Promise<void>(resolve => waiting.push(resolve)).then(() => {
        if (isExceeded) waiting.shift()?.()
        assertNotExceeded()
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

/** Returns whether a request may deliver this many more objects. */
export const hasCapacity = ({ used, isExceeded }: ObjectBudget, objects: number): boolean =>
  !isExceeded && used + objects <= maxDeliveredObjects

export const tooManyObjectsMessage = (limit: number) =>
  `The request would return more than ${limit.toLocaleString('en')} objects: request fewer records or fewer of their fields.`

const tooManyObjects = (limit: number) => new AppError('QUERY_TOO_COMPLEX', tooManyObjectsMessage(limit))

/** Returns the response names of a path, such as `workouts.edges.node`. */
export function formatFieldPath(path: Path | undefined): string {
  if (!path) return ''
  const outer = formatFieldPath(path.prev)
  if (typeof path.key === 'number') return outer
  return outer === '' ? path.key : `${outer}.${path.key}`
}

export const isPromise = <T>(value: T | PromiseLike<T>): value is PromiseLike<T> =>
  typeof (value as PromiseLike<T> | null | undefined)?.then === 'function'
