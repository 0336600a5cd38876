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

/** Counts the objects that one request delivers. A class, because creating an object with ten closures takes 2 µs. */
export class ObjectBudget {
  private counted = 0
  private exceeded = false
  private largestField: DeliveredField | null = null
  private reading = 0
  private readonly waiting: (() => void)[] = []

  constructor(private readonly limit = maxDeliveredObjects) {}

  /** The number of objects counted so far. */
  get used(): number {
    return this.counted
  }

  /** True after the limit was exceeded: nothing more has to be read. */
  get isExceeded(): boolean {
    return this.exceeded
  }

  /** The field with most objects so far. */
  get largest(): DeliveredField | null {
    return this.largestField
  }

  /** @throws AppError QUERY_TOO_COMPLEX if the budget was exceeded before */
  assertNotExceeded(): void {
    if (this.exceeded) throw tooManyObjects(this.limit)
  }

  /** Counts objects that are about to be delivered. @throws AppError QUERY_TOO_COMPLEX if they exceed the limit */
  count(objects: number, path: Path): void {
    this.assertNotExceeded()
    this.add(objects, path)
    if (this.counted > this.limit) this.exceed()
  }

  /** Counts the objects of a result that is delivered again, with the field that had most of them. */
  countAgain(objects: number, largest: DeliveredField | null): void {
    this.counted += objects
    if (largest) this.updateLargest(largest.objects, largest.path)
  }

  /**
   * Counts the result of a write. The write was executed, so its result is delivered even if it exceeds the remaining
   * budget.
   * @throws AppError QUERY_TOO_COMPLEX if the result by itself exceeds the limit
   */
  countWritten(objects: number, path: Path): void {
    // The request continues, so that its other writes are reported.
    if (objects > this.limit) throw tooManyObjects(this.limit)
    this.add(objects, path)
    if (this.counted > this.limit) this.exceeded = true
  }

  /**
   * Checks, before a field is read or written, that its result fits into the remaining budget.
   * @throws AppError QUERY_TOO_COMPLEX if it does not
   */
  assertAvailable(objects: number, path: Path): void {
    this.assertNotExceeded()
    if (this.counted + objects <= this.limit) return
    // The error names the field with most objects, which may be this one.
    this.updateLargest(objects, path)
    this.exceed()
  }

  /**
   * Runs work that reads many objects and counts them. The number of concurrent runs per request is limited, which limits
   * the memory of objects that are not counted yet.
   * @throws AppError QUERY_TOO_COMPLEX if the budget is exceeded before the work starts
   */
  read<T>(work: () => T | PromiseLike<T>): T | PromiseLike<T> {
    if (this.reading < maxConcurrentReads) return this.start(work)
    return new Promise<void>(resolve => this.waiting.push(resolve)).then(() => {
      if (this.exceeded) this.waiting.shift()?.()
      this.assertNotExceeded()
      return this.start(work)
    })
  }

  /** Resets the budget for the next event of a subscription. */
  reset(): void {
    this.counted = 0
    this.largestField = null
    this.exceeded = false
  }

  private start<T>(work: () => T | PromiseLike<T>): T | PromiseLike<T> {
    const result = work()
    if (!isPromise(result)) return result
    this.reading++
    return result.then(
      value => {
        this.release()
        return value
      },
      (error: unknown) => {
        this.release()
        throw error
      },
    )
  }

  private release(): void {
    this.reading--
    this.waiting.shift()?.()
  }

  private add(objects: number, path: Path): void {
    this.counted += objects
    this.updateLargest(objects, path)
  }

  private updateLargest(objects: number, path: Path): void {
    if (objects > (this.largestField?.objects ?? 0)) this.largestField = { path, objects }
  }

  private exceed(): never {
    this.exceeded = true
    throw tooManyObjects(this.limit)
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
