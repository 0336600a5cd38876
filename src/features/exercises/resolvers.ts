import type { Resolvers } from '../../../generated/resolvers.js'
import { parseId } from '../../lib/ids.js'
import type { ExerciseService } from './service.js'

export const exerciseResolvers = (exercises: ExerciseService) =>
  ({
    Query: {
      exercises: (_root, { search, ...page }) => exercises.list(search ?? '', page),
      exercise: (_root, { id }, { viewer }) => exercises.get(parseId(id, 'exercise'), viewer?.id ?? null),
    },
    Exercise: {
      isCustom: ({ source }) => source === 'own',
    },
  }) satisfies Resolvers
