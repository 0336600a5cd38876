import type { Resolvers } from '../../../generated/resolvers.js'
import { requireViewer } from '../../viewer.js'
import type { SyncService } from './service.js'

export const syncResolvers = (sync: SyncService) =>
  ({
    Query: {
      changes: (_root, { since, first }, asker) =>
        sync.changes(requireViewer(asker).id, since ?? null, first),
    },
    Subscription: {
      changesAvailable: {
        subscribe: (_root, _args, asker) => sync.changesAvailable(requireViewer(asker).id),
        resolve: (available: { cursor: string }) => available,
      },
    },
    // At once: compiled code does not wait for it.
    OwnedRecord: { __resolveType: ({ __typename }) => __typename },
  }) satisfies Resolvers
