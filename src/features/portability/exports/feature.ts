import type { FastifyInstance } from 'fastify'
import { hours } from '../../../lib/quantities.js'
import type { AuditService } from '../../people/audit/service.js'
import type { ConsentService } from '../../people/consents/service.js'
import type { ExerciseService } from '../../training/exercises/service.js'
import type { FeatureContext } from '../../feature.js'
import type { OwnedService } from '../../owned/service.js'
import { ownedView } from '../../owned/view.js'
import type { ProfileService } from '../../people/profile/service.js'
import type { WorkoutService } from '../../training/workouts/service.js'
import { exportRoutes } from './routes.js'
import { exportService } from './service.js'

const maxExportsPerHour = 10

interface Dependencies {
  audit: AuditService
  owned: OwnedService
  profile: ProfileService
  consents: ConsentService
  exercises: ExerciseService
  workouts: WorkoutService
}

export function exports({ platform, userData }: FeatureContext, dependencies: Dependencies) {
  const { database, storage, counters, clock } = platform
  const exports = exportService({
    ...dependencies,
    userData,
    streamRecords: (userId, type) => ownedView(database, type).streamAll(userId),
    storage,
    clock,
  })
  const downloads = counters.counter({ name: 'export', limit: maxExportsPerHour, window: 1 * hours })
  return {
    services: { exports },
    routes: async (app: FastifyInstance) => {
      await app.register(exportRoutes, { prefix: '/api/exports', exports, downloads })
    },
    userData: { erase: (userId: string) => downloads.reset(userId) },
  }
}
