import type { Resolvers } from '../../../generated/resolvers.js'
import { toldAs } from '../../errors.js'
import { estimateSelected } from '../../lib/selected-objects.js'
import { localeOf, requireViewer } from '../../viewer.js'
import type { ChangesService } from './changes.js'
import type { SyncService } from './service.js'

interface Services {
  changes: ChangesService
  sync: SyncService
}

export const syncResolvers = ({ changes, sync }: Services) =>
  ({
    Query: {
      changes: (_root, { since, first }, asker, info) =>
        changes.page(requireViewer(asker).id, since ?? null, first, change =>
          estimateSelected({ changes: [change] }, info),
        ),
    },
    Mutation: {
      sync: async (_root, { operations }, asker, info) => ({
        results: await sync.write(
          requireViewer(asker).id,
          operations,
          {
            sizeOf: record => estimateSelected({ results: [{ record }] }, info) - 1,
            demand: objects => asker.objects?.demand(objects, info.path),
          },
          localeOf(asker),
        ),
      }),
    },
    Subscription: {
      changesAvailable: {
        subscribe: (_root, _args, asker) => changes.available(requireViewer(asker).id),
        resolve: (available: { cursor: string }) => available,
      },
    },
    SyncError: {
      code: ({ code }) => toldAs(code).code,
      reason: ({ code }) => toldAs(code).reason ?? null,
    },
    // At once: compiled code does not wait for it.
    OwnedRecord: { __resolveType: ({ __typename }) => __typename },
  }) satisfies Resolvers
