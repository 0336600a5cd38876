import type {
  AuditAction,
  Deltoid,
  Equipment,
  ExerciseCategory,
  Force,
  Goal,
  Level,
  Mechanic,
  Muscle,
  ProgressionType,
  SetType,
  TrackingType,
  WorkoutImportStatus,
  WorkoutSplit,
} from '../../../generated/operations/console.js'

/** Lists the values of an enumeration, of which none may be missing. */
const valuesOf = <Value extends string>(values: Record<Value, true>) => Object.keys(values) as Value[]

export const auditActions = valuesOf<AuditAction>({
  REGISTERED: true,
  REGISTRATION_REPEATED: true,
  EMAIL_VERIFIED: true,
  LOGGED_IN: true,
  LOGIN_FAILED: true,
  LOGGED_OUT: true,
  SESSION_REVOKED: true,
  SESSIONS_REVOKED: true,
  PASSWORD_RESET: true,
  PASSWORD_CHANGED: true,
  EMAIL_CHANGE_REQUESTED: true,
  EMAIL_CHANGED: true,
  USERNAME_CHANGED: true,
  CONSENT_GIVEN: true,
  CONSENT_WITHDRAWN: true,
  DATA_EXPORTED: true,
  DELETION_REQUESTED: true,
  ACCOUNT_RESTORED: true,
  ACCOUNT_ERASED: true,
  ACCOUNT_ENABLED: true,
  ACCOUNT_DISABLED: true,
  ADMIN_ROLE_GRANTED: true,
  ADMIN_ROLE_REVOKED: true,
  CATALOGUE_EXERCISE_SAVED: true,
  CATALOGUE_EXERCISE_ARCHIVED: true,
  TOKEN_CREATED: true,
  TOKEN_REVOKED: true,
  SECOND_FACTOR_ENABLED: true,
  SECOND_FACTOR_DISABLED: true,
  RECOVERY_CODE_USED: true,
  RECOVERY_CODES_REPLACED: true,
  CATALOGUE_IMPORTED: true,
  WEBHOOK_SAVED: true,
  WEBHOOK_DELETED: true,
  WEBHOOK_DISABLED: true,
})
export const deltoids = valuesOf<Deltoid>({
  FRONT: true,
  SIDE: true,
  REAR: true,
})
export const equipment = valuesOf<Equipment>({
  BODY_ONLY: true,
  BARBELL: true,
  DUMBBELL: true,
  KETTLEBELLS: true,
  CABLE: true,
  MACHINE: true,
  BANDS: true,
  EZ_CURL_BAR: true,
  EXERCISE_BALL: true,
  MEDICINE_BALL: true,
  FOAM_ROLL: true,
  SMITH_MACHINE: true,
  TRAP_BAR: true,
  PULL_UP_BAR: true,
  BENCH: true,
  SUSPENSION: true,
  WEIGHT_PLATE: true,
  OTHER: true,
})
export const categories = valuesOf<ExerciseCategory>({
  STRENGTH: true,
  STRETCHING: true,
  PLYOMETRICS: true,
  STRONGMAN: true,
  POWERLIFTING: true,
  CARDIO: true,
  OLYMPIC_WEIGHTLIFTING: true,
})
export const forces = valuesOf<Force>({
  PUSH: true,
  PULL: true,
  STATIC: true,
})
export const levels = valuesOf<Level>({
  BEGINNER: true,
  INTERMEDIATE: true,
  EXPERT: true,
})
export const mechanics = valuesOf<Mechanic>({
  COMPOUND: true,
  ISOLATION: true,
})
export const muscles = valuesOf<Muscle>({
  ABDOMINALS: true,
  ABDUCTORS: true,
  ADDUCTORS: true,
  BICEPS: true,
  CALVES: true,
  CHEST: true,
  FOREARMS: true,
  GLUTES: true,
  HAMSTRINGS: true,
  HIP_FLEXORS: true,
  LATS: true,
  LOWER_BACK: true,
  MIDDLE_BACK: true,
  NECK: true,
  OBLIQUES: true,
  QUADRICEPS: true,
  SHOULDERS: true,
  TRAPS: true,
  TRICEPS: true,
})
export const trackingTypes = valuesOf<TrackingType>({
  WEIGHT_REPS: true,
  REPS_ONLY: true,
  BODYWEIGHT_REPS: true,
  BODYWEIGHT_ASSISTED_REPS: true,
  DURATION: true,
  WEIGHT_DURATION: true,
  DISTANCE_DURATION: true,
  SHORT_DISTANCE_WEIGHT: true,
})
export const goals = valuesOf<Goal>({
  lose_weight: true,
  build_muscle: true,
  increase_strength: true,
  improve_endurance: true,
  general_fitness: true,
  maintain_weight: true,
})
export const workoutSplits = valuesOf<WorkoutSplit>({
  full_body: true,
  upper_lower: true,
  push_pull_legs: true,
  bro_split: true,
  arnold_split: true,
  custom: true,
})
export const setTypes = valuesOf<SetType>({
  NORMAL: true,
  WARMUP: true,
  DROPSET: true,
  FAILURE: true,
  MYO: true,
  PARTIAL: true,
  FORCED: true,
})
export const progressionTypes = valuesOf<ProgressionType>({
  LINEAR: true,
  DOUBLE: true,
  REP_SUM: true,
  PERCENT: true,
})
export const importStatuses = valuesOf<WorkoutImportStatus>({
  QUEUED: true,
  RUNNING: true,
  COMPLETED: true,
  FAILED: true,
})
