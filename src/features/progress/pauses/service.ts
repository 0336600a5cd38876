import type { Database } from '../../../platform/database/database.js'
import type { OwnedService } from '../../owned/service.js'
import { ownedView } from '../../owned/view.js'
import { maxPauses } from './limits.js'
import type { PauseContent } from './models.js'
import { pausedWeeks } from './paused-weeks.js'

interface Dependencies {
  owned: Pick<OwnedService, 'head'>
  database: Database
}

export function pauseService({ owned, database }: Dependencies) {
  const view = ownedView<PauseContent>(database, 'PAUSE')
  return {
    /** The Mondays of the paused weeks of a user, as day numbers since January 1, 1970. */
    async pausedWeeks(userId: string): Promise<ReadonlySet<number>> {
      const { counts } = await owned.head(userId)
      const rows = counts.PAUSE ? await view.findSome(userId, maxPauses) : []
      return pausedWeeks(rows.flatMap(({ content }) => content ?? []))
    },
  }
}

export type PauseService = ReturnType<typeof pauseService>
