import { account } from './account/feature.js'
import { achievements } from './achievements/feature.js'
import { administration } from './administration/feature.js'
import { audit } from './audit/feature.js'
import { analytics } from './analytics/feature.js'
import { assets } from './assets/feature.js'
import { auth } from './auth/feature.js'
import { consents } from './consents/feature.js'
import { enrollments } from './enrollments/feature.js'
import { exercises } from './exercises/feature.js'
import { assembleFeatures, type FeatureContext, type UserData } from './feature.js'
import { exports } from './exports/feature.js'
import { imports } from './imports/feature.js'
import { measurements } from './measurements/feature.js'
import { owned } from './owned/feature.js'
import { photos } from './photos/feature.js'
import { progressPhotos } from './progress-photos/feature.js'
import { profile } from './profile/feature.js'
import { programs } from './programs/feature.js'
import { records } from './records/feature.js'
import { sync } from './sync/feature.js'
import { usage } from './usage/feature.js'
import { workouts } from './workouts/feature.js'

/** Every feature, in order of dependence: each is made with the services of those above it. */
export function createFeatures(context: Omit<FeatureContext, 'userData'>) {
  const userData = (): UserData[] => features.modules.flatMap(module => module.userData ?? []).reverse()
  const features = assembleFeatures({ ...context, userData })
    .add(audit) //
    .add(owned)
    .add(exercises)
    .add(account)
    .add(usage)
    .add(profile)
    .add(consents)
    .add(auth)
    .add(assets)
    .add(photos)
    .add(progressPhotos)
    .add(measurements)
    .add(records)
    .add(analytics)
    .add(achievements)
    .add(programs)
    .add(enrollments)
    .add(workouts)
    .add(imports)
    .add(exports)
    .add(administration)
    .add(sync)
  return features
}

export type Features = ReturnType<typeof createFeatures>
