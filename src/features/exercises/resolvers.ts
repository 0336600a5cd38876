import type { Resolvers } from '../../../generated/resolvers.js'
import { parseId } from '../../lib/ids.js'

export const exerciseResolvers = {
  Query: {
    exercises: (_root, { search, ...page }, { services }) => services.exercises.list(search ?? '', page),
    exercise: (_root, { id }, { services }) => services.exercises.get(parseId(id, 'exercise')),
  },
} satisfies Resolvers
