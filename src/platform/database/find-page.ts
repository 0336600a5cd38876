import { ObjectId } from 'mongodb'
import type { Filter } from 'mongodb'
import { decodeCursor, invalidCursor, type SortKey } from '../../lib/cursors.js'
import { pageSizes, createPage, type Page, type PageArguments } from '../../lib/pages.js'
import type { Collection, ReadLimit, Entity, FindOptions } from './database.js'

export interface PageOrder {
  /** Every document has this field, with a value of one type. Where it is equal, the _id decides. */
  field: string
  type: keyof typeof sortTypes
  direction: 1 | -1
}

export interface PagedList<T extends Entity, Count extends number | null> {
  filter: Filter<T>
  order: PageOrder
  /** How many documents there are on all pages, where the caller knows it. */
  totalCount: Count
  /**
   * Made for a page, and asked of its documents in the order of reading: the first of which it is true is the last of
   * the page, whose caller then takes it off and says that there is more.
   */
  createIsLast?: () => (document: T) => boolean
}

/**
 * A page of documents, read from the place of a cursor on. It needs an index on the fields that the filter wants
 * equal, then the field of the order, then `_id`, both in one direction. Whether there is more on the side that a
 * cursor points away from is asked at the same time.
 * @throws AppError BAD_USER_INPUT
 */
export async function findPage<T extends Entity, Count extends number | null>(
  collection: Collection<T>,
  { filter, order, totalCount, createIsLast }: PagedList<T, Count>,
  wanted: PageArguments,
): Promise<Page<T, Count>> {
  const { first, last } = pageSizes(wanted)
  const after = parseCursor('after', wanted.after, order)
  const before = parseCursor('before', wanted.before, order)
  const { direction } = order
  const against = direction === 1 ? -1 : 1
  const limit = createIsLast && { isLast: createIsLast() }
  // The last ones of the first are known when all of those are: large documents are read when it is known which.
  const isReadLater = first !== null && last !== null && limit !== undefined
  const find = (
    bounds: Bound[],
    direction: 1 | -1,
    limit: number,
    options: ReadLimit<T> & FindOptions = {},
  ) =>
    collection.find({ $and: [filter, ...bounds] } as unknown as Filter<T>, {
      ...{ sort: { [order.field]: direction, _id: direction }, limit },
      ...options,
    })
  const isAny = async (found: Promise<T[]>) => (await found).length > 0

  const size = first ?? last ?? 0
  const bounds = [
    ...(after ? [afterPosition(after, order, direction)] : []),
    ...(before ? [afterPosition(before, order, against)] : []),
  ]
  const [found, isAnyBefore, isAnyAfter] = await Promise.all([
    // One more than wanted tells whether there is more.
    find(bounds, first === null ? against : direction, size + 1, isReadLater ? keysOnly(order) : limit),
    after !== null && isAny(find([upToPosition(after, order, direction)], against, 1, keysOnly(order))),
    before !== null && isAny(find([upToPosition(before, order, against)], direction, 1, keysOnly(order))),
  ])
  const hasMore = found.length > size
  const items = found.slice(0, size)
  const page = first === null ? items.reverse() : items.slice(Math.max(0, items.length - (last ?? size)))
  const ids = page.map(({ _id }) => _id)
  const documents = isReadLater ? await find([{ _id: { $in: ids } }], direction, ids.length, limit) : page
  return createPage(
    documents.map(item => ({ item, key: keyOf(item, order) })),
    {
      totalCount,
      hasNextPage: isAnyAfter || (first !== null && hasMore),
      hasPreviousPage: isAnyBefore || (first === null ? hasMore : page.length < items.length),
    },
  )
}

/** What it takes to know the place of a document. */
const keysOnly = ({ field }: PageOrder): FindOptions => ({ projection: { [field]: 1 } })

/** Where a cursor points to. */
interface CursorPosition {
  value: unknown
  _id: ObjectId
}

type Bound = Record<string, unknown>

/** The documents that follow a place in a direction. A range over the field alone is what an index can answer. */
function afterPosition({ value, _id }: CursorPosition, { field }: PageOrder, direction: 1 | -1): Bound {
  const [greater, notLess] = direction === 1 ? ['$gt', '$gte'] : ['$lt', '$lte']
  return {
    [field]: { [notLess]: value },
    $or: [{ [field]: { [greater]: value } }, { _id: { [greater]: _id } }],
  }
}

/** The others: the document at the place itself, and those before it. */
function upToPosition({ value, _id }: CursorPosition, { field }: PageOrder, direction: 1 | -1): Bound {
  const [less, notGreater] = direction === 1 ? ['$lt', '$lte'] : ['$gt', '$gte']
  return {
    [field]: { [notGreater]: value },
    $or: [{ [field]: { [less]: value } }, { _id: { [notGreater]: _id } }],
  }
}

/** How the values of each type stand in a cursor, with an example of one there. */
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
  /** Undefined where the cursor has something else. */
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
  const place = { value: toValue(key), _id: toObjectId(id) }
  if (place.value === undefined || !place._id) throw invalidCursor(argument)
  return place as CursorPosition
}
