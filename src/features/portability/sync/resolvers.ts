import type { OwnedRecordResolvers, Resolvers } from '../../../../generated/resolvers.js'
import { publicCode } from '../../../errors.js'
import { estimateSelected } from '../../../lib/selected-objects.js'
import { localeOf, requireViewer } from '../../../viewer.js'
import type { ChangesService } from './changes.js'
import type { SyncService } from './service.js'

type OwnedTypename = Extract<ReturnType<OwnedRecordResolvers['__resolveType']>, string>

interface Services {
  changes: ChangesService
  sync: SyncService
}

export const syncResolvers = ({ changes, sync }: Services) =>
  ({
    Query: {
      changes: (_root, { since, first }, context, info) =>
        changes.page(requireViewer(context).id, since ?? null, first, change =>
          estimateSelected({ changes: [change] }, info),
        ),
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
          localeOf(context),
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
      code: ({ code }) => publicCode(code).code,
      reason: ({ code }) => publicCode(code).reason ?? null,
    },
    // Must be synchronous: compiled code does not await it.
    OwnedRecord: { __resolveType: ({ __typename }) => __typename as OwnedTypename },
  }) satisfies Resolvers
