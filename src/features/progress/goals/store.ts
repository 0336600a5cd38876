import type { Database } from '../../../platform/database/database.js'
import type { Head } from '../../owned/models.js'
import { ownedView } from '../../owned/view.js'
import { maxGoals } from './limits.js'
import type { GoalContent, GoalDerived, GoalRow } from './models.js'

export function goalStore(database: Database) {
  const view = ownedView<GoalContent, GoalDerived>(database, 'GOAL')
  return {
    /** All goals of a user, without a command if the head counts none. */
    findAll: async (userId: string, { counts }: Pick<Head, 'counts'>): Promise<GoalRow[]> =>
      counts.GOAL ? view.findSome(userId, maxGoals) : [],
  }
}

export type GoalStore = ReturnType<typeof goalStore>
