import type { Database } from '../../../platform/database/database.js'
import { ownedView } from '../../owned/view.js'
import type { GymContent, GymDerived, GymRow } from './models.js'
import { maxGyms } from './limits.js'

export function gymStore(database: Database) {
  const view = ownedView<GymContent, GymDerived>(database, 'GYM')

  return {
    find: view.find,
    findAll: (userId: string): Promise<GymRow[]> => view.findSome(userId, maxGyms),
  }
}

export type GymStore = ReturnType<typeof gymStore>
