import { ObjectId, type Filter } from 'mongodb'
import { decodeCursor, invalidCursor, type SortKey } from '../../lib/cursors.js'
import { pageSizes, createPage, type Page, type PageArguments } from '../../lib/pages.js'
import type { Collection, ReadLimit, Entity, FindOptions } from './database.js'

export interface PageOrder {
  /** Every document must have this field, with values of one type. Documents with equal values are sorted by `_id`. */
  field: string
  type: keyof typeof sortTypes
  direction: Direction
}

type Direction = 1 | -1

interface PagedList<T extends Entity, Count extends number | null> {
  filter: Filter<T>
  order: PageOrder
  /** The number of documents on all pages; null if the caller does not know it. */
  totalCount: Count
  /**
   * Creates a predicate for one page, which is called for its documents in reading order. The first document for which
   * it returns true is the last of the page. The caller removes that document and reports another page.
   */
  createIsLast?: () => (document: T) => boolean
}

/**
 * Reads a page of documents, starting at a cursor. It needs an index on the fields that the filter compares for
 * equality, then the sort field, then `_id`, the last two in one direction. Whether documents exist on the other side
 * of the cursor is queried concurrently.
 * @throws AppError BAD_USER_INPUT
 */
export async function findPage<T extends Entity, Count extends number | null>(
  collection: Collection<T>,
  { filter, order, totalCount, createIsLast }: PagedList<T, Count>,
  pageArguments: PageArguments,
): Promise<Page<T, Count>> {
  const { first, last } = pageSizes(pageArguments)
  const after = parseCursor('after', pageArguments.after, order)
  const before = parseCursor('before', pageArguments.before, order)
  const { direction: forward } = order
  const backward = forward === 1 ? -1 : 1
  const range = [
    ...(after ? [afterPosition(after, order, forward)] : []),
    ...(before ? [afterPosition(before, order, backward)] : []),
  ]
  const readLimit = createIsLast && { isLast: createIsLast() }
  // With both `first` and `last`, only the keys are read at first: large documents are read once the page is known.
  const readsKeysFirst = first !== null && last !== null && readLimit !== undefined
  const isBackward = first === null
  const size = first ?? last ?? 0

  const find = rangeFinder(collection, filter, order)
  const exists = async (bound: Bound, direction: Direction) =>
    (await find([bound], direction, 1, keysOnly(order))).length > 0
  const [found, hasEarlier, hasLater] = await Promise.all([
    // One document more than requested shows whether there is another page.
    find(range, isBackward ? backward : forward, size + 1, readsKeysFirst ? keysOnly(order) : readLimit),
    after !== null && exists(upToPosition(after, order, forward), backward),
    before !== null && exists(upToPosition(before, order, backward), forward),
  ])
  const hasMore = found.length > size
  const counted = found.slice(0, size)
  const page = isBackward ? counted.reverse() : counted.slice(Math.max(0, counted.length - (last ?? size)))
  const ids = page.map(({ _id }) => _id)
  const documents = readsKeysFirst
    ? await find([{ _id: { $in: ids } }], forward, ids.length, readLimit)
    : page
  return createPage(
    documents.map(item => ({ item, key: keyOf(item, order) })),
    {
      totalCount,
      hasNextPage: hasLater || (!isBackward && hasMore),
      hasPreviousPage: hasEarlier || (isBackward ? hasMore : page.length < counted.length),
    },
  )
}

/** Returns a function that reads documents within bounds in the order of a list, or in its reverse order. */
const rangeFinder =
  <T extends Entity>(collection: Collection<T>, filter: Filter<T>, { field }: PageOrder) =>
  (bounds: readonly Bound[], direction: Direction, limit: number, options?: ReadLimit<T> & FindOptions) =>
    collection.find({ $and: [filter, ...bounds] } as unknown as Filter<T>, {
      sort: { [field]: direction, _id: direction },
      limit,
      ...options,
    })

/** Reads only the fields that determine the position of a document. */
const keysOnly = ({ field }: PageOrder): FindOptions => ({ projection: { [field]: 1 } })

/** The position that a cursor encodes. */
interface CursorPosition {
  value: unknown
  _id: ObjectId
}

type Bound = Record<string, unknown>

/** Matches the documents after a position. An index can only answer the range over the sort field by itself. */
function afterPosition({ value, _id }: CursorPosition, { field }: PageOrder, direction: Direction): Bound {
  const [greater, notLess] = direction === 1 ? ['$gt', '$gte'] : ['$lt', '$lte']
  return {
    [field]: { [notLess]: value },
    $or: [{ [field]: { [greater]: value } }, { _id: { [greater]: _id } }],
  }
}

/** Matches the document at a position and all documents before it. */
function upToPosition({ value, _id }: CursorPosition, { field }: PageOrder, direction: Direction): Bound {
  const [less, notGreater] = direction === 1 ? ['$lt', '$lte'] : ['$gt', '$gte']
  return {
    [field]: { [notGreater]: value },
    $or: [{ [field]: { [less]: value } }, { _id: { [notGreater]: _id } }],
  }
}

/** Converts sort values to cursor keys and back, with an example key for each type. */
const sortTypes = {
  date: {
    example: 0,
    toKey: (date: Date) => date.getTime(),
    toValue: (key: number) => (Number.isNaN(new Date(key).getTime()) ? undefined : new Date(key)),
  },
  number: { example: 0, toKey: (value: number) => value, toValue: (key: number) => key },
  string: { example: '', toKey: (value: string) => value, toValue: (key: string) => key },
  objectId: { example: '', toKey: (id: ObjectId) => id.toHexString(), toValue: toObjectId },
} satisfies Record<string, SortType<never, never>>

interface SortType<Value, Key extends string | number> {
  example: string | number
  toKey(value: Value): string | number
  /** Returns undefined if the key is invalid. */
  toValue(key: Key): unknown
}

const sortType = ({ type }: PageOrder) => sortTypes[type] as SortType<unknown, string | number>

function toObjectId(key: string): ObjectId | undefined {
  return /^[0-9a-f]{24}$/.test(key) ? new ObjectId(key) : undefined
}

function keyOf(document: Entity, order: PageOrder): SortKey {
  const value = order.field.split('.').reduce<unknown>((inner, key) => (inner as Entity)[key], document)
  return [sortType(order).toKey(value), document._id.toHexString()]
}

function parseCursor(
  argument: string,
  cursor: string | null | undefined,
  order: PageOrder,
): CursorPosition | null {
  if (cursor == null) return null
  const { example, toValue } = sortType(order)
  const [key, id] = decodeCursor(argument, cursor, [example, '']) as [string | number, string]
  const position = { value: toValue(key), _id: toObjectId(id) }
  if (position.value === undefined || !position._id) throw invalidCursor(argument)
  return position as CursorPosition
}
