import type { Asker } from '../../viewer.js'
import type { ConsentService } from '../consents/service.js'
import type { Ground } from '../feature.js'
import type { OwnedService } from '../owned/service.js'
import { measurementResolvers } from './resolvers.js'
import { measurementService } from './service.js'
import { measurementStore } from './store.js'

interface Needs {
  owned: OwnedService
  consents: ConsentService
}

export function measurements({ platform: { database, clock } }: Ground, { owned, consents }: Needs) {
  const measurements = measurementService({
    measurements: measurementStore(database),
    ...{ owned, consents, clock },
  })
  consents.onWithdrawal('BODY_MEASUREMENTS', measurements.eraseAll)
  return {
    services: { measurements },
    resolvers: measurementResolvers(measurements),
    findNode: async (id: string, { viewer }: Asker) =>
      viewer && { __typename: 'Measurement', ...(await measurements.get(viewer.id, id)) },
  }
}
