import type { MutationResolvers, QueryResolvers } from '../../../generated/resolvers.js'
import type { Locale } from '../../lib/locales.js'
import { localeOf, requireViewer, type RequestContext } from '../../viewer.js'
import { readDeletion } from './deletion.js'
import type { WriteResult } from './models.js'
import type { OwnedRecord, RecordOperation } from './record.js'
import { unwrapResult } from './write-result.js'

/** The resolvers that are derived from the declarations of records. */
export interface RecordResolvers<Declared extends OwnedRecord> {
  Query: Pick<QueryResolvers, ListField<Declared> & keyof QueryResolvers>
  Mutation: Pick<MutationResolvers, DerivedMutation<Declared> & keyof MutationResolvers>
}

type ListField<Declared> = Declared extends { list: { field: infer Field } } ? Field : never
type DerivedMutation<Declared> = Declared extends { payload: string; operations: infer Operations }
  ? keyof Operations
  : never

/** Creates the resolver of the list of a record, and those of the mutations that are its operations. */
export const recordResolvers = (record: OwnedRecord): Record<'Query' | 'Mutation', object> => ({
  Query: record.list ? { [record.list.field]: listResolver(record.list) } : {},
  Mutation: record.payload === null ? {} : mutations(record, record.payload),
})

const listResolver =
  ({ read }: NonNullable<OwnedRecord['list']>) =>
  (_root: unknown, args: never, context: RequestContext) =>
    read(requireViewer(context).id, args)

function mutations({ operations, ...record }: OwnedRecord, payload: string): object {
  const resolvers = Object.entries(operations).map(([name, operation]) => [
    name,
    'isDeletion' in operation
      ? deletionResolver(record, operation)
      : writeResolver(record, payload, operation),
  ])
  return Object.fromEntries(resolvers) as object
}

type Presented = Pick<OwnedRecord, 'typename' | 'present'>
type Resolver = (root: unknown, args: { input: never }, context: RequestContext) => Promise<object>

const writeResolver =
  ({ present }: Presented, payload: string, operation: RecordOperation<never>): Resolver =>
  async (_root, { input }, context) => {
    const { id: userId } = requireViewer(context)
    const { row, conflict } = unwrapResult(await apply(operation, userId, input, localeOf(context)))
    const [record = null] = row ? await present(userId, [row]) : []
    return { [payload]: record, conflict }
  }

const deletionResolver =
  ({ present, typename }: Presented, operation: RecordOperation<never>): Resolver =>
  async (_root, { input }, context) => {
    const { id: userId } = requireViewer(context)
    const { id: recordId } = readDeletion(input, 'input')
    const result = unwrapResult(await apply(operation, userId, input, localeOf(context)))
    const { row, version, deletedAt, conflict } = result
    const [record] = row ? await present(userId, [row]) : []
    return {
      recordId,
      version,
      deletedAt,
      conflict,
      record: record ? { __typename: typename, ...record } : null,
    }
  }

async function apply(
  operation: RecordOperation<never>,
  userId: string,
  input: never,
  locale: Locale,
): Promise<WriteResult> {
  if ('apply' in operation) return operation.apply(userId, input, 'input', locale)
  const [result] = await operation.writer.apply(userId, [operation.read(input, 'input')])
  if (!result) throw new Error('a write has no result')
  return result
}
