import { badUserInputAt } from '../errors.js'
import { compareKeys, decodeCursor, encodeCursor, invalidCursor, type SortKey } from './cursors.js'
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
  edges: Edge<T>[]
}

type Encode = (key: SortKey) => string

/** Its cursor is made when it is read: most screens ask for the nodes alone. */
class Edge<T> {
  constructor(
    readonly node: T,
    private readonly key: SortKey,
    private readonly encode: Encode,
  ) {}

  get cursor(): string {
    return this.encode(this.key)
  }

  /** The same place, with something else there. */
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

/** A list in the order of its keys. */
export interface SortedList<T> {
  length: number
  get(place: number): Keyed<T>
  /** Any key of the list, to tell its cursors from others. */
  exampleKey: SortKey
}

export interface FingerprintedList<T> extends SortedList<T> {
  /** Tells it from others whose keys are of the same kind: a cursor of another list is refused. */
  fingerprint(): string
}

/** The page of a sorted list that is held in memory. @throws AppError BAD_USER_INPUT */
export function pageOf<T>(list: FingerprintedList<T>, wanted: PageArguments): Page<T> {
  const { length, exampleKey } = list
  const { first, last } = pageSizes(wanted)
  let mark: string | undefined
  const marked = (key: SortKey): SortKey => [(mark ??= list.fingerprint()), ...key]
  const place = (argument: 'after' | 'before') => {
    const cursor = wanted[argument]
    if (cursor == null) return null
    const [markOfCursor, ...key] = decodeCursor(argument, cursor, marked(exampleKey))
    if (markOfCursor !== mark) throw invalidCursor(argument)
    return key
  }
  const after = place('after')
  const before = place('before')

  // The first item whose key is past the cursor; the item of the cursor itself may be gone.
  let start = after ? lowerBound(length, at => compareKeys(list.get(at).key, after) > 0) : 0
  let end = before ? lowerBound(length, at => compareKeys(list.get(at).key, before) >= 0) : length
  end = Math.max(start, end)
  if (first !== null) end = Math.min(end, start + first)
  if (last !== null) start = Math.max(start, end - last)

  const items = Array.from({ length: end - start }, (_, at) => list.get(start + at))
  const surroundings = { totalCount: length, hasNextPage: end < length, hasPreviousPage: start > 0 }
  return createPage(items, surroundings, key => encodeCursor(marked(key)))
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
export function createPage<T, Count extends number | null>(
  items: readonly Keyed<T>[],
  { totalCount, hasNextPage, hasPreviousPage }: Surroundings<Count>,
  encode: Encode = encodeCursor,
): Page<T, Count> {
  const edges = items.map(({ item, key }) => new Edge(item, key, encode))
  return { totalCount, pageInfo: new EdgesInfo(edges, hasNextPage, hasPreviousPage), edges }
}

/** The same page, with something else for each node; without those for which there is nothing. */
export const mapNodes = <T, Shown, Count extends number | null>(
  { totalCount, pageInfo, edges }: Page<T, Count>,
  show: (node: T, at: number) => Shown | null,
): Page<Shown, Count> => ({
  totalCount,
  pageInfo,
  edges: edges.flatMap((edge, at) => {
    const node = show(edge.node, at)
    return node === null ? [] : [edge.with(node)]
  }),
})

function checkedSize(argument: string, size: number | null | undefined): number | null {
  if (size == null) return null
  if (size < 0 || size > maxPageSize) throw badUserInputAt(argument, `must be between 0 and ${maxPageSize}.`)
  return size
}

/** Every item of a list that is read a page at a time, the next page when all of this one have been taken. */
export async function* readAllPages<T>(
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
