import type { Resolvers } from '../../../../generated/resolvers.js'
import { requireViewer } from '../../../viewer.js'
import type { FeatureContext } from '../../feature.js'
import type { OwnedService } from '../../owned/service.js'
import type { ExerciseService } from '../exercises/service.js'
import { exerciseSettingsRecord } from './record.js'
import { exerciseSettingsService } from './service.js'
import { exerciseSettingsStore } from './store.js'

interface Dependencies {
  owned: OwnedService
  exercises: ExerciseService
}

export function exerciseSettings(
  { platform: { database } }: FeatureContext,
  { owned, exercises }: Dependencies,
) {
  const { record } = exerciseSettingsRecord({ owned, database, exercises })
  const exerciseSettings = exerciseSettingsService({ owned, settings: exerciseSettingsStore(database) })
  return {
    services: { exerciseSettings },
    records: [record],
    resolvers: {
      Exercise: {
        settings: ({ id }, _args, context) => exerciseSettings.find(requireViewer(context).id, id),
      },
    } satisfies Resolvers,
  }
}
