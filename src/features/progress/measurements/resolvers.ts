import type { Resolvers } from '../../../../generated/resolvers.js'
import { requireViewer } from '../../../viewer.js'
import type { MeasurementService } from './service.js'

export const measurementResolvers = (measurements: MeasurementService) =>
  ({
    Query: {
      measurements: (_root, { from = null, to = null, ...page }, context) =>
        measurements.list(requireViewer(context).id, { from, to }, page),
    },
  }) satisfies Resolvers
