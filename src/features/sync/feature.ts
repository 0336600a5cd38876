import type { FeatureContext } from '../feature.js'
import type { EnrollmentService } from '../enrollments/service.js'
import { enrollmentWriters } from '../enrollments/writers.js'
import type { exercisePresenters } from '../exercises/presenters.js'
import type { exerciseWriters } from '../exercises/writers.js'
import type { MeasurementService } from '../measurements/service.js'
import { measurementWriters } from '../measurements/writers.js'
import type { OwnedService } from '../owned/service.js'
import type { ProfileService } from '../profile/service.js'
import { profileWriters } from '../profile/writers.js'
import type { ProgramService } from '../programs/service.js'
import { programWriters } from '../programs/writers.js'
import type { ProgressPhotoService } from '../progress-photos/service.js'
import { progressPhotoWriters } from '../progress-photos/writers.js'
import type { WorkoutService } from '../workouts/service.js'
import { workoutWriters } from '../workouts/writers.js'
import { changesService } from './changes.js'
import type { Presenters } from './present.js'
import { syncResolvers } from './resolvers.js'
import { syncService } from './service.js'

interface Needs {
  owned: OwnedService
  enrollments: EnrollmentService
  exercises: {
    writers: ReturnType<typeof exerciseWriters>
    presenters: ReturnType<typeof exercisePresenters>
  }
  measurements: MeasurementService
  profile: ProfileService
  programs: ProgramService
  progressPhotos: ProgressPhotoService
  workouts: WorkoutService
}

export function sync({ platform: { database, clock }, config }: FeatureContext, needs: Needs) {
  const { owned, enrollments, exercises, measurements, profile, programs, progressPhotos, workouts } = needs
  const presenters: Presenters = {
    ...exercises.presenters,
    ENROLLMENT: async (userId, rows) =>
      rows
        .flatMap(row => enrollments.present(userId, row) ?? [])
        .map(enrollment => ({ __typename: 'ProgramEnrollment', ...enrollment })),
    MEASUREMENT: async (_userId, rows) =>
      rows
        .flatMap(row => measurements.present(row) ?? [])
        .map(measurement => ({ __typename: 'Measurement', ...measurement })),
    PROFILE: async userId => [{ __typename: 'User', ...(await profile.get(userId)) }],
    PROGRAM: async (userId, rows) =>
      programs.present(userId, rows).map(program => ({ __typename: 'Program', ...program })),
    PROGRESS_PHOTO: async (_userId, rows) =>
      rows
        .flatMap(row => progressPhotos.present(row) ?? [])
        .map(photo => ({ __typename: 'ProgressPhoto', ...photo })),
    WORKOUT: async (userId, rows) =>
      workouts.present(userId, rows).map(workout => ({ __typename: 'Workout', ...workout })),
  }
  const changes = changesService({
    owned,
    presenters,
    complete: profile.enterFeed,
    tombstoneLifetime: config.TOMBSTONE_EXPIRES_IN,
    clock,
  })
  const writers = {
    ...exercises.writers,
    ...enrollmentWriters(enrollments),
    ...measurementWriters(measurements),
    ...profileWriters(profile),
    ...programWriters(programs),
    ...progressPhotoWriters(progressPhotos),
    ...workoutWriters(workouts),
  }
  const sync = syncService({ writers, presenters, database, owned })
  return { services: {}, resolvers: syncResolvers({ changes, sync }) }
}
