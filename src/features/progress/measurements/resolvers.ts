import type { Resolvers } from '../../../../generated/resolvers.js'
import { requireViewer } from '../../../viewer.js'
import { readDeletion } from '../../owned/deletion.js'
import type { MeasurementService } from './service.js'

export const measurementResolvers = (measurements: MeasurementService) =>
  ({
    Query: {
      measurements: (_root, { from = null, to = null, ...page }, context) =>
        measurements.list(requireViewer(context).id, { from, to }, page),
    },
    Mutation: {
      saveMeasurement: (_root, { input }, context) => measurements.save(requireViewer(context).id, input),
      async deleteMeasurement(_root, { input }, context) {
        const { id } = requireViewer(context)
        const { measurement, ...deleted } = await measurements.remove(id, readDeletion(input, 'input'))
        return { ...deleted, record: measurement && { __typename: 'Measurement' as const, ...measurement } }
      },
    },
  }) satisfies Resolvers
