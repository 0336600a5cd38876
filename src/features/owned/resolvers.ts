import type { MutationResolvers } from '../../../generated/resolvers.js'
import type { Locale } from '../../lib/locales.js'
import { localeOf, requireViewer, type RequestContext } from '../../viewer.js'
import { readDeletion } from './deletion.js'
import type { WriteResult } from './models.js'
import type { OwnedRecord, RecordOperation } from './record.js'
import { unwrapResult } from './service.js'

/** The mutations that follow from declarations of records. */
export interface RecordResolvers<Declared extends OwnedRecord> {
  Mutation: Pick<MutationResolvers, DerivedMutation<Declared> & keyof MutationResolvers>
}

type DerivedMutation<Declared> = Declared extends { payload: string; operations: infer Operations }
  ? keyof Operations
  : never

/** Creates the resolvers of the mutations that are the operations of a record. */
export function recordResolvers({ payload, operations, ...record }: OwnedRecord): object {
  if (payload === null) return {}
  const entries: [string, RecordOperation<never>][] = Object.entries(operations)
  return {
    Mutation: Object.fromEntries(
      entries.map(([name, operation]) => [
        name,
        'isDeletion' in operation
          ? deletionResolver(record, operation)
          : writeResolver(record, payload, operation),
      ]),
    ),
  }
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
