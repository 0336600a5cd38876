import type { FeatureContext } from '../../feature.js'
import type { OwnedService } from '../../owned/service.js'
import { ownedView } from '../../owned/view.js'
import type { PauseContent } from './models.js'
import { pausedWeeks } from './paused-weeks.js'
import { maxPauses, pauseRecord } from './record.js'

interface Dependencies {
  owned: OwnedService
}

export function pauses({ platform: { database, clock } }: FeatureContext, { owned }: Dependencies) {
  const { record } = pauseRecord({ owned, database, clock })
  const view = ownedView<PauseContent>(database, 'PAUSE')
  return {
    services: {
      pauses: {
        /** The Mondays of the paused weeks of a user, as day numbers since January 1, 1970. */
        async pausedWeeks(userId: string): Promise<ReadonlySet<number>> {
          const { counts } = await owned.head(userId)
          const rows = counts.PAUSE ? await view.findSome(userId, maxPauses) : []
          return pausedWeeks(rows.flatMap(({ content }) => content ?? []))
        },
      },
    },
    records: [record],
  }
}

export type PauseService = ReturnType<typeof pauses>['services']['pauses']
