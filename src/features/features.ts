import type {
  OwnedRecordResolvers,
  OwnedType as SchemaOwnedType,
  SyncOperation,
} from '../../generated/resolvers.js'
import { account } from './people/account/feature.js'
import { achievements } from './progress/achievements/feature.js'
import { adminConsole } from './people/admin-console/feature.js'
import { administration } from './people/administration/feature.js'
import { audit } from './people/audit/feature.js'
import { analytics } from './progress/analytics/feature.js'
import { assets } from './media/assets/feature.js'
import { auth } from './people/auth/feature.js'
import { consents } from './people/consents/feature.js'
import { enrollments } from './progress/enrollments/feature.js'
import { exerciseSettings } from './training/exercise-settings/feature.js'
import { gyms } from './training/gyms/feature.js'
import { exercises } from './training/exercises/feature.js'
import { assembleFeatures, type FeatureContext, type UserData } from './feature.js'
import { exerciseMerges } from './portability/exercise-merges/feature.js'
import { exports } from './portability/exports/feature.js'
import { imports } from './portability/imports/feature.js'
import { measurements } from './people/measurements/feature.js'
import { owned } from './owned/feature.js'
import type { OwnedType } from './owned/models.js'
import type { OwnedRecord } from './owned/record.js'
import { photos } from './media/photos/feature.js'
import { progressPhotos } from './media/progress-photos/feature.js'
import { profile } from './people/profile/feature.js'
import { programs } from './training/programs/feature.js'
import { records } from './progress/records/feature.js'
import { serviceStatus } from './service-status/feature.js'
import { shareLinks } from './portability/share-links/feature.js'
import { sync } from './portability/sync/feature.js'
import { calendar } from './progress/calendar/feature.js'
import { goals } from './progress/goals/feature.js'
import { pauses } from './progress/pauses/feature.js'
import { muscleMaps } from './training/muscle-maps/feature.js'
import { routines } from './training/routines/feature.js'
import { usage } from './people/usage/feature.js'
import { webhooks } from './portability/webhooks/feature.js'
import { workouts } from './training/workouts/feature.js'

/** Every feature, in order of dependence: each is made with the services of those above it. */
export function createFeatures(context: Omit<FeatureContext, 'userData' | 'ownedRecords'>) {
  const userData = (): UserData[] => features.modules.flatMap(module => module.userData ?? []).reverse()
  const ownedRecords = (): readonly OwnedRecord[] => features.ownedRecords
  const features = assembleFeatures({ ...context, userData, ownedRecords }, {})
    .add(owned)
    .add(audit)
    .add(account)
    .add(usage)
    .add(profile)
    .add(consents)
    .add(auth)
    .add(measurements)
    .add(administration)
    .add(adminConsole)
    .add(assets)
    .add(photos)
    .add(progressPhotos)
    .add(exercises)
    .add(exerciseSettings)
    .add(gyms)
    .add(programs)
    .add(workouts)
    .add(muscleMaps)
    .add(routines)
    .add(records)
    .add(pauses)
    .add(analytics)
    .add(goals)
    .add(enrollments)
    .add(calendar)
    .add(achievements)
    .add(shareLinks)
    .add(webhooks)
    .add(exerciseMerges)
    .add(imports)
    .add(exports)
    .add(sync)
    .add(serviceStatus)
  return features
}

export type Features = ReturnType<typeof createFeatures>

type Declared = Features['ownedRecords'][number]
type OwnedTypename = Extract<ReturnType<OwnedRecordResolvers['__resolveType']>, string>
type NamesIn<Union> = Union extends object ? keyof Union : never
type OperationsOf<Declaration extends OwnedRecord> = Declaration extends OwnedRecord
  ? keyof Declaration['operations']
  : never

/** Lists the fields of the schema that no feature declares, and the declared fields that the schema lacks. */
interface Undeclared {
  types: Exclude<SchemaOwnedType, Declared['type']>
  unknownTypes: Exclude<OwnedType, SchemaOwnedType>
  operations: Exclude<NamesIn<SyncOperation>, OperationsOf<Declared>>
  unknownOperations: Exclude<OperationsOf<Declared>, NamesIn<SyncOperation>>
  unknownTypenames: Exclude<Declared['typename'], OwnedTypename>
}

/** Does not compile, and names what is missing, unless features declare exactly the records of the schema. */
export const completeRecords = (missing: Undeclared[keyof Undeclared]): never => missing
