import type { FeatureContext } from '../../feature.js'
import type { EnrollmentService } from '../../training/enrollments/service.js'
import { enrollmentWriters } from '../../training/enrollments/writers.js'
import type { exercisePresenters } from '../../training/exercises/presenters.js'
import type { exerciseWriters } from '../../training/exercises/writers.js'
import type { MeasurementService } from '../../progress/measurements/service.js'
import { measurementWriters } from '../../progress/measurements/writers.js'
import type { OwnedService } from '../../owned/service.js'
import type { ProfileService } from '../../people/profile/service.js'
import { profileWriters } from '../../people/profile/writers.js'
import type { ProgramService } from '../../training/programs/service.js'
import { programWriters } from '../../training/programs/writers.js'
import type { ProgressPhotoService } from '../../media/progress-photos/service.js'
import { progressPhotoWriters } from '../../media/progress-photos/writers.js'
import type { WorkoutService } from '../../training/workouts/service.js'
import { workoutWriters } from '../../training/workouts/writers.js'
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
    complete: profile.addToFeed,
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
