import type { Resolvers } from '../../../generated/resolvers.js'
import type { ServiceStatusService } from './service.js'

export const serviceStatusResolvers = (service: ServiceStatusService) =>
  ({
    Query: { serviceStatus: (_root, _args, context) => service.status(context) },
    // Only administrators receive the object.
    ServiceStatus: {
      queues: () => service.queues(),
      imports: () => service.imports(),
      activity: () => service.activity(),
    },
  }) satisfies Resolvers
