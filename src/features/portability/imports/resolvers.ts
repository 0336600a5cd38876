import type { Resolvers } from '../../../../generated/resolvers.js'
import { parseIdAt } from '../../../lib/ids.js'
import { requireViewer } from '../../../viewer.js'
import type { AdministrationService } from '../../people/administration/service.js'
import type { WorkoutImport } from './models.js'
import type { ImportService } from './service.js'

export const importResolvers = (imports: ImportService, findUser: AdministrationService['findUser']) =>
  ({
    Query: {
      workoutImport: (_root, { id }, context) => imports.get(requireViewer(context).id, parseIdAt(id, 'id')),
      managedImports: (_root, { status, ...page }, context) => imports.listAll(context, status ?? null, page),
    },
    ManagedImport: {
      user: ({ userId }) => findUser(userId),
      importStatus: ({ status }) => status,
    },
    Subscription: {
      importProgressed: {
        subscribe: (_root, { id }, context) =>
          imports.progress(requireViewer(context).id, parseIdAt(id, 'id')),
        resolve: (progress: WorkoutImport) => progress,
      },
    },
    WorkoutImport: {
      importStatus: ({ status }) => status,
      exercisesMatched: (progress, _args, context) => imports.matched(requireViewer(context).id, progress),
      unmatchedExercises: (progress, _args, context) =>
        imports.unmatched(requireViewer(context).id, progress),
      exercisesCreated: ({ created }) => created.map(({ name }) => name),
    },
  }) satisfies Resolvers
