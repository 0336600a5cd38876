import type { OwnedRecordResolvers, Resolvers } from '../../../../generated/resolvers.js'
import type { GraphQLResolveInfo, GraphQLSchema } from 'graphql'
import { graphqlCodeOf, type AppError } from '../../../errors.js'
import { estimateSelected } from '../../../lib/selected-objects.js'
import { insufficientScope, permits, scopesOfField, toReadScopes } from '../../../lib/token-scopes.js'
import { localeOf, requireViewer, type Viewer } from '../../../viewer.js'
import type { OwnedType } from '../../owned/models.js'
import type { OwnedRecord } from '../../owned/record.js'
import type { ChangesService } from './changes.js'
import type { SyncService } from './service.js'

type OwnedTypename = Extract<ReturnType<OwnedRecordResolvers['__resolveType']>, string>

const scopesOfMutation = (schema: GraphQLSchema, name: string) => {
  const mutation = schema.getMutationType()?.getFields()[name]
  return mutation ? scopesOfField(schema, mutation) : null
}

/** Returns why a personal access token may not perform an operation, as it may not perform the mutation. */
function scopeRefusal(name: string, viewer: Viewer, { schema }: GraphQLResolveInfo): AppError | null {
  if (!viewer.scopes) return null
  const required = scopesOfMutation(schema, name)
  if (!required) return insufficientScope(null)
  const missing = required.find(scope => !permits(viewer, [scope]))
  return missing === undefined ? null : insufficientScope(missing)
}

interface Services {
  /** Called on use, because later features declare records, too. */
  records(): readonly OwnedRecord[]
  changes: ChangesService
  sync: SyncService
}

export const syncResolvers = ({ records, changes, sync }: Services) => {
  /** Returns whether the token of the request permits to read records of a type: what writes them decides. */
  function isReadable(type: OwnedType, viewer: Viewer, { schema }: GraphQLResolveInfo): boolean {
    if (!viewer.scopes) return true
    const [operation = ''] = Object.keys(records().find(record => record.type === type)?.operations ?? {})
    const required = scopesOfMutation(schema, operation)
    return required !== null && permits(viewer, toReadScopes(required))
  }

  return {
    Query: {
      changes: (_root, { since, first }, context, info) =>
        changes.page(requireViewer(context).id, since ?? null, first, {
          sizeOf: change => estimateSelected({ changes: [change] }, info),
          isPermitted: type => isReadable(type, requireViewer(context), info),
        }),
    },
    Mutation: {
      sync: async (_root, { operations }, context, info) => ({
        results: await sync.write(
          requireViewer(context).id,
          operations,
          {
            sizeOf: record => estimateSelected({ results: [{ record }] }, info) - 1,
            assertAvailable: objects => context.objectBudget?.assertAvailable(objects, info.path),
          },
          { locale: localeOf(context), refusalOf: name => scopeRefusal(name, requireViewer(context), info) },
        ),
      }),
    },
    Subscription: {
      changesAvailable: {
        subscribe: (_root, _args, context) => changes.available(requireViewer(context).id),
        resolve: (available: { cursor: string }) => available,
      },
    },
    SyncError: {
      code: ({ code }) => graphqlCodeOf(code).code,
      reason: ({ code }) => graphqlCodeOf(code).reason ?? null,
    },
    // Must be synchronous: compiled code does not await it.
    OwnedRecord: { __resolveType: ({ __typename }) => __typename as OwnedTypename },
  } satisfies Resolvers
}
