import type { ExerciseService } from '../exercises/service.js'
import type { Ground } from '../feature.js'
import type { OwnedService } from '../owned/service.js'
import type { ProfileService } from '../profile/service.js'
import type { RecordService } from '../records/service.js'
import { analyticsResolvers } from './resolvers.js'
import { analyticsService } from './service.js'

interface Needs {
  owned: OwnedService
  exercises: ExerciseService
  profile: ProfileService
  records: RecordService
}

export function analytics({ platform: { clock } }: Ground, needs: Needs) {
  const analytics = analyticsService({ ...needs, clock })
  return { services: { analytics }, resolvers: analyticsResolvers(analytics) }
}
