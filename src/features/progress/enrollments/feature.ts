import type { RequestContext } from '../../../viewer.js'
import type { ExerciseSettingsService } from '../../training/exercise-settings/service.js'
import type { AccountService } from '../../people/account/service.js'
import type { AdministrationService } from '../../people/administration/service.js'
import type { ProfileService } from '../../people/profile/service.js'
import type { GymService } from '../../training/gyms/service.js'
import type { ExerciseService } from '../../training/exercises/service.js'
import type { FeatureContext } from '../../feature.js'
import type { OwnedService } from '../../owned/service.js'
import type { ProgramService } from '../../training/programs/service.js'
import type { RecordService } from '../records/service.js'
import type { WorkoutLoader } from '../../training/workouts/loader.js'
import type { WorkoutService } from '../../training/workouts/service.js'
import { dayStore } from './day-store.js'
import { enrollmentRecord } from './record.js'
import { enrollmentResolvers } from './resolvers.js'
import { enrollmentService } from './service.js'
import { managedEnrollments } from './managed-enrollments.js'
import { enrollmentStore } from './store.js'

interface Dependencies {
  account: AccountService
  administration: AdministrationService
  owned: OwnedService
  exercises: ExerciseService
  exerciseSettings: ExerciseSettingsService
  gyms: GymService
  profile: ProfileService
  records: RecordService
  programs: ProgramService
  workouts: Pick<WorkoutService, 'addListener' | 'lastPerformances' | 'provideProgramDays'>
  loadWorkout: WorkoutLoader
}

export function enrollments(
  { platform: { database, events, clock } }: FeatureContext,
  dependencies: Dependencies,
) {
  const { workouts, exercises, loadWorkout } = dependencies
  const [days, store] = [dayStore(database), enrollmentStore(database)]
  const enrollments = enrollmentService({
    ...dependencies,
    enrollments: store,
    days,
    database,
    events,
    clock,
  })
  workouts.addListener(enrollments.listener)
  workouts.provideProgramDays({ validator: enrollments.validateDays, plan: enrollments.dayPlan })
  return {
    services: { enrollments },
    resolvers: enrollmentResolvers({
      enrollments,
      exercises,
      loadWorkout,
      listManaged: managedEnrollments({ ...dependencies, enrollments: store }),
      findUser: dependencies.administration.findUser,
    }),
    records: [enrollmentRecord(enrollments)],
    userData: { erase: days.erase },
    async findNode(id: string, { viewer }: RequestContext) {
      if (!viewer) return null
      const enrollment = await enrollments.find(viewer.id, id)
      if (enrollment) return { __typename: 'ProgramEnrollment', ...enrollment }
      return { __typename: 'ProgramVersion', ...(await enrollments.getVersion(viewer.id, id)) }
    },
  }
}
