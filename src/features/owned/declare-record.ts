import { notFound } from '../../errors.js'
import { mapNodes, type Page, type PageArguments } from '../../lib/pages.js'
import type { Database } from '../../platform/database/database.js'
import type { PageOrder } from '../../platform/database/find-page.js'
import { deleteAllRecords } from './deletion.js'
import type { OwnedType, StoredRecord } from './models.js'
import { ownedRecord, presentEach, type PresentedRecord, type RecordOperation } from './record.js'
import type { RecordType, RecordTypeService } from './record-type.js'
import type { OwnedService } from './service.js'
import { latestFirstIndex, ownedView } from './view.js'

interface Dependencies {
  owned: OwnedService
  database: Database
}

/** How the records of a type are listed to their owner. */
interface RecordList<Field extends string, Arguments> {
  /** The field of `Query`. */
  field: Field
  order: PageOrder
  /** Paths of the fields that `filter` compares for equality, such as `content.pose`. */
  equal?: readonly string[]
  /**
   * Returns conditions on the sort field or on the fields in `equal`; an empty object selects all records.
   * @throws AppError BAD_USER_INPUT
   */
  filter?(args: Arguments): object
  /** The maximum number of records of a user, if the field lists all of them instead of pages. */
  maxCount?: number
  /** True if the connection has a `totalCount`, which is known for the list of all records. */
  hasTotalCount?: boolean
}

interface Declaration<
  Content extends object,
  Derived extends object,
  Presented extends PresentedRecord,
  Type extends OwnedType,
  Typename extends string,
  Payload extends string,
  List extends string,
  Arguments,
  Operations,
> extends Omit<RecordType<Content, Derived>, 'type'> {
  type: Type
  typename: Typename
  payload: Payload
  list: RecordList<List, Arguments>
  /** Returns null if the record is not visible, which includes tombstones. */
  present(row: StoredRecord<Content, Derived>): Presented | null
  operations(
    recordType: RecordTypeService<Content, Derived>,
    find: (userId: string, id: string) => Promise<StoredRecord<Content, Derived> | null>,
  ): Operations
}

/** Declares a type of records that are stored in full, and creates what reads and writes them. */
export function declareRecord<
  Content extends object,
  Derived extends object,
  Presented extends PresentedRecord,
  const Type extends OwnedType,
  const Typename extends string,
  const Payload extends string,
  const List extends string,
  Arguments,
  Operations extends Readonly<Record<string, RecordOperation<never>>>,
>(
  { owned, database }: Dependencies,
  {
    typename,
    payload,
    list,
    operations,
    ...rules
  }: Declaration<Content, Derived, Presented, Type, Typename, Payload, List, Arguments, Operations>,
) {
  const { type } = rules
  const { field, order, equal = [], filter, maxCount, hasTotalCount = false } = list
  const view = ownedView<Content, Derived>(database, type, [
    latestFirstIndex(order.field),
    ...equal.map(name => latestFirstIndex(order.field, name)),
  ])
  const recordType = owned.defineRecordType<Content, Derived>(rules)
  const present = (row: StoredRecord) => rules.present(row as StoredRecord<Content, Derived>)

  /** @throws AppError NOT_FOUND */
  async function get(userId: string, id: string): Promise<Presented> {
    const row = await view.find(userId, id)
    const record = row && rules.present(row)
    if (!record) throw notFound(wordsOf(payload))
    return record
  }

  /** @param limit of the number of records of a user */
  async function all(userId: string, args: Arguments, limit: number): Promise<Presented[]> {
    const found = await view.findSome(userId, limit, {
      conditions: filter?.(args) ?? {},
      sort: { [order.field]: order.direction },
    })
    return found.flatMap(row => rules.present(row) ?? [])
  }

  /** @throws AppError BAD_USER_INPUT */
  async function page(
    userId: string,
    args: Arguments & PageArguments,
  ): Promise<Page<Presented, number | null>> {
    const conditions = filter?.(args) ?? {}
    const isCounted = hasTotalCount && Object.keys(conditions).length === 0
    const totalCount = isCounted ? ((await owned.head(userId)).counts[type] ?? 0) : null
    const found = await view.page(userId, { conditions, order, totalCount }, args)
    return mapNodes(found, rules.present)
  }

  return {
    recordType,
    get,
    find: view.find,
    newId: view.newId,
    streamAll: view.streamAll,
    /** Deletes all records of a user. Their tombstones remain in the feed. */
    deleteAll: (userId: string): Promise<void> => deleteAllRecords(userId, recordType, view.findSome),
    record: ownedRecord({
      type,
      typename,
      payload,
      present: presentEach(present),
      get,
      list: {
        field,
        read:
          maxCount === undefined ? page : (userId: string, args: Arguments) => all(userId, args, maxCount),
      },
      operations: operations(recordType, view.find),
    }),
  }
}

/** `progressPhoto` → `progress photo` */
const wordsOf = (name: string) => name.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`)
