import type { Resolvers } from '../../../generated/resolvers.js'
import { parseIdAt } from '../../lib/ids.js'
import { requireViewer } from '../../viewer.js'
import type { WorkoutImport } from './models.js'
import type { ImportService } from './service.js'

export const importResolvers = (imports: ImportService) =>
  ({
    Query: {
      workoutImport: (_root, { id }, asker) => imports.get(requireViewer(asker).id, parseIdAt(id, 'id')),
    },
    Subscription: {
      importProgressed: {
        subscribe: (_root, { id }, asker) => imports.progress(requireViewer(asker).id, parseIdAt(id, 'id')),
        resolve: (progress: WorkoutImport) => progress,
      },
    },
    WorkoutImport: {
      importStatus: ({ status }) => status,
      exercisesMatched: (progress, _args, asker) => imports.matched(requireViewer(asker).id, progress),
      exercisesCreated: ({ created }) => created.map(({ name }) => name),
    },
  }) satisfies Resolvers
