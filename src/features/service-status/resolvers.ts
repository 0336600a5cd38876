import type { Resolvers } from '../../../generated/resolvers.js'
import type { LoadHistory } from './load-history.js'
import type { ServiceStatusService } from './service.js'

export const serviceStatusResolvers = (service: ServiceStatusService, load: LoadHistory) =>
  ({
    Query: { serviceStatus: (_root, _args, context) => service.status(context) },
    // Only administrators receive the object.
    ServiceStatus: {
      load: () => load.read(),
      queues: () => service.queues(),
      imports: () => service.imports(),
      activity: () => service.activity(),
    },
  }) satisfies Resolvers
