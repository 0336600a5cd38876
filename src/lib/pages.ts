import { badUserInputAt } from '../errors.js'
import { compareKeys, decodeCursor, encodeCursor, invalidCursor, type SortKey } from './cursors.js'
import { lowerBound } from './lower-bound.js'

/** The pagination arguments of the Relay cursor connections specification. */
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
  edges: Edge<T>[]
}

type Encode = (key: SortKey) => string

/** The cursor is encoded when it is read, because most operations select only the nodes. */
class Edge<T> {
  constructor(
    readonly node: T,
    private readonly key: SortKey,
    private readonly encode: Encode,
  ) {}

  get cursor(): string {
    return this.encode(this.key)
  }

  /** Returns an edge with the same cursor and another node. */
  with<Other>(node: Other): Edge<Other> {
    return new Edge(node, this.key, this.encode)
  }
}

class EdgesInfo {
  constructor(
    private readonly edges: readonly Edge<unknown>[],
    readonly hasNextPage: boolean,
    readonly hasPreviousPage: boolean,
  ) {}

  get startCursor(): string | null {
    return this.edges[0]?.cursor ?? null
  }

  get endCursor(): string | null {
    return this.edges.at(-1)?.cursor ?? null
  }
}

const defaultSize = 20
export const maxPageSize = 100

export interface Keyed<T> {
  item: T
  key: SortKey
}

/** A list that is sorted by its keys. */
export interface SortedList<T> {
  length: number
  get(index: number): Keyed<T>
  /** Any key of the list, to validate the form of cursors. */
  exampleKey: SortKey
}

export interface FingerprintedList<T> extends SortedList<T> {
  /** Identifies the list, so that a cursor of another list with the same form of keys is rejected. */
  fingerprint(): string
}

/** Returns a page of a sorted list in memory. @throws AppError BAD_USER_INPUT */
export function pageOf<T>(list: FingerprintedList<T>, pageArguments: PageArguments): Page<T> {
  const { length, exampleKey } = list
  const { first, last } = pageSizes(pageArguments)
  let fingerprint: string | undefined
  const withFingerprint = (key: SortKey): SortKey => [(fingerprint ??= list.fingerprint()), ...key]
  const keyOfCursor = (argument: 'after' | 'before') => {
    const cursor = pageArguments[argument]
    if (cursor == null) return null
    const [cursorFingerprint, ...key] = decodeCursor(argument, cursor, withFingerprint(exampleKey))
    if (cursorFingerprint !== fingerprint) throw invalidCursor(argument)
    return key
  }
  const after = keyOfCursor('after')
  const before = keyOfCursor('before')

  // Start at the first item after the cursor, because the item of the cursor itself may be deleted.
  let start = after ? lowerBound(length, index => compareKeys(list.get(index).key, after) > 0) : 0
  let end = before ? lowerBound(length, index => compareKeys(list.get(index).key, before) >= 0) : length
  end = Math.max(start, end)
  if (first !== null) end = Math.min(end, start + first)
  if (last !== null) start = Math.max(start, end - last)

  const items = Array.from({ length: end - start }, (_, index) => list.get(start + index))
  const pageContext = { totalCount: length, hasNextPage: end < length, hasPreviousPage: start > 0 }
  return createPage(items, pageContext, key => encodeCursor(withFingerprint(key)))
}

/** Validates the page sizes. `last` applies to the result of `first`. @throws AppError BAD_USER_INPUT */
export function pageSizes(pageArguments: PageArguments): { first: number | null; last: number | null } {
  const first = checkedSize('first', pageArguments.first)
  const last = checkedSize('last', pageArguments.last)
  return { first: first ?? (last === null ? defaultSize : null), last }
}

interface PageContext<Count> {
  totalCount: Count
  hasNextPage: boolean
  hasPreviousPage: boolean
}

/** Creates a page of these items, in this order. */
export function createPage<T, Count extends number | null>(
  items: readonly Keyed<T>[],
  { totalCount, hasNextPage, hasPreviousPage }: PageContext<Count>,
  encode: Encode = encodeCursor,
): Page<T, Count> {
  const edges = items.map(({ item, key }) => new Edge(item, key, encode))
  return { totalCount, pageInfo: new EdgesInfo(edges, hasNextPage, hasPreviousPage), edges }
}

/** Maps the nodes of a page. Edges whose node is mapped to null are removed. */
export const mapNodes = <T, MappedNode, Count extends number | null>(
  { totalCount, pageInfo, edges }: Page<T, Count>,
  map: (node: T, index: number) => MappedNode | null,
): Page<MappedNode, Count> => ({
  totalCount,
  pageInfo,
  edges: edges.flatMap((edge, index) => {
    const node = map(edge.node, index)
    return node === null ? [] : [edge.with(node)]
  }),
})

function checkedSize(argument: string, size: number | null | undefined): number | null {
  if (size == null) return null
  if (size < 0 || size > maxPageSize) throw badUserInputAt(argument, `must be between 0 and ${maxPageSize}.`)
  return size
}

/** Reads all items of a paginated list. The next page is read when all items of the current one are consumed. */
export async function* readAllPages<T>(
  read: (pageArguments: PageArguments) => Promise<Page<T, number | null>>,
  pageSize = maxPageSize,
): AsyncGenerator<T> {
  for (let after: string | null = null; ;) {
    const page: Page<T, number | null> = await read({ first: pageSize, after })
    for (const { node } of page.edges) yield node
    after = page.pageInfo.endCursor
    if (!page.pageInfo.hasNextPage || after === null) return
  }
}
