import type { Resolvers } from '../../../generated/resolvers.js'
import { parseIdAt } from '../../lib/ids.js'
import { requireViewer } from '../../viewer.js'
import type { MeasurementService } from './service.js'

export const measurementResolvers = (measurements: MeasurementService) =>
  ({
    Query: {
      measurements: (_root, { from = null, to = null, ...page }, asker) =>
        measurements.list(requireViewer(asker).id, { from, to }, page),
    },
    Mutation: {
      saveMeasurement: (_root, { input }, asker) => measurements.save(requireViewer(asker).id, input),
      async deleteMeasurement(_root, { id, expectedVersion = null }, asker) {
        const viewer = requireViewer(asker)
        const deletion = { id: parseIdAt(id, 'id'), expectedVersion }
        const { measurement, ...deleted } = await measurements.remove(viewer.id, deletion)
        return { ...deleted, record: measurement && { __typename: 'Measurement' as const, ...measurement } }
      },
    },
  }) satisfies Resolvers
