import type { Resolvers } from '../../../../generated/resolvers.js'
import { requireViewer } from '../../../viewer.js'
import type { AnalyticsService } from './service.js'

export const analyticsResolvers = (analytics: AnalyticsService) =>
  ({
    Query: {
      analytics: (_root, request, context) => analytics.analytics(requireViewer(context).id, request),
    },
    Analytics: {
      volumeByWeek: analytics => analytics.volumeByWeek(),
      workoutsByWeek: analytics => analytics.workoutsByWeek(),
      volumeByMuscle: analytics => analytics.volumeByMuscle(),
      setsByMuscleAndWeek: analytics => analytics.setsByMuscleAndWeek(),
      oneRepMaxSeries: (analytics, { exerciseId }) => analytics.oneRepMaxSeries(exerciseId),
      bodyWeightSeries: analytics => analytics.bodyWeightSeries(),
      streak: analytics => analytics.streak(),
      comparison: analytics => analytics.comparison(),
    },
  }) satisfies Resolvers
