import { everyItem } from '../../lib/pages.js'
import type { ExerciseService } from '../exercises/service.js'
import type { Ground } from '../feature.js'
import type { OwnedService } from '../owned/service.js'
import type { Asker } from '../../viewer.js'
import { recordAnnouncements } from './announcements.js'
import { pastStore } from './history/store.js'
import { recordResolvers } from './resolvers.js'
import { recordService } from './service.js'
import { recordStore } from './store.js'

interface Needs {
  owned: OwnedService
  exercises: ExerciseService
}

export function records({ platform: { database, events } }: Ground, { owned, exercises }: Needs) {
  const store = recordStore(database)
  const records = recordService({
    records: store,
    past: pastStore(database),
    announcements: recordAnnouncements(events, store.among),
    owned,
    database,
  })
  return {
    services: { records },
    resolvers: recordResolvers(records, exercises),
    personal: {
      erase: store.erase,
      export: (userId: string) => ({
        personalRecords: everyItem(page => records.list(userId, { exerciseId: null, type: null }, page)),
      }),
    },
    async findNode(id: string, { viewer }: Asker) {
      return viewer && { __typename: 'PersonalRecord', ...(await records.get(viewer.id, id)) }
    },
  }
}
