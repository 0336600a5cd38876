import { badUserInput } from '../errors.js'
import { compareKeys, decodeCursor, encodeCursor, foreignCursor, type SortKey } from './cursors.js'
import { lowerBound } from './lower-bound.js'

/** The paging arguments of the Relay cursor specification. */
export interface PageArguments {
  first?: number | null
  after?: string | null
  last?: number | null
  before?: string | null
}

export interface Page<T, Count extends number | null = number> {
  totalCount: Count
  pageInfo: {
    hasNextPage: boolean
    hasPreviousPage: boolean
    startCursor: string | null
    endCursor: string | null
  }
  edges: { cursor: string; node: T }[]
}

const defaultSize = 20
export const maxPageSize = 100

/** A list in the order of its keys. */
export interface SortedList<T> {
  length: number
  itemAt(place: number): T
  keyOf(item: T): SortKey
  /** Any key of the list, to tell its cursors from others. */
  exampleKey: SortKey
  /** What the list is a list of, where several have keys of the same kind: a cursor of another one is refused. */
  mark?: string
}

/** The page of a sorted list that is held in memory. @throws AppError BAD_USER_INPUT */
export function pageOf<T>(list: SortedList<T>, wanted: PageArguments): Page<T> {
  const { length, itemAt, keyOf, exampleKey, mark } = list
  const marked = (key: SortKey): SortKey => (mark === undefined ? key : [mark, ...key])
  const { first, last } = pageSizes(wanted)
  const place = (argument: 'after' | 'before') => {
    const cursor = wanted[argument]
    if (cursor == null) return null
    const key = decodeCursor(argument, cursor, marked(exampleKey))
    if (mark === undefined) return key
    if (key[0] !== mark) throw foreignCursor(argument)
    return key.slice(1)
  }
  const after = place('after')
  const before = place('before')

  // The first item whose key is past the cursor; the item of the cursor itself may be gone.
  let start = after ? lowerBound(length, at => compareKeys(keyOf(itemAt(at)), after) > 0) : 0
  let end = before ? lowerBound(length, at => compareKeys(keyOf(itemAt(at)), before) >= 0) : length
  end = Math.max(start, end)
  if (first !== null) end = Math.min(end, start + first)
  if (last !== null) start = Math.max(start, end - last)

  const items = Array.from({ length: end - start }, (_, at) => itemAt(start + at))
  return pageWith(items, item => marked(keyOf(item)), {
    totalCount: length,
    hasNextPage: end < length,
    hasPreviousPage: start > 0,
  })
}

/** How many items are wanted: the first ones, and of these the last ones. @throws AppError BAD_USER_INPUT */
export function pageSizes(wanted: PageArguments): { first: number | null; last: number | null } {
  const first = checkedSize('first', wanted.first)
  const last = checkedSize('last', wanted.last)
  return { first: first ?? (last === null ? defaultSize : null), last }
}

interface Surroundings<Count> {
  totalCount: Count
  hasNextPage: boolean
  hasPreviousPage: boolean
}

/** A page that has these items, in their order. */
export function pageWith<T, Count extends number | null>(
  items: readonly T[],
  keyOf: (item: T) => SortKey,
  { totalCount, ...surroundings }: Surroundings<Count>,
): Page<T, Count> {
  const edges = items.map(node => ({ cursor: encodeCursor(keyOf(node)), node }))
  const startCursor = edges[0]?.cursor ?? null
  const endCursor = edges.at(-1)?.cursor ?? null
  return { totalCount, pageInfo: { ...surroundings, startCursor, endCursor }, edges }
}

function checkedSize(argument: string, size: number | null | undefined): number | null {
  if (size == null) return null
  if (size < 0 || size > maxPageSize) throw badUserInput(`${argument} must be from 0 to ${maxPageSize}.`)
  return size
}

/** Every item of a list that is read a page at a time, the next page when all of this one have been taken. */
export async function* everyItem<T>(
  read: (wanted: PageArguments) => Promise<Page<T, number | null>>,
  pageSize = maxPageSize,
): AsyncGenerator<T> {
  for (let after: string | null = null; ;) {
    const page: Page<T, number | null> = await read({ first: pageSize, after })
    for (const { node } of page.edges) yield node
    after = page.pageInfo.endCursor
    if (!page.pageInfo.hasNextPage || after === null) return
  }
}
