import type { Resolvers } from '../../../../generated/resolvers.js'
import { requireViewer } from '../../../viewer.js'
import type { RepetitionRecordReader } from './repetition-records.js'
import type { AnalyticsService } from './service.js'

export const analyticsResolvers = (analytics: AnalyticsService, repetitionRecords: RepetitionRecordReader) =>
  ({
    Query: {
      analytics: (_root, request, context) => analytics.analytics(requireViewer(context).id, request),
    },
    Exercise: {
      repetitionRecords: ({ id }, _args, context) => repetitionRecords(requireViewer(context).id, id),
    },
    Analytics: {
      volumeByWeek: analytics => analytics.volumeByWeek(),
      workoutsByWeek: analytics => analytics.workoutsByWeek(),
      volumeByMuscle: analytics => analytics.volumeByMuscle(),
      setsByMuscleAndWeek: analytics => analytics.setsByMuscleAndWeek(),
      setsByDeltoidAndWeek: analytics => analytics.setsByDeltoidAndWeek(),
      oneRepMaxSeries: (analytics, { exerciseId }) => analytics.oneRepMaxSeries(exerciseId),
      bodyWeightSeries: analytics => analytics.bodyWeightSeries(),
      streak: analytics => analytics.streak(),
      comparison: analytics => analytics.comparison(),
    },
  }) satisfies Resolvers
