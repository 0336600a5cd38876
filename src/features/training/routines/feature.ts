import type { FeatureContext } from '../../feature.js'
import type { OwnedService } from '../../owned/service.js'
import type { ExerciseService } from '../exercises/service.js'
import type { WorkoutService } from '../workouts/service.js'
import { folderRecord } from './folder-record.js'
import { routinePlanner } from './planner.js'
import { routineRecord } from './record.js'
import { routineService } from './service.js'
import { routineStore } from './store.js'

interface Dependencies {
  owned: OwnedService
  exercises: ExerciseService
  workouts: WorkoutService
}

export function routines(
  { platform: { database } }: FeatureContext,
  { owned, exercises, workouts }: Dependencies,
) {
  const routines = routineStore(database)
  const { record, recordType } = routineRecord({ owned, database, exercises, workouts, routines })
  workouts.provideRoutines({ plan: routinePlanner({ routines, exercises }) })
  return {
    services: { routines: routineService({ recordType, routines }) },
    records: [record, folderRecord({ owned, database, routines }).record],
  }
}
