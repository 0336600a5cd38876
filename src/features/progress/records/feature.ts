import { readAllPages } from '../../../lib/pages.js'
import type { ExerciseService } from '../../training/exercises/service.js'
import type { WorkoutLoader } from '../../training/workouts/loader.js'
import type { WorkoutService } from '../../training/workouts/service.js'
import type { FeatureContext } from '../../feature.js'
import type { OwnedService } from '../../owned/service.js'
import type { RequestContext } from '../../../viewer.js'
import { recordAnnouncements } from './announcements.js'
import { historyStore } from './history/store.js'
import { recordResolvers } from './resolvers.js'
import { recordService } from './service.js'
import { recordStore } from './store.js'

interface Dependencies {
  owned: OwnedService
  workouts: Pick<WorkoutService, 'addListener'>
  loadWorkout: WorkoutLoader
  exercises: ExerciseService
}

export function records(
  { platform: { database, events } }: FeatureContext,
  { owned, exercises, workouts, loadWorkout }: Dependencies,
) {
  const store = recordStore(database)
  const records = recordService({
    records: store,
    history: historyStore(database),
    announcements: recordAnnouncements(events, store.findMany),
    owned,
    database,
  })
  workouts.addListener(records.listener)
  return {
    services: { records },
    resolvers: recordResolvers(records, exercises, loadWorkout),
    userData: {
      erase: store.erase,
      export: (userId: string) => ({
        personalRecords: readAllPages(page => records.list(userId, { exerciseId: null, type: null }, page)),
      }),
    },
    async findNode(id: string, { viewer }: RequestContext) {
      return viewer && { __typename: 'PersonalRecord', ...(await records.get(viewer.id, id)) }
    },
  }
}
