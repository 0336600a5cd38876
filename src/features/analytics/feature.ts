import type { ExerciseService } from '../exercises/service.js'
import type { Ground } from '../feature.js'
import type { MeasurementService } from '../measurements/service.js'
import type { OwnedService } from '../owned/service.js'
import type { ProfileService } from '../profile/service.js'
import { analyticsResolvers } from './resolvers.js'
import { analyticsService } from './service.js'
import { trainedYearStore } from './store.js'

interface Needs {
  owned: OwnedService
  exercises: ExerciseService
  profile: ProfileService
  measurements: MeasurementService
}

export function analytics({ platform: { database, clock } }: Ground, needs: Needs) {
  const years = trainedYearStore(database)
  const analytics = analyticsService({ ...needs, years, clock })
  return {
    services: { analytics },
    resolvers: analyticsResolvers(analytics),
    personal: { erase: years.erase },
  }
}
