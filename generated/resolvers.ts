import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { ProfilePhoto as ProfilePhotoModel } from '../src/features/media/photos/models.js';
import type { ProgressPhoto as ProgressPhotoModel } from '../src/features/media/progress-photos/models.js';
import type { ManagedUser as ManagedUserModel } from '../src/features/people/administration/models.js';
import type { AuditEntry as AuditEntryModel } from '../src/features/people/audit/models.js';
import type { PersonalAccessToken as PersonalAccessTokenModel } from '../src/features/people/auth/access-tokens/models.js';
import type { Identity as IdentityModel } from '../src/features/people/auth/openid/models.js';
import type { Passkey as PasskeyModel } from '../src/features/people/auth/passkeys/models.js';
import type { Session as SessionModel } from '../src/features/people/auth/sign-in/models.js';
import type { Consent as ConsentModel } from '../src/features/people/consents/models.js';
import type { Girth as GirthModel, Measurement as MeasurementModel } from '../src/features/people/measurements/models.js';
import type { UserProfile as UserProfileModel, User as UserModel, PublicUser as PublicUserModel } from '../src/features/people/profile/models.js';
import type { DeprecatedFieldUse as DeprecatedFieldUseModel } from '../src/features/people/usage/models.js';
import type { SkippedLine as SkippedLineModel, MatchedExercise as MatchedExerciseModel, UnmatchedExercise as UnmatchedExerciseModel, WorkoutImport as WorkoutImportModel, ManagedImport as ManagedImportModel } from '../src/features/portability/imports/models.js';
import type { ShareLink as ShareLinkModel, SharedItem as SharedItemModel } from '../src/features/portability/share-links/models.js';
import type { OwnedRecord as OwnedRecordModel, Change as ChangeModel, ChangePage as ChangePageModel, SyncResult as SyncResultModel, SyncError as SyncErrorModel } from '../src/features/portability/sync/models.js';
import type { Webhook as WebhookModel, WebhookDelivery as WebhookDeliveryModel } from '../src/features/portability/webhooks/models.js';
import type { AchievementTier as AchievementTierModel, Achievement as AchievementModel } from '../src/features/progress/achievements/models.js';
import type { DataPoint as DataPointModel, MuscleVolume as MuscleVolumeModel, MuscleSeries as MuscleSeriesModel, DeltoidSeries as DeltoidSeriesModel, Streak as StreakModel, RepetitionRecord as RepetitionRecordModel, ComparisonValue as ComparisonValueModel, Comparison as ComparisonModel, Analytics as AnalyticsModel } from '../src/features/progress/analytics/models.js';
import type { CalendarDay as CalendarDayModel } from '../src/features/progress/calendar/models.js';
import type { ProgramEnrollment as ProgramEnrollmentModel, NextDay as NextDayModel, ScheduledDay as ScheduledDayModel, ManagedEnrollment as ManagedEnrollmentModel } from '../src/features/progress/enrollments/models.js';
import type { TrainingGoal as TrainingGoalModel } from '../src/features/progress/goals/models.js';
import type { Pause as PauseModel } from '../src/features/progress/pauses/models.js';
import type { PreviousRecord as PreviousRecordModel, PersonalRecord as PersonalRecordModel } from '../src/features/progress/records/models.js';
import type { ServiceQueue as ServiceQueueModel, DailyActivity as DailyActivityModel, ServiceStatus as ServiceStatusModel, InstanceMinute as InstanceMinuteModel } from '../src/features/service-status/models.js';
import type { ExerciseSettings as ExerciseSettingsModel } from '../src/features/training/exercise-settings/models.js';
import type { Exercise as ExerciseModel, ExerciseImage as ExerciseImageModel } from '../src/features/training/exercises/models.js';
import type { Gym as GymModel } from '../src/features/training/gyms/models.js';
import type { PlannedSet as PlannedSetModel, Progression as ProgressionModel, PlannedExercise as PlannedExerciseModel, ProgramDay as ProgramDayModel, ProgramWeek as ProgramWeekModel, ProgramVersion as ProgramVersionModel, Program as ProgramModel, RecommendationReason as RecommendationReasonModel, ProgramRecommendation as ProgramRecommendationModel } from '../src/features/training/programs/models.js';
import type { Routine as RoutineModel, RoutineFolder as RoutineFolderModel } from '../src/features/training/routines/models.js';
import type { SetTarget as SetTargetModel, WorkoutSet as WorkoutSetModel, WorkoutProgramDay as WorkoutProgramDayModel, WorkoutHealth as WorkoutHealthModel, Workout as WorkoutModel, WorkoutExercise as WorkoutExerciseModel, WorkoutTotals as WorkoutTotalsModel, ExercisePerformance as ExercisePerformanceModel } from '../src/features/training/workouts/models.js';
import type { RequestContext } from '../src/viewer.js';
export type Maybe<T> = T | null;
export type InputMaybe<T> = Maybe<T>;
export type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type MakeOptional<T, K extends keyof T> = Omit<T, K> & { [SubKey in K]?: Maybe<T[SubKey]> };
export type MakeMaybe<T, K extends keyof T> = Omit<T, K> & { [SubKey in K]: Maybe<T[SubKey]> };
export type MakeEmpty<T extends { [key: string]: unknown }, K extends keyof T> = { [_ in K]?: never };
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type Omit<T, K extends keyof T> = Pick<T, Exclude<keyof T, K>>;
export type RequireFields<T, K extends keyof T> = Omit<T, K> & { [P in K]-?: NonNullable<T[P]> };
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  /** A calendar date without a time zone, in the format YYYY-MM-DD, such as `2026-01-31`. */
  Date: { input: string; output: string; }
  /**
   * A point in time as an ISO 8601 string in UTC with exactly three fractional digits, such as
   * `2026-01-31T08:15:30.000Z`.
   */
  DateTime: { input: Date; output: Date; }
};

/**
 * A training goal that the service tracks. Earned achievements are kept even if the workouts that earned them
 * are deleted.
 */
export type Achievement = {
  __typename?: 'Achievement';
  /** What the achievement requires, in the caller's language. */
  description: Scalars['String']['output'];
  /** When the first tier was earned; null if it has not been earned. */
  earnedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Whether the achievement is visible only to users who have earned it. */
  isHidden: Scalars['Boolean']['output'];
  /** Whether the achievement is earned again at each multiple of its only tier. */
  isRepeatable: Scalars['Boolean']['output'];
  /** Stable key of the achievement, such as `first_workout`. */
  key: Scalars['String']['output'];
  /** Category of the achievement. */
  kind: AchievementKind;
  /** Display name, in the caller's language. */
  name: Scalars['String']['output'];
  /** Progress towards the next tier. */
  progress: AchievementProgress;
  /** Values to reach, in ascending order: one, or several for a progressive achievement. */
  tiers: Array<AchievementTier>;
  /** Number of tiers earned or, for a repeatable achievement, how many times it was earned. Never decreases. */
  timesEarned: Scalars['Int']['output'];
};

/** Category of an achievement. */
export type AchievementKind =
  /** A number of workouts, sets, exercises or similar. */
  | 'COUNT'
  /** Training on a particular date. */
  | 'DATE'
  /** Number of improved personal records. */
  | 'RECORD'
  /** Consistency, such as training in consecutive weeks. */
  | 'SEQUENCE'
  /** Time of day, day of the week or duration of workouts. */
  | 'TIME'
  /** Total volume lifted. */
  | 'VOLUME';

/** Progress of the caller towards an achievement. */
export type AchievementProgress = {
  __typename?: 'AchievementProgress';
  /** Value of the next tier to earn; the last tier's value if all have been earned. */
  target: Scalars['Int']['output'];
  /** Current value, in the unit of the tiers. Can be lower than a tier already earned if workouts were deleted. */
  value: Scalars['Float']['output'];
};

/** One tier of an achievement. */
export type AchievementTier = {
  __typename?: 'AchievementTier';
  /** When the service stored the save that reached the tier; null if it has not been earned. */
  earnedAt?: Maybe<Scalars['DateTime']['output']>;
  /**
   * Value to reach. Its unit is the one that the achievement's `description` names, for example kilograms,
   * hours, days or weeks.
   */
  value: Scalars['Int']['output'];
};

/**
 * Training statistics over a range of days. Weeks run from Monday to Sunday; of a week that is only partly in
 * the range, only the days in the range count.
 */
export type Analytics = {
  __typename?: 'Analytics';
  /** Measured body weight per day in the requested unit; null for days without a measurement. */
  bodyWeightSeries: Array<DataPoint>;
  /** Totals of the range compared with the same number of days before it. */
  comparison: Comparison;
  /**
   * Best estimated one-repetition maximum of an exercise per week in the requested unit, estimated as for records of the
   * type ONE_RM; null for weeks without an estimate. Error: BAD_USER_INPUT (malformed id).
   */
  oneRepMaxSeries?: Maybe<Array<DataPoint>>;
  /**
   * Number of sets per trained head of the deltoid and week, in the order FRONT, SIDE, REAR. A set of an exercise counts for
   * each of its `deltoids` as it counts for SHOULDERS in `setsByMuscleAndWeek`.
   */
  setsByDeltoidAndWeek: Array<DeltoidSeries>;
  /**
   * Number of sets per trained muscle and week, the muscle with the most sets first. A set counts 1 for each
   * primary muscle and 0.5 for each secondary muscle; stretching and cardio exercises do not count.
   */
  setsByMuscleAndWeek: Array<MuscleSeries>;
  /** Consecutive weeks with enough completed workouts, over the whole history rather than the range. */
  streak: Streak;
  /**
   * Volume per trained muscle in the requested unit, the highest first. A set counts fully for each primary muscle and by half for
   * each secondary muscle; stretching and cardio exercises do not count.
   */
  volumeByMuscle: Array<MuscleVolume>;
  /**
   * Volume per week in the requested unit: the sum of load × repetitions, including the body weight that a set moves;
   * 0 for weeks without training.
   */
  volumeByWeek: Array<DataPoint>;
  /** Number of completed workouts per week; 0 for weeks without training. */
  workoutsByWeek: Array<DataPoint>;
};


/**
 * Training statistics over a range of days. Weeks run from Monday to Sunday; of a week that is only partly in
 * the range, only the days in the range count.
 */
export type AnalyticsOneRepMaxSeriesArgs = {
  exerciseId: Scalars['ID']['input'];
};

/** Input of `archiveCatalogueExercise`. */
export type ArchiveCatalogueExerciseInput = {
  /**
   * Version of the exercise that the command is based on; null for the current one. If the stored version differs,
   * the conflict is VERSION.
   */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** Identifier of the exercise. */
  id: Scalars['ID']['input'];
};

/** Input of `archiveProgram`. */
export type ArchiveProgramInput = {
  /**
   * Version of the program that the command applies to; null for the current version. If the stored version
   * differs, nothing changes and the conflict is VERSION.
   */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** Identifier of the program. */
  id: Scalars['ID']['input'];
};

/** Result of `archiveProgram`. */
export type ArchiveProgramPayload = {
  __typename?: 'ArchiveProgramPayload';
  /** Why the write was refused, with nothing changed; null if it succeeded. */
  conflict?: Maybe<WriteConflict>;
  /** The program as the server now has it. */
  program?: Maybe<Program>;
};

/** A security-relevant action on an account. */
export type AuditAction =
  /** The account was disabled; all devices were signed out. */
  | 'ACCOUNT_DISABLED'
  /** The account was enabled and can sign in again. */
  | 'ACCOUNT_ENABLED'
  /** The account and all of its data were deleted. */
  | 'ACCOUNT_ERASED'
  /** The owner canceled the deletion of the account. */
  | 'ACCOUNT_RESTORED'
  /** The account received the role ADMIN. */
  | 'ADMIN_ROLE_GRANTED'
  /** The account lost the role ADMIN. */
  | 'ADMIN_ROLE_REVOKED'
  /** An administrator archived an exercise of the catalogue. */
  | 'CATALOGUE_EXERCISE_ARCHIVED'
  /** An administrator created or changed an exercise of the catalogue. */
  | 'CATALOGUE_EXERCISE_SAVED'
  /** An administrator imported exercises into the catalogue from a file. Imports that change nothing are not recorded. */
  | 'CATALOGUE_IMPORTED'
  /** The user consented to the storage of body measurements or progress photos. */
  | 'CONSENT_GIVEN'
  /** The user withdrew a consent; the data stored because of it was erased. */
  | 'CONSENT_WITHDRAWN'
  /** The owner downloaded an export of all data of the account. */
  | 'DATA_EXPORTED'
  /** The deletion of the account was requested. */
  | 'DELETION_REQUESTED'
  /** The e-mail address was changed. */
  | 'EMAIL_CHANGED'
  /** A change of the e-mail address was requested and is waiting for confirmation. */
  | 'EMAIL_CHANGE_REQUESTED'
  /** The e-mail address was confirmed by the owner or by an administrator. */
  | 'EMAIL_VERIFIED'
  /** A guest account was created. */
  | 'GUEST_CREATED'
  /** A guest account became permanent. */
  | 'GUEST_UPGRADED'
  /** An identity of an OpenID Connect provider was linked to the account. */
  | 'IDENTITY_LINKED'
  /** An identity was unlinked from the account. */
  | 'IDENTITY_UNLINKED'
  /** The owner signed in. */
  | 'LOGGED_IN'
  /** A device signed itself out. */
  | 'LOGGED_OUT'
  /** Someone entered a wrong password or code. At most ten entries per hour are kept. */
  | 'LOGIN_FAILED'
  /** A passkey was added to the account. */
  | 'PASSKEY_ADDED'
  /** A passkey was refused, because its counter has not grown: it may have been copied. */
  | 'PASSKEY_REFUSED'
  /** A passkey was removed from the account. */
  | 'PASSKEY_REMOVED'
  /** A new password was set with the current one; all devices were signed out. */
  | 'PASSWORD_CHANGED'
  /** A new password was set through a mailed link; all devices were signed out. */
  | 'PASSWORD_RESET'
  /** The owner replaced the recovery codes. */
  | 'RECOVERY_CODES_REPLACED'
  /** The owner used a recovery code instead of the authenticator app. */
  | 'RECOVERY_CODE_USED'
  /** An account was registered. */
  | 'REGISTERED'
  /** Someone tried to register with the e-mail address of an existing account. */
  | 'REGISTRATION_REPEATED'
  /** The second factor was turned off, by the owner or by an administrator. */
  | 'SECOND_FACTOR_DISABLED'
  /** The second factor was turned on. */
  | 'SECOND_FACTOR_ENABLED'
  /** All devices were signed out by the owner or by an administrator. */
  | 'SESSIONS_REVOKED'
  /** A device was signed out from another device or by an administrator. */
  | 'SESSION_REVOKED'
  /** The owner created a personal access token. */
  | 'TOKEN_CREATED'
  /** The owner revoked a personal access token. */
  | 'TOKEN_REVOKED'
  /** The username was changed. */
  | 'USERNAME_CHANGED'
  /** A webhook was deleted. */
  | 'WEBHOOK_DELETED'
  /** The service disabled a webhook, because its deliveries failed or its receiver answered with the status 410. */
  | 'WEBHOOK_DISABLED'
  /** A webhook was created or changed. */
  | 'WEBHOOK_SAVED';

/** An entry of the audit log. */
export type AuditEntry = Node & {
  __typename?: 'AuditEntry';
  /** The action that was performed. */
  action: AuditAction;
  /**
   * Who performed the action: the identifier of an account, or a pseudonym such as `erased-3kq0Zt1bWc_x` if that
   * account was erased. Null if nobody was signed in, for example when the operator of the service performed it.
   */
  actor?: Maybe<Scalars['ID']['output']>;
  /** The account of `actor`. Null if `actor` is null or the account was erased. */
  actorUser?: Maybe<ManagedUser>;
  /** When the action was performed. */
  at: Scalars['DateTime']['output'];
  /** The exercise of the catalogue that was changed; null for all other actions. */
  catalogueExerciseId?: Maybe<Scalars['ID']['output']>;
  /**
   * Kind of consent that was given or withdrawn. Null for all other actions, and for old entries that did not
   * store it.
   */
  consent?: Maybe<ConsentKind>;
  /** Identifier of the entry: 24 hexadecimal digits. */
  id: Scalars['ID']['output'];
  /**
   * IP address of the client, or its network if one client has many addresses. Null for actions of the operator
   * or of scheduled jobs, for username changes, and after the actor or the subject was erased.
   */
  ipAddress?: Maybe<Scalars['String']['output']>;
  /**
   * How the account signed in, or failed to. Null for all other actions, for wrong codes of the second factor that should
   * confirm an action, and for old entries that did not store it.
   */
  signInMethod?: Maybe<SignInMethod>;
  /**
   * The account that the action was performed on: its identifier, or a pseudonym if it was erased. For changes of
   * the catalogue, the same account as `actor`.
   */
  subject: Scalars['ID']['output'];
  /** The account of `subject`; null if it was erased. */
  subjectUser?: Maybe<ManagedUser>;
  /** `User-Agent` header of the request. Null if `ipAddress` is null. */
  userAgent?: Maybe<Scalars['String']['output']>;
};

/** A page of audit log entries. */
export type AuditEntryConnection = {
  __typename?: 'AuditEntryConnection';
  /** Items of the page, each with its cursor. */
  edges: Array<AuditEntryEdge>;
  /** Position of the page in the whole list. */
  pageInfo: PageInfo;
};

/** An audit log entry and its cursor. */
export type AuditEntryEdge = {
  __typename?: 'AuditEntryEdge';
  /** Opaque cursor of the item, for the arguments `after` and `before`. */
  cursor: Scalars['String']['output'];
  /** The audit log entry. */
  node: AuditEntry;
};

/** A body weight. */
export type BodyWeight = {
  __typename?: 'BodyWeight';
  /** Unit of `value`, as it was entered. */
  unit: WeightUnit;
  /** The weight, in `unit`. */
  value: Scalars['Float']['output'];
};

/** A body weight. */
export type BodyWeightInput = {
  /** Unit of `value`. The service stores the value in this unit. */
  unit: WeightUnit;
  /** The weight, in `unit`. */
  value: Scalars['Float']['input'];
};

/** The caches that may store a response. */
export type CacheControlScope =
  /** Only the cache of the client that sent the request. */
  | 'PRIVATE'
  /** Every cache, including those that several users share. */
  | 'PUBLIC';

/** A date with workouts or days of programs. */
export type CalendarDay = {
  __typename?: 'CalendarDay';
  /** The date. */
  date: Scalars['Date']['output'];
  /** Days of programs at the date. */
  planned: Array<CalendarProgramDay>;
  /** Workouts that start on the date, the earliest first. */
  workouts: Array<Workout>;
};

/** A day of a program in the calendar. */
export type CalendarProgramDay = {
  __typename?: 'CalendarProgramDay';
  /** Number of the day in its week, starting at 1 and counting rest days. */
  day: Scalars['Int']['output'];
  /** Identifier of the enrollment. */
  enrollmentId: Scalars['ID']['output'];
  /** True if a workout completed the day. */
  isDone: Scalars['Boolean']['output'];
  /** True if the day was skipped. False for a skipped day that was trained anyway. */
  isSkipped: Scalars['Boolean']['output'];
  /** Name of the day. */
  name: Scalars['String']['output'];
  /** Number of the week in the program, starting at 1. */
  week: Scalars['Int']['output'];
};

/** Input of `saveCatalogueExercise`: the whole exercise. Fields that are left out are null. */
export type CatalogueExerciseInput = {
  /**
   * Share of the body weight that a repetition moves, 0 to 1; null if the exercise does not move the body. Cannot
   * change.
   */
  bodyweightShare?: InputMaybe<Scalars['Float']['input']>;
  /** Category of the exercise. */
  category?: InputMaybe<ExerciseCategory>;
  /** Heads of the deltoid that the exercise trains. */
  deltoids?: InputMaybe<Array<Deltoid>>;
  /** Required equipment. */
  equipment?: InputMaybe<Array<Equipment>>;
  /**
   * Version of the exercise that the change is based on; null for a new exercise. If the stored version differs,
   * the conflict is VERSION.
   */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** Direction of the force; null if not applicable. */
  force?: InputMaybe<Force>;
  /** Identifier: 24 hexadecimal digits, generated by the client for a new exercise. */
  id: Scalars['ID']['input'];
  /** Pictures: at most ten, uploaded at `/api/storage/exercise-image/upload`. */
  images?: InputMaybe<Array<ExerciseImageInput>>;
  /** Whether each side is trained separately. */
  isUnilateral?: InputMaybe<Scalars['Boolean']['input']>;
  /** Skill level that the exercise requires. */
  level?: InputMaybe<Level>;
  /** Whether the exercise works several joints or one; null if not applicable. */
  mechanic?: InputMaybe<Mechanic>;
  /** Primary muscles, the most important one first. */
  primaryMuscles?: InputMaybe<Array<Muscle>>;
  /** Secondary muscles. Muscles that are also listed in `primaryMuscles` are ignored here. */
  secondaryMuscles?: InputMaybe<Array<Muscle>>;
  /**
   * Stable, unique name for URLs: at most 100 characters, lower-case words joined by hyphens. Cannot begin with
   * `custom-`, and cannot change.
   */
  slug: Scalars['String']['input'];
  /** What a set of the exercise records. Cannot change. */
  trackingType?: InputMaybe<TrackingType>;
  /** Texts by language. English is required; the other languages fall back to it. */
  translations: Array<ExerciseTranslationInput>;
  /** URL of a video, which begins with https://, at most 2,000 characters; null for none. */
  videoUrl?: InputMaybe<Scalars['String']['input']>;
};

/** Result of `saveCatalogueExercise` and `archiveCatalogueExercise`. */
export type CatalogueExercisePayload = {
  __typename?: 'CatalogueExercisePayload';
  /** Why the command was refused, with nothing changed; null if it succeeded. */
  conflict?: Maybe<WriteConflict>;
  /** The exercise as the service now has it. */
  exercise?: Maybe<Exercise>;
};

/** The latest change of a record. */
export type Change = {
  __typename?: 'Change';
  /** When the record was deleted; null if it exists. */
  deletedAt?: Maybe<Scalars['DateTime']['output']>;
  /** The record as it is now; null if it was deleted. */
  record?: Maybe<OwnedRecord>;
  /** Identifier of the record. A FAVORITE has the exercise's identifier, a PROFILE the account's. */
  recordId: Scalars['ID']['output'];
  /** Type of the record. */
  type: OwnedType;
  /** Version of the record. */
  version: Scalars['Int']['output'];
};

/** Input of `changeEmail`. */
export type ChangeEmailInput = {
  /** The new e-mail address. */
  newEmail: Scalars['String']['input'];
  /**
   * Password of the account. Not required within ten minutes after signing in or `POST /auth/step-up`; the server
   * can be configured to allow another time.
   */
  password?: InputMaybe<Scalars['String']['input']>;
};

/** Result of `changeEmail`. */
export type ChangeEmailPayload = {
  __typename?: 'ChangeEmailPayload';
  /** The account, still with its current e-mail address. */
  user?: Maybe<User>;
};

/** A page of the change feed. */
export type ChangePage = {
  __typename?: 'ChangePage';
  /** Changes in order. Each record appears at most once per page, with its latest change. */
  changes: Array<Change>;
  /** Cursor after this page: pass it as `since` to read the next page. */
  cursor: Scalars['String']['output'];
  /** Whether more changes were available when the page was read. */
  hasMore: Scalars['Boolean']['output'];
};

/** Input of `changePassword`. */
export type ChangePasswordInput = {
  /** The current password. Required unless the account has none: see `User.hasPassword`. */
  current?: InputMaybe<Scalars['String']['input']>;
  /**
   * The new password: 8 to 72 bytes of UTF-8, not a common password, and not equal to the e-mail address or the
   * username.
   */
  new: Scalars['String']['input'];
};

/** Result of `changePassword`. */
export type ChangePasswordPayload = {
  __typename?: 'ChangePasswordPayload';
  /** The account after the change. */
  user?: Maybe<User>;
};

/** Signals that the change feed may have new changes. */
export type ChangesAvailable = {
  __typename?: 'ChangesAvailable';
  /** Cursor of the latest change. A client that has read `changes` up to it is up to date. */
  cursor: Scalars['String']['output'];
};

/** Totals of a range compared with the same number of days before it. */
export type Comparison = {
  __typename?: 'Comparison';
  /** Number of completed working sets. */
  sets: ComparisonValue;
  /** Volume, in the requested unit. */
  volume: ComparisonValue;
  /** Number of completed workouts. */
  workouts: ComparisonValue;
};

/** A total for a range and for the same number of days before it. */
export type ComparisonValue = {
  __typename?: 'ComparisonValue';
  /** Total in the range. */
  current: Scalars['Float']['output'];
  /** Total in the same number of days before the range. */
  previous: Scalars['Float']['output'];
};

/** Result of `completeOnboarding`. */
export type CompleteOnboardingPayload = {
  __typename?: 'CompleteOnboardingPayload';
  /** The account after the change. */
  user?: Maybe<User>;
};

/** Input of `confirmSecondFactor`. */
export type ConfirmSecondFactorInput = {
  /** The six digits that the authenticator app shows. Spaces are ignored. */
  code: Scalars['String']['input'];
};

/** Result of `confirmSecondFactor`. */
export type ConfirmSecondFactorPayload = {
  __typename?: 'ConfirmSecondFactorPayload';
  /**
   * Ten codes in the form `xxxxx-xxxxx`, each of which replaces a code of the app once. Ask the user to store them safely: they
   * are returned here only.
   */
  recoveryCodes?: Maybe<Array<Scalars['String']['output']>>;
};

/** A consent that a user has given. */
export type Consent = {
  __typename?: 'Consent';
  /** When the consent was last given. */
  givenAt: Scalars['DateTime']['output'];
  /** What the user consented to. */
  kind: ConsentKind;
  /** When the consent was withdrawn; null while it is in effect. */
  withdrawnAt?: Maybe<Scalars['DateTime']['output']>;
};

/** Personal data that is stored only with the user's consent. */
export type ConsentKind =
  /** Body measurements. */
  | 'BODY_MEASUREMENTS'
  /** Storing what a health store recorded during workouts. Its withdrawal removes these data from all workouts. */
  | 'HEALTH_DATA'
  /** Progress photos. */
  | 'PROGRESS_PHOTOS';

/** Input of `copyProgram`. */
export type CopyProgramInput = {
  /** Identifier of the program to copy. */
  id: Scalars['ID']['input'];
  /**
   * Identifier of the copy, generated by the client: 24 hexadecimal digits. Use the same identifier when you
   * send the copy again.
   */
  newId: Scalars['ID']['input'];
};

/** Result of `copyProgram`. */
export type CopyProgramPayload = {
  __typename?: 'CopyProgramPayload';
  /** Why the write was refused, with nothing changed; null if it succeeded. */
  conflict?: Maybe<WriteConflict>;
  /** The copy as the server now has it; null if the identifier belongs to another record. */
  program?: Maybe<Program>;
};

/** Input of `copySharedItem`. */
export type CopySharedItemInput = {
  /** Identifier of the copy, generated by the client: 24 hexadecimal digits. Use the same one when you send the copy again. */
  newId: Scalars['ID']['input'];
  /** Token of the link. */
  token: Scalars['String']['input'];
};

/** Result of `copySharedItem`. */
export type CopySharedItemPayload = {
  __typename?: 'CopySharedItemPayload';
  /** Why the copy was refused, with nothing changed; null if it succeeded. */
  conflict?: Maybe<WriteConflict>;
  /** The copy of a program; null for others. */
  program?: Maybe<Program>;
  /** The copy of a routine or of a workout; null for a program. */
  routine?: Maybe<Routine>;
};

/** Input of `createPersonalAccessToken`. */
export type CreatePersonalAccessTokenInput = {
  /** When the token expires: at most 366 days ahead; null for 90 days. */
  expiresAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** Name of the token, 1 to 100 characters, such as `Spreadsheet`. */
  name: Scalars['String']['input'];
  /**
   * Permissions of the token: `profile`, `workouts`, `exercises`, `programs`, `measurements` or `photos`, each with `:read` or
   * `:write`, or `export:read`. To write includes to read. Workouts include records, analytics, achievements and imports;
   * programs include enrollments and routines. The catalogue of exercises needs no scope.
   */
  scopes: Array<Scalars['String']['input']>;
};

/** Result of `createPersonalAccessToken`. */
export type CreatePersonalAccessTokenPayload = {
  __typename?: 'CreatePersonalAccessTokenPayload';
  /** The new token without its secret. */
  personalAccessToken?: Maybe<PersonalAccessToken>;
  /**
   * The token itself: `fit_` and 43 characters. Send it as `Authorization: Bearer <token>`, without a signature. It is
   * returned here only; the service stores its hash.
   */
  token?: Maybe<Scalars['String']['output']>;
};

/** Input of `createRoutineFromWorkout`. */
export type CreateRoutineFromWorkoutInput = {
  /** Identifier of the new routine, generated by the client: 24 hexadecimal digits. */
  id: Scalars['ID']['input'];
  /** Title of the routine: 1 to 200 characters; null for the title of the workout. */
  title?: InputMaybe<Scalars['String']['input']>;
  /** Identifier of the workout. */
  workoutId: Scalars['ID']['input'];
};

/** Result of `createRoutineFromWorkout`. */
export type CreateRoutineFromWorkoutPayload = {
  __typename?: 'CreateRoutineFromWorkoutPayload';
  /** Why the write was refused, with nothing changed; null if it succeeded. */
  conflict?: Maybe<WriteConflict>;
  /** The routine as the server now has it; null if the identifier belongs to another record. */
  routine?: Maybe<Routine>;
};

/** Input of `createShareLink`. */
export type CreateShareLinkInput = {
  /** When the link expires: in the future. Null for a link that does not expire. */
  expiresAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** Identifier generated by the client: 24 hexadecimal digits. Use the same identifier when you send the link again. */
  id: Scalars['ID']['input'];
  /** The item to share. */
  subject: ShareSubjectInput;
};

/** Result of `createShareLink`. */
export type CreateShareLinkPayload = {
  __typename?: 'CreateShareLinkPayload';
  /** The link. */
  shareLink?: Maybe<ShareLink>;
  /** Token of the link, the last part of its URL. */
  token?: Maybe<Scalars['String']['output']>;
};

/** Accounts and logins on one day. */
export type DailyActivity = {
  __typename?: 'DailyActivity';
  /** The day in UTC. */
  date: Scalars['Date']['output'];
  /** Number of failed logins, with a wrong password or code. At most ten per account and hour are counted. */
  failedLogins: Scalars['Int']['output'];
  /** Number of successful logins. */
  logins: Scalars['Int']['output'];
  /** Number of registered accounts. */
  registrations: Scalars['Int']['output'];
};

/** One value of a time series, which has one per day or week of the range, the earliest first. */
export type DataPoint = {
  __typename?: 'DataPoint';
  /** The day, or the Monday of the week. The Monday of the first week can be before the range. */
  date: Scalars['Date']['output'];
  /** The value, in the unit of the series; null if there is none. */
  value?: Maybe<Scalars['Float']['output']>;
};

/** A range of calendar days, at most 20 years long. */
export type DateRangeInput = {
  /** First day, inclusive. */
  from: Scalars['Date']['input'];
  /** Last day, inclusive. Must not be before `from`. */
  to: Scalars['Date']['input'];
};

/** Input of `deleteAccount`. */
export type DeleteAccountInput = {
  /** Whether to delete everything within minutes, without a grace period. The account cannot be restored then. */
  immediately?: InputMaybe<Scalars['Boolean']['input']>;
  /**
   * Password of the account. Not required within ten minutes after signing in or `POST /auth/step-up`; the server
   * can be configured to allow another time.
   */
  password?: InputMaybe<Scalars['String']['input']>;
};

/** Result of `deleteAccount`. */
export type DeleteAccountPayload = {
  __typename?: 'DeleteAccountPayload';
  /** The account; `deletesAt` is the time of its deletion. */
  user?: Maybe<User>;
};

/** Input of the deletion of one of the caller's records. */
export type DeleteInput = {
  /**
   * Version of the record to delete; null for the current version. If the stored version differs, nothing is
   * deleted and the conflict is VERSION.
   */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** Identifier of the record. */
  id: Scalars['ID']['input'];
};

/** Result of a deletion. */
export type DeletePayload = {
  __typename?: 'DeletePayload';
  /** Why the record was not deleted; null if the deletion succeeded. */
  conflict?: Maybe<WriteConflict>;
  /** When the record was deleted; null if it was not deleted, or if the deletion is no longer remembered. */
  deletedAt?: Maybe<Scalars['DateTime']['output']>;
  /** The record as the server has it if the deletion was refused; null otherwise. */
  record?: Maybe<OwnedRecord>;
  /** Identifier of the record that was to be deleted. */
  recordId: Scalars['ID']['output'];
  /** Version of the record after the deletion; null if the record never existed. */
  version?: Maybe<Scalars['Int']['output']>;
};

/** Input of `deleteProfilePhoto`. */
export type DeleteProfilePhotoInput = {
  /** Identifier of the photo: the `assetId` of its upload. */
  id: Scalars['ID']['input'];
};

/** Result of `deleteProfilePhoto`. */
export type DeleteProfilePhotoPayload = {
  __typename?: 'DeleteProfilePhotoPayload';
  /** Identifier of the deleted photo. */
  recordId: Scalars['ID']['output'];
  /** The caller's account, with the remaining photos. */
  user: User;
};

/** Input of `deleteUser`. */
export type DeleteUserInput = {
  /** Identifier of the account. */
  id: Scalars['ID']['input'];
};

/** Result of `deleteUser`. */
export type DeleteUserPayload = {
  __typename?: 'DeleteUserPayload';
  /** The account after the change. */
  user?: Maybe<ManagedUser>;
};

/** Input of `deleteWebhook`. */
export type DeleteWebhookInput = {
  /** Identifier of the webhook. */
  id: Scalars['ID']['input'];
};

/** Result of `deleteWebhook`. */
export type DeleteWebhookPayload = {
  __typename?: 'DeleteWebhookPayload';
  /** Identifier of the deleted webhook. */
  deletedId?: Maybe<Scalars['ID']['output']>;
};

/** Head of the deltoid, the muscle of the shoulder. */
export type Deltoid =
  /** Front head: raises the arm forwards. */
  | 'FRONT'
  /** Rear head: draws the arm backwards. */
  | 'REAR'
  /** Side head: raises the arm sideways. */
  | 'SIDE';

/** Weekly sets of one head of the deltoid. */
export type DeltoidSeries = {
  __typename?: 'DeltoidSeries';
  /** The head. */
  deltoid: Deltoid;
  /** Number of sets per week; 0 for weeks without any. */
  weeks: Array<DataPoint>;
};

/** How often an app version requested a deprecated field. */
export type DeprecatedFieldUse = {
  __typename?: 'DeprecatedFieldUse';
  /** Name of the app, from the `apollographql-client-name` header; `unknown` if it is missing. */
  clientName: Scalars['String']['output'];
  /** Version of the app, from the `apollographql-client-version` header; `unknown` if it is missing. */
  clientVersion: Scalars['String']['output'];
  /** Number of operations that requested the field. */
  count: Scalars['Int']['output'];
  /** The field, in the form `Type.field`. */
  field: Scalars['String']['output'];
  /** When the field was last requested. */
  lastUsedAt: Scalars['DateTime']['output'];
};

/** Result of `disableSecondFactor`. */
export type DisableSecondFactorPayload = {
  __typename?: 'DisableSecondFactorPayload';
  /** The second factor after the change. */
  secondFactor?: Maybe<SecondFactor>;
};

/** Input of `enroll`. Fields that are left out are null. */
export type EnrollInput = {
  /**
   * Identifier of the caller's gym whose weights determine the loads; null for none: loads are then multiples of the
   * increment.
   */
  gymId?: InputMaybe<Scalars['ID']['input']>;
  /**
   * Identifier generated by the client: 24 hexadecimal digits. Use the same identifier when you send the
   * enrollment again.
   */
  id: Scalars['ID']['input'];
  /** Identifier of a published program that the caller may see. */
  programId: Scalars['ID']['input'];
  /** First date of the enrollment, at most one year before or after today. */
  startDate: Scalars['Date']['input'];
  /** Loads to start with instead of the planned ones: at most 100, one per exercise. */
  startingLoads?: InputMaybe<Array<StartingLoadInput>>;
  /** IANA time zone in which the dates of the enrollment are computed, such as `Europe/Berlin`. */
  timezone: Scalars['String']['input'];
  /** Unit of all loads of the enrollment; null for the unit of weight in the profile, or KG without one. */
  unit?: InputMaybe<WeightUnit>;
  /** Days of the week on which to train, each at most once; null or empty for any day. */
  weekdays?: InputMaybe<Array<Weekday>>;
};

/** Result of `enroll`. */
export type EnrollPayload = {
  __typename?: 'EnrollPayload';
  /** Why the write was refused, with nothing changed; null if it succeeded. */
  conflict?: Maybe<WriteConflict>;
  /** The enrollment as the server now has it; with the conflict ACTIVE, the active enrollment. */
  enrollment?: Maybe<ProgramEnrollment>;
};

/** A page of enrollments. */
export type EnrollmentConnection = {
  __typename?: 'EnrollmentConnection';
  /** Items of the page, each with its cursor. */
  edges: Array<EnrollmentEdge>;
  /** Position of the page in the whole list. */
  pageInfo: PageInfo;
  /** Number of enrollments on all pages. */
  totalCount?: Maybe<Scalars['Int']['output']>;
};

/** Position of a day in a program. */
export type EnrollmentDay = {
  __typename?: 'EnrollmentDay';
  /** Number of the day in its week, starting at 1 and counting rest days. */
  day: Scalars['Int']['output'];
  /** Number of the week in the program, starting at 1. */
  week: Scalars['Int']['output'];
};

/** Input of a command on a day of an enrollment. */
export type EnrollmentDayInput = {
  /** Number of the day in its week, starting at 1 and counting rest days. */
  day: Scalars['Int']['input'];
  /** Identifier of the enrollment. */
  enrollmentId: Scalars['ID']['input'];
  /**
   * Version of the enrollment that the command applies to; null for the current version. Send it if the command
   * may be sent again: with it the service recognizes a repeated command, even after other changes.
   */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** Number of the week in the program, starting at 1. */
  week: Scalars['Int']['input'];
};

/** An enrollment and its cursor. */
export type EnrollmentEdge = {
  __typename?: 'EnrollmentEdge';
  /** Opaque cursor of the item, for the arguments `after` and `before`. */
  cursor: Scalars['String']['output'];
  /** The enrollment. */
  node: ProgramEnrollment;
};

/** Input of a command on an enrollment. */
export type EnrollmentInput = {
  /**
   * Version of the enrollment that the command applies to; null for the current version. Send it if the command
   * may be sent again: with it the service recognizes a repeated command, even after other changes.
   */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** Identifier of the enrollment. */
  id: Scalars['ID']['input'];
};

/** A new load or target for an exercise. At least one of `load` and `targetReps` is required. */
export type EnrollmentLoadInput = {
  /** Identifier of an exercise of the program. */
  exerciseId: Scalars['ID']['input'];
  /** Key of the exercise's progression rule, at most 100 characters; null if the rule has none. */
  key?: InputMaybe<Scalars['String']['input']>;
  /**
   * Load of the heaviest sets or, for an exercise with the rule PERCENT, the one-repetition maximum. Null keeps
   * the current value.
   */
  load?: InputMaybe<LoadInput>;
  /** Target repetitions under the rule DOUBLE, 1 to 10,000. Null keeps the current value. */
  targetReps?: InputMaybe<Scalars['Int']['input']>;
};

/** An exercise about which an app asks before the caller enrolls in a program. */
export type EnrollmentSetupItem = {
  __typename?: 'EnrollmentSetupItem';
  /** The exercise; null if the caller may no longer see it. */
  exercise?: Maybe<Exercise>;
  /** Identifier of the exercise. */
  exerciseId: Scalars['ID']['output'];
  /** What the enrollment needs to know. */
  needs: EnrollmentSetupNeed;
  /** Where the suggestion comes from. */
  source: EnrollmentSetupSource;
  /** What the app can suggest; null if nothing is known and no barbell is used. */
  suggestion?: Maybe<Load>;
};

/** Information about an exercise that an enrollment requires. */
export type EnrollmentSetupNeed =
  /** The load of the heaviest sets. */
  | 'LOAD'
  /** The one-repetition maximum, for the rule PERCENT. */
  | 'ONE_REP_MAX';

/** Where a suggestion comes from. */
export type EnrollmentSetupSource =
  /** The heaviest working set of the last workout with the exercise. */
  | 'LAST_WORKOUT'
  /**
   * Neither is known. With a barbell the suggestion is the empty bar: the lightest one of the default gym, else 20 kg or
   * 45 lb.
   */
  | 'NONE'
  /** The caller's record of the one-repetition maximum. */
  | 'RECORD';

/** Status of an enrollment. */
export type EnrollmentStatus =
  /** The program that the owner currently trains. Only one enrollment can be active. */
  | 'ACTIVE'
  /** All days are completed or skipped, or the owner finished the enrollment. */
  | 'FINISHED'
  /** Paused by its owner. */
  | 'PAUSED';

/** Equipment that an exercise needs. */
export type Equipment =
  /** Resistance bands. */
  | 'BANDS'
  /** Barbell. */
  | 'BARBELL'
  /** Bench. */
  | 'BENCH'
  /** No equipment. */
  | 'BODY_ONLY'
  /** Cable machine. */
  | 'CABLE'
  /** Dumbbells. */
  | 'DUMBBELL'
  /** Exercise ball. */
  | 'EXERCISE_BALL'
  /** EZ curl bar. */
  | 'EZ_CURL_BAR'
  /** Foam roller. */
  | 'FOAM_ROLL'
  /** Kettlebells. */
  | 'KETTLEBELLS'
  /** Machine with a guided movement. */
  | 'MACHINE'
  /** Medicine ball. */
  | 'MEDICINE_BALL'
  /** Other equipment. */
  | 'OTHER'
  /** Pull-up bar. */
  | 'PULL_UP_BAR'
  /** Smith machine. */
  | 'SMITH_MACHINE'
  /** Suspension trainer. */
  | 'SUSPENSION'
  /** Trap bar. */
  | 'TRAP_BAR'
  /** Weight plates. */
  | 'WEIGHT_PLATE';

/**
 * An exercise of the catalogue, or one of the caller's own, which nobody else can find or read. Of a deleted own
 * exercise, only name, muscles and tracking type are kept as long as a workout of the caller contains it; all
 * other fields have their default values.
 */
export type Exercise = Node & OwnedRecord & {
  __typename?: 'Exercise';
  /** Alternative names, in the language of `name`. */
  aliases: Array<Scalars['String']['output']>;
  /**
   * Exercises that can replace this one, the closest first: those with the same primary muscles, ranked by
   * similarity of mechanic, force and level. If none trains exactly the same muscles, those that share the most.
   * With a token they include the caller's own. Error: BAD_USER_INPUT (`first`).
   */
  alternatives: Array<Exercise>;
  /**
   * Share of the body weight that a repetition of a body-weight or assisted set moves, 0 to 1. Null if the
   * exercise does not move the body.
   */
  bodyweightShare?: Maybe<Scalars['Float']['output']>;
  /** Category of the exercise. */
  category: ExerciseCategory;
  /** When the exercise was created. */
  createdAt: Scalars['DateTime']['output'];
  /** Heads of the deltoid that the exercise trains; empty if it does not train the shoulders, or if they are unknown. */
  deltoids: Array<Deltoid>;
  /** Required equipment; empty if unknown. */
  equipment: Array<Equipment>;
  /** Direction of the force; null if not applicable. */
  force?: Maybe<Force>;
  /** Identifier: 24 hexadecimal digits. */
  id: Scalars['ID']['output'];
  /** Pictures of the exercise, in order of their position; at most ten. Empty for custom exercises. */
  images: Array<ExerciseImage>;
  /** Step-by-step instructions, in the language of `name`. */
  instructions: Array<Scalars['String']['output']>;
  /**
   * True if administrators have archived the exercise: lists, searches and suggestions leave it out. False for custom
   * exercises.
   */
  isArchived: Scalars['Boolean']['output'];
  /** Whether the exercise is one of the caller's own. */
  isCustom: Scalars['Boolean']['output'];
  /** Whether the owner has deleted the exercise. */
  isDeleted: Scalars['Boolean']['output'];
  /** Whether the exercise is one of the caller's favorites. Null with the error UNAUTHENTICATED without a token. */
  isFavorite?: Maybe<Scalars['Boolean']['output']>;
  /** Whether each side is trained separately. Repetitions are then those of each side. */
  isUnilateral: Scalars['Boolean']['output'];
  /**
   * Start of the caller's most recent completed workout with the exercise; null if there is none. Null with the
   * error UNAUTHENTICATED without a token.
   */
  lastPerformedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Skill level that the exercise requires. */
  level: Level;
  /** Whether the exercise works several joints or one; null if not applicable. */
  mechanic?: Maybe<Mechanic>;
  /**
   * URL of a picture of the body as SVG with the muscles lit, for light and dark color schemes. Public; the query of
   * `/api/muscle-map.svg` names the muscles, so that apps can also draw other maps.
   */
  muscleMapUrl: Scalars['String']['output'];
  /**
   * Display name. Its language is the account's `locale` if set, otherwise the first supported language in the
   * `Accept-Language` header, otherwise English. Own exercises and exercises imported by an administrator have
   * the same name in every language.
   */
  name: Scalars['String']['output'];
  /** The name in every language of the service, for clients that switch languages offline. */
  names: Array<ExerciseName>;
  /**
   * The caller's current personal records for the exercise, at most one per type, in a fixed order of the types. Null with the error
   * UNAUTHENTICATED without a token.
   */
  personalRecords?: Maybe<Array<PersonalRecord>>;
  /** Muscles that do most of the work. */
  primaryMuscles: Array<Muscle>;
  /**
   * The caller's heaviest load for 1 to 15 repetitions, the fewest repetitions first. A set counts for its number of
   * repetitions and for every lower one; a load that was also lifted for more repetitions is left out. Only completed
   * working sets of completed workouts count, without assisted, partial and forced ones. Null with the error
   * UNAUTHENTICATED without a token.
   */
  repetitionRecords?: Maybe<Array<RepetitionRecord>>;
  /** Muscles that assist. */
  secondaryMuscles: Array<Muscle>;
  /** The caller's settings for the exercise; null if there are none. Error: UNAUTHENTICATED. */
  settings?: Maybe<ExerciseSettings>;
  /**
   * Stable, unique name for URLs: lower-case words joined by hyphens. For own exercises `custom-` followed by
   * the identifier.
   */
  slug: Scalars['String']['output'];
  /**
   * Number of the caller's completed workouts with the exercise. Null with the error UNAUTHENTICATED without a
   * token.
   */
  timesPerformed?: Maybe<Scalars['Int']['output']>;
  /** What a set of the exercise records. */
  trackingType: TrackingType;
  /**
   * Texts in every language in which the exercise has its own, English first. Custom exercises have one text, with the
   * locale `en`, whatever its language is.
   */
  translations: Array<ExerciseTranslation>;
  /** When the content of the exercise last changed. */
  updatedAt: Scalars['DateTime']['output'];
  /** Version of the exercise, starting at 1. Increases by 1 with each change of its content. */
  version: Scalars['Int']['output'];
  /** URL of a video of the exercise, which begins with https://; null if there is none. */
  videoUrl?: Maybe<Scalars['String']['output']>;
};


/**
 * An exercise of the catalogue, or one of the caller's own, which nobody else can find or read. Of a deleted own
 * exercise, only name, muscles and tracking type are kept as long as a workout of the caller contains it; all
 * other fields have their default values.
 */
export type ExerciseAlternativesArgs = {
  equipment?: InputMaybe<Array<Equipment>>;
  first?: InputMaybe<Scalars['Int']['input']>;
};

/** Category of an exercise. */
export type ExerciseCategory =
  /** Endurance training. */
  | 'CARDIO'
  /** Olympic weightlifting lifts and their variations. */
  | 'OLYMPIC_WEIGHTLIFTING'
  /** Jumps, throws and other explosive exercises. */
  | 'PLYOMETRICS'
  /** Powerlifting lifts and their variations. */
  | 'POWERLIFTING'
  /** Strength training. */
  | 'STRENGTH'
  /** Stretching and mobility. */
  | 'STRETCHING'
  /** Strongman events. */
  | 'STRONGMAN';

/** A page of exercises. */
export type ExerciseConnection = {
  __typename?: 'ExerciseConnection';
  /** Items of the page, each with its cursor. */
  edges: Array<ExerciseEdge>;
  /** Position of the page in the whole list. */
  pageInfo: PageInfo;
  /** Number of exercises on all pages. */
  totalCount: Scalars['Int']['output'];
};

/** An exercise and its cursor. */
export type ExerciseEdge = {
  __typename?: 'ExerciseEdge';
  /** Opaque cursor of the item, for the arguments `after` and `before`. */
  cursor: Scalars['String']['output'];
  /** The exercise. */
  node: Exercise;
};

/**
 * Filter for exercises. An exercise must match every given field, and at least one value of each list. Null or
 * an empty list does not filter.
 */
export type ExerciseFilter = {
  /** Categories of the exercise. */
  categories?: InputMaybe<Array<ExerciseCategory>>;
  /** Available equipment: everything that the exercise needs must be in the list. BODY_ONLY is always available. */
  equipment?: InputMaybe<Array<Equipment>>;
  /** Direction of the force. */
  force?: InputMaybe<Force>;
  /** Skill levels of the exercise. */
  levels?: InputMaybe<Array<Level>>;
  /** Whether the exercise works several joints or one. */
  mechanic?: InputMaybe<Mechanic>;
  /** Primary or secondary muscles. */
  muscles?: InputMaybe<Array<Muscle>>;
  /** Primary muscles. */
  primaryMuscles?: InputMaybe<Array<Muscle>>;
  /** Which exercises to search; ALL if null. */
  scope?: InputMaybe<ExerciseScope>;
  /** What a set of the exercise records. */
  trackingTypes?: InputMaybe<Array<TrackingType>>;
};

/** A page of the history of an exercise. */
export type ExerciseHistoryConnection = {
  __typename?: 'ExerciseHistoryConnection';
  /** Items of the page, each with its cursor. */
  edges: Array<ExerciseHistoryEdge>;
  /** Position of the page in the whole list. */
  pageInfo: PageInfo;
};

/** An item of the history of an exercise and its cursor. */
export type ExerciseHistoryEdge = {
  __typename?: 'ExerciseHistoryEdge';
  /** Opaque cursor of the item, for the arguments `after` and `before`. */
  cursor: Scalars['String']['output'];
  /** The sets of the exercise in one workout. */
  node: ExercisePerformance;
};

/** Picture of an exercise of the catalogue, in WebP. */
export type ExerciseImage = {
  __typename?: 'ExerciseImage';
  /** Identifier of the picture, for `saveCatalogueExercise`: 24 hexadecimal digits. */
  assetId: Scalars['ID']['output'];
  /** BlurHash (blurha.sh), a short text from which a placeholder image can be drawn while the file loads. */
  blurHash: Scalars['String']['output'];
  /** Height of the size LARGE, in pixels. */
  height: Scalars['Int']['output'];
  /** Position among the pictures of the exercise, 0 to 1,000; the lowest comes first. */
  position: Scalars['Int']['output'];
  /** URL of the picture. It is public and never changes, so that it can be cached for a year. */
  url: Scalars['String']['output'];
  /** Width of the size LARGE, in pixels. */
  width: Scalars['Int']['output'];
};


/** Picture of an exercise of the catalogue, in WebP. */
export type ExerciseImageUrlArgs = {
  size?: ExerciseImageSize;
};

/** Picture of an exercise. */
export type ExerciseImageInput = {
  /** `assetId` of the upload. Each picture can occur once. */
  assetId: Scalars['ID']['input'];
  /** Position among the pictures of the exercise, 0 to 1,000. Each position can occur once. */
  position: Scalars['Int']['input'];
};

/** Size of a picture of an exercise. */
export type ExerciseImageSize =
  /** The longest edge has at most 1,080 pixels. */
  | 'LARGE'
  /** The longest edge has at most 256 pixels. */
  | 'THUMBNAIL';

/** Input of `saveExercise`: the whole exercise. Fields that are left out are null. */
export type ExerciseInput = {
  /** Alternative names: at most 10, of 1 to 100 characters each. */
  aliases?: InputMaybe<Array<Scalars['String']['input']>>;
  /**
   * Share of the body weight that a repetition moves, 0 to 1: 1 for a pull-up, 0.64 for a push-up. Cannot be
   * changed once a workout contains the exercise.
   */
  bodyweightShare?: InputMaybe<Scalars['Float']['input']>;
  /** Category of the exercise. */
  category?: InputMaybe<ExerciseCategory>;
  /** Heads of the deltoid that the exercise trains. */
  deltoids?: InputMaybe<Array<Deltoid>>;
  /** Required equipment. */
  equipment?: InputMaybe<Array<Equipment>>;
  /**
   * Version of the exercise that the change is based on; null for a new exercise. If the stored version differs,
   * the conflict is VERSION.
   */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** Direction of the force; null if not applicable. */
  force?: InputMaybe<Force>;
  /**
   * Identifier generated by the client: 24 hexadecimal digits. Use the same identifier when you send the
   * exercise again.
   */
  id: Scalars['ID']['input'];
  /** Step-by-step instructions: at most 20 steps of 1 to 500 characters each. */
  instructions?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Whether each side is trained separately. */
  isUnilateral?: InputMaybe<Scalars['Boolean']['input']>;
  /** Skill level that the exercise requires. */
  level?: InputMaybe<Level>;
  /** Whether the exercise works several joints or one; null if not applicable. */
  mechanic?: InputMaybe<Mechanic>;
  /** Display name: one line of 1 to 100 characters. */
  name: Scalars['String']['input'];
  /** Primary muscles, the most important one first. */
  primaryMuscles?: InputMaybe<Array<Muscle>>;
  /** Secondary muscles. Muscles that are also listed in `primaryMuscles` are ignored here. */
  secondaryMuscles?: InputMaybe<Array<Muscle>>;
  /** What a set of the exercise records. Cannot be changed once a workout contains the exercise. */
  trackingType?: InputMaybe<TrackingType>;
};

/** Name of an exercise in one language. */
export type ExerciseName = {
  __typename?: 'ExerciseName';
  /** Language of the name. */
  locale: Locale;
  /** The name in that language. */
  name: Scalars['String']['output'];
};

/** The completed sets of an exercise in one workout. */
export type ExercisePerformance = {
  __typename?: 'ExercisePerformance';
  /** Completed sets of the exercise, in order. */
  sets: Array<WorkoutSet>;
  /** The workout. */
  workout: Workout;
};

/** Set of exercises by owner. */
export type ExerciseScope =
  /** Exercises of the catalogue and, with a token, the caller's own. */
  | 'ALL'
  /** Exercises of the catalogue. */
  | 'CATALOGUE'
  /** The caller's favorites, from the catalogue and their own. Requires a token. */
  | 'FAVORITES'
  /** The caller's own exercises. Requires a token. */
  | 'MINE';

/** A user's settings for an exercise. */
export type ExerciseSettings = Node & OwnedRecord & {
  __typename?: 'ExerciseSettings';
  /** Name of the bar that the user prefers; null if not set. */
  barName?: Maybe<Scalars['String']['output']>;
  /** When the settings were first saved. */
  createdAt: Scalars['DateTime']['output'];
  /** Identifier of the exercise. Each exercise has one settings record at most. */
  exerciseId: Scalars['ID']['output'];
  /** Identifier generated by the client: 24 hexadecimal digits. */
  id: Scalars['ID']['output'];
  /** Smallest step by which the load can be raised; null if not set. */
  increment?: Maybe<Load>;
  /** Note that the app shows with the exercise, such as the height of the seat; null if there is none. */
  note?: Maybe<Scalars['String']['output']>;
  /** Rest after a set, in seconds, for `nextDay` and `startWorkout` where the plan defines none; null if not set. */
  restSeconds?: Maybe<Scalars['Int']['output']>;
  /** Unit in which the user enters loads of the exercise; null for the unit of the profile. */
  unit?: Maybe<WeightUnit>;
  /** When the owner last changed the settings. */
  updatedAt: Scalars['DateTime']['output'];
  /** Version of the record, starting at 1. Increases by 1 with each change that its owner makes. */
  version: Scalars['Int']['output'];
};

/** A page of exercise settings. */
export type ExerciseSettingsConnection = {
  __typename?: 'ExerciseSettingsConnection';
  /** Items of the page, each with its cursor. */
  edges: Array<ExerciseSettingsEdge>;
  /** Position of the page in the whole list. */
  pageInfo: PageInfo;
  /** Number of items on all pages. */
  totalCount?: Maybe<Scalars['Int']['output']>;
};

/** Settings for an exercise and their cursor. */
export type ExerciseSettingsEdge = {
  __typename?: 'ExerciseSettingsEdge';
  /** Opaque cursor of the item, for the arguments `after` and `before`. */
  cursor: Scalars['String']['output'];
  /** The settings. */
  node: ExerciseSettings;
};

/** Input of `saveExerciseSettings`: the whole settings, with at least one value. Fields that are left out are null. */
export type ExerciseSettingsInput = {
  /** Name of the bar that the user prefers: at most 100 characters. */
  barName?: InputMaybe<Scalars['String']['input']>;
  /**
   * Identifier of an exercise of the catalogue or of the caller's own. If other settings exist for it, the conflict
   * is ACTIVE.
   */
  exerciseId: Scalars['ID']['input'];
  /**
   * Version of the settings that the change is based on; null for new settings. If the stored version differs, the
   * conflict is VERSION.
   */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /**
   * Identifier generated by the client: 24 hexadecimal digits. Use the same identifier when you send the settings
   * again.
   */
  id: Scalars['ID']['input'];
  /** Smallest step by which the load can be raised: more than 0 and at most 1,500 kg or the equivalent in pounds. */
  increment?: InputMaybe<LoadInput>;
  /** Note on the exercise: at most 2,000 characters. */
  note?: InputMaybe<Scalars['String']['input']>;
  /** Rest after a set, in seconds: 0 to 86,400. */
  restSeconds?: InputMaybe<Scalars['Int']['input']>;
  /** Unit in which the user enters loads of the exercise. */
  unit?: InputMaybe<WeightUnit>;
};

/** Sort order of exercises. */
export type ExerciseSort =
  /**
   * The exercises that the caller performed most recently first, then those never performed, by name. Requires a
   * token.
   */
  | 'LAST_PERFORMED'
  /** By name, in the alphabetical order of the response's language. */
  | 'NAME'
  /** The best matches of `search` first; by name without a search. */
  | 'RELEVANCE'
  /**
   * The exercises that the caller performed most often first, then those never performed, by name. Requires a
   * token.
   */
  | 'TIMES_PERFORMED';

/** An exercise that a name in the file may mean. */
export type ExerciseSuggestion = {
  __typename?: 'ExerciseSuggestion';
  /** Similarity of the names, from 0 to 0.85. Matches have more. */
  confidence: Scalars['Float']['output'];
  /** The exercise, from the catalogue or the caller's own. */
  exercise: Exercise;
};

/** Texts of an exercise in one language. */
export type ExerciseTranslation = {
  __typename?: 'ExerciseTranslation';
  /** Alternative names. */
  aliases: Array<Scalars['String']['output']>;
  /** Step-by-step instructions. */
  instructions: Array<Scalars['String']['output']>;
  /** Language of the texts. */
  locale: Locale;
  /** Display name. */
  name: Scalars['String']['output'];
};

/** Texts of an exercise in one language. Fields that are left out are null. */
export type ExerciseTranslationInput = {
  /** Alternative names: at most 10, of 1 to 100 characters each. */
  aliases?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Step-by-step instructions: at most 20 steps of 1 to 500 characters each. */
  instructions?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Language of the texts. Each language can occur once. */
  locale: Locale;
  /** Display name: one line of 1 to 100 characters. */
  name: Scalars['String']['input'];
};

/** Training experience of a user. */
export type Experience =
  /** Has trained for years. */
  | 'advanced'
  /** New to training. */
  | 'beginner'
  /** Trains regularly. */
  | 'intermediate';

/** Input of `favoriteExercise`. */
export type FavoriteExerciseInput = {
  /** True to add the exercise to the favorites, false to remove it. */
  favorite: Scalars['Boolean']['input'];
  /** Identifier of the exercise. */
  id: Scalars['ID']['input'];
};

/** Result of `favoriteExercise`. */
export type FavoriteExercisePayload = {
  __typename?: 'FavoriteExercisePayload';
  /** The exercise after the change. */
  exercise?: Maybe<Exercise>;
};

/** Result of `finishEnrollment`. */
export type FinishEnrollmentPayload = {
  __typename?: 'FinishEnrollmentPayload';
  /** Why the write was refused, with nothing changed; null if it succeeded. */
  conflict?: Maybe<WriteConflict>;
  /** The enrollment as the server now has it. */
  enrollment?: Maybe<ProgramEnrollment>;
};

/** Direction of the force of an exercise. */
export type Force =
  /** Towards the body. */
  | 'PULL'
  /** Away from the body. */
  | 'PUSH'
  /** Isometric, without movement. */
  | 'STATIC';

/** Gender of a user. */
export type Gender =
  /** Female. */
  | 'FEMALE'
  /** Male. */
  | 'MALE'
  /** Another gender. */
  | 'OTHER'
  /** Prefers not to say. */
  | 'PREFER_NOT_TO_SAY';

/** Circumference of a part of the body. */
export type Girth = {
  __typename?: 'Girth';
  /** Unit of `value`, as it was entered. */
  unit: LengthUnit;
  /** The circumference, in `unit`. */
  value: Scalars['Float']['output'];
};

/** Circumference of a part of the body. */
export type GirthInput = {
  /** Unit of `value`. The service stores the value in this unit. */
  unit: LengthUnit;
  /** The circumference, in `unit`: 5 to 300 cm or the equivalent in inches. */
  value: Scalars['Float']['input'];
};

/** Input of `giveConsent`. */
export type GiveConsentInput = {
  /** What the caller consents to. */
  kind: ConsentKind;
};

/** Result of `giveConsent`. */
export type GiveConsentPayload = {
  __typename?: 'GiveConsentPayload';
  /** The account after the change. */
  user?: Maybe<User>;
};

/** Training goal. */
export type Goal =
  /** Gain muscle mass. */
  | 'build_muscle'
  /** Be fit and healthy. */
  | 'general_fitness'
  /** Improve endurance. */
  | 'improve_endurance'
  /** Lift heavier loads. */
  | 'increase_strength'
  /** Lose body weight. */
  | 'lose_weight'
  /** Maintain the body weight. */
  | 'maintain_weight';

/** Input of `saveGoal`: the whole goal. */
export type GoalInput = {
  /** Last day that counts: at most ten years after `startsOn`. Null for a goal without an end. */
  endsOn?: InputMaybe<Scalars['Date']['input']>;
  /**
   * Identifier of an exercise: required for ONE_RM, LOAD and DISTANCE, else null. LOAD and ONE_RM require an exercise that
   * records loads and repetitions, ONE_RM with an external load or at least 90 % of the body weight; DISTANCE requires one that
   * records distances.
   */
  exerciseId?: InputMaybe<Scalars['ID']['input']>;
  /**
   * Version of the goal that the change is based on; null for a new goal. If the stored version differs, the conflict is
   * VERSION.
   */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** Identifier generated by the client: 24 hexadecimal digits. Use the same identifier when you send the goal again. */
  id: Scalars['ID']['input'];
  /** Kind of the goal. It decides which of the other fields are required. */
  kind: GoalKind;
  /** Number of repetitions with the load: 1 to 15, 1 if null; null for other kinds than LOAD. */
  reps?: InputMaybe<Scalars['Int']['input']>;
  /** First day that counts. It can be in the past. */
  startsOn: Scalars['Date']['input'];
  /**
   * Value to reach: 1 to 1,500 kg for loads, 20 to 500 kg for a body weight, in `unit`; 1 to 14 sessions; 1 to 1,000,000
   * meters.
   */
  target: Scalars['Float']['input'];
  /** Unit of `target`: required for loads and a body weight, else null. */
  unit?: InputMaybe<WeightUnit>;
};

/** Kind of a goal. */
export type GoalKind =
  /** A measured body weight, which is higher or lower than the one on the first day. */
  | 'BODY_WEIGHT'
  /** The distance of one set of an exercise, in meters. */
  | 'DISTANCE'
  /** A load of an exercise for a number of repetitions. Assisted, partial and forced sets do not count. */
  | 'LOAD'
  /** An estimated one-repetition maximum of an exercise, estimated as for records of the type ONE_RM. */
  | 'ONE_RM'
  /**
   * A number of completed workouts in a week, Monday to Sunday in the time zones of the workouts. One week of the period
   * that reaches it is enough; the first and the last week count whole.
   */
  | 'SESSIONS_PER_WEEK';

/** Progress of a goal. */
export type GoalProgress = {
  __typename?: 'GoalProgress';
  /**
   * `value` as a percentage of the target, 0 without a value; can exceed 100. For a body weight, the part of the change from
   * the weight on the first day to the target, from 0 (also in the wrong direction) to 100.
   */
  percent: Scalars['Float']['output'];
  /**
   * Best value in the period of the goal, in its unit; for a body weight the latest one, which can precede the first day.
   * For sessions, the number of completed workouts in the current week, Monday to Sunday in the time zone of the workout with
   * the latest start (UTC without a workout). Null without a value, and for sessions if the current week is not in the period.
   */
  value?: Maybe<Scalars['Float']['output']>;
};

/** A place where a user trains, with the weights that it has. They determine which loads an enrollment prescribes. */
export type Gym = Node & OwnedRecord & {
  __typename?: 'Gym';
  /** Barbells; empty if they are unknown: barbell loads are then multiples of the increment. */
  bars: Array<GymBar>;
  /** When the gym was first saved. */
  createdAt: Scalars['DateTime']['output'];
  /**
   * Dumbbells, by the weight of a single one; empty if they are unknown: dumbbell loads are then multiples of the
   * increment.
   */
  dumbbells: Array<Load>;
  /** Identifier generated by the client: 24 hexadecimal digits. */
  id: Scalars['ID']['output'];
  /** Whether it is the default gym. Exactly one gym is, if there are any. */
  isDefault: Scalars['Boolean']['output'];
  /** Name of the gym. */
  name: Scalars['String']['output'];
  /** Weight plates for the barbells, in the order in which they were saved; empty if they are unknown. */
  plates: Array<GymPlates>;
  /** Steps of the weight stacks. */
  steps: GymSteps;
  /** Unit in which the weights of the gym are labeled; never null. */
  unit?: Maybe<WeightUnit>;
  /** When the owner last changed the gym. */
  updatedAt: Scalars['DateTime']['output'];
  /**
   * Version of the record, starting at 1. Increases by 1 with each change that its owner makes; a change of another gym
   * that makes this one the default does not increase it.
   */
  version: Scalars['Int']['output'];
};

/** A barbell of a gym. */
export type GymBar = {
  __typename?: 'GymBar';
  /** Weight of the bar without plates. */
  load: Load;
  /** Name of the bar. */
  name: Scalars['String']['output'];
};

/** A barbell. */
export type GymBarInput = {
  /** Weight of the bar without plates: more than 0 and at most 500 kg or the equivalent in pounds. */
  load: LoadInput;
  /** Name of the bar: 1 to 100 characters. */
  name: Scalars['String']['input'];
};

/** Input of `saveGym`: the whole gym. Fields that are left out are null. */
export type GymInput = {
  /** Barbells, at most 10; null or empty if they are unknown. */
  bars?: InputMaybe<Array<GymBarInput>>;
  /** Weights of single dumbbells, at most 60, each more than 0 and at most 500 kg or the equivalent in pounds. */
  dumbbells?: InputMaybe<Array<LoadInput>>;
  /**
   * Version of the gym that the change is based on; null for a new gym. If the stored version differs, the conflict is
   * VERSION.
   */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** Identifier generated by the client: 24 hexadecimal digits. Use the same identifier when you send the gym again. */
  id: Scalars['ID']['input'];
  /**
   * Whether the gym becomes the default one. False gives the place to the gym that was saved last before; null leaves it
   * as it is. The only gym is always the default one.
   */
  isDefault?: InputMaybe<Scalars['Boolean']['input']>;
  /** Name of the gym: 1 to 100 characters. */
  name: Scalars['String']['input'];
  /** Weight plates, at most 30 different weights. */
  plates?: InputMaybe<Array<GymPlatesInput>>;
  /** Steps of the weight stacks. */
  steps?: InputMaybe<GymStepsInput>;
  /** Unit in which the weights of the gym are labeled. */
  unit: WeightUnit;
};

/** Weight plates of one weight. */
export type GymPlates = {
  __typename?: 'GymPlates';
  /** Number of single plates, so that half as many fit on each side of a bar. */
  count: Scalars['Int']['output'];
  /** Weight of a single plate. */
  load: Load;
};

/** Weight plates of one weight. */
export type GymPlatesInput = {
  /** Number of single plates: 1 to 100. */
  count: Scalars['Int']['input'];
  /** Weight of a single plate: more than 0 and at most 500 kg or the equivalent in pounds. */
  load: LoadInput;
};

/** Steps of the weight stacks in a gym. */
export type GymSteps = {
  __typename?: 'GymSteps';
  /** Step of the cable stations; null if it is unknown: loads are then multiples of the increment. */
  cable?: Maybe<Load>;
  /** Step of the machines; null if it is unknown: loads are then multiples of the increment. */
  machine?: Maybe<Load>;
};

/** Steps of the weight stacks, each more than 0 and at most 500 kg or the equivalent in pounds. */
export type GymStepsInput = {
  /** Step of the cable stations; null if it is unknown. */
  cable?: InputMaybe<LoadInput>;
  /** Step of the machines; null if it is unknown. */
  machine?: InputMaybe<LoadInput>;
};

/** Where health data come from. */
export type HealthSource =
  /** Apple Health. */
  | 'APPLE_HEALTH'
  /** Garmin. */
  | 'GARMIN'
  /** Health Connect. */
  | 'HEALTH_CONNECT'
  /** Any other source. */
  | 'OTHER';

/** Unit of a body height. */
export type HeightUnit =
  /** Centimeters. */
  | 'CM'
  /** Feet of 30.48 cm, with decimals. */
  | 'FT'
  /** Inches of 2.54 cm. */
  | 'IN';

/** An account at an OpenID Connect provider with which the user signs in. */
export type Identity = Node & {
  __typename?: 'Identity';
  /** When the identity was linked. */
  createdAt: Scalars['DateTime']['output'];
  /** Identifier of the identity: 24 hexadecimal digits. */
  id: Scalars['ID']['output'];
  /** True if the address forwards mails only while the user permits it, as with Hide My Email of Apple. */
  isPrivateRelay: Scalars['Boolean']['output'];
  /** When the user last signed in with the identity. */
  lastUsedAt: Scalars['DateTime']['output'];
  /** Name of the provider, such as `GOOGLE`. */
  provider: Scalars['String']['output'];
  /** The address that the provider stated last; null if it stated none. */
  providerEmail?: Maybe<Scalars['String']['output']>;
};

/** Number of imports with a status. */
export type ImportCount = {
  __typename?: 'ImportCount';
  /** Number of imports. */
  count: Scalars['Int']['output'];
  /** Status of the imports. */
  status: WorkoutImportStatus;
};

/** Load of an instance in one minute. */
export type InstanceMinute = {
  __typename?: 'InstanceMinute';
  /** Start of the minute. */
  at: Scalars['DateTime']['output'];
  /** Average time from the headers of a request to the end of its response, in milliseconds; null without requests. */
  averageMilliseconds?: Maybe<Scalars['Float']['output']>;
  /** Share of the time in which the event loop was busy, 0 to 1; null if it was not measured in this minute. */
  eventLoopUtilization?: Maybe<Scalars['Float']['output']>;
  /** Number of HTTP responses with the status 500 or above. */
  failedRequests: Scalars['Int']['output'];
  /** Memory that the JavaScript objects used, in bytes; null if it was not measured in this minute. */
  heapUsedBytes?: Maybe<Scalars['Float']['output']>;
  /** Number of HTTP responses. A request of the console counts twice, because it is passed on to the API. */
  requests: Scalars['Int']['output'];
  /** Time of the slowest request, in milliseconds; null without requests. */
  slowestMilliseconds?: Maybe<Scalars['Float']['output']>;
};

/** Unit of a length. */
export type LengthUnit =
  /** Centimeters. */
  | 'CM'
  /** Inches of 2.54 cm. */
  | 'IN';

/** Skill level. */
export type Level =
  /** Suitable for everyone. */
  | 'BEGINNER'
  /** For experienced people. */
  | 'EXPERT'
  /** For people who train regularly. */
  | 'INTERMEDIATE';

/** Input of `linkIdentity`: either `provider`, `idToken` and `nonce`, or `code` and `codeVerifier`. */
export type LinkIdentityInput = {
  /** The code with which `GET /auth/oidc/{provider}/callback` returned to the app; null with `idToken`. */
  code?: InputMaybe<Scalars['String']['input']>;
  /** The PKCE verifier of the code; null with `idToken`. */
  codeVerifier?: InputMaybe<Scalars['String']['input']>;
  /** ID token of the provider, which works once; null with `code`. */
  idToken?: InputMaybe<Scalars['String']['input']>;
  /** The nonce of the request to the provider, 16 to 255 characters; null with `code`. */
  nonce?: InputMaybe<Scalars['String']['input']>;
  /** Name of the provider, such as `GOOGLE`; null with `code`. */
  provider?: InputMaybe<Scalars['String']['input']>;
};

/** Result of `linkIdentity`. */
export type LinkIdentityPayload = {
  __typename?: 'LinkIdentityPayload';
  /** The linked identity. */
  identity?: Maybe<Identity>;
};

/** A weight lifted: on a bar, on a machine, or added to the body. */
export type Load = {
  __typename?: 'Load';
  /** Unit of `value`, as it was entered. */
  unit: WeightUnit;
  /** The weight, in `unit`. */
  value: Scalars['Float']['output'];
};

/**
 * A weight lifted: on a bar, on a machine, or added to the body. The load of a dumbbell exercise is that of one
 * dumbbell.
 */
export type LoadInput = {
  /** Unit of `value`. The service stores the value in this unit. */
  unit: WeightUnit;
  /** The weight, in `unit`: 0 to 1,500 kg or the equivalent in pounds. Decimals are allowed. */
  value: Scalars['Float']['input'];
};

/** How the load of a set and the body weight combine to the weight moved. */
export type LoadMode =
  /** The body weight minus the load, which is the assistance; never less than 0. */
  | 'ASSISTED'
  /** The body weight plus the load, if any. */
  | 'BODYWEIGHT'
  /** The load alone. */
  | 'EXTERNAL';

/** A language of the service. The account's `locale` takes precedence over the `Accept-Language` header. */
export type Locale =
  /** German. */
  | 'de'
  /** English. */
  | 'en'
  /** Spanish. */
  | 'es';

/** Result of a successful login. */
export type LoginResult = {
  __typename?: 'LoginResult';
  /** Refresh token (JWT). Exchange it for a new access token at `POST /auth/refresh`. */
  refreshToken: Scalars['String']['output'];
  /** Access token (JWT). Send it as `Authorization: Bearer <token>`. */
  token: Scalars['String']['output'];
  /** The account that signed in. */
  user: User;
};

/** An enrollment of a user as administrators see it: without schedule, loads and progress. */
export type ManagedEnrollment = {
  __typename?: 'ManagedEnrollment';
  /** When the user enrolled. */
  enrolledAt: Scalars['DateTime']['output'];
  /** Identifier of the enrollment: 24 hexadecimal digits. */
  enrollmentId: Scalars['ID']['output'];
  /** Status of the enrollment. */
  enrollmentStatus: EnrollmentStatus;
  /** Number of the program version that the enrollment follows. */
  programVersion: Scalars['Int']['output'];
  /** The enrolled account; null if it is being deleted. */
  user?: Maybe<ManagedUser>;
};

/** A page of enrollments in a program, and the numbers of all of them. */
export type ManagedEnrollmentConnection = {
  __typename?: 'ManagedEnrollmentConnection';
  /** Items of the page, each with its cursor. */
  edges: Array<ManagedEnrollmentEdge>;
  /** Number of finished enrollments. */
  finishedCount: Scalars['Int']['output'];
  /** Number of active and paused enrollments. */
  openCount: Scalars['Int']['output'];
  /** Position of the page in the whole list. */
  pageInfo: PageInfo;
  /** Number of enrollments; never null. */
  totalCount?: Maybe<Scalars['Int']['output']>;
};

/** An enrollment and its cursor. */
export type ManagedEnrollmentEdge = {
  __typename?: 'ManagedEnrollmentEdge';
  /** Opaque cursor of the item, for the arguments `after` and `before`. */
  cursor: Scalars['String']['output'];
  /** The enrollment. */
  node: ManagedEnrollment;
};

/** An import of a user as administrators see it: without the contents of the file. */
export type ManagedImport = {
  __typename?: 'ManagedImport';
  /** Number of times that the import was started; more than one after an interruption. */
  attempts: Scalars['Int']['output'];
  /** When the file was uploaded. */
  createdAt: Scalars['DateTime']['output'];
  /** Whether the import is a preview that writes nothing. */
  dryRun: Scalars['Boolean']['output'];
  /** Why the import failed; null unless the status is FAILED. */
  error?: Maybe<Scalars['String']['output']>;
  /** Identifier of the import: 24 hexadecimal digits. */
  importId: Scalars['ID']['output'];
  /** Status of the import. */
  importStatus: WorkoutImportStatus;
  /** Number of other records restored or, in a preview, that would be restored. */
  recordsRestored: Scalars['Int']['output'];
  /** Number of rows read from the file so far. */
  rowsRead: Scalars['Int']['output'];
  /** Number of skipped lines. */
  skippedCount: Scalars['Int']['output'];
  /** The account that imports; null if it is being deleted. */
  user?: Maybe<ManagedUser>;
  /** Number of workouts in the file that were imported before. */
  workoutsAlreadyThere: Scalars['Int']['output'];
  /** Number of workouts created or, in a preview, that would be created. */
  workoutsMade: Scalars['Int']['output'];
};

/** A page of imports. */
export type ManagedImportConnection = {
  __typename?: 'ManagedImportConnection';
  /** Items of the page, each with its cursor. */
  edges: Array<ManagedImportEdge>;
  /** Position of the page in the whole list. */
  pageInfo: PageInfo;
};

/** An import and its cursor. */
export type ManagedImportEdge = {
  __typename?: 'ManagedImportEdge';
  /** Opaque cursor of the item, for the arguments `after` and `before`. */
  cursor: Scalars['String']['output'];
  /** The import. */
  node: ManagedImport;
};

/** An account as administrators see it, without body, training or photo data. */
export type ManagedUser = Node & {
  __typename?: 'ManagedUser';
  /** When the account was registered. */
  createdAt: Scalars['DateTime']['output'];
  /** When the account will be deleted at its owner's request; null if no deletion is pending. */
  deletesAt?: Maybe<Scalars['DateTime']['output']>;
  /** E-mail address used to sign in. */
  email: Scalars['String']['output'];
  /** Whether the account can sign in. */
  enabled: Scalars['Boolean']['output'];
  /** Identifier of the account: 24 hexadecimal digits. */
  id: Scalars['ID']['output'];
  /** When the user last signed in; null if never. */
  lastLogin?: Maybe<Scalars['DateTime']['output']>;
  /** Preferred language for mails and texts; null if the user has not chosen one. */
  locale?: Maybe<Locale>;
  /** Role of the account. */
  role: Role;
  /** Devices that are signed in, the last used first, 100 at most. */
  sessions?: Maybe<Array<Session>>;
  /** Name shown to other users. */
  username: Scalars['String']['output'];
  /** Whether the e-mail address is confirmed. */
  verified: Scalars['Boolean']['output'];
};

/** A page of accounts. */
export type ManagedUserConnection = {
  __typename?: 'ManagedUserConnection';
  /** Items of the page, each with its cursor. */
  edges: Array<ManagedUserEdge>;
  /** Position of the page in the whole list. */
  pageInfo: PageInfo;
  /** Number of accounts on all pages; null if `search` is not given. */
  totalCount?: Maybe<Scalars['Int']['output']>;
};

/** An account and its cursor. */
export type ManagedUserEdge = {
  __typename?: 'ManagedUserEdge';
  /** Opaque cursor of the item, for the arguments `after` and `before`. */
  cursor: Scalars['String']['output'];
  /** The account. */
  node: ManagedUser;
};

/** An exercise name in the file and the exercise it was matched to. */
export type MatchedExercise = {
  __typename?: 'MatchedExercise';
  /** Confidence of the match, from 0 to 1 (certain). */
  confidence: Scalars['Float']['output'];
  /** The matched exercise, from the catalogue or the caller's own; null if it was deleted since. */
  exercise?: Maybe<Exercise>;
  /** Name in the file. */
  name: Scalars['String']['output'];
};

/** Body measurements of one date, in the units in which they were entered. */
export type Measurement = Node & OwnedRecord & {
  __typename?: 'Measurement';
  /** Body fat in percent of the weight; null if not measured. */
  bodyFatPercent?: Maybe<Scalars['Float']['output']>;
  /** Girth of the chest; null if not measured. */
  chest?: Maybe<Girth>;
  /** When the measurement was first saved. */
  createdAt: Scalars['DateTime']['output'];
  /** Date of the measurement. Each date has one measurement at most. */
  date: Scalars['Date']['output'];
  /** Girth of the hips; null if not measured. */
  hips?: Maybe<Girth>;
  /** Identifier generated by the client: 24 hexadecimal digits. */
  id: Scalars['ID']['output'];
  /** Girth of the left upper arm; null if not measured. */
  leftBiceps?: Maybe<Girth>;
  /** Girth of the left calf; null if not measured. */
  leftCalf?: Maybe<Girth>;
  /** Girth of the left forearm; null if not measured. */
  leftForearm?: Maybe<Girth>;
  /** Girth of the left thigh; null if not measured. */
  leftThigh?: Maybe<Girth>;
  /** Girth of the neck; null if not measured. */
  neck?: Maybe<Girth>;
  /** Girth of the right upper arm; null if not measured. */
  rightBiceps?: Maybe<Girth>;
  /** Girth of the right calf; null if not measured. */
  rightCalf?: Maybe<Girth>;
  /** Girth of the right forearm; null if not measured. */
  rightForearm?: Maybe<Girth>;
  /** Girth of the right thigh; null if not measured. */
  rightThigh?: Maybe<Girth>;
  /** Girth of the shoulders; null if not measured. */
  shoulders?: Maybe<Girth>;
  /** When the owner last changed the measurement. */
  updatedAt: Scalars['DateTime']['output'];
  /** Version of the record, starting at 1. Increases by 1 with each change that its owner makes. */
  version: Scalars['Int']['output'];
  /** Girth of the waist; null if not measured. */
  waist?: Maybe<Girth>;
  /** Body weight; null if not measured. */
  weight?: Maybe<BodyWeight>;
};

/** A page of measurements. */
export type MeasurementConnection = {
  __typename?: 'MeasurementConnection';
  /** Items of the page, each with its cursor. */
  edges: Array<MeasurementEdge>;
  /** Position of the page in the whole list. */
  pageInfo: PageInfo;
};

/** A measurement and its cursor. */
export type MeasurementEdge = {
  __typename?: 'MeasurementEdge';
  /** Opaque cursor of the item, for the arguments `after` and `before`. */
  cursor: Scalars['String']['output'];
  /** The measurement. */
  node: Measurement;
};

/** Input of `saveMeasurement`: the whole measurement, with at least one value. Fields that are left out are null. */
export type MeasurementInput = {
  /** Body fat in percent of the weight: 1 to 75. */
  bodyFatPercent?: InputMaybe<Scalars['Float']['input']>;
  /** Girth of the chest. */
  chest?: InputMaybe<GirthInput>;
  /** Date of the measurement: at most 60 years ago, and not later than today in any time zone. */
  date: Scalars['Date']['input'];
  /**
   * Version of the measurement that the change is based on; null for a new measurement. If the stored version
   * differs, the conflict is VERSION.
   */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** Girth of the hips. */
  hips?: InputMaybe<GirthInput>;
  /**
   * Identifier generated by the client: 24 hexadecimal digits. Use the same identifier when you send the
   * measurement again.
   */
  id: Scalars['ID']['input'];
  /** Girth of the left upper arm. */
  leftBiceps?: InputMaybe<GirthInput>;
  /** Girth of the left calf. */
  leftCalf?: InputMaybe<GirthInput>;
  /** Girth of the left forearm. */
  leftForearm?: InputMaybe<GirthInput>;
  /** Girth of the left thigh. */
  leftThigh?: InputMaybe<GirthInput>;
  /** Girth of the neck. */
  neck?: InputMaybe<GirthInput>;
  /** Girth of the right upper arm. */
  rightBiceps?: InputMaybe<GirthInput>;
  /** Girth of the right calf. */
  rightCalf?: InputMaybe<GirthInput>;
  /** Girth of the right forearm. */
  rightForearm?: InputMaybe<GirthInput>;
  /** Girth of the right thigh. */
  rightThigh?: InputMaybe<GirthInput>;
  /** Girth of the shoulders. */
  shoulders?: InputMaybe<GirthInput>;
  /** Girth of the waist. */
  waist?: InputMaybe<GirthInput>;
  /** Body weight: 20 to 650 kg or the equivalent in pounds. */
  weight?: InputMaybe<BodyWeightInput>;
};

/** Number of joints that an exercise works. */
export type Mechanic =
  /** Several joints. */
  | 'COMPOUND'
  /** A single joint. */
  | 'ISOLATION';

/** Input of `mergeExercises`. */
export type MergeExercisesInput = {
  /** Identifier of the exercise to be replaced and deleted: one of the caller's own. */
  fromId: Scalars['ID']['input'];
  /** Identifier of the merge, generated by the client: 24 hexadecimal digits. Use the same one when you send it again. */
  id: Scalars['ID']['input'];
  /** Identifier of the exercise that remains: of the catalogue, or one of the caller's own. */
  intoId: Scalars['ID']['input'];
};

/** Result of `mergeExercises`. */
export type MergeExercisesPayload = {
  __typename?: 'MergeExercisesPayload';
  /** The exercise that remains. */
  exercise?: Maybe<Exercise>;
};

/** Muscle group. */
export type Muscle =
  /** Abdominals. */
  | 'ABDOMINALS'
  /** Hip abductors. */
  | 'ABDUCTORS'
  /** Hip adductors. */
  | 'ADDUCTORS'
  /** Biceps. */
  | 'BICEPS'
  /** Calves. */
  | 'CALVES'
  /** Chest. */
  | 'CHEST'
  /** Forearms. */
  | 'FOREARMS'
  /** Glutes. */
  | 'GLUTES'
  /** Hamstrings. */
  | 'HAMSTRINGS'
  /** Hip flexors. */
  | 'HIP_FLEXORS'
  /** Latissimus dorsi. */
  | 'LATS'
  /** Lower back. */
  | 'LOWER_BACK'
  /** Middle back. */
  | 'MIDDLE_BACK'
  /** Neck. */
  | 'NECK'
  /** Obliques. */
  | 'OBLIQUES'
  /** Quadriceps. */
  | 'QUADRICEPS'
  /** Shoulders. */
  | 'SHOULDERS'
  /** Trapezius. */
  | 'TRAPS'
  /** Triceps. */
  | 'TRICEPS';

/** Weekly sets of one muscle. */
export type MuscleSeries = {
  __typename?: 'MuscleSeries';
  /** The muscle. */
  muscle: Muscle;
  /** Number of sets per week; 0 for weeks without any. */
  weeks: Array<DataPoint>;
};

/** Number of sets that worked a muscle. */
export type MuscleSets = {
  __typename?: 'MuscleSets';
  /** The muscle. */
  muscle: Muscle;
  /** Number of sets: 1 for each set with the muscle as a primary muscle, 0.5 as a secondary one. */
  sets: Scalars['Float']['output'];
};

/** Volume of one muscle. */
export type MuscleVolume = {
  __typename?: 'MuscleVolume';
  /** The muscle. */
  muscle: Muscle;
  /** Sum of load × repetitions, in the requested unit. */
  volume: Scalars['Float']['output'];
};

/** Root of all write operations. */
export type Mutation = {
  __typename?: 'Mutation';
  /**
   * Hides an exercise of the catalogue from lists, searches, suggestions and imports. It stays readable by its
   * identifier and slug, and usable in the workouts, programs and routines that contain it. Repeating the request
   * changes nothing. Recorded in the audit log. Requires the role ADMIN. Errors: UNAUTHENTICATED, FORBIDDEN,
   * BAD_USER_INPUT (malformed id), NOT_FOUND.
   */
  archiveCatalogueExercise?: Maybe<CatalogueExercisePayload>;
  /**
   * Archives a program of the caller's own: only its owner can still see it, and it accepts no new enrollments.
   * Existing enrollments keep their version. Errors: UNAUTHENTICATED, BAD_USER_INPUT (malformed id), NOT_FOUND.
   */
  archiveProgram?: Maybe<ArchiveProgramPayload>;
  /**
   * Requests a change of the e-mail address by sending a confirmation link to the new address; earlier links
   * stop working. Until the link is confirmed, the caller signs in with the current address, which is notified
   * by mail; sessions remain valid. The result does not reveal whether another account uses the new address.
   * Errors: UNAUTHENTICATED, FORBIDDEN (reason STEP_UP_REQUIRED without a password, or with a second factor: see `POST
   * /auth/step-up`),
   * BAD_USER_INPUT (malformed address; reason WRONG_PASSWORD, which counts as a failed login), RATE_LIMITED (too many wrong passwords, or more than five changes per hour), SERVICE_UNAVAILABLE.
   */
  changeEmail?: Maybe<ChangeEmailPayload>;
  /**
   * Sets a new password, signs the caller out on every device including this one, and notifies them by mail.
   * Errors: UNAUTHENTICATED, FORBIDDEN (reason STEP_UP_REQUIRED for an account without a password: see
   * `POST /auth/step-up`), BAD_USER_INPUT (`current` is missing; reason WRONG_PASSWORD, which counts as a failed login, or
   * WEAK_PASSWORD), RATE_LIMITED (too many wrong passwords), SERVICE_UNAVAILABLE.
   */
  changePassword?: Maybe<ChangePasswordPayload>;
  /** Sets the onboarding status to COMPLETED. Repeating the request changes nothing. Error: UNAUTHENTICATED. */
  completeOnboarding?: Maybe<CompleteOnboardingPayload>;
  /**
   * Turns the second factor on with a first code of the authenticator app, and notifies the caller by mail. From then on,
   * every way to sign in except passkeys requires a code. Counts as a step-up. Errors: UNAUTHENTICATED, FORBIDDEN (reason
   * STEP_UP_REQUIRED: see `POST /auth/step-up`), BAD_USER_INPUT (reason INVALID_CODE), CONFLICT (reason ALREADY_ENABLED).
   */
  confirmSecondFactor?: Maybe<ConfirmSecondFactorPayload>;
  /**
   * Copies a program that the caller may see to a DRAFT of their own. Sending the same input again creates no
   * second copy. The texts of a built-in program are copied in the caller's language. Errors: UNAUTHENTICATED,
   * BAD_USER_INPUT (malformed id), NOT_FOUND, CONFLICT (more than 200 programs, or 100,000 planned sets in
   * total).
   */
  copyProgram?: Maybe<CopyProgramPayload>;
  /**
   * Copies a shared item to the caller: a program as a DRAFT, a routine, or a workout as a routine. Custom exercises
   * of the owner become custom exercises of the caller; deleted ones are left out. Sending the same input again creates no second copy. Errors: UNAUTHENTICATED,
   * BAD_USER_INPUT (malformed id), NOT_FOUND (as for `sharedItem`), CONFLICT (too many records).
   */
  copySharedItem?: Maybe<CopySharedItemPayload>;
  /**
   * Creates a token with which a program can act for the caller, within its scopes, and notifies the caller by mail.
   * Signing out everywhere revokes it, and so does everything else that does this, such as a change of the password.
   * Errors: UNAUTHENTICATED, FORBIDDEN (reason STEP_UP_REQUIRED: see `POST /auth/step-up`), BAD_USER_INPUT, CONFLICT (the
   * caller has 50 tokens).
   */
  createPersonalAccessToken?: Maybe<CreatePersonalAccessTokenPayload>;
  /**
   * Creates a routine from a workout of the caller. The values of completed sets become the planned values; deleted exercises
   * are left out. Sending the same input again changes nothing. Errors: UNAUTHENTICATED, BAD_USER_INPUT (malformed id, no such workout, or one
   * with more than 30 exercises or 20 sets of an exercise), CONFLICT (200 routines exist).
   */
  createRoutineFromWorkout?: Maybe<CreateRoutineFromWorkoutPayload>;
  /**
   * Creates a link by which everybody who has it can read and copy a program, a routine or a workout of the caller. Sending
   * the same input again returns the same token. Errors: UNAUTHENTICATED, BAD_USER_INPUT (the message begins with the path of
   * the invalid field; a workout with more than 30 exercises, or 20 sets of one), NOT_FOUND (the item does not exist), CONFLICT
   * (100 links are active, 1,000 are stored with those that ended within 90 days, or this link was revoked or has expired).
   */
  createShareLink?: Maybe<CreateShareLinkPayload>;
  /**
   * Signs the caller out on every device and deletes the account after a grace period, or immediately. During
   * the grace period the user can still sign in, but can only query `me`, export their data, sign out and
   * restore the account; everything else is FORBIDDEN with the reason DELETION_PENDING. One mail announces the
   * date of the deletion, another one confirms it, unless the account has no e-mail address. Errors: UNAUTHENTICATED,
   * FORBIDDEN (reason STEP_UP_REQUIRED without a password: see `POST /auth/step-up`), BAD_USER_INPUT (reason
   * WRONG_PASSWORD, which counts as a failed login), RATE_LIMITED (too many wrong passwords), CONFLICT (the last
   * administrator), SERVICE_UNAVAILABLE.
   */
  deleteAccount?: Maybe<DeleteAccountPayload>;
  /**
   * Deletes an exercise of the caller's own. Its name, muscles and tracking type are kept as long as a workout
   * of the caller contains it. Errors: UNAUTHENTICATED, BAD_USER_INPUT (malformed id).
   */
  deleteExercise?: Maybe<DeletePayload>;
  /** Deletes the caller's settings for an exercise. Errors: UNAUTHENTICATED, BAD_USER_INPUT (malformed id). */
  deleteExerciseSettings?: Maybe<DeletePayload>;
  /** Deletes a goal. An achievement that it earned is kept. Errors: UNAUTHENTICATED, BAD_USER_INPUT (malformed id). */
  deleteGoal?: Maybe<DeletePayload>;
  /**
   * Deletes a gym. If it was the default one, the gym that was saved last takes its place. Enrollments in the gym keep
   * its equipment as it was. Errors: UNAUTHENTICATED, BAD_USER_INPUT (malformed id).
   */
  deleteGym?: Maybe<DeletePayload>;
  /**
   * Deletes a measurement of the caller. The weight of the measurement before it replaces its weight in the
   * profile and in workouts. Errors: UNAUTHENTICATED, BAD_USER_INPUT (malformed id).
   */
  deleteMeasurement?: Maybe<DeletePayload>;
  /** Deletes a pause. Errors: UNAUTHENTICATED, BAD_USER_INPUT (malformed id). */
  deletePause?: Maybe<DeletePayload>;
  /**
   * Deletes an active or archived profile photo of the caller and its files. The newest remaining active photo
   * becomes the profile image; archived photos stay archived. If the photo does not exist, nothing changes, so
   * the request can be repeated. Errors: UNAUTHENTICATED, BAD_USER_INPUT (malformed id).
   */
  deleteProfilePhoto?: Maybe<DeleteProfilePhotoPayload>;
  /**
   * Deletes a program of the caller's own. Existing enrollments keep their version. Errors: UNAUTHENTICATED,
   * BAD_USER_INPUT (malformed id).
   */
  deleteProgram?: Maybe<DeletePayload>;
  /**
   * Deletes a progress photo of the caller and its files. Errors: UNAUTHENTICATED, BAD_USER_INPUT (malformed
   * id).
   */
  deleteProgressPhoto?: Maybe<DeletePayload>;
  /** Deletes a routine. Workouts that were started from it stay. Errors: UNAUTHENTICATED, BAD_USER_INPUT (malformed id). */
  deleteRoutine?: Maybe<DeletePayload>;
  /**
   * Deletes a folder. Its routines stay, without a folder and with their versions; the change feed reports them. Errors:
   * UNAUTHENTICATED, BAD_USER_INPUT (malformed id).
   */
  deleteRoutineFolder?: Maybe<DeletePayload>;
  /**
   * Deletes an account on behalf of its owner, as `deleteAccount` does: the account is signed out on every device, can be
   * restored during the grace period, and its owner is notified by mail. A registration whose e-mail address was never
   * confirmed is deleted immediately. Requires the role ADMIN. Errors: UNAUTHENTICATED, FORBIDDEN, BAD_USER_INPUT
   * (malformed id), NOT_FOUND, CONFLICT (the last administrator who can sign in).
   */
  deleteUser?: Maybe<DeleteUserPayload>;
  /**
   * Deletes a webhook and its deliveries. Repeating the request fails with NOT_FOUND. Errors: UNAUTHENTICATED, BAD_USER_INPUT
   * (malformed id), NOT_FOUND.
   */
  deleteWebhook?: Maybe<DeleteWebhookPayload>;
  /** Deletes a workout of the caller permanently. Errors: UNAUTHENTICATED, BAD_USER_INPUT (malformed id). */
  deleteWorkout?: Maybe<DeletePayload>;
  /**
   * Turns the second factor off and notifies the caller by mail. Without one, nothing changes. Errors: UNAUTHENTICATED,
   * FORBIDDEN (reason STEP_UP_REQUIRED: see `POST /auth/step-up`).
   */
  disableSecondFactor?: Maybe<DisableSecondFactorPayload>;
  /**
   * Enrolls the caller in the latest published version of a program. Only one enrollment can be active: if
   * another one is, the conflict is ACTIVE. If the caller was enrolled in the program before, it starts with the
   * loads and target repetitions of the last enrollment unless `startingLoads` is given. Sending the same input again changes nothing.
   * Errors: UNAUTHENTICATED, BAD_USER_INPUT (the message begins with the path of the invalid field).
   */
  enroll?: Maybe<EnrollPayload>;
  /**
   * Adds an exercise to the caller's favorites or removes it. Repeating the request changes nothing. A user can
   * have at most 1,000 favorites. Errors: UNAUTHENTICATED, BAD_USER_INPUT (malformed id), NOT_FOUND, CONFLICT
   * (too many favorites).
   */
  favoriteExercise?: Maybe<FavoriteExercisePayload>;
  /** Finishes an enrollment, even if days are left. Errors: UNAUTHENTICATED, BAD_USER_INPUT (malformed id). */
  finishEnrollment?: Maybe<FinishEnrollmentPayload>;
  /** Records the caller's consent. A consent that is already given stays as it is. Error: UNAUTHENTICATED. */
  giveConsent?: Maybe<GiveConsentPayload>;
  /**
   * Links an identity of an OpenID Connect provider to the account of the caller, who can then sign in with it, and notifies
   * the caller by mail. An identity that is linked already is returned unchanged. Errors: UNAUTHENTICATED, FORBIDDEN (reason
   * STEP_UP_REQUIRED: see `POST /auth/step-up`), BAD_USER_INPUT (also with the reasons INVALID_ID_TOKEN and INVALID_TOKEN),
   * NOT_FOUND (unknown provider), CONFLICT (20 identities, or with the reason IDENTITY_TAKEN: another account has it).
   */
  linkIdentity?: Maybe<LinkIdentityPayload>;
  /**
   * Signs in with e-mail address and password. Public; a deployment can turn it off with the setting
   * GRAPHQL_LOGIN_ENABLED. A request can contain one login only: more of them, by aliases or in a batch, are
   * QUERY_TOO_COMPLEX. Errors: UNAUTHENTICATED (wrong credentials), FORBIDDEN (account disabled or not
   * verified), RATE_LIMITED (too many failed logins), SERVICE_UNAVAILABLE (too many logins at once),
   * BAD_USER_INPUT (malformed address or password).
   */
  login?: Maybe<LoginResult>;
  /**
   * Replaces an exercise of the caller's own by another exercise in all workouts, routines, programs, enrollments,
   * settings and goals, and deletes it. Records, statistics and achievements then are what the workouts yield. The
   * merge happens as a whole or not at all; each changed record rises one version and appears in the feed. Sending
   * it again changes nothing. Errors: UNAUTHENTICATED, BAD_USER_INPUT (an unknown exercise; different tracking
   * types; settings for both; a program with different rules for both), CONFLICT (more than 2,000 workouts).
   */
  mergeExercises?: Maybe<MergeExercisesPayload>;
  /**
   * Pauses an active enrollment so that another one can become active. Workouts of the paused enrollment still
   * count. Errors: UNAUTHENTICATED, BAD_USER_INPUT (malformed id).
   */
  pauseEnrollment?: Maybe<PauseEnrollmentPayload>;
  /**
   * Publishes a program of the caller's own so that its owner can enroll in it or, if an administrator publishes
   * it, everyone. Creates a new version if the content has changed since the last one. Errors: UNAUTHENTICATED,
   * BAD_USER_INPUT (malformed id; a program without a training day; an administrator's program that contains own
   * exercises), NOT_FOUND.
   */
  publishProgram?: Maybe<PublishProgramPayload>;
  /**
   * Replaces all recovery codes by new ones. Errors: UNAUTHENTICATED, FORBIDDEN (reason STEP_UP_REQUIRED: see
   * `POST /auth/step-up`), CONFLICT (the second factor is off).
   */
  replaceRecoveryCodes?: Maybe<ReplaceRecoveryCodesPayload>;
  /**
   * Queues the message of a delivery again, with the same `webhook-id` and the same body. Errors: UNAUTHENTICATED,
   * BAD_USER_INPUT (malformed id), NOT_FOUND (also once the delivery is no longer kept), CONFLICT (the webhook is disabled).
   */
  replayWebhookDelivery?: Maybe<ReplayWebhookDeliveryPayload>;
  /**
   * Turns off the second factor of a user who has lost it, and notifies them by mail. First verify by other means that the
   * request is theirs. Recorded in the audit log. Requires the role ADMIN. Errors: UNAUTHENTICATED, FORBIDDEN (also with the reason
   * STEP_UP_REQUIRED), BAD_USER_INPUT (malformed id), NOT_FOUND.
   */
  resetUserSecondFactor?: Maybe<ResetUserSecondFactorPayload>;
  /**
   * Cancels a pending deletion of the caller's account. Without a pending deletion nothing changes. Errors:
   * UNAUTHENTICATED, CONFLICT (the grace period has ended).
   */
  restoreAccount?: Maybe<RestoreAccountPayload>;
  /**
   * Makes an archived profile photo of the caller active again, as the newest one. If there are more than five
   * active photos then, the oldest is archived. A photo that is already active stays as it is. Errors:
   * UNAUTHENTICATED, BAD_USER_INPUT (malformed id), NOT_FOUND.
   */
  restoreProfilePhoto?: Maybe<RestoreProfilePhotoPayload>;
  /**
   * Cancels the pending deletion of an account on behalf of its owner, who is notified by mail. Without a pending deletion
   * nothing changes. Requires the role ADMIN. Errors: UNAUTHENTICATED, FORBIDDEN, BAD_USER_INPUT (malformed id), NOT_FOUND,
   * CONFLICT (the grace period has ended).
   */
  restoreUser?: Maybe<RestoreUserPayload>;
  /**
   * Reactivates an enrollment that was paused, or finished before its last day. If another enrollment is active,
   * the conflict is ACTIVE. Errors: UNAUTHENTICATED, BAD_USER_INPUT (malformed id).
   */
  resumeEnrollment?: Maybe<ResumeEnrollmentPayload>;
  /**
   * Revokes a personal access token of the caller: requests with it fail immediately, open sockets and streams end. The
   * caller is notified by mail. Errors: UNAUTHENTICATED, BAD_USER_INPUT (malformed id), NOT_FOUND.
   */
  revokePersonalAccessToken?: Maybe<RevokePersonalAccessTokenPayload>;
  /**
   * Signs out one of the caller's devices: its tokens, sockets and streams end immediately. Errors:
   * UNAUTHENTICATED, BAD_USER_INPUT (malformed id), NOT_FOUND.
   */
  revokeSession?: Maybe<RevokeSessionPayload>;
  /**
   * Revokes a share link at once. Copies stay. Repeating the request changes nothing. Errors: UNAUTHENTICATED, BAD_USER_INPUT
   * (malformed id), NOT_FOUND.
   */
  revokeShareLink?: Maybe<RevokeShareLinkPayload>;
  /**
   * Signs an account out on one device: its tokens, sockets and streams end immediately. Requires the role ADMIN. Errors:
   * UNAUTHENTICATED, FORBIDDEN, BAD_USER_INPUT (malformed id), NOT_FOUND (no such account, or the account has no such
   * session).
   */
  revokeUserSession?: Maybe<RevokeUserSessionPayload>;
  /**
   * Signs an account out on every device: refresh tokens stop working immediately, access tokens within 30
   * seconds. Also cancels pending changes of its e-mail address, whose links then no longer work. Requires the
   * role ADMIN. Errors: UNAUTHENTICATED, FORBIDDEN, BAD_USER_INPUT (malformed id), NOT_FOUND.
   */
  revokeUserSessions?: Maybe<RevokeUserSessionsPayload>;
  /**
   * Creates or replaces an exercise of the catalogue. An archived exercise becomes visible again. Recorded in the audit log.
   * Updates of the service no longer change an exercise that was saved here. All instances show the change within
   * five seconds. Requires the role ADMIN. Errors: UNAUTHENTICATED, FORBIDDEN, BAD_USER_INPUT (the message begins
   * with the path of the invalid field), CONFLICT (20,000 exercises exist).
   */
  saveCatalogueExercise?: Maybe<CatalogueExercisePayload>;
  /**
   * Creates or replaces an exercise of the caller's own. The input is the whole exercise: fields that are left
   * out become null or their default. A user can have at most 500 exercises. Errors: UNAUTHENTICATED,
   * BAD_USER_INPUT (the message begins with the path of the invalid field), CONFLICT (too many exercises).
   */
  saveExercise?: Maybe<SaveExercisePayload>;
  /**
   * Creates or replaces the caller's settings for an exercise; there are one per exercise, and at most 2,000.
   * Errors: UNAUTHENTICATED, BAD_USER_INPUT (the message begins with the path of the invalid field), CONFLICT (too
   * many settings).
   */
  saveExerciseSettings?: Maybe<SaveExerciseSettingsPayload>;
  /**
   * Creates or replaces a goal of the caller. Its progress is derived at once, also from earlier workouts and measurements
   * in its period. A goal for the body weight needs the consent BODY_MEASUREMENTS, and its withdrawal deletes such goals.
   * Errors: UNAUTHENTICATED, FORBIDDEN (reason CONSENT_REQUIRED if that consent is not given), BAD_USER_INPUT (the message begins
   * with the path of the invalid field), CONFLICT (50 goals exist).
   */
  saveGoal?: Maybe<SaveGoalPayload>;
  /**
   * Creates or replaces a gym of the caller. Exactly one gym is the default one if there are any: the first gym, then
   * the gym last saved with `isDefault: true`. Errors: UNAUTHENTICATED, BAD_USER_INPUT (the message begins with the path
   * of the invalid field), CONFLICT (20 gyms exist).
   */
  saveGym?: Maybe<SaveGymPayload>;
  /**
   * Creates or replaces a measurement; there is one per date. The latest weight becomes the profile's, and
   * workouts from its date up to the next weight are recalculated with it. Errors: UNAUTHENTICATED, FORBIDDEN
   * (reason CONSENT_REQUIRED if the consent BODY_MEASUREMENTS is not given), BAD_USER_INPUT (the message begins
   * with the path of the invalid field).
   */
  saveMeasurement?: Maybe<SaveMeasurementPayload>;
  /**
   * Creates or replaces a pause of the caller. No two pauses overlap: the conflict is ACTIVE. A week with three or more
   * paused days neither breaks nor lengthens the streak of `analytics`. Errors: UNAUTHENTICATED, BAD_USER_INPUT (the message
   * begins with the path of the invalid field), CONFLICT (200 pauses exist).
   */
  savePause?: Maybe<SavePausePayload>;
  /**
   * Creates or replaces a program of the caller's own. A new program is a DRAFT; saving a PUBLISHED program
   * publishes the change as its next version. A user can have at most 200 programs with 100,000 planned sets in
   * total. Errors: UNAUTHENTICATED, BAD_USER_INPUT (the message begins with the path of the invalid field),
   * CONFLICT (too many programs or planned sets).
   */
  saveProgram?: Maybe<SaveProgramPayload>;
  /**
   * Updates pose, date and notes of a progress photo of the caller. Photos are created by uploading them: for an
   * unknown identifier the conflict is UNKNOWN. Errors: UNAUTHENTICATED, BAD_USER_INPUT (the message begins with
   * the path of the invalid field), FORBIDDEN (reason CONSENT_REQUIRED if the consent PROGRESS_PHOTOS is not
   * given).
   */
  saveProgressPhoto?: Maybe<SaveProgressPhotoPayload>;
  /**
   * Creates or replaces a routine of the caller. Exercises that are new in the routine must not be deleted. Errors: UNAUTHENTICATED, BAD_USER_INPUT (the
   * message begins with the path of the invalid field), CONFLICT (200 routines exist).
   */
  saveRoutine?: Maybe<SaveRoutinePayload>;
  /**
   * Creates or replaces a folder of routines. Errors: UNAUTHENTICATED, BAD_USER_INPUT (the message begins with the path of
   * the invalid field), CONFLICT (50 folders exist).
   */
  saveRoutineFolder?: Maybe<SaveRoutineFolderPayload>;
  /**
   * Creates or changes a webhook. Saving it enabled clears `disabledReason`. Errors: UNAUTHENTICATED, FORBIDDEN with the
   * reason STEP_UP_REQUIRED (sign in or step up first), BAD_USER_INPUT (malformed id, no event, or a URL that is not
   * permitted), CONFLICT (10 webhooks exist, or the identifier is taken).
   */
  saveWebhook?: Maybe<SaveWebhookPayload>;
  /**
   * Creates or replaces a workout. The input is the whole workout. Only one workout can be in progress: if
   * another one is, the conflict is ACTIVE. Sending the same input again changes nothing. Errors:
   * UNAUTHENTICATED, BAD_USER_INPUT (the message begins with the path of the invalid field).
   */
  saveWorkout?: Maybe<SaveWorkoutPayload>;
  /**
   * Enables or disables an account. A disabled account is signed out on every device and cannot sign in.
   * Requires the role ADMIN. Errors: UNAUTHENTICATED, FORBIDDEN (also with the reason STEP_UP_REQUIRED), BAD_USER_INPUT
   * (malformed id), NOT_FOUND, CONFLICT (the last administrator).
   */
  setAccountEnabled?: Maybe<SetAccountEnabledPayload>;
  /**
   * Sets loads and target repetitions manually, effective from the next day to train, for example after a break
   * or in a different gym. Possible 100 times per enrollment. Errors: UNAUTHENTICATED, BAD_USER_INPUT (the
   * message begins with the path of the invalid field).
   */
  setEnrollmentLoads?: Maybe<SetEnrollmentLoadsPayload>;
  /**
   * Sets the unit of an enrollment, effective from the next day to train. Each load becomes the nearest weight at or below
   * it that can be loaded. Setting the present unit changes nothing. Errors: UNAUTHENTICATED, BAD_USER_INPUT (malformed
   * id).
   */
  setEnrollmentUnit?: Maybe<SetEnrollmentUnitPayload>;
  /**
   * Changes the role of an account, effective immediately on all of its devices. Requires the role ADMIN.
   * Errors: UNAUTHENTICATED, FORBIDDEN, BAD_USER_INPUT (malformed id), NOT_FOUND, CONFLICT (the account is the
   * last administrator who can sign in, or its e-mail address is not confirmed).
   */
  setUserRole?: Maybe<SetUserRolePayload>;
  /**
   * Signs the caller out on every device: refresh tokens stop working immediately, access tokens within 30
   * seconds. Also cancels pending changes of the e-mail address, whose links then no longer work. Error:
   * UNAUTHENTICATED.
   */
  signOutEverywhere?: Maybe<SignOutEverywherePayload>;
  /** Sets the onboarding status to SKIPPED unless it is COMPLETED. Error: UNAUTHENTICATED. */
  skipOnboarding?: Maybe<SkipOnboardingPayload>;
  /**
   * Skips a day of the program; loads do not change. A workout of the day still counts. Errors: UNAUTHENTICATED,
   * BAD_USER_INPUT (malformed id, or not a training day of the program).
   */
  skipProgramDay?: Maybe<SkipProgramDayPayload>;
  /**
   * Creates the secret of an authenticator app for the caller. The second factor is off until `confirmSecondFactor`; another
   * call replaces the secret. Errors: UNAUTHENTICATED, FORBIDDEN (reason STEP_UP_REQUIRED: see `POST /auth/step-up`), CONFLICT
   * (reason ALREADY_ENABLED).
   */
  startSecondFactor?: Maybe<StartSecondFactorPayload>;
  /**
   * Starts a workout: an empty one, or one with the planned sets of a program day or the sets of an earlier
   * workout, none of them completed. Title and notes from a built-in program are in the caller's language.
   * Sending the same input again changes nothing. Errors: UNAUTHENTICATED, BAD_USER_INPUT (the message begins
   * with the path of the invalid field).
   */
  startWorkout?: Maybe<StartWorkoutPayload>;
  /**
   * Replaces an exercise of a workout with another one. Completed sets stay as they are; the other sets lose
   * their load and target. Errors: UNAUTHENTICATED, BAD_USER_INPUT (malformed id, unknown exercise or entry),
   * NOT_FOUND.
   */
  swapExercise?: Maybe<SwapExercisePayload>;
  /**
   * Applies up to 100 writes in order, each independently: a rejected one does not stop the others. Sending the
   * same request again, for example after a lost response, returns UNCHANGED for every operation and has no
   * further effect. For commands such as `publishProgram`, this requires an `expectedVersion`: a command without
   * it applies to the current version whenever it is sent. If an operation has a value of the wrong type, only
   * that operation is REFUSED. Errors: UNAUTHENTICATED, BAD_USER_INPUT (more than 100 operations or 5,000 sets; an
   * operation that cannot be identified, because it is not an object with exactly one known key, or has a value of
   * the wrong type and no valid record id: `extensions.field` names it, for example `operations[3]`),
   * QUERY_TOO_COMPLEX (the records of the results would have more than 20,000 objects: send fewer writes or request
   * fewer fields). After an error nothing is written.
   */
  sync?: Maybe<SyncPayload>;
  /**
   * Queues a message of the type `ping` for a webhook. Errors: UNAUTHENTICATED, BAD_USER_INPUT (malformed id), NOT_FOUND,
   * CONFLICT (the webhook is disabled).
   */
  testWebhook?: Maybe<TestWebhookPayload>;
  /**
   * Unlinks an identity of the caller, and notifies the caller by mail. Errors: UNAUTHENTICATED, FORBIDDEN (reason
   * STEP_UP_REQUIRED: see `POST /auth/step-up`), BAD_USER_INPUT (malformed id), NOT_FOUND, CONFLICT (reason LAST_WAY_IN: it is
   * the only way to sign in).
   */
  unlinkIdentity?: Maybe<UnlinkIdentityPayload>;
  /**
   * Reverts `skipProgramDay`. A day that is not skipped stays as it is. Errors: UNAUTHENTICATED, BAD_USER_INPUT
   * (malformed id).
   */
  unskipProgramDay?: Maybe<UnskipProgramDayPayload>;
  /**
   * Updates the caller's account and profile. Fields that are left out keep their values; null clears a field.
   * Errors: UNAUTHENTICATED, BAD_USER_INPUT (the message begins with the path of the invalid field), CONFLICT
   * with the reason USERNAME_TAKEN.
   */
  updateProfile?: Maybe<UpdateProfilePayload>;
  /**
   * Upgrades an enrollment to the newest published version of its program. Completed days keep the version they
   * were trained in; loads are kept by exercise and progression key. Without a newer version nothing changes.
   * Errors: UNAUTHENTICATED, BAD_USER_INPUT (malformed id), CONFLICT (the enrollment was upgraded 20 times
   * already).
   */
  upgradeEnrollment?: Maybe<UpgradeEnrollmentPayload>;
  /**
   * Marks the e-mail address of an account as confirmed on behalf of its owner. Requires the role ADMIN. Errors:
   * UNAUTHENTICATED, FORBIDDEN, BAD_USER_INPUT (malformed id), NOT_FOUND.
   */
  verifyUser?: Maybe<VerifyUserPayload>;
  /**
   * Withdraws the caller's consent and immediately erases all data stored because of it. Without a given consent
   * nothing changes. Error: UNAUTHENTICATED.
   */
  withdrawConsent?: Maybe<WithdrawConsentPayload>;
};


/** Root of all write operations. */
export type MutationArchiveCatalogueExerciseArgs = {
  input: ArchiveCatalogueExerciseInput;
};


/** Root of all write operations. */
export type MutationArchiveProgramArgs = {
  input: ArchiveProgramInput;
};


/** Root of all write operations. */
export type MutationChangeEmailArgs = {
  input: ChangeEmailInput;
};


/** Root of all write operations. */
export type MutationChangePasswordArgs = {
  input: ChangePasswordInput;
};


/** Root of all write operations. */
export type MutationConfirmSecondFactorArgs = {
  input: ConfirmSecondFactorInput;
};


/** Root of all write operations. */
export type MutationCopyProgramArgs = {
  input: CopyProgramInput;
};


/** Root of all write operations. */
export type MutationCopySharedItemArgs = {
  input: CopySharedItemInput;
};


/** Root of all write operations. */
export type MutationCreatePersonalAccessTokenArgs = {
  input: CreatePersonalAccessTokenInput;
};


/** Root of all write operations. */
export type MutationCreateRoutineFromWorkoutArgs = {
  input: CreateRoutineFromWorkoutInput;
};


/** Root of all write operations. */
export type MutationCreateShareLinkArgs = {
  input: CreateShareLinkInput;
};


/** Root of all write operations. */
export type MutationDeleteAccountArgs = {
  input: DeleteAccountInput;
};


/** Root of all write operations. */
export type MutationDeleteExerciseArgs = {
  input: DeleteInput;
};


/** Root of all write operations. */
export type MutationDeleteExerciseSettingsArgs = {
  input: DeleteInput;
};


/** Root of all write operations. */
export type MutationDeleteGoalArgs = {
  input: DeleteInput;
};


/** Root of all write operations. */
export type MutationDeleteGymArgs = {
  input: DeleteInput;
};


/** Root of all write operations. */
export type MutationDeleteMeasurementArgs = {
  input: DeleteInput;
};


/** Root of all write operations. */
export type MutationDeletePauseArgs = {
  input: DeleteInput;
};


/** Root of all write operations. */
export type MutationDeleteProfilePhotoArgs = {
  input: DeleteProfilePhotoInput;
};


/** Root of all write operations. */
export type MutationDeleteProgramArgs = {
  input: DeleteInput;
};


/** Root of all write operations. */
export type MutationDeleteProgressPhotoArgs = {
  input: DeleteInput;
};


/** Root of all write operations. */
export type MutationDeleteRoutineArgs = {
  input: DeleteInput;
};


/** Root of all write operations. */
export type MutationDeleteRoutineFolderArgs = {
  input: DeleteInput;
};


/** Root of all write operations. */
export type MutationDeleteUserArgs = {
  input: DeleteUserInput;
};


/** Root of all write operations. */
export type MutationDeleteWebhookArgs = {
  input: DeleteWebhookInput;
};


/** Root of all write operations. */
export type MutationDeleteWorkoutArgs = {
  input: DeleteInput;
};


/** Root of all write operations. */
export type MutationEnrollArgs = {
  input: EnrollInput;
};


/** Root of all write operations. */
export type MutationFavoriteExerciseArgs = {
  input: FavoriteExerciseInput;
};


/** Root of all write operations. */
export type MutationFinishEnrollmentArgs = {
  input: EnrollmentInput;
};


/** Root of all write operations. */
export type MutationGiveConsentArgs = {
  input: GiveConsentInput;
};


/** Root of all write operations. */
export type MutationLinkIdentityArgs = {
  input: LinkIdentityInput;
};


/** Root of all write operations. */
export type MutationLoginArgs = {
  email: Scalars['String']['input'];
  password: Scalars['String']['input'];
};


/** Root of all write operations. */
export type MutationMergeExercisesArgs = {
  input: MergeExercisesInput;
};


/** Root of all write operations. */
export type MutationPauseEnrollmentArgs = {
  input: EnrollmentInput;
};


/** Root of all write operations. */
export type MutationPublishProgramArgs = {
  input: PublishProgramInput;
};


/** Root of all write operations. */
export type MutationReplayWebhookDeliveryArgs = {
  input: ReplayWebhookDeliveryInput;
};


/** Root of all write operations. */
export type MutationResetUserSecondFactorArgs = {
  input: ResetUserSecondFactorInput;
};


/** Root of all write operations. */
export type MutationRestoreProfilePhotoArgs = {
  input: RestoreProfilePhotoInput;
};


/** Root of all write operations. */
export type MutationRestoreUserArgs = {
  input: RestoreUserInput;
};


/** Root of all write operations. */
export type MutationResumeEnrollmentArgs = {
  input: EnrollmentInput;
};


/** Root of all write operations. */
export type MutationRevokePersonalAccessTokenArgs = {
  input: RevokePersonalAccessTokenInput;
};


/** Root of all write operations. */
export type MutationRevokeSessionArgs = {
  input: RevokeSessionInput;
};


/** Root of all write operations. */
export type MutationRevokeShareLinkArgs = {
  input: RevokeShareLinkInput;
};


/** Root of all write operations. */
export type MutationRevokeUserSessionArgs = {
  input: RevokeUserSessionInput;
};


/** Root of all write operations. */
export type MutationRevokeUserSessionsArgs = {
  input: RevokeUserSessionsInput;
};


/** Root of all write operations. */
export type MutationSaveCatalogueExerciseArgs = {
  input: CatalogueExerciseInput;
};


/** Root of all write operations. */
export type MutationSaveExerciseArgs = {
  input: ExerciseInput;
};


/** Root of all write operations. */
export type MutationSaveExerciseSettingsArgs = {
  input: ExerciseSettingsInput;
};


/** Root of all write operations. */
export type MutationSaveGoalArgs = {
  input: GoalInput;
};


/** Root of all write operations. */
export type MutationSaveGymArgs = {
  input: GymInput;
};


/** Root of all write operations. */
export type MutationSaveMeasurementArgs = {
  input: MeasurementInput;
};


/** Root of all write operations. */
export type MutationSavePauseArgs = {
  input: PauseInput;
};


/** Root of all write operations. */
export type MutationSaveProgramArgs = {
  input: ProgramInput;
};


/** Root of all write operations. */
export type MutationSaveProgressPhotoArgs = {
  input: ProgressPhotoInput;
};


/** Root of all write operations. */
export type MutationSaveRoutineArgs = {
  input: RoutineInput;
};


/** Root of all write operations. */
export type MutationSaveRoutineFolderArgs = {
  input: RoutineFolderInput;
};


/** Root of all write operations. */
export type MutationSaveWebhookArgs = {
  input: SaveWebhookInput;
};


/** Root of all write operations. */
export type MutationSaveWorkoutArgs = {
  input: WorkoutInput;
};


/** Root of all write operations. */
export type MutationSetAccountEnabledArgs = {
  input: SetAccountEnabledInput;
};


/** Root of all write operations. */
export type MutationSetEnrollmentLoadsArgs = {
  input: SetEnrollmentLoadsInput;
};


/** Root of all write operations. */
export type MutationSetEnrollmentUnitArgs = {
  input: SetEnrollmentUnitInput;
};


/** Root of all write operations. */
export type MutationSetUserRoleArgs = {
  input: SetUserRoleInput;
};


/** Root of all write operations. */
export type MutationSkipProgramDayArgs = {
  input: EnrollmentDayInput;
};


/** Root of all write operations. */
export type MutationStartWorkoutArgs = {
  input: StartWorkoutInput;
};


/** Root of all write operations. */
export type MutationSwapExerciseArgs = {
  input: SwapExerciseInput;
};


/** Root of all write operations. */
export type MutationSyncArgs = {
  operations: Array<SyncOperation>;
};


/** Root of all write operations. */
export type MutationTestWebhookArgs = {
  input: TestWebhookInput;
};


/** Root of all write operations. */
export type MutationUnlinkIdentityArgs = {
  input: UnlinkIdentityInput;
};


/** Root of all write operations. */
export type MutationUnskipProgramDayArgs = {
  input: EnrollmentDayInput;
};


/** Root of all write operations. */
export type MutationUpdateProfileArgs = {
  input: UpdateProfileInput;
};


/** Root of all write operations. */
export type MutationUpgradeEnrollmentArgs = {
  input: EnrollmentInput;
};


/** Root of all write operations. */
export type MutationVerifyUserArgs = {
  input: VerifyUserInput;
};


/** Root of all write operations. */
export type MutationWithdrawConsentArgs = {
  input: WithdrawConsentInput;
};

/** The next day to train in an enrollment. */
export type NextDay = {
  __typename?: 'NextDay';
  /**
   * Scheduled date in the enrollment's time zone: the earliest date that is not before today or `startDate`, is
   * one of `weekdays`, and is after the last completed day.
   */
  date: Scalars['Date']['output'];
  /** Number of the day in its week, starting at 1 and counting rest days. */
  day: Scalars['Int']['output'];
  /** Exercises of the day, in the order in which to do them. */
  exercises: Array<NextDayExercise>;
  /**
   * Whether the day belongs to a deload week, with lighter loads. Workouts of such a week do not change the
   * progression.
   */
  isDeload: Scalars['Boolean']['output'];
  /** Name of the day. */
  name: Scalars['String']['output'];
  /** Number of the week in the program, starting at 1. */
  week: Scalars['Int']['output'];
};

/** An exercise of a day to train. */
export type NextDayExercise = {
  __typename?: 'NextDayExercise';
  /** The exercise; null if the caller may no longer see it. */
  exercise?: Maybe<Exercise>;
  /** Identifier of the exercise. */
  exerciseId: Scalars['ID']['output'];
  /** Why the targets are what they are; null for an exercise without a progression rule. */
  reason?: Maybe<ProgressionReason>;
  /** Sets of the exercise, in order. */
  sets: Array<NextDaySet>;
  /** Superset of the exercise: exercises with the same value alternate. Null if it is in none. */
  supersetId?: Maybe<Scalars['String']['output']>;
  /**
   * Training maximum that the loads are percentages of, in the unit of the enrollment and not rounded; null without the
   * rule PERCENT, or while unknown.
   */
  trainingMax?: Maybe<Load>;
};

/** A set of a day to train. */
export type NextDaySet = {
  __typename?: 'NextDaySet';
  /** True if as many repetitions as possible are wanted: `minReps` are the least. */
  isAmrap: Scalars['Boolean']['output'];
  /** How the load and the body weight combine. */
  loadMode: LoadMode;
  /** Notes of the program's author on the set. */
  notes?: Maybe<Scalars['String']['output']>;
  /** Planned load in percent of `trainingMax`: 85 means 85 %. Null if not planned. */
  percentOfOneRepMax?: Maybe<Scalars['Float']['output']>;
  /**
   * Rest after the set, in seconds. Where the program defines none, `nextDay` has that of the caller's settings for
   * the exercise. Null if there is none.
   */
  restSeconds?: Maybe<Scalars['Int']['output']>;
  /** Load, repetitions, duration and distance to aim for. */
  target: SetTarget;
  /** Type of the set. */
  type: SetType;
};

/** An object with a globally unique identifier, as in Relay's Object Identification. */
export type Node = {
  /** Identifier of the object: 24 hexadecimal digits. */
  id: Scalars['ID']['output'];
};

/** Status of a user's onboarding. */
export type OnboardingStatus =
  /** The onboarding is completed. */
  | 'COMPLETED'
  /** The onboarding has started. */
  | 'IN_PROGRESS'
  /** The onboarding has not started. */
  | 'NOT_STARTED'
  /** The user skipped the onboarding. */
  | 'SKIPPED';

/** A record that belongs to a user and that clients keep a copy of. */
export type OwnedRecord = {
  /** When the record was created. */
  createdAt: Scalars['DateTime']['output'];
  /** Identifier: 24 hexadecimal digits, generated by the client for records that clients create. */
  id: Scalars['ID']['output'];
  /** When the owner last changed the record. */
  updatedAt: Scalars['DateTime']['output'];
  /**
   * Version of the record, starting at 1. Increases by 1 with each change that its owner makes; changes derived
   * by the service do not increase it.
   */
  version: Scalars['Int']['output'];
};

/** Type of an owned record. */
export type OwnedType =
  /** An enrollment in a program. */
  | 'ENROLLMENT'
  /** An exercise of the user's own. */
  | 'EXERCISE'
  /** The settings for an exercise. */
  | 'EXERCISE_SETTINGS'
  /** A favorite exercise. It has the exercise's identifier. */
  | 'FAVORITE'
  /** A training goal. */
  | 'GOAL'
  /** A gym and its equipment. */
  | 'GYM'
  /** A body measurement. */
  | 'MEASUREMENT'
  /** A pause of the training. */
  | 'PAUSE'
  /** The account and its profile. It has the account's identifier. */
  | 'PROFILE'
  /** A program. */
  | 'PROGRAM'
  /** A progress photo. */
  | 'PROGRESS_PHOTO'
  /** A routine. */
  | 'ROUTINE'
  /** A folder of routines. */
  | 'ROUTINE_FOLDER'
  /** A workout. */
  | 'WORKOUT';

/** Position of a page in the whole list, as defined by the Relay cursor specification. */
export type PageInfo = {
  __typename?: 'PageInfo';
  /** Cursor of the last item of the page; null if the page is empty. */
  endCursor?: Maybe<Scalars['String']['output']>;
  /** Whether more items follow this page. */
  hasNextPage: Scalars['Boolean']['output'];
  /** Whether items precede this page. */
  hasPreviousPage: Scalars['Boolean']['output'];
  /** Cursor of the first item of the page; null if the page is empty. */
  startCursor?: Maybe<Scalars['String']['output']>;
};

/** A passkey with which the user signs in, without password and second factor. */
export type Passkey = Node & {
  __typename?: 'Passkey';
  /** When the passkey was added. */
  createdAt: Scalars['DateTime']['output'];
  /** Identifier of the passkey: 24 hexadecimal digits. */
  id: Scalars['ID']['output'];
  /** When the user last signed in with it; null if never. */
  lastUsedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Name that the user has chosen. */
  name: Scalars['String']['output'];
};

/** Days on which a user does not intend to train. */
export type Pause = Node & OwnedRecord & {
  __typename?: 'Pause';
  /** When the pause was first saved. */
  createdAt: Scalars['DateTime']['output'];
  /** First day of the pause. */
  from: Scalars['Date']['output'];
  /** Identifier generated by the client: 24 hexadecimal digits. */
  id: Scalars['ID']['output'];
  /** Reason of the pause. */
  reason: PauseReason;
  /** Last day of the pause. */
  to: Scalars['Date']['output'];
  /** When the owner last changed the pause. */
  updatedAt: Scalars['DateTime']['output'];
  /** Version of the record, starting at 1. Increases by 1 with each change that its owner makes. */
  version: Scalars['Int']['output'];
};

/** Result of `pauseEnrollment`. */
export type PauseEnrollmentPayload = {
  __typename?: 'PauseEnrollmentPayload';
  /** Why the write was refused, with nothing changed; null if it succeeded. */
  conflict?: Maybe<WriteConflict>;
  /** The enrollment as the server now has it. */
  enrollment?: Maybe<ProgramEnrollment>;
};

/** Input of `savePause`: the whole pause. */
export type PauseInput = {
  /**
   * Version of the pause that the change is based on; null for a new pause. If the stored version differs, the conflict is
   * VERSION.
   */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** First day: at most 60 years ago and one year ahead. */
  from: Scalars['Date']['input'];
  /** Identifier generated by the client: 24 hexadecimal digits. Use the same identifier when you send the pause again. */
  id: Scalars['ID']['input'];
  /** Reason of the pause. */
  reason: PauseReason;
  /** Last day: not before `from`, and at most 90 days in all. */
  to: Scalars['Date']['input'];
};

/** Reason of a pause. */
export type PauseReason =
  /** A holiday. */
  | 'HOLIDAY'
  /** An illness. */
  | 'ILLNESS'
  /** An injury. */
  | 'INJURY'
  /** Any other reason. */
  | 'OTHER';

/** A token with which a program acts for the caller, within its scopes. */
export type PersonalAccessToken = Node & {
  __typename?: 'PersonalAccessToken';
  /** When the token was created. */
  createdAt: Scalars['DateTime']['output'];
  /** When the token expires. */
  expiresAt: Scalars['DateTime']['output'];
  /** Identifier of the token: 24 hexadecimal digits. It is not the secret. */
  id: Scalars['ID']['output'];
  /** When the token was last used, accurate to a minute; null if it never was. */
  lastUsedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Name of the token. */
  name: Scalars['String']['output'];
  /** Permissions of the token, such as `workouts:read`. */
  scopes: Array<Scalars['String']['output']>;
};

/**
 * A personal record: the best value of its type for an exercise among all workouts up to this one, by more than
 * one part in a million. Only completed working sets of completed workouts count. A workout sets at most one
 * record per type and exercise.
 */
export type PersonalRecord = Node & {
  __typename?: 'PersonalRecord';
  /** Start of the workout that set the record. */
  achievedAt: Scalars['DateTime']['output'];
  /** The exercise. */
  exercise: Exercise;
  /** Identifier of the exercise. */
  exerciseId: Scalars['ID']['output'];
  /** Identifier: 24 hexadecimal digits. It stays the same as long as the workout holds the record. */
  id: Scalars['ID']['output'];
  /** The record that this one improved on; null for the first value of its type, which is the baseline. */
  previous?: Maybe<PreviousRecord>;
  /** Repetitions of the set; null if it has none, and for VOLUME. */
  reps?: Maybe<Scalars['Int']['output']>;
  /** Identifier of the set within the workout; null for VOLUME, which several sets contribute to. */
  setId?: Maybe<Scalars['ID']['output']>;
  /** Type of the record. */
  type: RecordType;
  /** Unit of `value`: the one used in the set. */
  unit: RecordUnit;
  /**
   * The value, in `unit`, not rounded. A WEIGHT record of an assisted set is negative, one with the body weight
   * alone is 0. Higher is better, except for PACE.
   */
  value: Scalars['Float']['output'];
  /**
   * The workout that set the record; null if it was deleted while the request was processed. Error:
   * QUERY_TOO_COMPLEX (the workouts are too large to be read in one request: request fewer of them).
   */
  workout?: Maybe<Workout>;
  /** Identifier of the workout that set the record. */
  workoutId: Scalars['ID']['output'];
};

/** A page of personal records. */
export type PersonalRecordConnection = {
  __typename?: 'PersonalRecordConnection';
  /** Items of the page, each with its cursor. */
  edges: Array<PersonalRecordEdge>;
  /** Position of the page in the whole list. */
  pageInfo: PageInfo;
};

/** A personal record and its cursor. */
export type PersonalRecordEdge = {
  __typename?: 'PersonalRecordEdge';
  /** Opaque cursor of the item, for the arguments `after` and `before`. */
  cursor: Scalars['String']['output'];
  /** The personal record. */
  node: PersonalRecord;
};

/** Size in which a photo is served. LARGE and THUMBNAIL are WebP images, upright and without metadata. */
export type PhotoSize =
  /** The longest edge has at most 1,080 pixels. */
  | 'LARGE'
  /** The image as it was uploaded. */
  | 'ORIGINAL'
  /** The longest edge has at most 256 pixels. */
  | 'THUMBNAIL';

/** An exercise of a program day. */
export type PlannedExercise = {
  __typename?: 'PlannedExercise';
  /** Identifier of the entry, unique in the program: 24 hexadecimal digits, generated by the client. */
  entryId: Scalars['ID']['output'];
  /** The exercise; null if the caller may not see it. */
  exercise?: Maybe<Exercise>;
  /** Identifier of the exercise. */
  exerciseId: Scalars['ID']['output'];
  /** Rule by which loads and repetitions progress; null if they stay as planned. */
  progression?: Maybe<Progression>;
  /** Sets of the exercise, in order. */
  sets: Array<PlannedSet>;
  /** Superset of the exercise: entries with the same value alternate. Null if it is in none. */
  supersetId?: Maybe<Scalars['String']['output']>;
};

/** An exercise of a program day. */
export type PlannedExerciseInput = {
  /** Identifier of an exercise of the catalogue or of the caller's own. */
  exerciseId: Scalars['ID']['input'];
  /** Identifier of the entry, unique in the program: 24 hexadecimal digits, generated by the client. */
  id: Scalars['ID']['input'];
  /**
   * Rule by which loads and repetitions progress; null to keep them as planned. All rules for the same exercise
   * and key must be equal.
   */
  progression?: InputMaybe<ProgressionInput>;
  /** 1 to 20 sets. */
  sets: Array<PlannedSetInput>;
  /** Superset of the exercise, 1 to 36 characters: entries with the same value alternate. Null if it is in none. */
  supersetId?: InputMaybe<Scalars['String']['input']>;
};

/** A planned set. */
export type PlannedSet = {
  __typename?: 'PlannedSet';
  /** Distance, in meters; null if not planned. */
  distanceMeters?: Maybe<Scalars['Float']['output']>;
  /** Duration, in seconds; null if not planned. */
  durationSeconds?: Maybe<Scalars['Float']['output']>;
  /** True if as many repetitions as possible are wanted: `minReps` are the least. */
  isAmrap: Scalars['Boolean']['output'];
  /** Planned load; null if the progression or the user determines it. */
  load?: Maybe<Load>;
  /** Maximum repetitions; null if not planned. */
  maxReps?: Maybe<Scalars['Int']['output']>;
  /** Minimum repetitions; null if not planned. */
  minReps?: Maybe<Scalars['Int']['output']>;
  /** Notes of the program's author on the set; null if there are none. */
  notes?: Maybe<Scalars['String']['output']>;
  /** Load in percent of the training maximum: 85 means 85 %. Null if not planned. */
  percentOfOneRepMax?: Maybe<Scalars['Float']['output']>;
  /** Rest after the set, in seconds; null if not planned. */
  restSeconds?: Maybe<Scalars['Int']['output']>;
  /** Target rate of perceived exertion (RPE), 1 to 10 in steps of 0.5; null if not planned. */
  rpe?: Maybe<Scalars['Float']['output']>;
  /** Type of the set. */
  type: SetType;
  /** Load of a warm-up set in percent of the load of the first working set: 50 means 50 %. Null if not planned. */
  warmupPercent?: Maybe<Scalars['Float']['output']>;
};

/** A planned set. Fields that are left out are null. */
export type PlannedSetInput = {
  /** Distance, in meters: 0 to 1,000,000. */
  distanceMeters?: InputMaybe<Scalars['Float']['input']>;
  /** Duration, in seconds: 0 to 604,800. */
  durationSeconds?: InputMaybe<Scalars['Float']['input']>;
  /** True if as many repetitions as possible are wanted: `minReps` are the least. False if null. */
  isAmrap?: InputMaybe<Scalars['Boolean']['input']>;
  /** Planned load; null if the progression or the user determines it. */
  load?: InputMaybe<LoadInput>;
  /** Maximum repetitions: 1 to 10,000, and not less than `minReps`. */
  maxReps?: InputMaybe<Scalars['Int']['input']>;
  /** Minimum repetitions: 1 to 10,000. */
  minReps?: InputMaybe<Scalars['Int']['input']>;
  /** Notes on the set: at most 500 characters. */
  notes?: InputMaybe<Scalars['String']['input']>;
  /** Load in percent of the training maximum: 1 to 150. Required for working sets under the rule PERCENT. */
  percentOfOneRepMax?: InputMaybe<Scalars['Float']['input']>;
  /** Rest after the set, in seconds: 0 to 86,400. */
  restSeconds?: InputMaybe<Scalars['Int']['input']>;
  /** Target rate of perceived exertion (RPE): 1 to 10 in steps of 0.5. */
  rpe?: InputMaybe<Scalars['Float']['input']>;
  /** Type of the set; NORMAL if null. */
  type?: InputMaybe<SetType>;
  /** Load in percent of the load of the first working set: 1 to 99, only for the type WARMUP. It replaces `load`. */
  warmupPercent?: InputMaybe<Scalars['Float']['input']>;
};

/** The record that a personal record improved on. */
export type PreviousRecord = {
  __typename?: 'PreviousRecord';
  /** When it was achieved. */
  achievedAt: Scalars['DateTime']['output'];
  /** Unit of `value`. */
  unit: RecordUnit;
  /** The value, in `unit`. */
  value: Scalars['Float']['output'];
};

/** A profile photo of the caller. */
export type ProfilePhoto = Node & {
  __typename?: 'ProfilePhoto';
  /**
   * BlurHash (blurha.sh) of the photo, a short text from which a placeholder image can be drawn while the file
   * loads. Null if the smaller sizes have not been generated yet or cannot be.
   */
  blurHash?: Maybe<Scalars['String']['output']>;
  /** Media type, such as `image/jpeg`. */
  contentType: Scalars['String']['output'];
  /** Storage key: `users/<user id>/profile-picture/<uuid>.<extension>`. */
  fileKey: Scalars['String']['output'];
  /** Name of the uploaded file. */
  fileName: Scalars['String']['output'];
  /** Identifier of the photo: 24 hexadecimal digits; the `assetId` of its upload. */
  id: Scalars['ID']['output'];
  /** Size of the stored file, in bytes. */
  size: Scalars['Int']['output'];
  /** When the photo was uploaded. */
  uploadedAt: Scalars['DateTime']['output'];
  /** Signed URL of the file, valid for one hour by default. */
  url: Scalars['String']['output'];
};


/** A profile photo of the caller. */
export type ProfilePhotoUrlArgs = {
  size?: PhotoSize;
};

/** A training program: weeks of planned training days. */
export type Program = Node & OwnedRecord & {
  __typename?: 'Program';
  /** When the program was created. */
  createdAt: Scalars['DateTime']['output'];
  /** What the program is, who it is for, and how to train it; null if there is no description. */
  description?: Maybe<Scalars['String']['output']>;
  /** Number of weeks, derived from `weeks`. */
  durationWeeks: Scalars['Int']['output'];
  /** All equipment that its exercises need, derived from the weeks. */
  equipment: Array<Equipment>;
  /** Goal that the program serves; null if not set. */
  goal?: Maybe<Goal>;
  /** Identifier: 24 hexadecimal digits. */
  id: Scalars['ID']['output'];
  /** Whether the program is one of the service's built-in programs. */
  isBuiltIn: Scalars['Boolean']['output'];
  /** Whether the program belongs to the caller, who can change it. */
  isMine: Scalars['Boolean']['output'];
  /** Skill level that the program requires; null if not set. The input calls it `level`. */
  programLevel?: Maybe<Level>;
  /** Number of the latest published version; null if there is none. */
  publishedVersion?: Maybe<Scalars['Int']['output']>;
  /** Number of training days in the week that has the most, derived from `weeks`. */
  sessionsPerWeek: Scalars['Int']['output'];
  /** Stable name for URLs: lower-case words joined by hyphens. Unique among the programs that a user can see. */
  slug: Scalars['String']['output'];
  /** Display name. */
  title: Scalars['String']['output'];
  /** When the owner last changed the program. */
  updatedAt: Scalars['DateTime']['output'];
  /** Version of the record, starting at 1. Increases by 1 with each change that its owner makes. */
  version: Scalars['Int']['output'];
  /** Who can see the program and enroll in it. */
  visibility: ProgramVisibility;
  /**
   * Weeks of the program, in order. Errors: BAD_USER_INPUT (`from` or `first`), QUERY_TOO_COMPLEX (more than
   * 20,000 objects in one request: request fewer weeks).
   */
  weeks?: Maybe<Array<ProgramWeek>>;
  /** How the program divides the body into sessions; null if not set. */
  workoutSplit?: Maybe<WorkoutSplit>;
};


/** A training program: weeks of planned training days. */
export type ProgramWeeksArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  from?: InputMaybe<Scalars['Int']['input']>;
};

/** A page of programs. */
export type ProgramConnection = {
  __typename?: 'ProgramConnection';
  /** Items of the page, each with its cursor. */
  edges: Array<ProgramEdge>;
  /** Position of the page in the whole list. */
  pageInfo: PageInfo;
  /** Number of programs on all pages. */
  totalCount?: Maybe<Scalars['Int']['output']>;
};

/** A day of a program. */
export type ProgramDay = {
  __typename?: 'ProgramDay';
  /** Exercises of the day, in order. */
  exercises: Array<PlannedExercise>;
  /** Whether the day is a rest day, without exercises. */
  isRest: Scalars['Boolean']['output'];
  /** Name of the day. */
  name: Scalars['String']['output'];
};

/** A day of a program. Fields that are left out are null. */
export type ProgramDayInput = {
  /** At most 30 exercises; none on a rest day. */
  exercises?: InputMaybe<Array<PlannedExerciseInput>>;
  /** Whether the day is a rest day; false if null. */
  isRest?: InputMaybe<Scalars['Boolean']['input']>;
  /** Name of the day: 1 to 100 characters. */
  name: Scalars['String']['input'];
};

/** A program and its cursor. */
export type ProgramEdge = {
  __typename?: 'ProgramEdge';
  /** Opaque cursor of the item, for the arguments `after` and `before`. */
  cursor: Scalars['String']['output'];
  /** The program. */
  node: Program;
};

/** A user's enrollment in a program: its schedule and progress. */
export type ProgramEnrollment = Node & OwnedRecord & {
  __typename?: 'ProgramEnrollment';
  /** Number of days with a completed workout. Skipped days do not count. */
  completedDays: Scalars['Int']['output'];
  /** When the caller enrolled. */
  createdAt: Scalars['DateTime']['output'];
  /**
   * Number of the next day to train within its week, starting at 1 and counting rest days; null if there is
   * none.
   */
  currentDay?: Maybe<Scalars['Int']['output']>;
  /** Week number of the next day to train, starting at 1; null if there is none. */
  currentWeek?: Maybe<Scalars['Int']['output']>;
  /** Whether the enrollment is active, paused or finished. */
  enrollmentStatus: EnrollmentStatus;
  /**
   * The gym whose weights determine the loads. Null without a gym, when loads are multiples of the increment, and after the
   * gym was deleted, when its weights continue to determine them.
   */
  gym?: Maybe<Gym>;
  /** Identifier generated by the client: 24 hexadecimal digits. */
  id: Scalars['ID']['output'];
  /** The next day to train, with the targets of its sets. Null if no day is left or the enrollment is finished. */
  nextDay?: Maybe<NextDay>;
  /**
   * The program with its latest content, which can be newer than the version being trained. Null if the program
   * was deleted, or archived by another owner; `programVersion` is always available.
   */
  program?: Maybe<Program>;
  /**
   * The published version being trained: the one that the enrollment started with or was last upgraded to. Its
   * content never changes.
   */
  programVersion: ProgramVersion;
  /**
   * Days from a date on, ordered by date: completed days at the date of their workout, skipped days at the date
   * on which they were skipped, then the days to come, each on the first of `weekdays` after the day before it.
   * A finished enrollment has no days to come. Targets that depend on earlier days are computed as if every day
   * before were completed as scheduled: each set with its target load, minimum repetitions, duration and
   * distance, and under REP_SUM with the repetitions missing from the sum in the last set. Loads that are known
   * only after a workout are null. Error: BAD_USER_INPUT (`first`).
   */
  schedule?: Maybe<Array<ScheduledDay>>;
  /** Skipped days, in the order in which they were skipped. */
  skippedDays: Array<EnrollmentDay>;
  /** First date of the enrollment, in `timezone`. */
  startDate: Scalars['Date']['output'];
  /** IANA time zone in which the dates of the enrollment are computed. */
  timezone: Scalars['String']['output'];
  /** Unit of all loads of the enrollment, whatever the unit of the program is; never null. */
  unit?: Maybe<WeightUnit>;
  /** When the owner last changed the enrollment. */
  updatedAt: Scalars['DateTime']['output'];
  /**
   * Version of the record, starting at 1. Increases by 1 with each change that its owner makes; workouts do not
   * increase it.
   */
  version: Scalars['Int']['output'];
  /** Days of the week on which to train; empty for any day. */
  weekdays: Array<Weekday>;
};


/** A user's enrollment in a program: its schedule and progress. */
export type ProgramEnrollmentScheduleArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  from?: InputMaybe<Scalars['Date']['input']>;
};

/**
 * Filter for programs. A program must match every given field, and at least one value of each list. Null or an
 * empty list does not filter.
 */
export type ProgramFilter = {
  /** Available equipment: everything that the program needs must be in the list. BODY_ONLY is always available. */
  equipment?: InputMaybe<Array<Equipment>>;
  /** Goals that the program serves. */
  goals?: InputMaybe<Array<Goal>>;
  /** Skill levels that the program requires. */
  levels?: InputMaybe<Array<Level>>;
  /** Maximum number of weeks, 1 to 52. */
  maxDurationWeeks?: InputMaybe<Scalars['Int']['input']>;
  /** Which programs to search; ALL if null. */
  scope?: InputMaybe<ProgramScope>;
  /** Training days per week, each value 1 to 7. */
  sessionsPerWeek?: InputMaybe<Array<Scalars['Int']['input']>>;
  /** Visibilities of the program. */
  visibilities?: InputMaybe<Array<ProgramVisibility>>;
  /** How the program divides the body into sessions. */
  workoutSplits?: InputMaybe<Array<WorkoutSplit>>;
};

/** Input of `saveProgram`: the whole program. Fields that are left out are null. */
export type ProgramInput = {
  /** What the program is, who it is for, and how to train it: at most 2,000 characters. */
  description?: InputMaybe<Scalars['String']['input']>;
  /**
   * Version of the program that the change is based on; null for a new program. If the stored version differs,
   * the conflict is VERSION.
   */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** Goal that the program serves. */
  goal?: InputMaybe<Goal>;
  /**
   * Identifier generated by the client: 24 hexadecimal digits. Use the same identifier when you send the program
   * again.
   */
  id: Scalars['ID']['input'];
  /** Skill level that the program requires. */
  level?: InputMaybe<Level>;
  /**
   * Stable name for URLs: at most 100 characters, lower-case letters a to z and digits in words joined by
   * hyphens. Unique among the caller's programs. If null, it is derived from title and identifier.
   */
  slug?: InputMaybe<Scalars['String']['input']>;
  /** Display name: 1 to 200 characters. */
  title: Scalars['String']['input'];
  /** 1 to 52 weeks, with at most 5,000 sets in total. */
  weeks: Array<ProgramWeekInput>;
  /** How the program divides the body into sessions. */
  workoutSplit?: InputMaybe<WorkoutSplit>;
};

/** A program that may suit the caller. */
export type ProgramRecommendation = {
  __typename?: 'ProgramRecommendation';
  /** The program. */
  program: Program;
  /** Reasons for and against the program, the most important first. The client words them for the user. */
  reasons: Array<RecommendationReason>;
  /**
   * How well the program fits the profile, 0 to 100. Programs that contradict the profile score lower than all
   * others.
   */
  score: Scalars['Int']['output'];
};

/** Set of programs by owner. */
export type ProgramScope =
  /** All programs that the caller may see. */
  | 'ALL'
  /** The caller's own programs. */
  | 'MINE'
  /** Built-in programs and programs published by administrators. */
  | 'PUBLIC';

/** Sort order of programs. */
export type ProgramSort =
  /** The best matches of `search` first; by title without a search. */
  | 'RELEVANCE'
  /** By title. */
  | 'TITLE'
  /** The most recently changed first. */
  | 'UPDATED';

/**
 * A published version of a program. Its content never changes, and it has its own identifier, so clients can
 * cache it separately from the program and from other versions. `node` finds it for the owner of the program,
 * for users whose enrollment trains it or started with it, and for everyone while the program is public.
 */
export type ProgramVersion = Node & {
  __typename?: 'ProgramVersion';
  /** What the program is, who it is for, and how to train it; null if there is no description. */
  description?: Maybe<Scalars['String']['output']>;
  /** Number of weeks, derived from `weeks`. */
  durationWeeks: Scalars['Int']['output'];
  /** All equipment that its exercises need, derived from the weeks. */
  equipment: Array<Equipment>;
  /** Goal that the program serves; null if not set. */
  goal?: Maybe<Goal>;
  /** Identifier of the version: 24 hexadecimal digits. */
  id: Scalars['ID']['output'];
  /** Number of the version within its program, starting at 1. */
  number: Scalars['Int']['output'];
  /** The program with its latest content; null if it was deleted, or archived by another owner. */
  program?: Maybe<Program>;
  /** Skill level that the program requires; null if not set. The input calls it `level`. */
  programLevel?: Maybe<Level>;
  /** When the version was published. */
  publishedAt: Scalars['DateTime']['output'];
  /** Number of training days in the week that has the most, derived from `weeks`. */
  sessionsPerWeek: Scalars['Int']['output'];
  /** Display name. */
  title: Scalars['String']['output'];
  /**
   * Weeks of the program, in order. Errors: BAD_USER_INPUT (`from` or `first`), QUERY_TOO_COMPLEX (more than
   * 20,000 objects in one request: request fewer weeks).
   */
  weeks?: Maybe<Array<ProgramWeek>>;
  /** How the program divides the body into sessions; null if not set. */
  workoutSplit?: Maybe<WorkoutSplit>;
};


/**
 * A published version of a program. Its content never changes, and it has its own identifier, so clients can
 * cache it separately from the program and from other versions. `node` finds it for the owner of the program,
 * for users whose enrollment trains it or started with it, and for everyone while the program is public.
 */
export type ProgramVersionWeeksArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  from?: InputMaybe<Scalars['Int']['input']>;
};

/** Who can see a program and enroll in it. */
export type ProgramVisibility =
  /** Only its owner can see it. It accepts no new enrollments. */
  | 'ARCHIVED'
  /** Only its owner can see it. It accepts no enrollments yet. */
  | 'DRAFT'
  /** Its owner can enroll in it. Programs of administrators and built-in programs are open to everyone. */
  | 'PUBLISHED';

/** A week of a program. */
export type ProgramWeek = {
  __typename?: 'ProgramWeek';
  /** Days of the week in order, including rest days. A day's number is its position in this list, starting at 1. */
  days: Array<ProgramDay>;
  /** Whether the week is a deload week, with lighter loads. */
  isDeload: Scalars['Boolean']['output'];
  /** Name of the week; null if it has none. */
  label?: Maybe<Scalars['String']['output']>;
  /** Number of the week in the program, starting at 1. */
  number: Scalars['Int']['output'];
};

/** A week of a program. Fields that are left out are null. */
export type ProgramWeekInput = {
  /** 1 to 7 days, including rest days. */
  days: Array<ProgramDayInput>;
  /** Whether the week is a deload week, with lighter loads; false if null. */
  isDeload?: InputMaybe<Scalars['Boolean']['input']>;
  /** Name of the week: at most 100 characters. */
  label?: InputMaybe<Scalars['String']['input']>;
  /** Position of the week in the list, starting at 1; can be left out. */
  number?: InputMaybe<Scalars['Int']['input']>;
};

/**
 * A photo that documents the caller's physical progress. Stored only with the consent PROGRESS_PHOTOS and erased
 * when it is withdrawn.
 */
export type ProgressPhoto = Node & OwnedRecord & {
  __typename?: 'ProgressPhoto';
  /**
   * BlurHash (blurha.sh) of the photo, a short text from which a placeholder image can be drawn while the file
   * loads. Null if the smaller sizes have not been generated yet or cannot be.
   */
  blurHash?: Maybe<Scalars['String']['output']>;
  /** Media type, such as `image/jpeg`. */
  contentType: Scalars['String']['output'];
  /** When the photo was uploaded. */
  createdAt: Scalars['DateTime']['output'];
  /** Storage key: `users/<user id>/progress-photo/<uuid>.<extension>`. */
  fileKey: Scalars['String']['output'];
  /** Name of the uploaded file. */
  fileName: Scalars['String']['output'];
  /** Identifier of the photo: 24 hexadecimal digits; the `assetId` of its upload. */
  id: Scalars['ID']['output'];
  /** Notes of the owner; null if there are none. */
  notes?: Maybe<Scalars['String']['output']>;
  /** Side of the body that the photo shows; null if not set. */
  pose?: Maybe<ProgressPose>;
  /** Size of the stored file, in bytes. */
  size: Scalars['Int']['output'];
  /** When the photo was taken. */
  takenAt: Scalars['DateTime']['output'];
  /** When the owner last changed the photo. */
  updatedAt: Scalars['DateTime']['output'];
  /** Signed URL of the file, valid for one hour by default. */
  url: Scalars['String']['output'];
  /** Version of the record, starting at 1. Increases by 1 with each change that its owner makes. */
  version: Scalars['Int']['output'];
};


/**
 * A photo that documents the caller's physical progress. Stored only with the consent PROGRESS_PHOTOS and erased
 * when it is withdrawn.
 */
export type ProgressPhotoUrlArgs = {
  size?: PhotoSize;
};

/** A page of progress photos. */
export type ProgressPhotoConnection = {
  __typename?: 'ProgressPhotoConnection';
  /** Items of the page, each with its cursor. */
  edges: Array<ProgressPhotoEdge>;
  /** Position of the page in the whole list. */
  pageInfo: PageInfo;
  /** Number of photos on all pages; null if `pose` is given. */
  totalCount?: Maybe<Scalars['Int']['output']>;
};

/** A progress photo and its cursor. */
export type ProgressPhotoEdge = {
  __typename?: 'ProgressPhotoEdge';
  /** Opaque cursor of the item, for the arguments `after` and `before`. */
  cursor: Scalars['String']['output'];
  /** The progress photo. */
  node: ProgressPhoto;
};

/** Input of `saveProgressPhoto`. Fields that are left out are null. */
export type ProgressPhotoInput = {
  /** Version of the photo that the change is based on. If the stored version differs, the conflict is VERSION. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** Identifier of the photo: the `assetId` of its upload. */
  id: Scalars['ID']['input'];
  /** At most 5,000 characters. */
  notes?: InputMaybe<Scalars['String']['input']>;
  /** Side of the body that the photo shows. */
  pose?: InputMaybe<ProgressPose>;
  /** When the photo was taken: at most 100 years ago and one day ahead; null for the time of the upload. */
  takenAt?: InputMaybe<Scalars['DateTime']['input']>;
};

/** Side of the body that a photo shows. */
export type ProgressPose =
  /** Back. */
  | 'BACK'
  /** Front. */
  | 'FRONT'
  /** Side. */
  | 'SIDE';

/** Rule by which loads and repetitions of an exercise progress. A program has one rule per exercise and `key`. */
export type Progression = {
  __typename?: 'Progression';
  /** Percentage by which the load is lowered after failures and in deload weeks. */
  deloadPercent: Scalars['Int']['output'];
  /** LINEAR and DOUBLE: number of consecutive failures after which the load is lowered. */
  failures: Scalars['Int']['output'];
  /** The exercise of `harderExerciseId`; null if there is none, or the caller may not see it. */
  harderExercise?: Maybe<Exercise>;
  /**
   * DOUBLE: identifier of a harder exercise that replaces this one from the day after all working sets reached `maxReps`,
   * with the same sets and rule. After `failures` in a row, this one returns from the day after. Null if there is none.
   */
  harderExerciseId?: Maybe<Scalars['ID']['output']>;
  /** Amount added to the load, or under the rule PERCENT to the training maximum; if null, 2.5 kg or 5 lb. */
  increment?: Maybe<Load>;
  /** Distinguishes several rules for the same exercise; null for the only one. */
  key?: Maybe<Scalars['String']['output']>;
  /** DOUBLE: target repetitions at which the load is raised; null for other rules. */
  maxReps?: Maybe<Scalars['Int']['output']>;
  /** DOUBLE: target repetitions to start with; null for other rules. */
  minReps?: Maybe<Scalars['Int']['output']>;
  /** REP_SUM: total repetitions of all working sets at which the load is raised; null for other rules. */
  reps?: Maybe<Scalars['Int']['output']>;
  /** LINEAR: number of consecutive successes after which the load is raised. */
  successes: Scalars['Int']['output'];
  /**
   * PERCENT: the training maximum at the start, in percent of the one-repetition maximum; null for 100, and for other
   * rules.
   */
  trainingMaxPercent?: Maybe<Scalars['Float']['output']>;
  /** Type of the rule. */
  type: ProgressionType;
};

/** Rule by which loads and repetitions of an exercise progress. Fields that are left out are null. */
export type ProgressionInput = {
  /** Percentage by which the load is lowered after failures and in deload weeks, 1 to 90; 10 if null. */
  deloadPercent?: InputMaybe<Scalars['Int']['input']>;
  /** LINEAR and DOUBLE: number of consecutive failures after which the load is lowered, 1 to 10; 3 if null. */
  failures?: InputMaybe<Scalars['Int']['input']>;
  /**
   * DOUBLE: identifier of a harder exercise of the catalogue or of the caller's own. It replaces this one from the day
   * after all working sets reached `maxReps`, until `failures` in a row. It can replace one exercise only.
   */
  harderExerciseId?: InputMaybe<Scalars['ID']['input']>;
  /**
   * Amount added to the load, or under the rule PERCENT (required) to the training maximum, more than 0; if null, 2.5 kg or
   * 5 lb.
   */
  increment?: InputMaybe<LoadInput>;
  /** Distinguishes several rules for the same exercise: 1 to 36 characters. */
  key?: InputMaybe<Scalars['String']['input']>;
  /** DOUBLE (required): target repetitions at which the load is raised, 1 to 10,000, and not less than `minReps`. */
  maxReps?: InputMaybe<Scalars['Int']['input']>;
  /** DOUBLE (required): target repetitions to start with, 1 to 10,000. */
  minReps?: InputMaybe<Scalars['Int']['input']>;
  /** REP_SUM (required): total repetitions of all working sets at which the load is raised, 1 to 10,000. */
  reps?: InputMaybe<Scalars['Int']['input']>;
  /** LINEAR: number of consecutive successes after which the load is raised, 1 to 10; 1 if null. */
  successes?: InputMaybe<Scalars['Int']['input']>;
  /** PERCENT: the training maximum at the start, in percent of the one-repetition maximum, 50 to 100; 100 if null. */
  trainingMaxPercent?: InputMaybe<Scalars['Float']['input']>;
  /** Type of the rule. */
  type: ProgressionType;
};

/**
 * Why the load or the target repetitions are what they are: the outcome of the last day on which the exercise
 * was evaluated.
 */
export type ProgressionReason =
  /** The load or the target repetitions were lowered, permanently or for a deload week. */
  | 'DELOADED'
  /** No day has been evaluated yet, or none since they were set manually. */
  | 'FIRST'
  /** The load and the target repetitions were kept. */
  | 'HELD'
  /** The load or the target repetitions were raised. */
  | 'RAISED';

/** Type of a progression rule. */
export type ProgressionType =
  /** Double progression: the repetitions rise from `minReps` to `maxReps`, then the load rises. */
  | 'DOUBLE'
  /** Linear progression: the load rises after a number of consecutive successes. */
  | 'LINEAR'
  /**
   * The load is a percentage of the training maximum. At the end of each block, which is a deload week or, in a program
   * without one, the last week before the percentages repeat: if every working set reached its target, the training maximum
   * rises by the increment or, with sets of as many repetitions as possible, up to the best estimate, by two increments at
   * most. After missed sets it stays; after two such blocks in a row it falls by 10 %.
   */
  | 'PERCENT'
  /** The load rises once all working sets together reach `reps` repetitions. */
  | 'REP_SUM';

/** The public profile of a user, for everyone who is signed in. */
export type PublicUser = Node & {
  __typename?: 'PublicUser';
  /** Identifier of the user: 24 hexadecimal digits. */
  id: Scalars['ID']['output'];
  /**
   * BlurHash (blurha.sh) of the photo, a short text from which a placeholder image can be drawn. Null if there
   * is no photo or its smaller sizes have not been generated yet.
   */
  profilePhotoBlurHash?: Maybe<Scalars['String']['output']>;
  /** When the photo was uploaded; null if there is none. */
  profilePhotoUploadedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Signed URL of the newest active profile photo, valid for one hour by default; null if there is none. */
  profilePhotoUrl?: Maybe<Scalars['String']['output']>;
  /** Name of the user. */
  username: Scalars['String']['output'];
};


/** The public profile of a user, for everyone who is signed in. */
export type PublicUserProfilePhotoUrlArgs = {
  size?: PhotoSize;
};

/** Input of `publishProgram`. */
export type PublishProgramInput = {
  /**
   * Version of the program that the command applies to; null for the current version. If the stored version
   * differs, nothing changes and the conflict is VERSION.
   */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** Identifier of the program. */
  id: Scalars['ID']['input'];
};

/** Result of `publishProgram`. */
export type PublishProgramPayload = {
  __typename?: 'PublishProgramPayload';
  /** Why the write was refused, with nothing changed; null if it succeeded. */
  conflict?: Maybe<WriteConflict>;
  /** The program as the server now has it. */
  program?: Maybe<Program>;
};

/** Root of all read operations. */
export type Query = {
  __typename?: 'Query';
  /**
   * All achievements that the caller can earn or has earned, in a fixed order. Hidden achievements appear once they are earned.
   * Error: UNAUTHENTICATED.
   */
  achievements?: Maybe<Array<Achievement>>;
  /** The caller's active enrollment; null if there is none. Error: UNAUTHENTICATED. */
  activeEnrollment?: Maybe<ProgramEnrollment>;
  /** The caller's workout in progress; null if there is none. Error: UNAUTHENTICATED. */
  activeWorkout?: Maybe<Workout>;
  /**
   * Statistics of the caller's completed workouts over a range of days, prepared for charts. Only completed
   * working sets count; warm-up sets never do. A workout belongs to the day on which it started in `timezone`.
   * Errors: UNAUTHENTICATED, BAD_USER_INPUT (the range ends before it begins or is longer than 20 years; unknown
   * time zone).
   */
  analytics?: Maybe<Analytics>;
  /**
   * Archived exercises of the catalogue, the last changed first, 50 at most. `saveCatalogueExercise` lists one again.
   * Requires the role ADMIN. Errors: UNAUTHENTICATED, FORBIDDEN.
   */
  archivedExercises?: Maybe<Array<Exercise>>;
  /**
   * Security-relevant actions on accounts, the most recent first. Entries are kept for the time set by
   * AUDIT_EXPIRES_IN. Returns 20 items per page unless `first` or `last` is given, 100 at most. Requires the
   * role ADMIN. Errors: UNAUTHENTICATED, FORBIDDEN, BAD_USER_INPUT (malformed id, page size, cursor or time range, a name
   * that is too long, or both `userId` and `userName`).
   */
  auditLog?: Maybe<AuditEntryConnection>;
  /**
   * The caller's training by date: workouts, and the days of programs that were done, were skipped or are to come. A done day
   * is at the date of its workout, a skipped one at the date on which it was skipped. Days to come are those of the active
   * enrollment, done and skipped days those of the 20 latest enrollments. Only dates with an entry are returned, in order.
   * Errors: UNAUTHENTICATED, BAD_USER_INPUT (more than 366 days or 2,000 workouts, or an unknown time zone).
   */
  calendar?: Maybe<Array<CalendarDay>>;
  /**
   * Change feed of everything that the caller owns, ordered by the latest change of each record. A client that
   * follows the cursor misses no change and never has to read one twice, even with concurrent writes; a record
   * that changes after its page was read appears again. Errors: UNAUTHENTICATED, BAD_USER_INPUT (`first`; a
   * cursor that was altered or belongs to another account; with the reason CURSOR_EXPIRED a cursor that is too
   * old, by default more than 89 days: start again without `since`).
   */
  changes?: Maybe<ChangePage>;
  /**
   * All kinds of consent that the caller has ever given, including withdrawn ones, in a fixed order. Error:
   * UNAUTHENTICATED.
   */
  consents?: Maybe<Array<Consent>>;
  /**
   * App versions that still request deprecated fields, the most recent use first, 100 at most. Requires the role
   * ADMIN. Errors: UNAUTHENTICATED, FORBIDDEN.
   */
  deprecatedFieldUses?: Maybe<Array<DeprecatedFieldUse>>;
  /** An enrollment of the caller. Errors: UNAUTHENTICATED, BAD_USER_INPUT (malformed id), NOT_FOUND. */
  enrollment?: Maybe<ProgramEnrollment>;
  /**
   * The exercises about which an app asks before the caller enrolls in the latest published version of a program:
   * those whose loads neither the program nor the rule determines, in the order of the program, at most 100. Send
   * the answers as `startingLoads`. Errors: UNAUTHENTICATED, BAD_USER_INPUT (malformed id, or a program of the caller that is not
   * published), NOT_FOUND.
   */
  enrollmentSetup?: Maybe<Array<EnrollmentSetupItem>>;
  /**
   * The caller's enrollments, the most recent first. Returns 20 items per page unless `first` or `last` is
   * given, 100 at most; a page of very large enrollments can have fewer. Errors: UNAUTHENTICATED, BAD_USER_INPUT
   * (page size or cursor).
   */
  enrollments?: Maybe<EnrollmentConnection>;
  /**
   * An exercise by `id` or by `slug`: give exactly one of the two. Exercises of the catalogue are public. With a
   * token the caller's own exercises are found too, including deleted ones that a workout of theirs contains.
   * Errors: BAD_USER_INPUT (malformed id; both `id` and `slug`, or neither), NOT_FOUND.
   */
  exercise?: Maybe<Exercise>;
  /**
   * The caller's completed workouts with completed sets of an exercise, the latest start first. Returns 20 items
   * per page unless `first` or `last` is given, 100 at most. Errors: UNAUTHENTICATED, BAD_USER_INPUT (malformed
   * id, page size or cursor).
   */
  exerciseHistory?: Maybe<ExerciseHistoryConnection>;
  /**
   * The caller's exercise settings, the latest change first. Returns 20 items per page unless `first` or `last` is
   * given, 100 at most. Errors: UNAUTHENTICATED, BAD_USER_INPUT (page size or cursor).
   */
  exerciseSettings?: Maybe<ExerciseSettingsConnection>;
  /**
   * Exercises of the catalogue and, with a token, the caller's own. Public, but user-specific scopes, sort
   * orders and fields require a token. Returns 20 items per page unless `first` or `last` is given, 100 at most.
   * A cursor is valid only for the same search, filter, sort order and language. Errors: UNAUTHENTICATED (a
   * scope or sort order that requires a token), BAD_USER_INPUT (page size, cursor or search).
   */
  exercises?: Maybe<ExerciseConnection>;
  /** The caller's goals, the latest start first, at most 50. Error: UNAUTHENTICATED. */
  goals?: Maybe<Array<TrainingGoal>>;
  /** The caller's gyms, at most 20, the latest change first. Error: UNAUTHENTICATED. */
  gyms?: Maybe<Array<Gym>>;
  /** The identities with which the caller signs in, the oldest first; at most 20. Error: UNAUTHENTICATED. */
  identities?: Maybe<Array<Identity>>;
  /**
   * The enrollments of all users in a built-in or published program, or one of the caller's, the most recent first, without
   * what the users train. Returns 20 items per page unless `first` or `last` is given, 100 at most. Requires the role ADMIN.
   * Errors: UNAUTHENTICATED, FORBIDDEN, BAD_USER_INPUT (malformed id, page size or cursor), NOT_FOUND.
   */
  managedEnrollments?: Maybe<ManagedEnrollmentConnection>;
  /**
   * Imports of all users in the last 90 days, the most recent first, without the contents of their files. Returns 20 items per
   * page unless `first` or `last` is given, 100 at most. Requires the role ADMIN. Errors: UNAUTHENTICATED, FORBIDDEN,
   * BAD_USER_INPUT (page size or cursor).
   */
  managedImports?: Maybe<ManagedImportConnection>;
  /**
   * An account of the service. Requires the role ADMIN. Errors: UNAUTHENTICATED, FORBIDDEN, BAD_USER_INPUT
   * (malformed id), NOT_FOUND.
   */
  managedUser?: Maybe<ManagedUser>;
  /** The caller's own account. Error: UNAUTHENTICATED. */
  me?: Maybe<User>;
  /**
   * The caller's body measurements, the latest date first. Returns 20 items per page unless `first` or `last` is
   * given, 100 at most. Errors: UNAUTHENTICATED, BAD_USER_INPUT (page size, cursor, or a range that ends before
   * it begins or is longer than 20 years).
   */
  measurements?: Maybe<MeasurementConnection>;
  /**
   * The object with this identifier, if the caller may see it. Exercises of the catalogue are available without
   * a token; other objects are as visible as elsewhere in the schema. Errors: BAD_USER_INPUT (malformed id),
   * NOT_FOUND.
   */
  node?: Maybe<Node>;
  /**
   * The objects with these identifiers, in the order of the identifiers. An item is null if the object does not
   * exist or the caller may not see it. An identifier that is given twice returns its object twice. Errors:
   * BAD_USER_INPUT (more than 100 identifiers; a malformed identifier, which `extensions.field` names, for
   * example `ids[1]`), QUERY_TOO_COMPLEX (the objects are too large to be read in one request: request fewer of
   * them).
   */
  nodes?: Maybe<Array<Maybe<Node>>>;
  /**
   * The passkeys of the caller, the oldest first; at most 20. Add, rename and remove them with `/auth/passkeys`. Error:
   * UNAUTHENTICATED.
   */
  passkeys?: Maybe<Array<Passkey>>;
  /**
   * The caller's pauses with a day in the range, the latest first, at most 200. Errors: UNAUTHENTICATED, BAD_USER_INPUT
   * (`to` before `from`).
   */
  pauses?: Maybe<Array<Pause>>;
  /** The caller's personal access tokens that have not expired, the newest first; at most 50. Error: UNAUTHENTICATED. */
  personalAccessTokens?: Maybe<Array<PersonalAccessToken>>;
  /**
   * A program by `id` or by `slug`: give exactly one of the two. Finds the caller's own programs, programs
   * published by an administrator, and built-in programs. If one of the caller's programs and a public program
   * have the same slug, the caller's program is returned. Errors: UNAUTHENTICATED, BAD_USER_INPUT (malformed id;
   * both `id` and `slug`, or neither), NOT_FOUND.
   */
  program?: Maybe<Program>;
  /**
   * Programs that the caller may see. Returns 20 items per page unless `first` or `last` is given, 100 at most.
   * A cursor is valid only for the same search, filter and sort order. Errors: UNAUTHENTICATED, BAD_USER_INPUT
   * (page size, cursor, search or filter).
   */
  programs?: Maybe<ProgramConnection>;
  /**
   * The caller's progress photos, the latest `takenAt` first. They are uploaded to `POST
   * /api/storage/progress-photo/upload` and visible to nobody else. Returns 20 items per page unless `first` or
   * `last` is given, 100 at most. Errors: UNAUTHENTICATED, BAD_USER_INPUT (page size or cursor).
   */
  progressPhotos?: Maybe<ProgressPhotoConnection>;
  /**
   * Programs that fit the caller's profile (goal, split, muscle focus, frequency and experience), the best match
   * first. Programs that contradict the profile are ranked below all others: those with more sessions than the
   * frequency, a level above the experience, or another split than the chosen one. Errors: UNAUTHENTICATED,
   * BAD_USER_INPUT (`first`).
   */
  recommendedPrograms?: Maybe<Array<ProgramRecommendation>>;
  /**
   * The caller's personal records, current and past, the newest first. Changes of past workouts update them
   * immediately. Returns 20 items per page unless `first` or `last` is given, 100 at most. Errors:
   * UNAUTHENTICATED, BAD_USER_INPUT (malformed id, page size or cursor).
   */
  records?: Maybe<PersonalRecordConnection>;
  /** The caller's folders of routines, at most 50, ordered by `position`. Error: UNAUTHENTICATED. */
  routineFolders?: Maybe<Array<RoutineFolder>>;
  /**
   * The caller's routines, ordered by `position`. Returns 20 items per page unless `first` or `last` is given, 100 at most;
   * a page of very large routines can have fewer. Errors: UNAUTHENTICATED, BAD_USER_INPUT (page size, cursor or malformed
   * id).
   */
  routines?: Maybe<RoutineConnection>;
  /** The second factor of the caller. Error: UNAUTHENTICATED. */
  secondFactor?: Maybe<SecondFactor>;
  /**
   * State of the service, for administrators. The counts are those of all instances at the time of the request. Requires
   * the role ADMIN. Errors: UNAUTHENTICATED, FORBIDDEN.
   */
  serviceStatus?: Maybe<ServiceStatus>;
  /** Devices on which the caller is signed in, the most recently used first, 100 at most. Error: UNAUTHENTICATED. */
  sessions?: Maybe<Array<Session>>;
  /** The caller's active share links, the latest first, at most 100. Error: UNAUTHENTICATED. */
  shareLinks?: Maybe<Array<ShareLink>>;
  /**
   * What a share link shows, as it is now. Public: the token is sufficient to read it.
   * Errors: NOT_FOUND (the token is unknown, the link was revoked or has expired, or the item or the account of its owner was
   * deleted or disabled).
   */
  sharedItem?: Maybe<SharedItem>;
  /**
   * The public profile of a user, for everyone who is signed in. Errors: UNAUTHENTICATED, BAD_USER_INPUT
   * (malformed id), NOT_FOUND.
   */
  user?: Maybe<PublicUser>;
  /**
   * Accounts of the service, the newest first, or by username if `search` is given (1,000 matches at most).
   * Returns 20 items per page unless `first` or `last` is given, 100 at most. Requires the role ADMIN. Errors:
   * UNAUTHENTICATED, FORBIDDEN, BAD_USER_INPUT (page size, cursor, or a search that is too long).
   */
  users?: Maybe<ManagedUserConnection>;
  /** The caller's webhooks, in order of their creation, at most 10. Error: UNAUTHENTICATED. */
  webhooks?: Maybe<Array<Webhook>>;
  /** A workout of the caller. Errors: UNAUTHENTICATED, BAD_USER_INPUT (malformed id), NOT_FOUND. */
  workout?: Maybe<Workout>;
  /**
   * An import of the caller's, as started by `POST /api/imports/workouts`, which returns its identifier.
   * Available until 90 days after the import ended. Errors: UNAUTHENTICATED, BAD_USER_INPUT (malformed id),
   * NOT_FOUND.
   */
  workoutImport?: Maybe<WorkoutImport>;
  /**
   * The caller's workouts, the latest start first. Returns 20 items per page unless `first` or `last` is given,
   * 100 at most; a page of very large workouts can have fewer. Errors: UNAUTHENTICATED, BAD_USER_INPUT (page
   * size, cursor or filter).
   */
  workouts?: Maybe<WorkoutConnection>;
};


/** Root of all read operations. */
export type QueryAnalyticsArgs = {
  range: DateRangeInput;
  timezone: Scalars['String']['input'];
  unit?: WeightUnit;
};


/** Root of all read operations. */
export type QueryAuditLogArgs = {
  action?: InputMaybe<AuditAction>;
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  from?: InputMaybe<Scalars['DateTime']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  to?: InputMaybe<Scalars['DateTime']['input']>;
  userId?: InputMaybe<Scalars['ID']['input']>;
  userName?: InputMaybe<Scalars['String']['input']>;
};


/** Root of all read operations. */
export type QueryCalendarArgs = {
  from: Scalars['Date']['input'];
  timezone: Scalars['String']['input'];
  to: Scalars['Date']['input'];
};


/** Root of all read operations. */
export type QueryChangesArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  since?: InputMaybe<Scalars['String']['input']>;
};


/** Root of all read operations. */
export type QueryEnrollmentArgs = {
  id: Scalars['ID']['input'];
};


/** Root of all read operations. */
export type QueryEnrollmentSetupArgs = {
  programId: Scalars['ID']['input'];
};


/** Root of all read operations. */
export type QueryEnrollmentsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


/** Root of all read operations. */
export type QueryExerciseArgs = {
  id?: InputMaybe<Scalars['ID']['input']>;
  slug?: InputMaybe<Scalars['String']['input']>;
};


/** Root of all read operations. */
export type QueryExerciseHistoryArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  exerciseId: Scalars['ID']['input'];
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


/** Root of all read operations. */
export type QueryExerciseSettingsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


/** Root of all read operations. */
export type QueryExercisesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<ExerciseFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  search?: InputMaybe<Scalars['String']['input']>;
  sort?: InputMaybe<ExerciseSort>;
};


/** Root of all read operations. */
export type QueryManagedEnrollmentsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  programId: Scalars['ID']['input'];
};


/** Root of all read operations. */
export type QueryManagedImportsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  status?: InputMaybe<WorkoutImportStatus>;
};


/** Root of all read operations. */
export type QueryManagedUserArgs = {
  id: Scalars['ID']['input'];
};


/** Root of all read operations. */
export type QueryMeasurementsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  from?: InputMaybe<Scalars['Date']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  to?: InputMaybe<Scalars['Date']['input']>;
};


/** Root of all read operations. */
export type QueryNodeArgs = {
  id: Scalars['ID']['input'];
};


/** Root of all read operations. */
export type QueryNodesArgs = {
  ids: Array<Scalars['ID']['input']>;
};


/** Root of all read operations. */
export type QueryPausesArgs = {
  from?: InputMaybe<Scalars['Date']['input']>;
  to?: InputMaybe<Scalars['Date']['input']>;
};


/** Root of all read operations. */
export type QueryProgramArgs = {
  id?: InputMaybe<Scalars['ID']['input']>;
  slug?: InputMaybe<Scalars['String']['input']>;
};


/** Root of all read operations. */
export type QueryProgramsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<ProgramFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  search?: InputMaybe<Scalars['String']['input']>;
  sort?: InputMaybe<ProgramSort>;
};


/** Root of all read operations. */
export type QueryProgressPhotosArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  pose?: InputMaybe<ProgressPose>;
};


/** Root of all read operations. */
export type QueryRecommendedProgramsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
};


/** Root of all read operations. */
export type QueryRecordsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  exerciseId?: InputMaybe<Scalars['ID']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  type?: InputMaybe<RecordType>;
};


/** Root of all read operations. */
export type QueryRoutinesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  folderId?: InputMaybe<Scalars['ID']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


/** Root of all read operations. */
export type QuerySharedItemArgs = {
  token: Scalars['String']['input'];
};


/** Root of all read operations. */
export type QueryUserArgs = {
  id: Scalars['ID']['input'];
};


/** Root of all read operations. */
export type QueryUsersArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<UserFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  search?: InputMaybe<Scalars['String']['input']>;
};


/** Root of all read operations. */
export type QueryWorkoutArgs = {
  id: Scalars['ID']['input'];
};


/** Root of all read operations. */
export type QueryWorkoutImportArgs = {
  id: Scalars['ID']['input'];
};


/** Root of all read operations. */
export type QueryWorkoutsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<WorkoutFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

/** Why the processing of an item failed. It is tried again. */
export type QueueFailure = {
  __typename?: 'QueueFailure';
  /** When it failed. */
  at: Scalars['DateTime']['output'];
  /** The error, without addresses and tokens, for operators of the service: at most 300 characters, in English. */
  reason: Scalars['String']['output'];
};

/** A reason for or against a recommended program. */
export type RecommendationReason = {
  __typename?: 'RecommendationReason';
  /** Whether the program contradicts the profile in this respect. */
  isContradiction: Scalars['Boolean']['output'];
  /** Kind of the reason. */
  kind: RecommendationReasonKind;
  /** Muscles of the caller's focus that the program trains most; empty unless `kind` is MUSCLE_FOCUS. */
  muscles: Array<Muscle>;
};

/** Kind of a reason for or against a recommended program. */
export type RecommendationReasonKind =
  /** The program is made for less experience than the caller has. */
  | 'EASIER'
  /** The program is made for the caller's level of experience. */
  | 'EXPERIENCE'
  /** The program has fewer sessions per week than the caller plans. */
  | 'FEWER_SESSIONS'
  /** The program has as many sessions per week as the caller plans. */
  | 'FREQUENCY'
  /** The program is made for the caller's goal. */
  | 'GOAL'
  /** The program requires more experience than the caller has: a contradiction. */
  | 'HARDER'
  /** The program makes mobile and trains no muscle, whatever the caller's goal is. */
  | 'MOBILITY'
  /** The program has more sessions per week than the caller plans: a contradiction. */
  | 'MORE_SESSIONS'
  /** The program emphasizes muscles of the caller's focus. */
  | 'MUSCLE_FOCUS'
  /** The program has another split than the caller prefers: a contradiction. */
  | 'OTHER_SPLIT'
  /** The program serves the caller's goal, although it is made for another one. */
  | 'RELATED_GOAL'
  /** The program has the split that the caller prefers. */
  | 'SPLIT';

/**
 * Type of a personal record. Where stated, repetitions in reserve count as performed; RPE is never taken into
 * account.
 */
export type RecordType =
  /** Longest distance of a set. */
  | 'DISTANCE'
  /**
   * Highest estimated one-repetition maximum, from sets with up to 15 repetitions including those in reserve:
   * Brzycki's formula below 10 repetitions, Epley's from 10 on. Assisted, partial and forced sets do not count,
   * nor do body-weight sets of exercises that move less than 0.9 of the body weight.
   */
  | 'ONE_RM'
  /** Fastest pace of a set of at least 1 km, in seconds per kilometer; lower is better. */
  | 'PACE'
  /**
   * Most repetitions in a set, for exercises that record only repetitions and for body-weight sets without added
   * load. Partial and forced sets do not count.
   */
  | 'REPS'
  /** Longest duration of a set. */
  | 'TIME'
  /** Highest volume of the exercise in one workout, including the body weight that its sets move. */
  | 'VOLUME'
  /**
   * Heaviest load of a set with at least one repetition, without the body weight. For carries and holds
   * (SHORT_DISTANCE_WEIGHT, WEIGHT_DURATION), a distance or a duration is enough. Assistance counts as a negative
   * load. Partial and forced sets do not count.
   */
  | 'WEIGHT';

/** Unit of a personal record. */
export type RecordUnit =
  /** Kilograms. */
  | 'KG'
  /** Pounds. */
  | 'LB'
  /** Meters. */
  | 'M'
  /** Repetitions. */
  | 'REPS'
  /** Seconds. */
  | 'S'
  /** Seconds per kilometer. */
  | 'S_PER_KM';

/** The heaviest load that a user has lifted for a number of repetitions. */
export type RepetitionRecord = {
  __typename?: 'RepetitionRecord';
  /** Start of the workout with the set; the first one if the load was lifted several times. */
  achievedAt: Scalars['DateTime']['output'];
  /** The load as it was entered, in `unit`; 0 for the body weight alone. */
  load: Scalars['Float']['output'];
  /** Number of repetitions, 1 to 15. Sets with more count as sets with 15. */
  reps: Scalars['Int']['output'];
  /** Identifier of the set within the workout. */
  setId: Scalars['ID']['output'];
  /** Unit of `load`: the one used in the set. */
  unit: WeightUnit;
  /** Identifier of the workout with the set. */
  workoutId: Scalars['ID']['output'];
};

/** Result of `replaceRecoveryCodes`. */
export type ReplaceRecoveryCodesPayload = {
  __typename?: 'ReplaceRecoveryCodesPayload';
  /** Ten new codes. The earlier ones no longer work. */
  recoveryCodes?: Maybe<Array<Scalars['String']['output']>>;
};

/** Input of `replayWebhookDelivery`. */
export type ReplayWebhookDeliveryInput = {
  /** Identifier of the delivery. */
  id: Scalars['ID']['input'];
};

/** Result of `replayWebhookDelivery`. */
export type ReplayWebhookDeliveryPayload = {
  __typename?: 'ReplayWebhookDeliveryPayload';
  /** The queued delivery. */
  delivery?: Maybe<WebhookDelivery>;
};

/** Input of `resetUserSecondFactor`. */
export type ResetUserSecondFactorInput = {
  /** Identifier of the user. */
  userId: Scalars['ID']['input'];
};

/** Result of `resetUserSecondFactor`. */
export type ResetUserSecondFactorPayload = {
  __typename?: 'ResetUserSecondFactorPayload';
  /** The user whose second factor is now off. */
  user?: Maybe<ManagedUser>;
};

/** Result of `restoreAccount`. */
export type RestoreAccountPayload = {
  __typename?: 'RestoreAccountPayload';
  /** The account after the change. */
  user?: Maybe<User>;
};

/** Input of `restoreProfilePhoto`. */
export type RestoreProfilePhotoInput = {
  /** Identifier of the photo: the `assetId` of its upload. */
  id: Scalars['ID']['input'];
};

/** Result of `restoreProfilePhoto`. */
export type RestoreProfilePhotoPayload = {
  __typename?: 'RestoreProfilePhotoPayload';
  /** The photo that was archived in its place; null if none had to be. */
  archivedProfilePhoto?: Maybe<ProfilePhoto>;
  /** The restored photo, now the newest active one. */
  profilePhoto?: Maybe<ProfilePhoto>;
};

/** Input of `restoreUser`. */
export type RestoreUserInput = {
  /** Identifier of the account. */
  id: Scalars['ID']['input'];
};

/** Result of `restoreUser`. */
export type RestoreUserPayload = {
  __typename?: 'RestoreUserPayload';
  /** The account after the change. */
  user?: Maybe<ManagedUser>;
};

/** Result of `resumeEnrollment`. */
export type ResumeEnrollmentPayload = {
  __typename?: 'ResumeEnrollmentPayload';
  /** Why the write was refused, with nothing changed; null if it succeeded. */
  conflict?: Maybe<WriteConflict>;
  /** The enrollment as the server now has it; with the conflict ACTIVE, the active enrollment. */
  enrollment?: Maybe<ProgramEnrollment>;
};

/** Input of `revokePersonalAccessToken`. */
export type RevokePersonalAccessTokenInput = {
  /** Identifier of the token. */
  id: Scalars['ID']['input'];
};

/** Result of `revokePersonalAccessToken`. */
export type RevokePersonalAccessTokenPayload = {
  __typename?: 'RevokePersonalAccessTokenPayload';
  /** The token that was revoked. */
  personalAccessToken?: Maybe<PersonalAccessToken>;
};

/** Input of `revokeSession`. */
export type RevokeSessionInput = {
  /** Identifier of the session. */
  id: Scalars['ID']['input'];
};

/** Result of `revokeSession`. */
export type RevokeSessionPayload = {
  __typename?: 'RevokeSessionPayload';
  /** The account after the change. */
  user?: Maybe<User>;
};

/** Input of `revokeShareLink`. */
export type RevokeShareLinkInput = {
  /** Identifier of the link. */
  id: Scalars['ID']['input'];
};

/** Result of `revokeShareLink`. */
export type RevokeShareLinkPayload = {
  __typename?: 'RevokeShareLinkPayload';
  /** Identifier of the revoked link. */
  revokedId?: Maybe<Scalars['ID']['output']>;
};

/** Input of `revokeUserSession`. */
export type RevokeUserSessionInput = {
  /** Identifier of the account. */
  id: Scalars['ID']['input'];
  /** Identifier of the session, one of `ManagedUser.sessions`. */
  sessionId: Scalars['ID']['input'];
};

/** Result of `revokeUserSession`. */
export type RevokeUserSessionPayload = {
  __typename?: 'RevokeUserSessionPayload';
  /** The account after the change. */
  user?: Maybe<ManagedUser>;
};

/** Input of `revokeUserSessions`. */
export type RevokeUserSessionsInput = {
  /** Identifier of the account. */
  id: Scalars['ID']['input'];
};

/** Result of `revokeUserSessions`. */
export type RevokeUserSessionsPayload = {
  __typename?: 'RevokeUserSessionsPayload';
  /** The account after the change. */
  user?: Maybe<ManagedUser>;
};

/** Role of an account. */
export type Role =
  /** An administrator of the service. */
  | 'ADMIN'
  /** A regular user. */
  | 'USER';

/** A planned session that belongs to no program. Pass it to `startWorkout` to begin a workout with its sets. */
export type Routine = Node & OwnedRecord & {
  __typename?: 'Routine';
  /** When the routine was first saved. */
  createdAt: Scalars['DateTime']['output'];
  /** Exercises to do, in order. */
  exercises: Array<PlannedExercise>;
  /** Identifier of the folder; null for a routine that is in no folder. */
  folderId?: Maybe<Scalars['ID']['output']>;
  /** Identifier generated by the client: 24 hexadecimal digits. */
  id: Scalars['ID']['output'];
  /** Notes of the owner; null if there are none. */
  notes?: Maybe<Scalars['String']['output']>;
  /** Position among the routines, 0 or more. Routines with the same position are ordered by identifier. */
  position: Scalars['Int']['output'];
  /** Title of the routine. */
  title: Scalars['String']['output'];
  /** When the owner last changed the routine. */
  updatedAt: Scalars['DateTime']['output'];
  /**
   * Version of the record, starting at 1. Increases by 1 with each change that its owner makes; the deletion of its folder
   * does not increase it.
   */
  version: Scalars['Int']['output'];
};

/** A page of routines. */
export type RoutineConnection = {
  __typename?: 'RoutineConnection';
  /** Items of the page, each with its cursor. */
  edges: Array<RoutineEdge>;
  /** Position of the page in the whole list. */
  pageInfo: PageInfo;
  /** Number of items on all pages; null if a folder is given. */
  totalCount?: Maybe<Scalars['Int']['output']>;
};

/** A routine and its cursor. */
export type RoutineEdge = {
  __typename?: 'RoutineEdge';
  /** Opaque cursor of the item, for the arguments `after` and `before`. */
  cursor: Scalars['String']['output'];
  /** The routine. */
  node: Routine;
};

/** A folder of routines. */
export type RoutineFolder = Node & OwnedRecord & {
  __typename?: 'RoutineFolder';
  /** When the folder was first saved. */
  createdAt: Scalars['DateTime']['output'];
  /** Identifier generated by the client: 24 hexadecimal digits. */
  id: Scalars['ID']['output'];
  /** Position among the folders, 0 or more. Folders with the same position are ordered by identifier. */
  position: Scalars['Int']['output'];
  /** Title of the folder. */
  title: Scalars['String']['output'];
  /** When the owner last changed the folder. */
  updatedAt: Scalars['DateTime']['output'];
  /** Version of the record, starting at 1. Increases by 1 with each change that its owner makes. */
  version: Scalars['Int']['output'];
};

/** Input of `saveRoutineFolder`: the whole folder. */
export type RoutineFolderInput = {
  /**
   * Version of the folder that the change is based on; null for a new folder. If the stored version differs, the conflict is
   * VERSION.
   */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** Identifier generated by the client: 24 hexadecimal digits. Use the same identifier when you send the folder again. */
  id: Scalars['ID']['input'];
  /** Position among the folders: 0 to 1,000,000; 0 if null. */
  position?: InputMaybe<Scalars['Int']['input']>;
  /** Title: 1 to 100 characters. */
  title: Scalars['String']['input'];
};

/** Input of `saveRoutine`: the whole routine. Omitted fields are null. */
export type RoutineInput = {
  /**
   * Exercises to do, in order: at most 30, each with 1 to 20 sets. The field `harderExerciseId` of a progression is
   * ignored.
   */
  exercises: Array<PlannedExerciseInput>;
  /**
   * Version of the routine that the change is based on; null for a new routine. If the stored version differs, the conflict
   * is VERSION.
   */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** Identifier of one of the caller's folders; null for none. If the folder was deleted, the routine is saved without one. */
  folderId?: InputMaybe<Scalars['ID']['input']>;
  /** Identifier generated by the client: 24 hexadecimal digits. Use the same identifier when you send the routine again. */
  id: Scalars['ID']['input'];
  /** Notes: at most 5,000 characters. */
  notes?: InputMaybe<Scalars['String']['input']>;
  /** Position among the routines: 0 to 1,000,000; 0 if null. */
  position?: InputMaybe<Scalars['Int']['input']>;
  /** Title: 1 to 200 characters. */
  title: Scalars['String']['input'];
};

/** Result of `saveExercise`. */
export type SaveExercisePayload = {
  __typename?: 'SaveExercisePayload';
  /** Why the write was refused, with nothing changed; null if it succeeded. */
  conflict?: Maybe<WriteConflict>;
  /** The exercise as the server now has it; null if the caller may not see it. */
  exercise?: Maybe<Exercise>;
};

/** Result of `saveExerciseSettings`. */
export type SaveExerciseSettingsPayload = {
  __typename?: 'SaveExerciseSettingsPayload';
  /** Why the write was refused, with nothing changed; null if it succeeded. */
  conflict?: Maybe<WriteConflict>;
  /**
   * The settings as the server now has them; with the conflict ACTIVE, the existing settings for the exercise. Null
   * if the identifier belongs to another record.
   */
  exerciseSettings?: Maybe<ExerciseSettings>;
};

/** Result of `saveGoal`. */
export type SaveGoalPayload = {
  __typename?: 'SaveGoalPayload';
  /** Why the write was refused, with nothing changed; null if it succeeded. */
  conflict?: Maybe<WriteConflict>;
  /** The goal as the server now has it. Null if the identifier belongs to another record. */
  goal?: Maybe<TrainingGoal>;
};

/** Result of `saveGym`. */
export type SaveGymPayload = {
  __typename?: 'SaveGymPayload';
  /** Why the write was refused, with nothing changed; null if it succeeded. */
  conflict?: Maybe<WriteConflict>;
  /** The gym as the server now has it; null if the identifier belongs to another record. */
  gym?: Maybe<Gym>;
};

/** Result of `saveMeasurement`. */
export type SaveMeasurementPayload = {
  __typename?: 'SaveMeasurementPayload';
  /** Why the write was refused, with nothing changed; null if it succeeded. */
  conflict?: Maybe<WriteConflict>;
  /**
   * The measurement as the server now has it; with the conflict ACTIVE, the existing measurement of the date.
   * Null if the caller may not see it.
   */
  measurement?: Maybe<Measurement>;
};

/** Result of `savePause`. */
export type SavePausePayload = {
  __typename?: 'SavePausePayload';
  /** Why the write was refused, with nothing changed; null if it succeeded. */
  conflict?: Maybe<WriteConflict>;
  /**
   * The pause as the server now has it; with the conflict ACTIVE, the pause that overlaps. Null if the identifier belongs
   * to another record.
   */
  pause?: Maybe<Pause>;
};

/** Result of `saveProgram`. */
export type SaveProgramPayload = {
  __typename?: 'SaveProgramPayload';
  /** Why the write was refused, with nothing changed; null if it succeeded. */
  conflict?: Maybe<WriteConflict>;
  /** The program as the server now has it; null if the identifier belongs to another record. */
  program?: Maybe<Program>;
};

/** Result of `saveProgressPhoto`. */
export type SaveProgressPhotoPayload = {
  __typename?: 'SaveProgressPhotoPayload';
  /** Why the write was refused, with nothing changed; null if it succeeded. */
  conflict?: Maybe<WriteConflict>;
  /** The photo as the server now has it; null if the caller has no photo with the identifier. */
  progressPhoto?: Maybe<ProgressPhoto>;
};

/** Result of `saveRoutineFolder`. */
export type SaveRoutineFolderPayload = {
  __typename?: 'SaveRoutineFolderPayload';
  /** Why the write was refused, with nothing changed; null if it succeeded. */
  conflict?: Maybe<WriteConflict>;
  /** The folder as the server now has it; null if the identifier belongs to another record. */
  routineFolder?: Maybe<RoutineFolder>;
};

/** Result of `saveRoutine`. */
export type SaveRoutinePayload = {
  __typename?: 'SaveRoutinePayload';
  /** Why the write was refused, with nothing changed; null if it succeeded. */
  conflict?: Maybe<WriteConflict>;
  /** The routine as the server now has it; null if the identifier belongs to another record. */
  routine?: Maybe<Routine>;
};

/** Input of `saveWebhook`. */
export type SaveWebhookInput = {
  /** Events that send a message, at least one, not PING. */
  events: Array<WebhookEvent>;
  /** Identifier generated by the client: 24 hexadecimal digits. */
  id: Scalars['ID']['input'];
  /** Whether messages are sent. Disabling the webhook discards its pending messages. */
  isEnabled?: Scalars['Boolean']['input'];
  /**
   * URL that receives the messages, at most 2,000 characters: https (also http outside production), without user name and
   * password, with a public address.
   */
  url: Scalars['String']['input'];
};

/** Result of `saveWebhook`. */
export type SaveWebhookPayload = {
  __typename?: 'SaveWebhookPayload';
  /**
   * Secret of the signatures, which begins with `whsec_`. Returned only when the webhook is created: store it. Null for a
   * webhook that existed. If the response is lost, delete the webhook and create another one.
   */
  secret?: Maybe<Scalars['String']['output']>;
  /** The webhook. */
  webhook?: Maybe<Webhook>;
};

/** Result of `saveWorkout`. */
export type SaveWorkoutPayload = {
  __typename?: 'SaveWorkoutPayload';
  /** Why the write was refused, with nothing changed; null if it succeeded. */
  conflict?: Maybe<WriteConflict>;
  /** The workout as the server now has it; with the conflict ACTIVE, the workout in progress. */
  workout?: Maybe<Workout>;
};

/** A day in the schedule of an enrollment: completed, skipped or to come. */
export type ScheduledDay = {
  __typename?: 'ScheduledDay';
  /** Date of the day, in the enrollment's time zone. */
  date: Scalars['Date']['output'];
  /** Number of the day in its week, starting at 1 and counting rest days. */
  day: Scalars['Int']['output'];
  /** Exercises to do, in order; empty for completed and skipped days. */
  exercises: Array<NextDayExercise>;
  /**
   * Whether the day belongs to a deload week, with lighter loads. Workouts of such a week do not change the
   * progression.
   */
  isDeload: Scalars['Boolean']['output'];
  /** Whether the day was skipped. False for a skipped day that was trained anyway: it counts as completed. */
  isSkipped: Scalars['Boolean']['output'];
  /** Name of the day. */
  name: Scalars['String']['output'];
  /** Number of the week in the program, starting at 1. */
  week: Scalars['Int']['output'];
  /** The workout that completed the day; null for days to come and skipped days. */
  workout?: Maybe<Workout>;
};

/** An authenticator app with recovery codes, which signing in requires in addition. */
export type SecondFactor = {
  __typename?: 'SecondFactor';
  /** When the second factor was turned on; null while it is off. */
  enabledAt?: Maybe<Scalars['DateTime']['output']>;
  /** Whether signing in requires a code. */
  isEnabled: Scalars['Boolean']['output'];
  /** Number of recovery codes that were not used; 0 while the second factor is off. */
  recoveryCodesLeft: Scalars['Int']['output'];
};

/** Work that waits in the database. */
export type ServiceQueue = {
  __typename?: 'ServiceQueue';
  /**
   * The latest failure of an item that still waits; null if none has failed, and for deliveries of webhooks, whose owners
   * see the failures. Items that were given up are no longer in the queue: the log names them.
   */
  lastFailure?: Maybe<QueueFailure>;
  /** Number of items, including those that are processed now. */
  length: Scalars['Int']['output'];
  /** What the queue contains. */
  name: ServiceQueueName;
  /** When the item that has waited longest was added; null if the queue is empty. */
  oldestAt?: Maybe<Scalars['DateTime']['output']>;
};

/** Content of a queue. */
export type ServiceQueueName =
  /** Deleted accounts whose data is not completely erased yet. */
  | 'ERASURES'
  /** Mails that were not delivered yet. */
  | 'MAILS'
  /** Requests for mails that were not processed yet. */
  | 'MAIL_REQUESTS'
  /** Photos whose smaller sizes were not created yet. */
  | 'PHOTO_VARIANTS'
  /** Messages to webhooks that were not delivered yet. */
  | 'WEBHOOK_DELIVERIES';

/** State of the service. */
export type ServiceStatus = {
  __typename?: 'ServiceStatus';
  /** Accounts and logins on each of the last 14 days in UTC, the earliest first; today is the last. */
  activity: Array<DailyActivity>;
  /** Memory that the JavaScript objects of this instance can use, in bytes. */
  heapLimitBytes: Scalars['Float']['output'];
  /** Memory that the JavaScript objects of this instance use, in bytes. */
  heapUsedBytes: Scalars['Float']['output'];
  /** Number of imports of workouts of the last 90 days by status; statuses without imports are left out. */
  imports: Array<ImportCount>;
  /** Whether this instance reaches the file storage. */
  isStorageReachable: Scalars['Boolean']['output'];
  /**
   * Load of the instance that answers, by minute: the last 60 minutes or those since its start, the earliest first. Other
   * instances keep their own.
   */
  load: Array<InstanceMinute>;
  /** Work that waits in the database, by queue. */
  queues: Array<ServiceQueue>;
  /** When the instance that answers the request was started. */
  startedAt: Scalars['DateTime']['output'];
  /** Version of the service. */
  version: Scalars['String']['output'];
};

/** A device on which the caller is signed in. */
export type Session = Node & {
  __typename?: 'Session';
  /** IP address from which the device signed in, or its network if one client has many addresses. */
  address: Scalars['String']['output'];
  /** When the device signed in. */
  createdAt: Scalars['DateTime']['output'];
  /** Whether this request belongs to the session. */
  current: Scalars['Boolean']['output'];
  /** Name of the device, such as `Safari on iPhone`, derived from its `User-Agent` header. */
  device: Scalars['String']['output'];
  /** Identifier of the session: 24 hexadecimal digits. */
  id: Scalars['ID']['output'];
  /** When the device last obtained an access token. */
  lastUsedAt: Scalars['DateTime']['output'];
  /** How the device signed in; null for old sessions that did not store it. */
  signInMethod?: Maybe<SignInMethod>;
};

/** Input of `setAccountEnabled`. */
export type SetAccountEnabledInput = {
  /** Whether the account can sign in. */
  enabled: Scalars['Boolean']['input'];
  /** Identifier of the account. */
  id: Scalars['ID']['input'];
};

/** Result of `setAccountEnabled`. */
export type SetAccountEnabledPayload = {
  __typename?: 'SetAccountEnabledPayload';
  /** The account after the change. */
  user?: Maybe<User>;
};

/** Input of `setEnrollmentLoads`. */
export type SetEnrollmentLoadsInput = {
  /** Identifier of the enrollment. */
  enrollmentId: Scalars['ID']['input'];
  /** Version of the enrollment that the command applies to; null for the current version. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** New loads, at most 100, each exercise and key once. Other exercises keep their loads. */
  loads: Array<EnrollmentLoadInput>;
};

/** Result of `setEnrollmentLoads`. */
export type SetEnrollmentLoadsPayload = {
  __typename?: 'SetEnrollmentLoadsPayload';
  /** Why the write was refused, with nothing changed; null if it succeeded. */
  conflict?: Maybe<WriteConflict>;
  /** The enrollment as the server now has it. */
  enrollment?: Maybe<ProgramEnrollment>;
};

/** Input of `setEnrollmentUnit`. */
export type SetEnrollmentUnitInput = {
  /** Identifier of the enrollment. */
  enrollmentId: Scalars['ID']['input'];
  /**
   * Version of the enrollment that the command applies to; null for the current version. Send it if the command
   * may be sent again: with it the service recognizes a repeated command, even after other changes.
   */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** Unit of all loads from the next day on. */
  unit: WeightUnit;
};

/** Result of `setEnrollmentUnit`. */
export type SetEnrollmentUnitPayload = {
  __typename?: 'SetEnrollmentUnitPayload';
  /** Why the write was refused, with nothing changed; null if it succeeded. */
  conflict?: Maybe<WriteConflict>;
  /** The enrollment as the server now has it. */
  enrollment?: Maybe<ProgramEnrollment>;
};

/** Target of a set. */
export type SetTarget = {
  __typename?: 'SetTarget';
  /** Target distance, in meters; null if there is none. */
  distanceMeters?: Maybe<Scalars['Float']['output']>;
  /** Target duration, in seconds; null if there is none. */
  durationSeconds?: Maybe<Scalars['Float']['output']>;
  /** Target load; null if there is none. */
  load?: Maybe<Load>;
  /** Maximum repetitions; null if there is no maximum. */
  maxReps?: Maybe<Scalars['Int']['output']>;
  /** Minimum repetitions; null if there is no minimum. */
  minReps?: Maybe<Scalars['Int']['output']>;
  /** Target rate of perceived exertion (RPE), 1 to 10 in steps of 0.5; null if there is none. */
  rpe?: Maybe<Scalars['Float']['output']>;
};

/** Target of a set. Fields that are left out are null. */
export type SetTargetInput = {
  /** Target distance, in meters: 0 to 1,000,000. */
  distanceMeters?: InputMaybe<Scalars['Float']['input']>;
  /** Target duration, in seconds: 0 to 604,800 (7 days). */
  durationSeconds?: InputMaybe<Scalars['Float']['input']>;
  /** Target load: 0 to 1,500 kg or the equivalent in pounds. */
  load?: InputMaybe<LoadInput>;
  /** Maximum repetitions: 0 to 10,000. */
  maxReps?: InputMaybe<Scalars['Int']['input']>;
  /** Minimum repetitions: 0 to 10,000. */
  minReps?: InputMaybe<Scalars['Int']['input']>;
  /** Target rate of perceived exertion (RPE): 1 to 10 in steps of 0.5. */
  rpe?: InputMaybe<Scalars['Float']['input']>;
};

/** Type of a set. All types except WARMUP are working sets. */
export type SetType =
  /** A set with a reduced load, done without rest after the previous set. */
  | 'DROPSET'
  /** A set to muscular failure. */
  | 'FAILURE'
  /** Forced repetitions, with the help of a partner. */
  | 'FORCED'
  /** Myo-reps: short sets with very short rests that follow a set close to failure. */
  | 'MYO'
  /** A regular working set. */
  | 'NORMAL'
  /** Partial repetitions, with a limited range of motion. */
  | 'PARTIAL'
  /** A warm-up set. Does not count in totals, records or analytics. */
  | 'WARMUP';

/** Input of `setUserRole`. */
export type SetUserRoleInput = {
  /** Identifier of the account. */
  id: Scalars['ID']['input'];
  /** The new role. */
  role: Role;
};

/** Result of `setUserRole`. */
export type SetUserRolePayload = {
  __typename?: 'SetUserRolePayload';
  /** The account after the change. */
  user?: Maybe<ManagedUser>;
};

/** A link that shows an item to everybody who has it. */
export type ShareLink = Node & {
  __typename?: 'ShareLink';
  /** When the link was created. */
  createdAt: Scalars['DateTime']['output'];
  /** When the link expires; null if it does not expire. */
  expiresAt?: Maybe<Scalars['DateTime']['output']>;
  /** Identifier generated by the client: 24 hexadecimal digits. */
  id: Scalars['ID']['output'];
  /** Identifier of the shared item. */
  itemId: Scalars['ID']['output'];
  /** Kind of the shared item. */
  itemKind: SharedItemKind;
  /**
   * URL of the page of the link, which opens the app where it is installed. It changes when the operator replaces the signing
   * key; the previous URL stays valid until the next replacement.
   */
  url: Scalars['String']['output'];
};

/** The item to share: exactly one field must be given. */
export type ShareSubjectInput =
  /** Identifier of a program that the caller may see. */
  { programId: Scalars['ID']['input']; routineId?: never; workoutId?: never; }
  |  /** Identifier of a routine of the caller. */
  { programId?: never; routineId: Scalars['ID']['input']; workoutId?: never; }
  |  /** Identifier of a workout of the caller. */
  { programId?: never; routineId?: never; workoutId: Scalars['ID']['input']; };

/** A day of a shared item. */
export type SharedDay = {
  __typename?: 'SharedDay';
  /** Exercises of the day, in order. */
  exercises: Array<SharedExercise>;
  /** Name of the day. */
  name: Scalars['String']['output'];
};

/** An exercise of a shared item. */
export type SharedExercise = {
  __typename?: 'SharedExercise';
  /** The exercise of the catalogue; null for a custom exercise of the owner. */
  exercise?: Maybe<Exercise>;
  /** Name of the exercise. */
  name: Scalars['String']['output'];
  /** Planned sets or, for a workout, what was done. */
  sets: Array<SharedSet>;
};

/** An item as a share link shows it: without notes, body weight and health data. */
export type SharedItem = {
  __typename?: 'SharedItem';
  /** Days of one week of a program, without rest days; one day for others. Error: BAD_USER_INPUT (`week`). */
  days: Array<SharedDay>;
  /** Kind of the item. */
  kind: SharedItemKind;
  /** Username of the owner. */
  ownerUsername: Scalars['String']['output'];
  /** Title of the item; `Workout` for a workout without a title. */
  title: Scalars['String']['output'];
  /** Number of weeks of a program; 1 for others. */
  weekCount: Scalars['Int']['output'];
};


/** An item as a share link shows it: without notes, body weight and health data. */
export type SharedItemDaysArgs = {
  week?: Scalars['Int']['input'];
};

/** Kind of a shared item. */
export type SharedItemKind =
  /** A program. */
  | 'PROGRAM'
  /** A routine. */
  | 'ROUTINE'
  /** A workout. */
  | 'WORKOUT';

/** A set of a shared item. */
export type SharedSet = {
  __typename?: 'SharedSet';
  /** Distance in meters; null if not planned. */
  distanceMeters?: Maybe<Scalars['Float']['output']>;
  /** Duration in seconds; null if not planned. */
  durationSeconds?: Maybe<Scalars['Float']['output']>;
  /** True for as many repetitions as possible, at least `minReps`. */
  isAmrap: Scalars['Boolean']['output'];
  /** Load; null if not planned. */
  load?: Maybe<Load>;
  /** Maximum number of repetitions; null for no maximum. */
  maxReps?: Maybe<Scalars['Int']['output']>;
  /** Minimum number of repetitions; null if not planned. */
  minReps?: Maybe<Scalars['Int']['output']>;
  /** Load in percent of the training maximum; null if not planned. */
  percentOfOneRepMax?: Maybe<Scalars['Float']['output']>;
  /** Type of the set. */
  type: SetType;
};

/** A way to sign in. */
export type SignInMethod =
  /** With a code that was sent by mail. */
  | 'EMAIL_CODE'
  /** As a guest, without an e-mail address. */
  | 'GUEST'
  /** With an account of another service, such as Apple or Google. */
  | 'IDENTITY'
  /** With a passkey. */
  | 'PASSKEY'
  /** With the e-mail address and the password. */
  | 'PASSWORD';

/** Result of `signOutEverywhere`. */
export type SignOutEverywherePayload = {
  __typename?: 'SignOutEverywherePayload';
  /** Always true: all tokens issued before are revoked. */
  signedOut?: Maybe<Scalars['Boolean']['output']>;
};

/** Result of `skipOnboarding`. */
export type SkipOnboardingPayload = {
  __typename?: 'SkipOnboardingPayload';
  /** The account after the change. */
  user?: Maybe<User>;
};

/** Result of `skipProgramDay`. */
export type SkipProgramDayPayload = {
  __typename?: 'SkipProgramDayPayload';
  /** Why the write was refused, with nothing changed; null if it succeeded. */
  conflict?: Maybe<WriteConflict>;
  /** The enrollment as the server now has it. */
  enrollment?: Maybe<ProgramEnrollment>;
};

/** A line of the file that was not imported. */
export type SkippedLine = {
  __typename?: 'SkippedLine';
  /** Line number; the header is line 1. */
  line: Scalars['Int']['output'];
  /** Why the line was skipped, as a text to show to the user. */
  reason: Scalars['String']['output'];
};

/** Result of `startSecondFactor`. */
export type StartSecondFactorPayload = {
  __typename?: 'StartSecondFactorPayload';
  /** QR code of the URI as an SVG document. */
  qrCode?: Maybe<Scalars['String']['output']>;
  /** The secret in base32, for typing it into an app that cannot scan the QR code. It is returned here only. */
  secret?: Maybe<Scalars['String']['output']>;
  /** The `otpauth:` URI with the secret, which opens an authenticator app on the same device. */
  uri?: Maybe<Scalars['String']['output']>;
};

/** Input of `startWorkout`. */
export type StartWorkoutInput = {
  /** What to fill the workout from; null for an empty workout. */
  from?: InputMaybe<WorkoutOriginInput>;
  /**
   * Identifier of the new workout, generated by the client: 24 hexadecimal digits. Use the same identifier when
   * you send the start again.
   */
  id: Scalars['ID']['input'];
  /** When the workout starts: at most 60 years ago and one day ahead. */
  startedAt: Scalars['DateTime']['input'];
  /** IANA time zone in which the workout takes place, such as `Europe/Berlin`. */
  timezone: Scalars['String']['input'];
};

/** Result of `startWorkout`. */
export type StartWorkoutPayload = {
  __typename?: 'StartWorkoutPayload';
  /** Why the write was refused, with nothing changed; null if it succeeded. */
  conflict?: Maybe<WriteConflict>;
  /** The workout as the server now has it; with the conflict ACTIVE, the workout in progress. */
  workout?: Maybe<Workout>;
};

/** The load to start an exercise with. */
export type StartingLoadInput = {
  /** Identifier of an exercise of the program, at most once in the list. */
  exerciseId: Scalars['ID']['input'];
  /** Load of the heaviest sets or, for an exercise with the rule PERCENT, the one-repetition maximum. */
  load: LoadInput;
};

/**
 * Consecutive weeks, Monday to Sunday in the requested time zone, with at least as many completed workouts as
 * the profile's current `frequency`, or one if it is null. A week with three or more paused days neither breaks nor
 * lengthens a streak.
 */
export type Streak = {
  __typename?: 'Streak';
  /**
   * Length of the current streak. The current week counts once it has enough workouts and never breaks the
   * streak.
   */
  current: Scalars['Int']['output'];
  /** Length of the longest streak so far. */
  longest: Scalars['Int']['output'];
  /** Unit of `current` and `longest`. */
  unit: StreakUnit;
};

/** Unit in which a streak is counted. */
export type StreakUnit =
  /** Calendar weeks. */
  | 'WEEK';

/** Root of all event streams. */
export type Subscription = {
  __typename?: 'Subscription';
  /** Publishes the caller's account each time it changes. Error: UNAUTHENTICATED. */
  accountChanged?: Maybe<User>;
  /**
   * Publishes an achievement of the caller when saving a workout earns it, reaches one of its tiers, or earns a
   * repeatable one again. Error: UNAUTHENTICATED.
   */
  achievementEarned?: Maybe<Achievement>;
  /**
   * Publishes the current cursor immediately, then after each change of what the caller owns, at most ten times
   * per second. Error: UNAUTHENTICATED.
   */
  changesAvailable?: Maybe<ChangesAvailable>;
  /**
   * Publishes an import of the caller's: first its current state, then an update after each step, at least once
   * a second. Completes when the import ends. Errors: UNAUTHENTICATED, BAD_USER_INPUT (malformed id), NOT_FOUND.
   */
  importProgressed?: Maybe<WorkoutImport>;
  /** Publishes each profile photo that the caller uploads, on any device. Error: UNAUTHENTICATED. */
  profilePhotoUploaded?: Maybe<ProfilePhoto>;
  /**
   * Publishes an enrollment of the caller after each workout or skipped day that advances it, on any device.
   * Error: UNAUTHENTICATED.
   */
  programProgressed?: Maybe<ProgramEnrollment>;
  /**
   * Publishes each personal record that a save of the caller's sets or raises, if it is current after the save
   * and improves on a previous one. The first value of a type and imports publish nothing. Error:
   * UNAUTHENTICATED.
   */
  recordSet?: Maybe<PersonalRecord>;
  /**
   * Publishes a workout of the caller after each change, on any device. Publishes null and completes when the
   * workout is deleted. Errors: UNAUTHENTICATED, BAD_USER_INPUT (malformed id), NOT_FOUND.
   */
  workoutUpdated?: Maybe<Workout>;
};


/** Root of all event streams. */
export type SubscriptionImportProgressedArgs = {
  id: Scalars['ID']['input'];
};


/** Root of all event streams. */
export type SubscriptionWorkoutUpdatedArgs = {
  id: Scalars['ID']['input'];
};

/** Input of `swapExercise`. */
export type SwapExerciseInput = {
  /** Identifier of the workout entry (`entryId`) whose exercise is replaced. */
  exerciseEntryId: Scalars['ID']['input'];
  /** Identifier of the new exercise. */
  exerciseId: Scalars['ID']['input'];
  /**
   * Version of the workout that the command applies to; null for the current version. If the stored version
   * differs, nothing changes and the conflict is VERSION.
   */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** Identifier of the workout. */
  workoutId: Scalars['ID']['input'];
};

/** Result of `swapExercise`. */
export type SwapExercisePayload = {
  __typename?: 'SwapExercisePayload';
  /** Why the write was refused, with nothing changed; null if it succeeded. */
  conflict?: Maybe<WriteConflict>;
  /** The workout as the server now has it; with the conflict ACTIVE, the workout in progress. */
  workout?: Maybe<Workout>;
};

/** What is wrong with an operation. */
export type SyncError = {
  __typename?: 'SyncError';
  /** Error code, as in `extensions.code` of GraphQL errors, such as BAD_USER_INPUT. */
  code: Scalars['String']['output'];
  /** Description of the problem, for developers. */
  message: Scalars['String']['output'];
  /** Path of the invalid value, such as `operations[3].saveWorkout.exercises[0].sets[2].reps`. */
  path: Scalars['String']['output'];
  /** More specific code, such as CONSENT_REQUIRED for FORBIDDEN; null if there is none. */
  reason?: Maybe<Scalars['String']['output']>;
};

/** A write: exactly one field must be given. */
export type SyncOperation =
  /** Same as the mutation `archiveProgram`. */
  { archiveProgram: ArchiveProgramInput; copyProgram?: never; createRoutineFromWorkout?: never; deleteExercise?: never; deleteExerciseSettings?: never; deleteGoal?: never; deleteGym?: never; deleteMeasurement?: never; deletePause?: never; deleteProgram?: never; deleteProgressPhoto?: never; deleteRoutine?: never; deleteRoutineFolder?: never; deleteWorkout?: never; enroll?: never; favoriteExercise?: never; finishEnrollment?: never; pauseEnrollment?: never; publishProgram?: never; resumeEnrollment?: never; saveExercise?: never; saveExerciseSettings?: never; saveGoal?: never; saveGym?: never; saveMeasurement?: never; savePause?: never; saveProgram?: never; saveProgressPhoto?: never; saveRoutine?: never; saveRoutineFolder?: never; saveWorkout?: never; setEnrollmentLoads?: never; setEnrollmentUnit?: never; skipProgramDay?: never; startWorkout?: never; swapExercise?: never; unskipProgramDay?: never; updateProfile?: never; upgradeEnrollment?: never; }
  |  /** Same as the mutation `copyProgram`; the record is the copy. */
  { archiveProgram?: never; copyProgram: CopyProgramInput; createRoutineFromWorkout?: never; deleteExercise?: never; deleteExerciseSettings?: never; deleteGoal?: never; deleteGym?: never; deleteMeasurement?: never; deletePause?: never; deleteProgram?: never; deleteProgressPhoto?: never; deleteRoutine?: never; deleteRoutineFolder?: never; deleteWorkout?: never; enroll?: never; favoriteExercise?: never; finishEnrollment?: never; pauseEnrollment?: never; publishProgram?: never; resumeEnrollment?: never; saveExercise?: never; saveExerciseSettings?: never; saveGoal?: never; saveGym?: never; saveMeasurement?: never; savePause?: never; saveProgram?: never; saveProgressPhoto?: never; saveRoutine?: never; saveRoutineFolder?: never; saveWorkout?: never; setEnrollmentLoads?: never; setEnrollmentUnit?: never; skipProgramDay?: never; startWorkout?: never; swapExercise?: never; unskipProgramDay?: never; updateProfile?: never; upgradeEnrollment?: never; }
  |  /** Same as the mutation `createRoutineFromWorkout`. */
  { archiveProgram?: never; copyProgram?: never; createRoutineFromWorkout: CreateRoutineFromWorkoutInput; deleteExercise?: never; deleteExerciseSettings?: never; deleteGoal?: never; deleteGym?: never; deleteMeasurement?: never; deletePause?: never; deleteProgram?: never; deleteProgressPhoto?: never; deleteRoutine?: never; deleteRoutineFolder?: never; deleteWorkout?: never; enroll?: never; favoriteExercise?: never; finishEnrollment?: never; pauseEnrollment?: never; publishProgram?: never; resumeEnrollment?: never; saveExercise?: never; saveExerciseSettings?: never; saveGoal?: never; saveGym?: never; saveMeasurement?: never; savePause?: never; saveProgram?: never; saveProgressPhoto?: never; saveRoutine?: never; saveRoutineFolder?: never; saveWorkout?: never; setEnrollmentLoads?: never; setEnrollmentUnit?: never; skipProgramDay?: never; startWorkout?: never; swapExercise?: never; unskipProgramDay?: never; updateProfile?: never; upgradeEnrollment?: never; }
  |  /** Same as the mutation `deleteExercise`. */
  { archiveProgram?: never; copyProgram?: never; createRoutineFromWorkout?: never; deleteExercise: DeleteInput; deleteExerciseSettings?: never; deleteGoal?: never; deleteGym?: never; deleteMeasurement?: never; deletePause?: never; deleteProgram?: never; deleteProgressPhoto?: never; deleteRoutine?: never; deleteRoutineFolder?: never; deleteWorkout?: never; enroll?: never; favoriteExercise?: never; finishEnrollment?: never; pauseEnrollment?: never; publishProgram?: never; resumeEnrollment?: never; saveExercise?: never; saveExerciseSettings?: never; saveGoal?: never; saveGym?: never; saveMeasurement?: never; savePause?: never; saveProgram?: never; saveProgressPhoto?: never; saveRoutine?: never; saveRoutineFolder?: never; saveWorkout?: never; setEnrollmentLoads?: never; setEnrollmentUnit?: never; skipProgramDay?: never; startWorkout?: never; swapExercise?: never; unskipProgramDay?: never; updateProfile?: never; upgradeEnrollment?: never; }
  |  /** Same as the mutation `deleteExerciseSettings`. */
  { archiveProgram?: never; copyProgram?: never; createRoutineFromWorkout?: never; deleteExercise?: never; deleteExerciseSettings: DeleteInput; deleteGoal?: never; deleteGym?: never; deleteMeasurement?: never; deletePause?: never; deleteProgram?: never; deleteProgressPhoto?: never; deleteRoutine?: never; deleteRoutineFolder?: never; deleteWorkout?: never; enroll?: never; favoriteExercise?: never; finishEnrollment?: never; pauseEnrollment?: never; publishProgram?: never; resumeEnrollment?: never; saveExercise?: never; saveExerciseSettings?: never; saveGoal?: never; saveGym?: never; saveMeasurement?: never; savePause?: never; saveProgram?: never; saveProgressPhoto?: never; saveRoutine?: never; saveRoutineFolder?: never; saveWorkout?: never; setEnrollmentLoads?: never; setEnrollmentUnit?: never; skipProgramDay?: never; startWorkout?: never; swapExercise?: never; unskipProgramDay?: never; updateProfile?: never; upgradeEnrollment?: never; }
  |  /** Same as the mutation `deleteGoal`. */
  { archiveProgram?: never; copyProgram?: never; createRoutineFromWorkout?: never; deleteExercise?: never; deleteExerciseSettings?: never; deleteGoal: DeleteInput; deleteGym?: never; deleteMeasurement?: never; deletePause?: never; deleteProgram?: never; deleteProgressPhoto?: never; deleteRoutine?: never; deleteRoutineFolder?: never; deleteWorkout?: never; enroll?: never; favoriteExercise?: never; finishEnrollment?: never; pauseEnrollment?: never; publishProgram?: never; resumeEnrollment?: never; saveExercise?: never; saveExerciseSettings?: never; saveGoal?: never; saveGym?: never; saveMeasurement?: never; savePause?: never; saveProgram?: never; saveProgressPhoto?: never; saveRoutine?: never; saveRoutineFolder?: never; saveWorkout?: never; setEnrollmentLoads?: never; setEnrollmentUnit?: never; skipProgramDay?: never; startWorkout?: never; swapExercise?: never; unskipProgramDay?: never; updateProfile?: never; upgradeEnrollment?: never; }
  |  /** Same as the mutation `deleteGym`. */
  { archiveProgram?: never; copyProgram?: never; createRoutineFromWorkout?: never; deleteExercise?: never; deleteExerciseSettings?: never; deleteGoal?: never; deleteGym: DeleteInput; deleteMeasurement?: never; deletePause?: never; deleteProgram?: never; deleteProgressPhoto?: never; deleteRoutine?: never; deleteRoutineFolder?: never; deleteWorkout?: never; enroll?: never; favoriteExercise?: never; finishEnrollment?: never; pauseEnrollment?: never; publishProgram?: never; resumeEnrollment?: never; saveExercise?: never; saveExerciseSettings?: never; saveGoal?: never; saveGym?: never; saveMeasurement?: never; savePause?: never; saveProgram?: never; saveProgressPhoto?: never; saveRoutine?: never; saveRoutineFolder?: never; saveWorkout?: never; setEnrollmentLoads?: never; setEnrollmentUnit?: never; skipProgramDay?: never; startWorkout?: never; swapExercise?: never; unskipProgramDay?: never; updateProfile?: never; upgradeEnrollment?: never; }
  |  /** Same as the mutation `deleteMeasurement`. */
  { archiveProgram?: never; copyProgram?: never; createRoutineFromWorkout?: never; deleteExercise?: never; deleteExerciseSettings?: never; deleteGoal?: never; deleteGym?: never; deleteMeasurement: DeleteInput; deletePause?: never; deleteProgram?: never; deleteProgressPhoto?: never; deleteRoutine?: never; deleteRoutineFolder?: never; deleteWorkout?: never; enroll?: never; favoriteExercise?: never; finishEnrollment?: never; pauseEnrollment?: never; publishProgram?: never; resumeEnrollment?: never; saveExercise?: never; saveExerciseSettings?: never; saveGoal?: never; saveGym?: never; saveMeasurement?: never; savePause?: never; saveProgram?: never; saveProgressPhoto?: never; saveRoutine?: never; saveRoutineFolder?: never; saveWorkout?: never; setEnrollmentLoads?: never; setEnrollmentUnit?: never; skipProgramDay?: never; startWorkout?: never; swapExercise?: never; unskipProgramDay?: never; updateProfile?: never; upgradeEnrollment?: never; }
  |  /** Same as the mutation `deletePause`. */
  { archiveProgram?: never; copyProgram?: never; createRoutineFromWorkout?: never; deleteExercise?: never; deleteExerciseSettings?: never; deleteGoal?: never; deleteGym?: never; deleteMeasurement?: never; deletePause: DeleteInput; deleteProgram?: never; deleteProgressPhoto?: never; deleteRoutine?: never; deleteRoutineFolder?: never; deleteWorkout?: never; enroll?: never; favoriteExercise?: never; finishEnrollment?: never; pauseEnrollment?: never; publishProgram?: never; resumeEnrollment?: never; saveExercise?: never; saveExerciseSettings?: never; saveGoal?: never; saveGym?: never; saveMeasurement?: never; savePause?: never; saveProgram?: never; saveProgressPhoto?: never; saveRoutine?: never; saveRoutineFolder?: never; saveWorkout?: never; setEnrollmentLoads?: never; setEnrollmentUnit?: never; skipProgramDay?: never; startWorkout?: never; swapExercise?: never; unskipProgramDay?: never; updateProfile?: never; upgradeEnrollment?: never; }
  |  /** Same as the mutation `deleteProgram`. */
  { archiveProgram?: never; copyProgram?: never; createRoutineFromWorkout?: never; deleteExercise?: never; deleteExerciseSettings?: never; deleteGoal?: never; deleteGym?: never; deleteMeasurement?: never; deletePause?: never; deleteProgram: DeleteInput; deleteProgressPhoto?: never; deleteRoutine?: never; deleteRoutineFolder?: never; deleteWorkout?: never; enroll?: never; favoriteExercise?: never; finishEnrollment?: never; pauseEnrollment?: never; publishProgram?: never; resumeEnrollment?: never; saveExercise?: never; saveExerciseSettings?: never; saveGoal?: never; saveGym?: never; saveMeasurement?: never; savePause?: never; saveProgram?: never; saveProgressPhoto?: never; saveRoutine?: never; saveRoutineFolder?: never; saveWorkout?: never; setEnrollmentLoads?: never; setEnrollmentUnit?: never; skipProgramDay?: never; startWorkout?: never; swapExercise?: never; unskipProgramDay?: never; updateProfile?: never; upgradeEnrollment?: never; }
  |  /** Same as the mutation `deleteProgressPhoto`. */
  { archiveProgram?: never; copyProgram?: never; createRoutineFromWorkout?: never; deleteExercise?: never; deleteExerciseSettings?: never; deleteGoal?: never; deleteGym?: never; deleteMeasurement?: never; deletePause?: never; deleteProgram?: never; deleteProgressPhoto: DeleteInput; deleteRoutine?: never; deleteRoutineFolder?: never; deleteWorkout?: never; enroll?: never; favoriteExercise?: never; finishEnrollment?: never; pauseEnrollment?: never; publishProgram?: never; resumeEnrollment?: never; saveExercise?: never; saveExerciseSettings?: never; saveGoal?: never; saveGym?: never; saveMeasurement?: never; savePause?: never; saveProgram?: never; saveProgressPhoto?: never; saveRoutine?: never; saveRoutineFolder?: never; saveWorkout?: never; setEnrollmentLoads?: never; setEnrollmentUnit?: never; skipProgramDay?: never; startWorkout?: never; swapExercise?: never; unskipProgramDay?: never; updateProfile?: never; upgradeEnrollment?: never; }
  |  /** Same as the mutation `deleteRoutine`. */
  { archiveProgram?: never; copyProgram?: never; createRoutineFromWorkout?: never; deleteExercise?: never; deleteExerciseSettings?: never; deleteGoal?: never; deleteGym?: never; deleteMeasurement?: never; deletePause?: never; deleteProgram?: never; deleteProgressPhoto?: never; deleteRoutine: DeleteInput; deleteRoutineFolder?: never; deleteWorkout?: never; enroll?: never; favoriteExercise?: never; finishEnrollment?: never; pauseEnrollment?: never; publishProgram?: never; resumeEnrollment?: never; saveExercise?: never; saveExerciseSettings?: never; saveGoal?: never; saveGym?: never; saveMeasurement?: never; savePause?: never; saveProgram?: never; saveProgressPhoto?: never; saveRoutine?: never; saveRoutineFolder?: never; saveWorkout?: never; setEnrollmentLoads?: never; setEnrollmentUnit?: never; skipProgramDay?: never; startWorkout?: never; swapExercise?: never; unskipProgramDay?: never; updateProfile?: never; upgradeEnrollment?: never; }
  |  /** Same as the mutation `deleteRoutineFolder`. */
  { archiveProgram?: never; copyProgram?: never; createRoutineFromWorkout?: never; deleteExercise?: never; deleteExerciseSettings?: never; deleteGoal?: never; deleteGym?: never; deleteMeasurement?: never; deletePause?: never; deleteProgram?: never; deleteProgressPhoto?: never; deleteRoutine?: never; deleteRoutineFolder: DeleteInput; deleteWorkout?: never; enroll?: never; favoriteExercise?: never; finishEnrollment?: never; pauseEnrollment?: never; publishProgram?: never; resumeEnrollment?: never; saveExercise?: never; saveExerciseSettings?: never; saveGoal?: never; saveGym?: never; saveMeasurement?: never; savePause?: never; saveProgram?: never; saveProgressPhoto?: never; saveRoutine?: never; saveRoutineFolder?: never; saveWorkout?: never; setEnrollmentLoads?: never; setEnrollmentUnit?: never; skipProgramDay?: never; startWorkout?: never; swapExercise?: never; unskipProgramDay?: never; updateProfile?: never; upgradeEnrollment?: never; }
  |  /** Same as the mutation `deleteWorkout`. */
  { archiveProgram?: never; copyProgram?: never; createRoutineFromWorkout?: never; deleteExercise?: never; deleteExerciseSettings?: never; deleteGoal?: never; deleteGym?: never; deleteMeasurement?: never; deletePause?: never; deleteProgram?: never; deleteProgressPhoto?: never; deleteRoutine?: never; deleteRoutineFolder?: never; deleteWorkout: DeleteInput; enroll?: never; favoriteExercise?: never; finishEnrollment?: never; pauseEnrollment?: never; publishProgram?: never; resumeEnrollment?: never; saveExercise?: never; saveExerciseSettings?: never; saveGoal?: never; saveGym?: never; saveMeasurement?: never; savePause?: never; saveProgram?: never; saveProgressPhoto?: never; saveRoutine?: never; saveRoutineFolder?: never; saveWorkout?: never; setEnrollmentLoads?: never; setEnrollmentUnit?: never; skipProgramDay?: never; startWorkout?: never; swapExercise?: never; unskipProgramDay?: never; updateProfile?: never; upgradeEnrollment?: never; }
  |  /** Same as the mutation `enroll`. */
  { archiveProgram?: never; copyProgram?: never; createRoutineFromWorkout?: never; deleteExercise?: never; deleteExerciseSettings?: never; deleteGoal?: never; deleteGym?: never; deleteMeasurement?: never; deletePause?: never; deleteProgram?: never; deleteProgressPhoto?: never; deleteRoutine?: never; deleteRoutineFolder?: never; deleteWorkout?: never; enroll: EnrollInput; favoriteExercise?: never; finishEnrollment?: never; pauseEnrollment?: never; publishProgram?: never; resumeEnrollment?: never; saveExercise?: never; saveExerciseSettings?: never; saveGoal?: never; saveGym?: never; saveMeasurement?: never; savePause?: never; saveProgram?: never; saveProgressPhoto?: never; saveRoutine?: never; saveRoutineFolder?: never; saveWorkout?: never; setEnrollmentLoads?: never; setEnrollmentUnit?: never; skipProgramDay?: never; startWorkout?: never; swapExercise?: never; unskipProgramDay?: never; updateProfile?: never; upgradeEnrollment?: never; }
  |  /** Same as the mutation `favoriteExercise`; the record is the exercise. */
  { archiveProgram?: never; copyProgram?: never; createRoutineFromWorkout?: never; deleteExercise?: never; deleteExerciseSettings?: never; deleteGoal?: never; deleteGym?: never; deleteMeasurement?: never; deletePause?: never; deleteProgram?: never; deleteProgressPhoto?: never; deleteRoutine?: never; deleteRoutineFolder?: never; deleteWorkout?: never; enroll?: never; favoriteExercise: FavoriteExerciseInput; finishEnrollment?: never; pauseEnrollment?: never; publishProgram?: never; resumeEnrollment?: never; saveExercise?: never; saveExerciseSettings?: never; saveGoal?: never; saveGym?: never; saveMeasurement?: never; savePause?: never; saveProgram?: never; saveProgressPhoto?: never; saveRoutine?: never; saveRoutineFolder?: never; saveWorkout?: never; setEnrollmentLoads?: never; setEnrollmentUnit?: never; skipProgramDay?: never; startWorkout?: never; swapExercise?: never; unskipProgramDay?: never; updateProfile?: never; upgradeEnrollment?: never; }
  |  /** Same as the mutation `finishEnrollment`. */
  { archiveProgram?: never; copyProgram?: never; createRoutineFromWorkout?: never; deleteExercise?: never; deleteExerciseSettings?: never; deleteGoal?: never; deleteGym?: never; deleteMeasurement?: never; deletePause?: never; deleteProgram?: never; deleteProgressPhoto?: never; deleteRoutine?: never; deleteRoutineFolder?: never; deleteWorkout?: never; enroll?: never; favoriteExercise?: never; finishEnrollment: EnrollmentInput; pauseEnrollment?: never; publishProgram?: never; resumeEnrollment?: never; saveExercise?: never; saveExerciseSettings?: never; saveGoal?: never; saveGym?: never; saveMeasurement?: never; savePause?: never; saveProgram?: never; saveProgressPhoto?: never; saveRoutine?: never; saveRoutineFolder?: never; saveWorkout?: never; setEnrollmentLoads?: never; setEnrollmentUnit?: never; skipProgramDay?: never; startWorkout?: never; swapExercise?: never; unskipProgramDay?: never; updateProfile?: never; upgradeEnrollment?: never; }
  |  /** Same as the mutation `pauseEnrollment`. */
  { archiveProgram?: never; copyProgram?: never; createRoutineFromWorkout?: never; deleteExercise?: never; deleteExerciseSettings?: never; deleteGoal?: never; deleteGym?: never; deleteMeasurement?: never; deletePause?: never; deleteProgram?: never; deleteProgressPhoto?: never; deleteRoutine?: never; deleteRoutineFolder?: never; deleteWorkout?: never; enroll?: never; favoriteExercise?: never; finishEnrollment?: never; pauseEnrollment: EnrollmentInput; publishProgram?: never; resumeEnrollment?: never; saveExercise?: never; saveExerciseSettings?: never; saveGoal?: never; saveGym?: never; saveMeasurement?: never; savePause?: never; saveProgram?: never; saveProgressPhoto?: never; saveRoutine?: never; saveRoutineFolder?: never; saveWorkout?: never; setEnrollmentLoads?: never; setEnrollmentUnit?: never; skipProgramDay?: never; startWorkout?: never; swapExercise?: never; unskipProgramDay?: never; updateProfile?: never; upgradeEnrollment?: never; }
  |  /** Same as the mutation `publishProgram`. */
  { archiveProgram?: never; copyProgram?: never; createRoutineFromWorkout?: never; deleteExercise?: never; deleteExerciseSettings?: never; deleteGoal?: never; deleteGym?: never; deleteMeasurement?: never; deletePause?: never; deleteProgram?: never; deleteProgressPhoto?: never; deleteRoutine?: never; deleteRoutineFolder?: never; deleteWorkout?: never; enroll?: never; favoriteExercise?: never; finishEnrollment?: never; pauseEnrollment?: never; publishProgram: PublishProgramInput; resumeEnrollment?: never; saveExercise?: never; saveExerciseSettings?: never; saveGoal?: never; saveGym?: never; saveMeasurement?: never; savePause?: never; saveProgram?: never; saveProgressPhoto?: never; saveRoutine?: never; saveRoutineFolder?: never; saveWorkout?: never; setEnrollmentLoads?: never; setEnrollmentUnit?: never; skipProgramDay?: never; startWorkout?: never; swapExercise?: never; unskipProgramDay?: never; updateProfile?: never; upgradeEnrollment?: never; }
  |  /** Same as the mutation `resumeEnrollment`. */
  { archiveProgram?: never; copyProgram?: never; createRoutineFromWorkout?: never; deleteExercise?: never; deleteExerciseSettings?: never; deleteGoal?: never; deleteGym?: never; deleteMeasurement?: never; deletePause?: never; deleteProgram?: never; deleteProgressPhoto?: never; deleteRoutine?: never; deleteRoutineFolder?: never; deleteWorkout?: never; enroll?: never; favoriteExercise?: never; finishEnrollment?: never; pauseEnrollment?: never; publishProgram?: never; resumeEnrollment: EnrollmentInput; saveExercise?: never; saveExerciseSettings?: never; saveGoal?: never; saveGym?: never; saveMeasurement?: never; savePause?: never; saveProgram?: never; saveProgressPhoto?: never; saveRoutine?: never; saveRoutineFolder?: never; saveWorkout?: never; setEnrollmentLoads?: never; setEnrollmentUnit?: never; skipProgramDay?: never; startWorkout?: never; swapExercise?: never; unskipProgramDay?: never; updateProfile?: never; upgradeEnrollment?: never; }
  |  /** Same as the mutation `saveExercise`. */
  { archiveProgram?: never; copyProgram?: never; createRoutineFromWorkout?: never; deleteExercise?: never; deleteExerciseSettings?: never; deleteGoal?: never; deleteGym?: never; deleteMeasurement?: never; deletePause?: never; deleteProgram?: never; deleteProgressPhoto?: never; deleteRoutine?: never; deleteRoutineFolder?: never; deleteWorkout?: never; enroll?: never; favoriteExercise?: never; finishEnrollment?: never; pauseEnrollment?: never; publishProgram?: never; resumeEnrollment?: never; saveExercise: ExerciseInput; saveExerciseSettings?: never; saveGoal?: never; saveGym?: never; saveMeasurement?: never; savePause?: never; saveProgram?: never; saveProgressPhoto?: never; saveRoutine?: never; saveRoutineFolder?: never; saveWorkout?: never; setEnrollmentLoads?: never; setEnrollmentUnit?: never; skipProgramDay?: never; startWorkout?: never; swapExercise?: never; unskipProgramDay?: never; updateProfile?: never; upgradeEnrollment?: never; }
  |  /** Same as the mutation `saveExerciseSettings`. */
  { archiveProgram?: never; copyProgram?: never; createRoutineFromWorkout?: never; deleteExercise?: never; deleteExerciseSettings?: never; deleteGoal?: never; deleteGym?: never; deleteMeasurement?: never; deletePause?: never; deleteProgram?: never; deleteProgressPhoto?: never; deleteRoutine?: never; deleteRoutineFolder?: never; deleteWorkout?: never; enroll?: never; favoriteExercise?: never; finishEnrollment?: never; pauseEnrollment?: never; publishProgram?: never; resumeEnrollment?: never; saveExercise?: never; saveExerciseSettings: ExerciseSettingsInput; saveGoal?: never; saveGym?: never; saveMeasurement?: never; savePause?: never; saveProgram?: never; saveProgressPhoto?: never; saveRoutine?: never; saveRoutineFolder?: never; saveWorkout?: never; setEnrollmentLoads?: never; setEnrollmentUnit?: never; skipProgramDay?: never; startWorkout?: never; swapExercise?: never; unskipProgramDay?: never; updateProfile?: never; upgradeEnrollment?: never; }
  |  /** Same as the mutation `saveGoal`. */
  { archiveProgram?: never; copyProgram?: never; createRoutineFromWorkout?: never; deleteExercise?: never; deleteExerciseSettings?: never; deleteGoal?: never; deleteGym?: never; deleteMeasurement?: never; deletePause?: never; deleteProgram?: never; deleteProgressPhoto?: never; deleteRoutine?: never; deleteRoutineFolder?: never; deleteWorkout?: never; enroll?: never; favoriteExercise?: never; finishEnrollment?: never; pauseEnrollment?: never; publishProgram?: never; resumeEnrollment?: never; saveExercise?: never; saveExerciseSettings?: never; saveGoal: GoalInput; saveGym?: never; saveMeasurement?: never; savePause?: never; saveProgram?: never; saveProgressPhoto?: never; saveRoutine?: never; saveRoutineFolder?: never; saveWorkout?: never; setEnrollmentLoads?: never; setEnrollmentUnit?: never; skipProgramDay?: never; startWorkout?: never; swapExercise?: never; unskipProgramDay?: never; updateProfile?: never; upgradeEnrollment?: never; }
  |  /** Same as the mutation `saveGym`. */
  { archiveProgram?: never; copyProgram?: never; createRoutineFromWorkout?: never; deleteExercise?: never; deleteExerciseSettings?: never; deleteGoal?: never; deleteGym?: never; deleteMeasurement?: never; deletePause?: never; deleteProgram?: never; deleteProgressPhoto?: never; deleteRoutine?: never; deleteRoutineFolder?: never; deleteWorkout?: never; enroll?: never; favoriteExercise?: never; finishEnrollment?: never; pauseEnrollment?: never; publishProgram?: never; resumeEnrollment?: never; saveExercise?: never; saveExerciseSettings?: never; saveGoal?: never; saveGym: GymInput; saveMeasurement?: never; savePause?: never; saveProgram?: never; saveProgressPhoto?: never; saveRoutine?: never; saveRoutineFolder?: never; saveWorkout?: never; setEnrollmentLoads?: never; setEnrollmentUnit?: never; skipProgramDay?: never; startWorkout?: never; swapExercise?: never; unskipProgramDay?: never; updateProfile?: never; upgradeEnrollment?: never; }
  |  /** Same as the mutation `saveMeasurement`. */
  { archiveProgram?: never; copyProgram?: never; createRoutineFromWorkout?: never; deleteExercise?: never; deleteExerciseSettings?: never; deleteGoal?: never; deleteGym?: never; deleteMeasurement?: never; deletePause?: never; deleteProgram?: never; deleteProgressPhoto?: never; deleteRoutine?: never; deleteRoutineFolder?: never; deleteWorkout?: never; enroll?: never; favoriteExercise?: never; finishEnrollment?: never; pauseEnrollment?: never; publishProgram?: never; resumeEnrollment?: never; saveExercise?: never; saveExerciseSettings?: never; saveGoal?: never; saveGym?: never; saveMeasurement: MeasurementInput; savePause?: never; saveProgram?: never; saveProgressPhoto?: never; saveRoutine?: never; saveRoutineFolder?: never; saveWorkout?: never; setEnrollmentLoads?: never; setEnrollmentUnit?: never; skipProgramDay?: never; startWorkout?: never; swapExercise?: never; unskipProgramDay?: never; updateProfile?: never; upgradeEnrollment?: never; }
  |  /** Same as the mutation `savePause`. */
  { archiveProgram?: never; copyProgram?: never; createRoutineFromWorkout?: never; deleteExercise?: never; deleteExerciseSettings?: never; deleteGoal?: never; deleteGym?: never; deleteMeasurement?: never; deletePause?: never; deleteProgram?: never; deleteProgressPhoto?: never; deleteRoutine?: never; deleteRoutineFolder?: never; deleteWorkout?: never; enroll?: never; favoriteExercise?: never; finishEnrollment?: never; pauseEnrollment?: never; publishProgram?: never; resumeEnrollment?: never; saveExercise?: never; saveExerciseSettings?: never; saveGoal?: never; saveGym?: never; saveMeasurement?: never; savePause: PauseInput; saveProgram?: never; saveProgressPhoto?: never; saveRoutine?: never; saveRoutineFolder?: never; saveWorkout?: never; setEnrollmentLoads?: never; setEnrollmentUnit?: never; skipProgramDay?: never; startWorkout?: never; swapExercise?: never; unskipProgramDay?: never; updateProfile?: never; upgradeEnrollment?: never; }
  |  /** Same as the mutation `saveProgram`. */
  { archiveProgram?: never; copyProgram?: never; createRoutineFromWorkout?: never; deleteExercise?: never; deleteExerciseSettings?: never; deleteGoal?: never; deleteGym?: never; deleteMeasurement?: never; deletePause?: never; deleteProgram?: never; deleteProgressPhoto?: never; deleteRoutine?: never; deleteRoutineFolder?: never; deleteWorkout?: never; enroll?: never; favoriteExercise?: never; finishEnrollment?: never; pauseEnrollment?: never; publishProgram?: never; resumeEnrollment?: never; saveExercise?: never; saveExerciseSettings?: never; saveGoal?: never; saveGym?: never; saveMeasurement?: never; savePause?: never; saveProgram: ProgramInput; saveProgressPhoto?: never; saveRoutine?: never; saveRoutineFolder?: never; saveWorkout?: never; setEnrollmentLoads?: never; setEnrollmentUnit?: never; skipProgramDay?: never; startWorkout?: never; swapExercise?: never; unskipProgramDay?: never; updateProfile?: never; upgradeEnrollment?: never; }
  |  /** Same as the mutation `saveProgressPhoto`. */
  { archiveProgram?: never; copyProgram?: never; createRoutineFromWorkout?: never; deleteExercise?: never; deleteExerciseSettings?: never; deleteGoal?: never; deleteGym?: never; deleteMeasurement?: never; deletePause?: never; deleteProgram?: never; deleteProgressPhoto?: never; deleteRoutine?: never; deleteRoutineFolder?: never; deleteWorkout?: never; enroll?: never; favoriteExercise?: never; finishEnrollment?: never; pauseEnrollment?: never; publishProgram?: never; resumeEnrollment?: never; saveExercise?: never; saveExerciseSettings?: never; saveGoal?: never; saveGym?: never; saveMeasurement?: never; savePause?: never; saveProgram?: never; saveProgressPhoto: ProgressPhotoInput; saveRoutine?: never; saveRoutineFolder?: never; saveWorkout?: never; setEnrollmentLoads?: never; setEnrollmentUnit?: never; skipProgramDay?: never; startWorkout?: never; swapExercise?: never; unskipProgramDay?: never; updateProfile?: never; upgradeEnrollment?: never; }
  |  /** Same as the mutation `saveRoutine`. */
  { archiveProgram?: never; copyProgram?: never; createRoutineFromWorkout?: never; deleteExercise?: never; deleteExerciseSettings?: never; deleteGoal?: never; deleteGym?: never; deleteMeasurement?: never; deletePause?: never; deleteProgram?: never; deleteProgressPhoto?: never; deleteRoutine?: never; deleteRoutineFolder?: never; deleteWorkout?: never; enroll?: never; favoriteExercise?: never; finishEnrollment?: never; pauseEnrollment?: never; publishProgram?: never; resumeEnrollment?: never; saveExercise?: never; saveExerciseSettings?: never; saveGoal?: never; saveGym?: never; saveMeasurement?: never; savePause?: never; saveProgram?: never; saveProgressPhoto?: never; saveRoutine: RoutineInput; saveRoutineFolder?: never; saveWorkout?: never; setEnrollmentLoads?: never; setEnrollmentUnit?: never; skipProgramDay?: never; startWorkout?: never; swapExercise?: never; unskipProgramDay?: never; updateProfile?: never; upgradeEnrollment?: never; }
  |  /** Same as the mutation `saveRoutineFolder`. */
  { archiveProgram?: never; copyProgram?: never; createRoutineFromWorkout?: never; deleteExercise?: never; deleteExerciseSettings?: never; deleteGoal?: never; deleteGym?: never; deleteMeasurement?: never; deletePause?: never; deleteProgram?: never; deleteProgressPhoto?: never; deleteRoutine?: never; deleteRoutineFolder?: never; deleteWorkout?: never; enroll?: never; favoriteExercise?: never; finishEnrollment?: never; pauseEnrollment?: never; publishProgram?: never; resumeEnrollment?: never; saveExercise?: never; saveExerciseSettings?: never; saveGoal?: never; saveGym?: never; saveMeasurement?: never; savePause?: never; saveProgram?: never; saveProgressPhoto?: never; saveRoutine?: never; saveRoutineFolder: RoutineFolderInput; saveWorkout?: never; setEnrollmentLoads?: never; setEnrollmentUnit?: never; skipProgramDay?: never; startWorkout?: never; swapExercise?: never; unskipProgramDay?: never; updateProfile?: never; upgradeEnrollment?: never; }
  |  /** Same as the mutation `saveWorkout`. */
  { archiveProgram?: never; copyProgram?: never; createRoutineFromWorkout?: never; deleteExercise?: never; deleteExerciseSettings?: never; deleteGoal?: never; deleteGym?: never; deleteMeasurement?: never; deletePause?: never; deleteProgram?: never; deleteProgressPhoto?: never; deleteRoutine?: never; deleteRoutineFolder?: never; deleteWorkout?: never; enroll?: never; favoriteExercise?: never; finishEnrollment?: never; pauseEnrollment?: never; publishProgram?: never; resumeEnrollment?: never; saveExercise?: never; saveExerciseSettings?: never; saveGoal?: never; saveGym?: never; saveMeasurement?: never; savePause?: never; saveProgram?: never; saveProgressPhoto?: never; saveRoutine?: never; saveRoutineFolder?: never; saveWorkout: WorkoutInput; setEnrollmentLoads?: never; setEnrollmentUnit?: never; skipProgramDay?: never; startWorkout?: never; swapExercise?: never; unskipProgramDay?: never; updateProfile?: never; upgradeEnrollment?: never; }
  |  /** Same as the mutation `setEnrollmentLoads`; the record is the enrollment. */
  { archiveProgram?: never; copyProgram?: never; createRoutineFromWorkout?: never; deleteExercise?: never; deleteExerciseSettings?: never; deleteGoal?: never; deleteGym?: never; deleteMeasurement?: never; deletePause?: never; deleteProgram?: never; deleteProgressPhoto?: never; deleteRoutine?: never; deleteRoutineFolder?: never; deleteWorkout?: never; enroll?: never; favoriteExercise?: never; finishEnrollment?: never; pauseEnrollment?: never; publishProgram?: never; resumeEnrollment?: never; saveExercise?: never; saveExerciseSettings?: never; saveGoal?: never; saveGym?: never; saveMeasurement?: never; savePause?: never; saveProgram?: never; saveProgressPhoto?: never; saveRoutine?: never; saveRoutineFolder?: never; saveWorkout?: never; setEnrollmentLoads: SetEnrollmentLoadsInput; setEnrollmentUnit?: never; skipProgramDay?: never; startWorkout?: never; swapExercise?: never; unskipProgramDay?: never; updateProfile?: never; upgradeEnrollment?: never; }
  |  /** Same as the mutation `setEnrollmentUnit`; the record is the enrollment. */
  { archiveProgram?: never; copyProgram?: never; createRoutineFromWorkout?: never; deleteExercise?: never; deleteExerciseSettings?: never; deleteGoal?: never; deleteGym?: never; deleteMeasurement?: never; deletePause?: never; deleteProgram?: never; deleteProgressPhoto?: never; deleteRoutine?: never; deleteRoutineFolder?: never; deleteWorkout?: never; enroll?: never; favoriteExercise?: never; finishEnrollment?: never; pauseEnrollment?: never; publishProgram?: never; resumeEnrollment?: never; saveExercise?: never; saveExerciseSettings?: never; saveGoal?: never; saveGym?: never; saveMeasurement?: never; savePause?: never; saveProgram?: never; saveProgressPhoto?: never; saveRoutine?: never; saveRoutineFolder?: never; saveWorkout?: never; setEnrollmentLoads?: never; setEnrollmentUnit: SetEnrollmentUnitInput; skipProgramDay?: never; startWorkout?: never; swapExercise?: never; unskipProgramDay?: never; updateProfile?: never; upgradeEnrollment?: never; }
  |  /** Same as the mutation `skipProgramDay`. */
  { archiveProgram?: never; copyProgram?: never; createRoutineFromWorkout?: never; deleteExercise?: never; deleteExerciseSettings?: never; deleteGoal?: never; deleteGym?: never; deleteMeasurement?: never; deletePause?: never; deleteProgram?: never; deleteProgressPhoto?: never; deleteRoutine?: never; deleteRoutineFolder?: never; deleteWorkout?: never; enroll?: never; favoriteExercise?: never; finishEnrollment?: never; pauseEnrollment?: never; publishProgram?: never; resumeEnrollment?: never; saveExercise?: never; saveExerciseSettings?: never; saveGoal?: never; saveGym?: never; saveMeasurement?: never; savePause?: never; saveProgram?: never; saveProgressPhoto?: never; saveRoutine?: never; saveRoutineFolder?: never; saveWorkout?: never; setEnrollmentLoads?: never; setEnrollmentUnit?: never; skipProgramDay: EnrollmentDayInput; startWorkout?: never; swapExercise?: never; unskipProgramDay?: never; updateProfile?: never; upgradeEnrollment?: never; }
  |  /** Same as the mutation `startWorkout`. */
  { archiveProgram?: never; copyProgram?: never; createRoutineFromWorkout?: never; deleteExercise?: never; deleteExerciseSettings?: never; deleteGoal?: never; deleteGym?: never; deleteMeasurement?: never; deletePause?: never; deleteProgram?: never; deleteProgressPhoto?: never; deleteRoutine?: never; deleteRoutineFolder?: never; deleteWorkout?: never; enroll?: never; favoriteExercise?: never; finishEnrollment?: never; pauseEnrollment?: never; publishProgram?: never; resumeEnrollment?: never; saveExercise?: never; saveExerciseSettings?: never; saveGoal?: never; saveGym?: never; saveMeasurement?: never; savePause?: never; saveProgram?: never; saveProgressPhoto?: never; saveRoutine?: never; saveRoutineFolder?: never; saveWorkout?: never; setEnrollmentLoads?: never; setEnrollmentUnit?: never; skipProgramDay?: never; startWorkout: StartWorkoutInput; swapExercise?: never; unskipProgramDay?: never; updateProfile?: never; upgradeEnrollment?: never; }
  |  /** Same as the mutation `swapExercise`; the record is the workout. */
  { archiveProgram?: never; copyProgram?: never; createRoutineFromWorkout?: never; deleteExercise?: never; deleteExerciseSettings?: never; deleteGoal?: never; deleteGym?: never; deleteMeasurement?: never; deletePause?: never; deleteProgram?: never; deleteProgressPhoto?: never; deleteRoutine?: never; deleteRoutineFolder?: never; deleteWorkout?: never; enroll?: never; favoriteExercise?: never; finishEnrollment?: never; pauseEnrollment?: never; publishProgram?: never; resumeEnrollment?: never; saveExercise?: never; saveExerciseSettings?: never; saveGoal?: never; saveGym?: never; saveMeasurement?: never; savePause?: never; saveProgram?: never; saveProgressPhoto?: never; saveRoutine?: never; saveRoutineFolder?: never; saveWorkout?: never; setEnrollmentLoads?: never; setEnrollmentUnit?: never; skipProgramDay?: never; startWorkout?: never; swapExercise: SwapExerciseInput; unskipProgramDay?: never; updateProfile?: never; upgradeEnrollment?: never; }
  |  /** Same as the mutation `unskipProgramDay`. */
  { archiveProgram?: never; copyProgram?: never; createRoutineFromWorkout?: never; deleteExercise?: never; deleteExerciseSettings?: never; deleteGoal?: never; deleteGym?: never; deleteMeasurement?: never; deletePause?: never; deleteProgram?: never; deleteProgressPhoto?: never; deleteRoutine?: never; deleteRoutineFolder?: never; deleteWorkout?: never; enroll?: never; favoriteExercise?: never; finishEnrollment?: never; pauseEnrollment?: never; publishProgram?: never; resumeEnrollment?: never; saveExercise?: never; saveExerciseSettings?: never; saveGoal?: never; saveGym?: never; saveMeasurement?: never; savePause?: never; saveProgram?: never; saveProgressPhoto?: never; saveRoutine?: never; saveRoutineFolder?: never; saveWorkout?: never; setEnrollmentLoads?: never; setEnrollmentUnit?: never; skipProgramDay?: never; startWorkout?: never; swapExercise?: never; unskipProgramDay: EnrollmentDayInput; updateProfile?: never; upgradeEnrollment?: never; }
  |  /** Same as the mutation `updateProfile`. */
  { archiveProgram?: never; copyProgram?: never; createRoutineFromWorkout?: never; deleteExercise?: never; deleteExerciseSettings?: never; deleteGoal?: never; deleteGym?: never; deleteMeasurement?: never; deletePause?: never; deleteProgram?: never; deleteProgressPhoto?: never; deleteRoutine?: never; deleteRoutineFolder?: never; deleteWorkout?: never; enroll?: never; favoriteExercise?: never; finishEnrollment?: never; pauseEnrollment?: never; publishProgram?: never; resumeEnrollment?: never; saveExercise?: never; saveExerciseSettings?: never; saveGoal?: never; saveGym?: never; saveMeasurement?: never; savePause?: never; saveProgram?: never; saveProgressPhoto?: never; saveRoutine?: never; saveRoutineFolder?: never; saveWorkout?: never; setEnrollmentLoads?: never; setEnrollmentUnit?: never; skipProgramDay?: never; startWorkout?: never; swapExercise?: never; unskipProgramDay?: never; updateProfile: UpdateProfileInput; upgradeEnrollment?: never; }
  |  /** Same as the mutation `upgradeEnrollment`. */
  { archiveProgram?: never; copyProgram?: never; createRoutineFromWorkout?: never; deleteExercise?: never; deleteExerciseSettings?: never; deleteGoal?: never; deleteGym?: never; deleteMeasurement?: never; deletePause?: never; deleteProgram?: never; deleteProgressPhoto?: never; deleteRoutine?: never; deleteRoutineFolder?: never; deleteWorkout?: never; enroll?: never; favoriteExercise?: never; finishEnrollment?: never; pauseEnrollment?: never; publishProgram?: never; resumeEnrollment?: never; saveExercise?: never; saveExerciseSettings?: never; saveGoal?: never; saveGym?: never; saveMeasurement?: never; savePause?: never; saveProgram?: never; saveProgressPhoto?: never; saveRoutine?: never; saveRoutineFolder?: never; saveWorkout?: never; setEnrollmentLoads?: never; setEnrollmentUnit?: never; skipProgramDay?: never; startWorkout?: never; swapExercise?: never; unskipProgramDay?: never; updateProfile?: never; upgradeEnrollment: EnrollmentInput; };

/** Result of `sync`. */
export type SyncPayload = {
  __typename?: 'SyncPayload';
  /** One result per operation, in the same order. */
  results: Array<SyncResult>;
};

/** Result of one operation. */
export type SyncResult = {
  __typename?: 'SyncResult';
  /** Why the write was refused; null unless the status is CONFLICT. */
  conflict?: Maybe<WriteConflict>;
  /** What is wrong with the operation; null unless the status is REFUSED. */
  error?: Maybe<SyncError>;
  /**
   * The record as the server now has it. Null if it was deleted, if the caller may not see it, or if very large
   * records exceed what a response can hold: read it with `node` then.
   */
  record?: Maybe<OwnedRecord>;
  /** Identifier of the record that the operation writes. */
  recordId: Scalars['ID']['output'];
  /** Outcome of the operation. */
  status: WriteStatus;
  /** Version of the record that this operation created, now or when it was first sent; null if there is none. */
  version?: Maybe<Scalars['Int']['output']>;
};

/** Input of `testWebhook`. */
export type TestWebhookInput = {
  /** Identifier of the webhook. */
  id: Scalars['ID']['input'];
};

/** Result of `testWebhook`. */
export type TestWebhookPayload = {
  __typename?: 'TestWebhookPayload';
  /** The queued delivery. */
  delivery?: Maybe<WebhookDelivery>;
};

/** What a set of an exercise records. */
export type TrackingType =
  /** Repetitions with the body weight minus an assistance. */
  | 'BODYWEIGHT_ASSISTED_REPS'
  /** Repetitions with the body weight and an optional added load. */
  | 'BODYWEIGHT_REPS'
  /** Distance and duration. */
  | 'DISTANCE_DURATION'
  /** Duration. */
  | 'DURATION'
  /** Repetitions only. */
  | 'REPS_ONLY'
  /** Load and a short distance. */
  | 'SHORT_DISTANCE_WEIGHT'
  /** Load and duration. */
  | 'WEIGHT_DURATION'
  /** Load and repetitions. */
  | 'WEIGHT_REPS';

/** A value to reach within a period. Progress and achievement are derived; they do not increase the version. */
export type TrainingGoal = Node & OwnedRecord & {
  __typename?: 'TrainingGoal';
  /**
   * When the goal was reached: the start of the workout, or the day of the measurement at midnight UTC. Null until then, and
   * again if that workout or measurement is deleted.
   */
  achievedAt?: Maybe<Scalars['DateTime']['output']>;
  /** When the goal was first saved. */
  createdAt: Scalars['DateTime']['output'];
  /** Last day that counts; null for a goal without an end. */
  endsOn?: Maybe<Scalars['Date']['output']>;
  /** The exercise; null for a body weight and for sessions, and if it was deleted since. */
  exercise?: Maybe<Exercise>;
  /** Identifier generated by the client: 24 hexadecimal digits. */
  id: Scalars['ID']['output'];
  /** Kind of the goal. */
  kind: GoalKind;
  /** Progress towards the target. */
  progress: GoalProgress;
  /** Number of repetitions with the load, 1 to 15; null for other kinds. */
  reps?: Maybe<Scalars['Int']['output']>;
  /** First day that counts. */
  startsOn: Scalars['Date']['output'];
  /** Value to reach: in `unit`, in sessions per week, or in meters. */
  target: Scalars['Float']['output'];
  /** Unit of `target`; null for sessions and distances. */
  unit?: Maybe<WeightUnit>;
  /** When the owner last changed the goal. */
  updatedAt: Scalars['DateTime']['output'];
  /** Version of the record, starting at 1. Increases by 1 with each change that its owner makes. */
  version: Scalars['Int']['output'];
};

/** Input of `unlinkIdentity`. */
export type UnlinkIdentityInput = {
  /** Identifier of the identity. */
  id: Scalars['ID']['input'];
};

/** Result of `unlinkIdentity`. */
export type UnlinkIdentityPayload = {
  __typename?: 'UnlinkIdentityPayload';
  /** The identity that was unlinked. */
  identity?: Maybe<Identity>;
};

/** An exercise name in the file that matches no exercise. */
export type UnmatchedExercise = {
  __typename?: 'UnmatchedExercise';
  /** Name in the file. */
  name: Scalars['String']['output'];
  /** Number of sets with the name. */
  rows: Scalars['Int']['output'];
  /**
   * Exercises with similar names, the most similar first, at most three. Empty if none is similar, and for names after the
   * first 200.
   */
  suggestions: Array<ExerciseSuggestion>;
};

/** Result of `unskipProgramDay`. */
export type UnskipProgramDayPayload = {
  __typename?: 'UnskipProgramDayPayload';
  /** Why the write was refused, with nothing changed; null if it succeeded. */
  conflict?: Maybe<WriteConflict>;
  /** The enrollment as the server now has it. */
  enrollment?: Maybe<ProgramEnrollment>;
};

/**
 * Input of `updateProfile`. Fields that are left out keep their values; null clears a field, except for
 * `username`, which cannot be cleared.
 */
export type UpdateProfileInput = {
  /** At most 1,000 characters. */
  bio?: InputMaybe<Scalars['String']['input']>;
  /** At most 100 characters, in one line. */
  city?: InputMaybe<Scalars['String']['input']>;
  /** At most 100 characters, in one line. */
  country?: InputMaybe<Scalars['String']['input']>;
  /**
   * Version of the account that the change is based on; null for the current version. If the stored version
   * differs, nothing changes and the conflict is VERSION.
   */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** At most 100 characters, in one line. */
  firstName?: InputMaybe<Scalars['String']['input']>;
  /** At most 100 characters, in one line. */
  lastName?: InputMaybe<Scalars['String']['input']>;
  /** Preferred language for mails, pages and texts; null to follow the `Accept-Language` header. */
  locale?: InputMaybe<Locale>;
  /** Changes of the profile; null clears the whole profile. */
  profile?: InputMaybe<UserProfileInput>;
  /**
   * 3 to 30 characters: letters of one script, digits, dots, hyphens and underscores, beginning and ending with
   * a letter or digit. Unique, ignoring case; reserved names and web addresses are rejected.
   */
  username?: InputMaybe<Scalars['String']['input']>;
};

/** Result of `updateProfile`. */
export type UpdateProfilePayload = {
  __typename?: 'UpdateProfilePayload';
  /** Why the write was refused, with nothing changed; null if it succeeded. */
  conflict?: Maybe<WriteConflict>;
  /** The account after the change. */
  user?: Maybe<User>;
};

/** Result of `upgradeEnrollment`. */
export type UpgradeEnrollmentPayload = {
  __typename?: 'UpgradeEnrollmentPayload';
  /** Why the write was refused, with nothing changed; null if it succeeded. */
  conflict?: Maybe<WriteConflict>;
  /** The enrollment as the server now has it. */
  enrollment?: Maybe<ProgramEnrollment>;
};

/** A user account, as its owner sees it. */
export type User = Node & OwnedRecord & {
  __typename?: 'User';
  /**
   * Achievements that the caller has earned, the most recent first. Empty on accounts other than the caller's
   * own.
   */
  achievements: Array<Achievement>;
  /** Short biography; null if not set. */
  bio?: Maybe<Scalars['String']['output']>;
  /** City, as entered by the user; null if not set. */
  city?: Maybe<Scalars['String']['output']>;
  /** All kinds of consent that the user has ever given, including withdrawn ones, in a fixed order. */
  consents: Array<Consent>;
  /** Country, as entered by the user; null if not set. */
  country?: Maybe<Scalars['String']['output']>;
  /** When the account was registered. */
  createdAt: Scalars['DateTime']['output'];
  /** When the account will be deleted unless it is restored; null if no deletion is pending. */
  deletesAt?: Maybe<Scalars['DateTime']['output']>;
  /** E-mail address used to sign in. */
  email: Scalars['String']['output'];
  /** Whether the account can sign in. */
  enabled: Scalars['Boolean']['output'];
  /** First name; null if not set. */
  firstName?: Maybe<Scalars['String']['output']>;
  /**
   * Whether the account has a password. Without one, sign in with mailed codes, or set a password with
   * `POST /auth/forgot-password`.
   */
  hasPassword: Scalars['Boolean']['output'];
  /** Identifier of the account: 24 hexadecimal digits. */
  id: Scalars['ID']['output'];
  /** The ten most recent personal records that improved on a previous one, the newest first. */
  improvements: Array<PersonalRecord>;
  /**
   * Whether the account is one of a guest, which only the device with its token can use. A guest becomes permanent by
   * registering or confirming an address (`POST /auth/register`, `POST /auth/code`), a passkey or `linkIdentity`. Its `email` is a
   * placeholder below `guest.invalid`.
   */
  isGuest: Scalars['Boolean']['output'];
  /** When the user last signed in; null if never. */
  lastLogin?: Maybe<Scalars['DateTime']['output']>;
  /** Last name; null if not set. */
  lastName?: Maybe<Scalars['String']['output']>;
  /**
   * Preferred language for mails, pages and texts. Null if not set: then the `Accept-Language` header of each
   * request applies.
   */
  locale?: Maybe<Locale>;
  /** First and last name; the username if neither is set. */
  name: Scalars['String']['output'];
  /** Body data, goal and training habits of the user. */
  profile: UserProfile;
  /** Storage key of the newest active profile photo; null if there is none. */
  profileImageFileKey?: Maybe<Scalars['String']['output']>;
  /** Active profile photos, the newest first; at most five. */
  profilePhotos: Array<ProfilePhoto>;
  /** Role of the account. */
  role: Role;
  /** When the owner last changed the account or the profile. */
  updatedAt: Scalars['DateTime']['output'];
  /** Name shown to other users; unique, ignoring case. */
  username: Scalars['String']['output'];
  /** Whether the e-mail address is confirmed. */
  verified: Scalars['Boolean']['output'];
  /** Version of the account, starting at 1. Increases by 1 with each change by `updateProfile`. */
  version: Scalars['Int']['output'];
  /** Number of workouts that the user has completed. */
  workoutsCompleted: Scalars['Int']['output'];
};

/** Filter for accounts. All given fields must match; null or a missing field does not filter. */
export type UserFilter = {
  /** Whether the account can sign in. */
  enabled?: InputMaybe<Scalars['Boolean']['input']>;
  /** Role of the account. */
  role?: InputMaybe<Role>;
  /** Whether the e-mail address is confirmed. */
  verified?: InputMaybe<Scalars['Boolean']['input']>;
};

/** Body data, goal and training habits of a user. */
export type UserProfile = {
  __typename?: 'UserProfile';
  /** Age in whole years; null if not set. */
  age?: Maybe<Scalars['Int']['output']>;
  /** When the profile was created. */
  createdAt: Scalars['DateTime']['output'];
  /** Training experience; null if not set. */
  experience?: Maybe<Experience>;
  /** Planned training sessions per week, 1 to 7; null if not set. */
  frequency?: Maybe<Scalars['Int']['output']>;
  /** Gender; null if not set. */
  gender?: Maybe<Gender>;
  /** Main training goal; null if not set. */
  goal?: Maybe<Goal>;
  /** Body height, in `heightUnit`; null if not set. */
  height?: Maybe<Scalars['Float']['output']>;
  /** Unit of `height`; null if not set. */
  heightUnit?: Maybe<HeightUnit>;
  /** Muscles that the user wants to prioritize. */
  muscleFocus: Array<Muscle>;
  /** When the onboarding was completed; null if it was not. */
  onboardingCompletionDate?: Maybe<Scalars['DateTime']['output']>;
  /** Status of the onboarding. */
  onboardingStatus: OnboardingStatus;
  /** When the profile last changed. */
  updatedAt: Scalars['DateTime']['output'];
  /** Body weight, in `weightUnit`; null if not set. Saving a newer measurement updates it. */
  weight?: Maybe<Scalars['Float']['output']>;
  /** Unit of `weight`; null if not set. */
  weightUnit?: Maybe<WeightUnit>;
  /** Preferred split of the training week; null if not set. */
  workoutSplit?: Maybe<WorkoutSplit>;
};

/** Changes of a profile. Fields that are left out keep their values; null clears a field. */
export type UserProfileInput = {
  /** Age in whole years, 13 to 120. */
  age?: InputMaybe<Scalars['Int']['input']>;
  /** Training experience. */
  experience?: InputMaybe<Experience>;
  /** Planned training sessions per week, 1 to 7. */
  frequency?: InputMaybe<Scalars['Int']['input']>;
  /** Gender. */
  gender?: InputMaybe<Gender>;
  /** Main training goal. */
  goal?: InputMaybe<Goal>;
  /** Body height, in `heightUnit`: 50 to 275 cm or the equivalent in another unit. */
  height?: InputMaybe<Scalars['Float']['input']>;
  /**
   * Unit of `height`; CM if it was never set. Changing the unit without `height` does not convert the stored
   * value. Can be cleared only together with `height`.
   */
  heightUnit?: InputMaybe<HeightUnit>;
  /** Muscles that the user wants to prioritize. Duplicates are ignored. */
  muscleFocus?: InputMaybe<Array<Muscle>>;
  /** Status of the onboarding; null resets it to NOT_STARTED. */
  onboardingStatus?: InputMaybe<OnboardingStatus>;
  /** Body weight, in `weightUnit`: 20 to 650 kg or the equivalent in pounds. */
  weight?: InputMaybe<Scalars['Float']['input']>;
  /**
   * Unit of `weight`; KG if it was never set. Changing the unit without `weight` does not convert the stored
   * value. Can be cleared only together with `weight`.
   */
  weightUnit?: InputMaybe<WeightUnit>;
  /** Preferred split of the training week. */
  workoutSplit?: InputMaybe<WorkoutSplit>;
};

/** Input of `verifyUser`. */
export type VerifyUserInput = {
  /** Identifier of the account. */
  id: Scalars['ID']['input'];
};

/** Result of `verifyUser`. */
export type VerifyUserPayload = {
  __typename?: 'VerifyUserPayload';
  /** The account after the change. */
  user?: Maybe<ManagedUser>;
};

/** A URL that receives a signed message when data of its owner changes. */
export type Webhook = Node & {
  __typename?: 'Webhook';
  /**
   * Messages of the last 30 days, the latest first; at most about 1,000 are kept. Returns 20 items per page unless `first` or
   * `last` is given, 100 at most. Error: BAD_USER_INPUT (malformed page size or cursor).
   */
  deliveries?: Maybe<WebhookDeliveryConnection>;
  /** Why the service disabled the webhook; null if it is enabled, and if its owner disabled it. */
  disabledReason?: Maybe<WebhookDisabledReason>;
  /** Events that send a message. */
  events: Array<WebhookEvent>;
  /** Identifier generated by the client: 24 hexadecimal digits. */
  id: Scalars['ID']['output'];
  /** Whether messages are sent. */
  isEnabled: Scalars['Boolean']['output'];
  /** URL that receives the messages. */
  url: Scalars['String']['output'];
};


/** A URL that receives a signed message when data of its owner changes. */
export type WebhookDeliveriesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

/** A message to a webhook. */
export type WebhookDelivery = Node & {
  __typename?: 'WebhookDelivery';
  /** Number of attempts, including those of replays. */
  attemptCount: Scalars['Int']['output'];
  /** When the message was queued. */
  createdAt: Scalars['DateTime']['output'];
  /** Whether the message arrived. */
  deliveryStatus: WebhookDeliveryStatus;
  /** Event that sent the message. */
  eventType: WebhookEvent;
  /** Identifier of the delivery: 24 hexadecimal digits. */
  id: Scalars['ID']['output'];
  /** HTTP status of the latest response; null if there was none. */
  lastResponseStatus?: Maybe<Scalars['Int']['output']>;
  /** Identifier of the message, which the receiver gets in the header `webhook-id`. */
  messageId: Scalars['String']['output'];
  /** When it is sent next, at the earliest; null unless `deliveryStatus` is PENDING. */
  nextAttemptAt?: Maybe<Scalars['DateTime']['output']>;
};

/** A page of deliveries. */
export type WebhookDeliveryConnection = {
  __typename?: 'WebhookDeliveryConnection';
  /** Items of the page, each with its cursor. */
  edges: Array<WebhookDeliveryEdge>;
  /** Position of the page in the whole list. */
  pageInfo: PageInfo;
};

/** A delivery and its cursor. */
export type WebhookDeliveryEdge = {
  __typename?: 'WebhookDeliveryEdge';
  /** Opaque cursor of the item, for the arguments `after` and `before`. */
  cursor: Scalars['String']['output'];
  /** The delivery. */
  node: WebhookDelivery;
};

/** State of a delivery. */
export type WebhookDeliveryStatus =
  /** The receiver answered with a status of 200 to 299. */
  | 'DELIVERED'
  /** All attempts failed, or the webhook was disabled. */
  | 'FAILED'
  /** The message waits for its first or another attempt. */
  | 'PENDING';

/** Why the service disabled a webhook. */
export type WebhookDisabledReason =
  /** All deliveries failed for the time set by WEBHOOK_DISABLE_AFTER. */
  | 'FAILURES'
  /** The receiver answered with the status 410. */
  | 'GONE';

/** Event that sends a message. */
export type WebhookEvent =
  /** An achievement or one of its tiers was earned. `recordId` is the key of the achievement, `version` is null. */
  | 'ACHIEVEMENT_EARNED'
  /** An enrollment was saved, deleted or progressed by a workout. `recordId` is the enrollment, `version` its version. */
  | 'ENROLLMENT_CHANGED'
  /** A test by `testWebhook`. A webhook cannot subscribe to it. */
  | 'PING'
  /** A personal record improved on a previous one. `recordId` is the personal record, `version` is null. */
  | 'RECORD_SET'
  /** A workout was deleted. `recordId` is the workout, `version` the version of the deletion. */
  | 'WORKOUT_DELETED'
  /** A workout was started or saved. `recordId` is the workout, `version` its new version. */
  | 'WORKOUT_SAVED';

/** Day of the week. */
export type Weekday =
  /** Friday. */
  | 'FRIDAY'
  /** Monday, the first day of the week. */
  | 'MONDAY'
  /** Saturday. */
  | 'SATURDAY'
  /** Sunday, the last day of the week. */
  | 'SUNDAY'
  /** Thursday. */
  | 'THURSDAY'
  /** Tuesday. */
  | 'TUESDAY'
  /** Wednesday. */
  | 'WEDNESDAY';

/** Unit of a weight. */
export type WeightUnit =
  /** Kilograms. */
  | 'KG'
  /** Pounds of 0.45359237 kg. */
  | 'LB';

/** Input of `withdrawConsent`. */
export type WithdrawConsentInput = {
  /** Which consent to withdraw. */
  kind: ConsentKind;
};

/** Result of `withdrawConsent`. */
export type WithdrawConsentPayload = {
  __typename?: 'WithdrawConsentPayload';
  /** The account after the change. */
  user?: Maybe<User>;
};

/** A workout with its planned and completed sets. */
export type Workout = Node & OwnedRecord & {
  __typename?: 'Workout';
  /**
   * Body weight used to calculate the sets that move the body: the latest measurement up to the date of the
   * workout, otherwise the profile's weight when the workout was saved. Null if it is unknown or no set moves
   * the body.
   */
  bodyWeight?: Maybe<Load>;
  /** When the workout was first saved. */
  createdAt: Scalars['DateTime']['output'];
  /** When the workout ended; null while it is in progress. */
  endedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Exercises of the workout, in order. */
  exercises: Array<WorkoutExercise>;
  /** Data that a health store recorded during the workout; null if there is nothing, or without the consent HEALTH_DATA. */
  health?: Maybe<WorkoutHealth>;
  /** Identifier generated by the client: 24 hexadecimal digits. */
  id: Scalars['ID']['output'];
  /** Notes of the owner; null if there are none. */
  notes?: Maybe<Scalars['String']['output']>;
  /** Program day that the workout was for; null if there is none. */
  programDay?: Maybe<WorkoutProgramDay>;
  /** Rating by the owner, 1 to 5; null if not rated. */
  rating?: Maybe<Scalars['Int']['output']>;
  /** Personal records set by the workout, in a fixed order of the types, taking all later changes of workouts into account. */
  records: Array<PersonalRecord>;
  /** Identifier of the routine that the workout was started from, which may have been deleted since; null without one. */
  routineId?: Maybe<Scalars['ID']['output']>;
  /** When the workout started. */
  startedAt: Scalars['DateTime']['output'];
  /** IANA time zone in which the workout took place. It determines the calendar date of the workout. */
  timezone: Scalars['String']['output'];
  /** Totals of the completed working sets. */
  totals: WorkoutTotals;
  /** When the owner last changed the workout. */
  updatedAt: Scalars['DateTime']['output'];
  /** Version of the record, starting at 1. Increases by 1 with each change that its owner makes. */
  version: Scalars['Int']['output'];
  /** Whether the workout is in progress or completed. */
  workoutStatus: WorkoutStatus;
  /** Display name; null if there is none. The input calls it `title`. */
  workoutTitle?: Maybe<Scalars['String']['output']>;
};

/** A page of workouts. */
export type WorkoutConnection = {
  __typename?: 'WorkoutConnection';
  /** Items of the page, each with its cursor. */
  edges: Array<WorkoutEdge>;
  /** Position of the page in the whole list. */
  pageInfo: PageInfo;
  /** Number of workouts on all pages; null if a filter is given. */
  totalCount?: Maybe<Scalars['Int']['output']>;
};

/** A workout and its cursor. */
export type WorkoutEdge = {
  __typename?: 'WorkoutEdge';
  /** Opaque cursor of the item, for the arguments `after` and `before`. */
  cursor: Scalars['String']['output'];
  /** The workout. */
  node: Workout;
};

/** An exercise of a workout. */
export type WorkoutExercise = {
  __typename?: 'WorkoutExercise';
  /** Identifier of the entry, unique in the workout: 24 hexadecimal digits, generated by the client. */
  entryId: Scalars['ID']['output'];
  /** The exercise. */
  exercise: Exercise;
  /** Identifier of the exercise. */
  exerciseId: Scalars['ID']['output'];
  /** Notes of the owner; null if there are none. */
  notes?: Maybe<Scalars['String']['output']>;
  /**
   * What was done last time: the completed sets of the exercise in the latest completed workout that contains
   * any and started before this one, 50 at most. If a workout has several entries of the exercise, those of the
   * entry at the same position among them. Empty if there is none. Error: QUERY_TOO_COMPLEX (more than 10,000 sets on
   * a page).
   */
  previous: Array<WorkoutSet>;
  /** Rest after each set, in seconds; null if not set. */
  restSeconds?: Maybe<Scalars['Int']['output']>;
  /** Sets of the exercise, in order. */
  sets: Array<WorkoutSet>;
  /** Superset of the exercise: entries with the same value alternate. Null if it is in none. */
  supersetId?: Maybe<Scalars['String']['output']>;
};

/** An exercise of a workout. Fields that are left out are null. */
export type WorkoutExerciseInput = {
  /** Identifier of an exercise of the catalogue or of the caller's own. */
  exerciseId: Scalars['ID']['input'];
  /** Identifier of the entry, unique in the workout: 24 hexadecimal digits, generated by the client. */
  id: Scalars['ID']['input'];
  /** Notes: at most 5,000 characters. */
  notes?: InputMaybe<Scalars['String']['input']>;
  /** Rest after each set, in seconds: 0 to 86,400. */
  restSeconds?: InputMaybe<Scalars['Int']['input']>;
  /** Sets in order, at most 50. */
  sets: Array<WorkoutSetInput>;
  /** Superset of the exercise, 1 to 36 characters: entries with the same value alternate. Null if it is in none. */
  supersetId?: InputMaybe<Scalars['String']['input']>;
};

/** Filter for workouts. All given fields must match; null or a missing field does not filter. */
export type WorkoutFilter = {
  /** Identifier of the enrollment that the workout belongs to. */
  enrollmentId?: InputMaybe<Scalars['ID']['input']>;
  /** Identifier of an exercise that the workout contains, completed or not. */
  exerciseId?: InputMaybe<Scalars['ID']['input']>;
  /** Earliest start, inclusive. */
  from?: InputMaybe<Scalars['DateTime']['input']>;
  /** Whether the workout is in progress or completed. */
  status?: InputMaybe<WorkoutStatus>;
  /** Latest start, exclusive. */
  to?: InputMaybe<Scalars['DateTime']['input']>;
};

/** Data that a health store recorded during a workout. */
export type WorkoutHealth = {
  __typename?: 'WorkoutHealth';
  /** Active energy, in kilocalories; null if unknown. */
  activeEnergyKcal?: Maybe<Scalars['Float']['output']>;
  /** Average heart rate, in beats per minute; null if unknown. */
  averageHeartRate?: Maybe<Scalars['Float']['output']>;
  /** Identifier of the workout in the health store; null if unknown. */
  externalId?: Maybe<Scalars['String']['output']>;
  /** Highest heart rate, in beats per minute; null if unknown. */
  maxHeartRate?: Maybe<Scalars['Float']['output']>;
  /** Where the data come from. */
  source: HealthSource;
};

/** Data that a health store recorded during a workout. Fields that are left out are null. */
export type WorkoutHealthInput = {
  /** Active energy, in kilocalories: 0 to 50,000. */
  activeEnergyKcal?: InputMaybe<Scalars['Float']['input']>;
  /** Average heart rate, in beats per minute: 20 to 300. */
  averageHeartRate?: InputMaybe<Scalars['Float']['input']>;
  /** Identifier of the workout in the health store: 1 to 200 characters. */
  externalId?: InputMaybe<Scalars['String']['input']>;
  /** Highest heart rate, in beats per minute: 20 to 300, and not less than `averageHeartRate`. */
  maxHeartRate?: InputMaybe<Scalars['Float']['input']>;
  /** Where the data come from. */
  source: HealthSource;
};

/** An import of workouts from the export file of another app or of this service. */
export type WorkoutImport = Node & {
  __typename?: 'WorkoutImport';
  /** Whether the import is a preview that writes nothing. */
  dryRun: Scalars['Boolean']['output'];
  /** Why the import failed, as a text to show to the user; null unless the status is FAILED. */
  error?: Maybe<Scalars['String']['output']>;
  /** Names of the exercises that were created because nothing matched or, in a preview, that would be created. */
  exercisesCreated: Array<Scalars['String']['output']>;
  /** Exercise names in the file that were matched to an existing exercise. */
  exercisesMatched: Array<MatchedExercise>;
  /** Identifier of the import: 24 hexadecimal digits. */
  id: Scalars['ID']['output'];
  /** Status of the import. */
  importStatus: WorkoutImportStatus;
  /**
   * Number of gyms, routines, folders, exercise settings, pauses and goals restored from a `data.json` or, in a preview, that
   * would be restored. Those that exist, or were deleted, stay as they are.
   */
  recordsRestored: Scalars['Int']['output'];
  /** Number of rows read from the file so far. */
  rowsRead: Scalars['Int']['output'];
  /** Skipped lines, the first 1,000 at most. */
  skipped: Array<SkippedLine>;
  /** Number of skipped lines. */
  skippedCount: Scalars['Int']['output'];
  /**
   * Exercise names in the file that nothing matches, with suggestions. Send the file again with the form field `mapping` to
   * choose exercises for them, or merge the created exercises later.
   */
  unmatchedExercises: Array<UnmatchedExercise>;
  /** Number of workouts in the file that were imported before, including those edited or deleted since. */
  workoutsAlreadyThere: Scalars['Int']['output'];
  /** Number of workouts created or, in a preview, that would be created. */
  workoutsMade: Scalars['Int']['output'];
};

/** Status of an import. */
export type WorkoutImportStatus =
  /** Completed. */
  | 'COMPLETED'
  /** Failed. Workouts imported before the failure are kept; upload the file again to continue. */
  | 'FAILED'
  /** Waiting to start. */
  | 'QUEUED'
  /** In progress. */
  | 'RUNNING';

/** Input of `saveWorkout`: the whole workout. Fields that are left out are null. */
export type WorkoutInput = {
  /** When the workout ended: later than `startedAt`, by at most 7 days. Null while it is in progress. */
  endedAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** Exercises in order, at most 50. */
  exercises: Array<WorkoutExerciseInput>;
  /**
   * Version of the workout that the change is based on; null for a new workout. If the stored version differs,
   * the conflict is VERSION.
   */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /**
   * Data that a health store recorded during the workout. Without the consent HEALTH_DATA the workout is saved without it. If
   * another workout of the caller has the same `source` and `externalId`, the conflict is EXTERNAL_ID.
   */
  health?: InputMaybe<WorkoutHealthInput>;
  /**
   * Identifier generated by the client: 24 hexadecimal digits. Use the same identifier when you send the workout
   * again.
   */
  id: Scalars['ID']['input'];
  /** Notes: at most 5,000 characters. */
  notes?: InputMaybe<Scalars['String']['input']>;
  /** Program day that the workout is for. */
  programDay?: InputMaybe<WorkoutProgramDayInput>;
  /** Rating: 1 to 5. */
  rating?: InputMaybe<Scalars['Int']['input']>;
  /** Identifier of the routine that the workout was started from; null without one. */
  routineId?: InputMaybe<Scalars['ID']['input']>;
  /** When the workout started: at most 60 years ago and one day ahead. */
  startedAt: Scalars['DateTime']['input'];
  /** IANA time zone in which the workout takes place, such as `Europe/Berlin`. */
  timezone: Scalars['String']['input'];
  /** Display name: at most 200 characters. */
  title?: InputMaybe<Scalars['String']['input']>;
};

/** What to fill a new workout from: exactly one field must be given. */
export type WorkoutOriginInput =
  /** A program day: its planned sets with their targets. */
  { programDay: WorkoutProgramDayInput; routine?: never; workout?: never; }
  |  /**
   * Identifier of a routine of the caller: its planned sets. A set without a planned load takes that of the same set in the
   * last workout with the exercise.
   */
  { programDay?: never; routine: Scalars['ID']['input']; workout?: never; }
  |  /** Identifier of an earlier workout of the caller: its sets, with what was done as targets. */
  { programDay?: never; routine?: never; workout: Scalars['ID']['input']; };

/** A day of a program in an enrollment. */
export type WorkoutProgramDay = {
  __typename?: 'WorkoutProgramDay';
  /** Number of the day in its week, starting at 1 and counting rest days. */
  day: Scalars['Int']['output'];
  /** The enrollment; null if it was deleted. */
  enrollment?: Maybe<ProgramEnrollment>;
  /** Identifier of the enrollment. */
  enrollmentId: Scalars['ID']['output'];
  /** Number of the week in the program, starting at 1. */
  week: Scalars['Int']['output'];
};

/** A training day of a program in an enrollment of the caller. */
export type WorkoutProgramDayInput = {
  /** Number of the day in its week, 1 to 7, counting rest days. */
  day: Scalars['Int']['input'];
  /** Identifier of the enrollment. */
  enrollmentId: Scalars['ID']['input'];
  /** Number of the week in the program, 1 to 52. */
  week: Scalars['Int']['input'];
};

/** A set of an exercise. */
export type WorkoutSet = {
  __typename?: 'WorkoutSet';
  /** When the set was completed; null if it was not. */
  completedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Distance, in meters; null if not recorded. */
  distanceMeters?: Maybe<Scalars['Float']['output']>;
  /** Duration, in seconds; null if not recorded. */
  durationSeconds?: Maybe<Scalars['Float']['output']>;
  /**
   * Load in the unit in which it was entered; null if there is none. The load of a dumbbell exercise is that of
   * one dumbbell.
   */
  load?: Maybe<Load>;
  /** How the load and the body weight combine. */
  loadMode: LoadMode;
  /** Repetitions; null if not recorded. Those of a unilateral exercise are those of each side. */
  reps?: Maybe<Scalars['Int']['output']>;
  /** Rest after the set, in seconds; null to use the exercise's `restSeconds`. */
  restSeconds?: Maybe<Scalars['Int']['output']>;
  /** Repetitions in reserve (RIR): how many more would have been possible; null if not recorded. */
  rir?: Maybe<Scalars['Int']['output']>;
  /** Rate of perceived exertion (RPE), 1 to 10 in steps of 0.5; null if not recorded. */
  rpe?: Maybe<Scalars['Float']['output']>;
  /** Identifier of the set, unique in the workout: 24 hexadecimal digits, generated by the client. */
  setId: Scalars['ID']['output'];
  /** What to aim for; null if there is no target. */
  target?: Maybe<SetTarget>;
  /** Type of the set. */
  type: SetType;
};

/** A set of an exercise. Fields that are left out are null. */
export type WorkoutSetInput = {
  /** When the set was completed: at most one day before or after the workout. Null if it was not. */
  completedAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** Distance, in meters: 0 to 1,000,000. */
  distanceMeters?: InputMaybe<Scalars['Float']['input']>;
  /** Duration, in seconds: 0 to 604,800 (7 days). */
  durationSeconds?: InputMaybe<Scalars['Float']['input']>;
  /** Identifier of the set, unique in the workout: 24 hexadecimal digits, generated by the client. */
  id: Scalars['ID']['input'];
  /** Load: 0 to 1,500 kg or the equivalent in pounds. The load of a dumbbell exercise is that of one dumbbell. */
  load?: InputMaybe<LoadInput>;
  /**
   * How the load and the body weight combine. If null, the tracking type of the exercise decides: BODYWEIGHT for
   * BODYWEIGHT_REPS and REPS_ONLY, ASSISTED for BODYWEIGHT_ASSISTED_REPS, otherwise EXTERNAL.
   */
  loadMode?: InputMaybe<LoadMode>;
  /** Repetitions: 0 to 10,000. Those of a unilateral exercise are those of each side. */
  reps?: InputMaybe<Scalars['Int']['input']>;
  /** Rest after the set, in seconds: 0 to 86,400. Null to use the exercise's `restSeconds`. */
  restSeconds?: InputMaybe<Scalars['Int']['input']>;
  /** Repetitions in reserve (RIR), how many more would have been possible: 0 to 10. */
  rir?: InputMaybe<Scalars['Int']['input']>;
  /** Rate of perceived exertion (RPE): 1 to 10 in steps of 0.5. */
  rpe?: InputMaybe<Scalars['Float']['input']>;
  /** What to aim for. Stored and returned as sent; it does not affect progression. */
  target?: InputMaybe<SetTargetInput>;
  /** Type of the set. */
  type?: InputMaybe<SetType>;
};

/** How a training week divides the body into sessions. */
export type WorkoutSplit =
  /** Alternating sessions for chest and back, shoulders and arms, and legs. */
  | 'arnold_split'
  /** One muscle group per session. */
  | 'bro_split'
  /** A split of the user's own. */
  | 'custom'
  /** The whole body in every session. */
  | 'full_body'
  /** Alternating push, pull and leg sessions. */
  | 'push_pull_legs'
  /** Alternating upper body and lower body sessions. */
  | 'upper_lower';

/** Status of a workout. */
export type WorkoutStatus =
  /** The workout has an end. */
  | 'COMPLETED'
  /** The workout has no end yet. Only one workout can be in progress. */
  | 'IN_PROGRESS';

/** Totals of the completed working sets of a workout. Warm-up sets do not count. */
export type WorkoutTotals = {
  __typename?: 'WorkoutTotals';
  /** Duration of the workout, in seconds; null while it is in progress. */
  durationSeconds?: Maybe<Scalars['Float']['output']>;
  /** URL of a heat map of `musclesWorked` as SVG, like `Exercise.muscleMapUrl`. */
  muscleMapUrl: Scalars['String']['output'];
  /** Number of working sets per muscle, the most first. Stretching and cardio exercises do not count. */
  musclesWorked: Array<MuscleSets>;
  /** Number of repetitions of the working sets. */
  reps: Scalars['Int']['output'];
  /** Number of working sets: completed sets that are not warm-ups. */
  sets: Scalars['Int']['output'];
  /**
   * Total volume: the sum of load × repetitions of working sets, as entered: a dumbbell counts once, and
   * a unilateral exercise with the repetitions of one side. A body-weight set moves the exercise's
   * `bodyweightShare` of the body weight plus the load, an assisted set the share minus the help; both count as 0 if
   * the body weight is unknown.
   */
  volume: Scalars['Float']['output'];
};


/** Totals of the completed working sets of a workout. Warm-up sets do not count. */
export type WorkoutTotalsVolumeArgs = {
  unit?: WeightUnit;
};

/** Why a write was refused. Nothing was changed. */
export type WriteConflict =
  /**
   * Another record conflicts with this one: only one workout can be in progress, only one enrollment active; only one
   * measurement can exist per day, and one record of settings per exercise; pauses must not overlap.
   */
  | 'ACTIVE'
  /** The record was deleted. */
  | 'DELETED'
  /** Another workout has the same identifier of the health store. */
  | 'EXTERNAL_ID'
  /** The identifier belongs to another record. */
  | 'ID_TAKEN'
  /** `expectedVersion` was given, but the record does not exist. */
  | 'UNKNOWN'
  /** The stored version of the record differs from `expectedVersion`. */
  | 'VERSION';

/** Outcome of a write. */
export type WriteStatus =
  /** The record was written. */
  | 'APPLIED'
  /** The write was refused because it conflicts with what the server has. */
  | 'CONFLICT'
  /** The write was refused because the operation is invalid. */
  | 'REFUSED'
  /**
   * Nothing had to be written, because the same write was applied before or equals what is stored. `record` can
   * have a later version than the result if another device has written since.
   */
  | 'UNCHANGED';



export type ResolverTypeWrapper<T> = Promise<T> | T;


export type ResolverWithResolve<TResult, TParent, TContext, TArgs> = {
  resolve: ResolverFn<TResult, TParent, TContext, TArgs>;
};
export type Resolver<TResult, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = ResolverFn<TResult, TParent, TContext, TArgs> | ResolverWithResolve<TResult, TParent, TContext, TArgs>;

export type ResolverFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => Promise<TResult> | TResult;

export type SubscriptionSubscribeFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => AsyncIterable<TResult> | Promise<AsyncIterable<TResult>>;

export type SubscriptionResolveFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;

export interface SubscriptionSubscriberObject<TResult, TKey extends string, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<{ [key in TKey]: TResult }, TParent, TContext, TArgs>;
  resolve?: SubscriptionResolveFn<TResult, { [key in TKey]: TResult }, TContext, TArgs>;
}

export interface SubscriptionResolverObject<TResult, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<any, TParent, TContext, TArgs>;
  resolve: SubscriptionResolveFn<TResult, any, TContext, TArgs>;
}

export type SubscriptionObject<TResult, TKey extends string, TParent, TContext, TArgs> =
  | SubscriptionSubscriberObject<TResult, TKey, TParent, TContext, TArgs>
  | SubscriptionResolverObject<TResult, TParent, TContext, TArgs>;

export type SubscriptionResolver<TResult, TKey extends string, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> =
  | ((...args: any[]) => SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>)
  | SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>;

export type TypeResolveFn<TTypes, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (
  parent: TParent,
  context: TContext,
  info: GraphQLResolveInfo
) => Maybe<TTypes> | Promise<Maybe<TTypes>>;

export type IsTypeOfResolverFn<T = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (obj: T, context: TContext, info: GraphQLResolveInfo) => boolean | Promise<boolean>;

export type NextResolverFn<T> = () => Promise<T>;

export type DirectiveResolverFn<TResult = Record<PropertyKey, never>, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = (
  next: NextResolverFn<TResult>,
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;




/** Mapping of interface types */
export type ResolversInterfaceTypes<_RefType extends Record<string, unknown>> = {
  Node:
    | ( AuditEntryModel )
    | ( ExerciseModel )
    | ( ExerciseSettingsModel )
    | ( GymModel )
    | ( IdentityModel )
    | ( ManagedUserModel )
    | ( MeasurementModel )
    | ( PasskeyModel )
    | ( PauseModel )
    | ( PersonalAccessTokenModel )
    | ( PersonalRecordModel )
    | ( ProfilePhotoModel )
    | ( ProgramModel )
    | ( ProgramEnrollmentModel )
    | ( ProgramVersionModel )
    | ( ProgressPhotoModel )
    | ( PublicUserModel )
    | ( RoutineModel )
    | ( RoutineFolderModel )
    | ( SessionModel )
    | ( ShareLinkModel )
    | ( TrainingGoalModel )
    | ( UserModel )
    | ( WebhookModel )
    | ( WebhookDeliveryModel )
    | ( WorkoutModel )
    | ( WorkoutImportModel )
  ;
  OwnedRecord:
    | ( ExerciseModel )
    | ( ExerciseSettingsModel )
    | ( GymModel )
    | ( MeasurementModel )
    | ( PauseModel )
    | ( ProgramModel )
    | ( ProgramEnrollmentModel )
    | ( ProgressPhotoModel )
    | ( RoutineModel )
    | ( RoutineFolderModel )
    | ( TrainingGoalModel )
    | ( UserModel )
    | ( WorkoutModel )
  ;
};

/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  Achievement: ResolverTypeWrapper<AchievementModel>;
  AchievementKind: AchievementKind;
  AchievementProgress: ResolverTypeWrapper<AchievementProgress>;
  AchievementTier: ResolverTypeWrapper<AchievementTierModel>;
  Analytics: ResolverTypeWrapper<AnalyticsModel>;
  ArchiveCatalogueExerciseInput: ArchiveCatalogueExerciseInput;
  ArchiveProgramInput: ArchiveProgramInput;
  ArchiveProgramPayload: ResolverTypeWrapper<Omit<ArchiveProgramPayload, 'program'> & { program?: Maybe<ResolversTypes['Program']> }>;
  AuditAction: AuditAction;
  AuditEntry: ResolverTypeWrapper<AuditEntryModel>;
  AuditEntryConnection: ResolverTypeWrapper<Omit<AuditEntryConnection, 'edges'> & { edges: Array<ResolversTypes['AuditEntryEdge']> }>;
  AuditEntryEdge: ResolverTypeWrapper<Omit<AuditEntryEdge, 'node'> & { node: ResolversTypes['AuditEntry'] }>;
  BodyWeight: ResolverTypeWrapper<BodyWeight>;
  BodyWeightInput: BodyWeightInput;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  CacheControlScope: CacheControlScope;
  CalendarDay: ResolverTypeWrapper<CalendarDayModel>;
  CalendarProgramDay: ResolverTypeWrapper<CalendarProgramDay>;
  CatalogueExerciseInput: CatalogueExerciseInput;
  CatalogueExercisePayload: ResolverTypeWrapper<Omit<CatalogueExercisePayload, 'exercise'> & { exercise?: Maybe<ResolversTypes['Exercise']> }>;
  Change: ResolverTypeWrapper<ChangeModel>;
  ChangeEmailInput: ChangeEmailInput;
  ChangeEmailPayload: ResolverTypeWrapper<Omit<ChangeEmailPayload, 'user'> & { user?: Maybe<ResolversTypes['User']> }>;
  ChangePage: ResolverTypeWrapper<ChangePageModel>;
  ChangePasswordInput: ChangePasswordInput;
  ChangePasswordPayload: ResolverTypeWrapper<Omit<ChangePasswordPayload, 'user'> & { user?: Maybe<ResolversTypes['User']> }>;
  ChangesAvailable: ResolverTypeWrapper<ChangesAvailable>;
  Comparison: ResolverTypeWrapper<ComparisonModel>;
  ComparisonValue: ResolverTypeWrapper<ComparisonValueModel>;
  CompleteOnboardingPayload: ResolverTypeWrapper<Omit<CompleteOnboardingPayload, 'user'> & { user?: Maybe<ResolversTypes['User']> }>;
  ConfirmSecondFactorInput: ConfirmSecondFactorInput;
  ConfirmSecondFactorPayload: ResolverTypeWrapper<ConfirmSecondFactorPayload>;
  Consent: ResolverTypeWrapper<ConsentModel>;
  ConsentKind: ConsentKind;
  CopyProgramInput: CopyProgramInput;
  CopyProgramPayload: ResolverTypeWrapper<Omit<CopyProgramPayload, 'program'> & { program?: Maybe<ResolversTypes['Program']> }>;
  CopySharedItemInput: CopySharedItemInput;
  CopySharedItemPayload: ResolverTypeWrapper<Omit<CopySharedItemPayload, 'program' | 'routine'> & { program?: Maybe<ResolversTypes['Program']>, routine?: Maybe<ResolversTypes['Routine']> }>;
  CreatePersonalAccessTokenInput: CreatePersonalAccessTokenInput;
  CreatePersonalAccessTokenPayload: ResolverTypeWrapper<Omit<CreatePersonalAccessTokenPayload, 'personalAccessToken'> & { personalAccessToken?: Maybe<ResolversTypes['PersonalAccessToken']> }>;
  CreateRoutineFromWorkoutInput: CreateRoutineFromWorkoutInput;
  CreateRoutineFromWorkoutPayload: ResolverTypeWrapper<Omit<CreateRoutineFromWorkoutPayload, 'routine'> & { routine?: Maybe<ResolversTypes['Routine']> }>;
  CreateShareLinkInput: CreateShareLinkInput;
  CreateShareLinkPayload: ResolverTypeWrapper<Omit<CreateShareLinkPayload, 'shareLink'> & { shareLink?: Maybe<ResolversTypes['ShareLink']> }>;
  DailyActivity: ResolverTypeWrapper<DailyActivityModel>;
  DataPoint: ResolverTypeWrapper<DataPointModel>;
  Date: ResolverTypeWrapper<Scalars['Date']['output']>;
  DateRangeInput: DateRangeInput;
  DateTime: ResolverTypeWrapper<Scalars['DateTime']['output']>;
  DeleteAccountInput: DeleteAccountInput;
  DeleteAccountPayload: ResolverTypeWrapper<Omit<DeleteAccountPayload, 'user'> & { user?: Maybe<ResolversTypes['User']> }>;
  DeleteInput: DeleteInput;
  DeletePayload: ResolverTypeWrapper<Omit<DeletePayload, 'record'> & { record?: Maybe<ResolversTypes['OwnedRecord']> }>;
  DeleteProfilePhotoInput: DeleteProfilePhotoInput;
  DeleteProfilePhotoPayload: ResolverTypeWrapper<Omit<DeleteProfilePhotoPayload, 'user'> & { user: ResolversTypes['User'] }>;
  DeleteUserInput: DeleteUserInput;
  DeleteUserPayload: ResolverTypeWrapper<Omit<DeleteUserPayload, 'user'> & { user?: Maybe<ResolversTypes['ManagedUser']> }>;
  DeleteWebhookInput: DeleteWebhookInput;
  DeleteWebhookPayload: ResolverTypeWrapper<DeleteWebhookPayload>;
  Deltoid: Deltoid;
  DeltoidSeries: ResolverTypeWrapper<DeltoidSeriesModel>;
  DeprecatedFieldUse: ResolverTypeWrapper<DeprecatedFieldUseModel>;
  DisableSecondFactorPayload: ResolverTypeWrapper<DisableSecondFactorPayload>;
  EnrollInput: EnrollInput;
  EnrollPayload: ResolverTypeWrapper<Omit<EnrollPayload, 'enrollment'> & { enrollment?: Maybe<ResolversTypes['ProgramEnrollment']> }>;
  EnrollmentConnection: ResolverTypeWrapper<Omit<EnrollmentConnection, 'edges'> & { edges: Array<ResolversTypes['EnrollmentEdge']> }>;
  EnrollmentDay: ResolverTypeWrapper<EnrollmentDay>;
  EnrollmentDayInput: EnrollmentDayInput;
  EnrollmentEdge: ResolverTypeWrapper<Omit<EnrollmentEdge, 'node'> & { node: ResolversTypes['ProgramEnrollment'] }>;
  EnrollmentInput: EnrollmentInput;
  EnrollmentLoadInput: EnrollmentLoadInput;
  EnrollmentSetupItem: ResolverTypeWrapper<Omit<EnrollmentSetupItem, 'exercise'> & { exercise?: Maybe<ResolversTypes['Exercise']> }>;
  EnrollmentSetupNeed: EnrollmentSetupNeed;
  EnrollmentSetupSource: EnrollmentSetupSource;
  EnrollmentStatus: EnrollmentStatus;
  Equipment: Equipment;
  Exercise: ResolverTypeWrapper<ExerciseModel>;
  ExerciseCategory: ExerciseCategory;
  ExerciseConnection: ResolverTypeWrapper<Omit<ExerciseConnection, 'edges'> & { edges: Array<ResolversTypes['ExerciseEdge']> }>;
  ExerciseEdge: ResolverTypeWrapper<Omit<ExerciseEdge, 'node'> & { node: ResolversTypes['Exercise'] }>;
  ExerciseFilter: ExerciseFilter;
  ExerciseHistoryConnection: ResolverTypeWrapper<Omit<ExerciseHistoryConnection, 'edges'> & { edges: Array<ResolversTypes['ExerciseHistoryEdge']> }>;
  ExerciseHistoryEdge: ResolverTypeWrapper<Omit<ExerciseHistoryEdge, 'node'> & { node: ResolversTypes['ExercisePerformance'] }>;
  ExerciseImage: ResolverTypeWrapper<ExerciseImageModel>;
  ExerciseImageInput: ExerciseImageInput;
  ExerciseImageSize: ExerciseImageSize;
  ExerciseInput: ExerciseInput;
  ExerciseName: ResolverTypeWrapper<ExerciseName>;
  ExercisePerformance: ResolverTypeWrapper<ExercisePerformanceModel>;
  ExerciseScope: ExerciseScope;
  ExerciseSettings: ResolverTypeWrapper<ExerciseSettingsModel>;
  ExerciseSettingsConnection: ResolverTypeWrapper<Omit<ExerciseSettingsConnection, 'edges'> & { edges: Array<ResolversTypes['ExerciseSettingsEdge']> }>;
  ExerciseSettingsEdge: ResolverTypeWrapper<Omit<ExerciseSettingsEdge, 'node'> & { node: ResolversTypes['ExerciseSettings'] }>;
  ExerciseSettingsInput: ExerciseSettingsInput;
  ExerciseSort: ExerciseSort;
  ExerciseSuggestion: ResolverTypeWrapper<Omit<ExerciseSuggestion, 'exercise'> & { exercise: ResolversTypes['Exercise'] }>;
  ExerciseTranslation: ResolverTypeWrapper<ExerciseTranslation>;
  ExerciseTranslationInput: ExerciseTranslationInput;
  Experience: Experience;
  FavoriteExerciseInput: FavoriteExerciseInput;
  FavoriteExercisePayload: ResolverTypeWrapper<Omit<FavoriteExercisePayload, 'exercise'> & { exercise?: Maybe<ResolversTypes['Exercise']> }>;
  FinishEnrollmentPayload: ResolverTypeWrapper<Omit<FinishEnrollmentPayload, 'enrollment'> & { enrollment?: Maybe<ResolversTypes['ProgramEnrollment']> }>;
  Float: ResolverTypeWrapper<Scalars['Float']['output']>;
  Force: Force;
  Gender: Gender;
  Girth: ResolverTypeWrapper<GirthModel>;
  GirthInput: GirthInput;
  GiveConsentInput: GiveConsentInput;
  GiveConsentPayload: ResolverTypeWrapper<Omit<GiveConsentPayload, 'user'> & { user?: Maybe<ResolversTypes['User']> }>;
  Goal: Goal;
  GoalInput: GoalInput;
  GoalKind: GoalKind;
  GoalProgress: ResolverTypeWrapper<GoalProgress>;
  Gym: ResolverTypeWrapper<GymModel>;
  GymBar: ResolverTypeWrapper<GymBar>;
  GymBarInput: GymBarInput;
  GymInput: GymInput;
  GymPlates: ResolverTypeWrapper<GymPlates>;
  GymPlatesInput: GymPlatesInput;
  GymSteps: ResolverTypeWrapper<GymSteps>;
  GymStepsInput: GymStepsInput;
  HealthSource: HealthSource;
  HeightUnit: HeightUnit;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  Identity: ResolverTypeWrapper<IdentityModel>;
  ImportCount: ResolverTypeWrapper<ImportCount>;
  InstanceMinute: ResolverTypeWrapper<InstanceMinuteModel>;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  LengthUnit: LengthUnit;
  Level: Level;
  LinkIdentityInput: LinkIdentityInput;
  LinkIdentityPayload: ResolverTypeWrapper<Omit<LinkIdentityPayload, 'identity'> & { identity?: Maybe<ResolversTypes['Identity']> }>;
  Load: ResolverTypeWrapper<Load>;
  LoadInput: LoadInput;
  LoadMode: LoadMode;
  Locale: Locale;
  LoginResult: ResolverTypeWrapper<Omit<LoginResult, 'user'> & { user: ResolversTypes['User'] }>;
  ManagedEnrollment: ResolverTypeWrapper<ManagedEnrollmentModel>;
  ManagedEnrollmentConnection: ResolverTypeWrapper<Omit<ManagedEnrollmentConnection, 'edges'> & { edges: Array<ResolversTypes['ManagedEnrollmentEdge']> }>;
  ManagedEnrollmentEdge: ResolverTypeWrapper<Omit<ManagedEnrollmentEdge, 'node'> & { node: ResolversTypes['ManagedEnrollment'] }>;
  ManagedImport: ResolverTypeWrapper<ManagedImportModel>;
  ManagedImportConnection: ResolverTypeWrapper<Omit<ManagedImportConnection, 'edges'> & { edges: Array<ResolversTypes['ManagedImportEdge']> }>;
  ManagedImportEdge: ResolverTypeWrapper<Omit<ManagedImportEdge, 'node'> & { node: ResolversTypes['ManagedImport'] }>;
  ManagedUser: ResolverTypeWrapper<ManagedUserModel>;
  ManagedUserConnection: ResolverTypeWrapper<Omit<ManagedUserConnection, 'edges'> & { edges: Array<ResolversTypes['ManagedUserEdge']> }>;
  ManagedUserEdge: ResolverTypeWrapper<Omit<ManagedUserEdge, 'node'> & { node: ResolversTypes['ManagedUser'] }>;
  MatchedExercise: ResolverTypeWrapper<MatchedExerciseModel>;
  Measurement: ResolverTypeWrapper<MeasurementModel>;
  MeasurementConnection: ResolverTypeWrapper<Omit<MeasurementConnection, 'edges'> & { edges: Array<ResolversTypes['MeasurementEdge']> }>;
  MeasurementEdge: ResolverTypeWrapper<Omit<MeasurementEdge, 'node'> & { node: ResolversTypes['Measurement'] }>;
  MeasurementInput: MeasurementInput;
  Mechanic: Mechanic;
  MergeExercisesInput: MergeExercisesInput;
  MergeExercisesPayload: ResolverTypeWrapper<Omit<MergeExercisesPayload, 'exercise'> & { exercise?: Maybe<ResolversTypes['Exercise']> }>;
  Muscle: Muscle;
  MuscleSeries: ResolverTypeWrapper<MuscleSeriesModel>;
  MuscleSets: ResolverTypeWrapper<MuscleSets>;
  MuscleVolume: ResolverTypeWrapper<MuscleVolumeModel>;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  NextDay: ResolverTypeWrapper<NextDayModel>;
  NextDayExercise: ResolverTypeWrapper<Omit<NextDayExercise, 'exercise' | 'sets'> & { exercise?: Maybe<ResolversTypes['Exercise']>, sets: Array<ResolversTypes['NextDaySet']> }>;
  NextDaySet: ResolverTypeWrapper<Omit<NextDaySet, 'target'> & { target: ResolversTypes['SetTarget'] }>;
  Node: ResolverTypeWrapper<ResolversInterfaceTypes<ResolversTypes>['Node']>;
  OnboardingStatus: OnboardingStatus;
  OwnedRecord: ResolverTypeWrapper<OwnedRecordModel>;
  OwnedType: OwnedType;
  PageInfo: ResolverTypeWrapper<PageInfo>;
  Passkey: ResolverTypeWrapper<PasskeyModel>;
  Pause: ResolverTypeWrapper<PauseModel>;
  PauseEnrollmentPayload: ResolverTypeWrapper<Omit<PauseEnrollmentPayload, 'enrollment'> & { enrollment?: Maybe<ResolversTypes['ProgramEnrollment']> }>;
  PauseInput: PauseInput;
  PauseReason: PauseReason;
  PersonalAccessToken: ResolverTypeWrapper<PersonalAccessTokenModel>;
  PersonalRecord: ResolverTypeWrapper<PersonalRecordModel>;
  PersonalRecordConnection: ResolverTypeWrapper<Omit<PersonalRecordConnection, 'edges'> & { edges: Array<ResolversTypes['PersonalRecordEdge']> }>;
  PersonalRecordEdge: ResolverTypeWrapper<Omit<PersonalRecordEdge, 'node'> & { node: ResolversTypes['PersonalRecord'] }>;
  PhotoSize: PhotoSize;
  PlannedExercise: ResolverTypeWrapper<PlannedExerciseModel>;
  PlannedExerciseInput: PlannedExerciseInput;
  PlannedSet: ResolverTypeWrapper<PlannedSetModel>;
  PlannedSetInput: PlannedSetInput;
  PreviousRecord: ResolverTypeWrapper<PreviousRecordModel>;
  ProfilePhoto: ResolverTypeWrapper<ProfilePhotoModel>;
  Program: ResolverTypeWrapper<ProgramModel>;
  ProgramConnection: ResolverTypeWrapper<Omit<ProgramConnection, 'edges'> & { edges: Array<ResolversTypes['ProgramEdge']> }>;
  ProgramDay: ResolverTypeWrapper<ProgramDayModel>;
  ProgramDayInput: ProgramDayInput;
  ProgramEdge: ResolverTypeWrapper<Omit<ProgramEdge, 'node'> & { node: ResolversTypes['Program'] }>;
  ProgramEnrollment: ResolverTypeWrapper<ProgramEnrollmentModel>;
  ProgramFilter: ProgramFilter;
  ProgramInput: ProgramInput;
  ProgramRecommendation: ResolverTypeWrapper<ProgramRecommendationModel>;
  ProgramScope: ProgramScope;
  ProgramSort: ProgramSort;
  ProgramVersion: ResolverTypeWrapper<ProgramVersionModel>;
  ProgramVisibility: ProgramVisibility;
  ProgramWeek: ResolverTypeWrapper<ProgramWeekModel>;
  ProgramWeekInput: ProgramWeekInput;
  ProgressPhoto: ResolverTypeWrapper<ProgressPhotoModel>;
  ProgressPhotoConnection: ResolverTypeWrapper<Omit<ProgressPhotoConnection, 'edges'> & { edges: Array<ResolversTypes['ProgressPhotoEdge']> }>;
  ProgressPhotoEdge: ResolverTypeWrapper<Omit<ProgressPhotoEdge, 'node'> & { node: ResolversTypes['ProgressPhoto'] }>;
  ProgressPhotoInput: ProgressPhotoInput;
  ProgressPose: ProgressPose;
  Progression: ResolverTypeWrapper<ProgressionModel>;
  ProgressionInput: ProgressionInput;
  ProgressionReason: ProgressionReason;
  ProgressionType: ProgressionType;
  PublicUser: ResolverTypeWrapper<PublicUserModel>;
  PublishProgramInput: PublishProgramInput;
  PublishProgramPayload: ResolverTypeWrapper<Omit<PublishProgramPayload, 'program'> & { program?: Maybe<ResolversTypes['Program']> }>;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  QueueFailure: ResolverTypeWrapper<QueueFailure>;
  RecommendationReason: ResolverTypeWrapper<RecommendationReasonModel>;
  RecommendationReasonKind: RecommendationReasonKind;
  RecordType: RecordType;
  RecordUnit: RecordUnit;
  RepetitionRecord: ResolverTypeWrapper<RepetitionRecordModel>;
  ReplaceRecoveryCodesPayload: ResolverTypeWrapper<ReplaceRecoveryCodesPayload>;
  ReplayWebhookDeliveryInput: ReplayWebhookDeliveryInput;
  ReplayWebhookDeliveryPayload: ResolverTypeWrapper<Omit<ReplayWebhookDeliveryPayload, 'delivery'> & { delivery?: Maybe<ResolversTypes['WebhookDelivery']> }>;
  ResetUserSecondFactorInput: ResetUserSecondFactorInput;
  ResetUserSecondFactorPayload: ResolverTypeWrapper<Omit<ResetUserSecondFactorPayload, 'user'> & { user?: Maybe<ResolversTypes['ManagedUser']> }>;
  RestoreAccountPayload: ResolverTypeWrapper<Omit<RestoreAccountPayload, 'user'> & { user?: Maybe<ResolversTypes['User']> }>;
  RestoreProfilePhotoInput: RestoreProfilePhotoInput;
  RestoreProfilePhotoPayload: ResolverTypeWrapper<Omit<RestoreProfilePhotoPayload, 'archivedProfilePhoto' | 'profilePhoto'> & { archivedProfilePhoto?: Maybe<ResolversTypes['ProfilePhoto']>, profilePhoto?: Maybe<ResolversTypes['ProfilePhoto']> }>;
  RestoreUserInput: RestoreUserInput;
  RestoreUserPayload: ResolverTypeWrapper<Omit<RestoreUserPayload, 'user'> & { user?: Maybe<ResolversTypes['ManagedUser']> }>;
  ResumeEnrollmentPayload: ResolverTypeWrapper<Omit<ResumeEnrollmentPayload, 'enrollment'> & { enrollment?: Maybe<ResolversTypes['ProgramEnrollment']> }>;
  RevokePersonalAccessTokenInput: RevokePersonalAccessTokenInput;
  RevokePersonalAccessTokenPayload: ResolverTypeWrapper<Omit<RevokePersonalAccessTokenPayload, 'personalAccessToken'> & { personalAccessToken?: Maybe<ResolversTypes['PersonalAccessToken']> }>;
  RevokeSessionInput: RevokeSessionInput;
  RevokeSessionPayload: ResolverTypeWrapper<Omit<RevokeSessionPayload, 'user'> & { user?: Maybe<ResolversTypes['User']> }>;
  RevokeShareLinkInput: RevokeShareLinkInput;
  RevokeShareLinkPayload: ResolverTypeWrapper<RevokeShareLinkPayload>;
  RevokeUserSessionInput: RevokeUserSessionInput;
  RevokeUserSessionPayload: ResolverTypeWrapper<Omit<RevokeUserSessionPayload, 'user'> & { user?: Maybe<ResolversTypes['ManagedUser']> }>;
  RevokeUserSessionsInput: RevokeUserSessionsInput;
  RevokeUserSessionsPayload: ResolverTypeWrapper<Omit<RevokeUserSessionsPayload, 'user'> & { user?: Maybe<ResolversTypes['ManagedUser']> }>;
  Role: Role;
  Routine: ResolverTypeWrapper<RoutineModel>;
  RoutineConnection: ResolverTypeWrapper<Omit<RoutineConnection, 'edges'> & { edges: Array<ResolversTypes['RoutineEdge']> }>;
  RoutineEdge: ResolverTypeWrapper<Omit<RoutineEdge, 'node'> & { node: ResolversTypes['Routine'] }>;
  RoutineFolder: ResolverTypeWrapper<RoutineFolderModel>;
  RoutineFolderInput: RoutineFolderInput;
  RoutineInput: RoutineInput;
  SaveExercisePayload: ResolverTypeWrapper<Omit<SaveExercisePayload, 'exercise'> & { exercise?: Maybe<ResolversTypes['Exercise']> }>;
  SaveExerciseSettingsPayload: ResolverTypeWrapper<Omit<SaveExerciseSettingsPayload, 'exerciseSettings'> & { exerciseSettings?: Maybe<ResolversTypes['ExerciseSettings']> }>;
  SaveGoalPayload: ResolverTypeWrapper<Omit<SaveGoalPayload, 'goal'> & { goal?: Maybe<ResolversTypes['TrainingGoal']> }>;
  SaveGymPayload: ResolverTypeWrapper<Omit<SaveGymPayload, 'gym'> & { gym?: Maybe<ResolversTypes['Gym']> }>;
  SaveMeasurementPayload: ResolverTypeWrapper<Omit<SaveMeasurementPayload, 'measurement'> & { measurement?: Maybe<ResolversTypes['Measurement']> }>;
  SavePausePayload: ResolverTypeWrapper<Omit<SavePausePayload, 'pause'> & { pause?: Maybe<ResolversTypes['Pause']> }>;
  SaveProgramPayload: ResolverTypeWrapper<Omit<SaveProgramPayload, 'program'> & { program?: Maybe<ResolversTypes['Program']> }>;
  SaveProgressPhotoPayload: ResolverTypeWrapper<Omit<SaveProgressPhotoPayload, 'progressPhoto'> & { progressPhoto?: Maybe<ResolversTypes['ProgressPhoto']> }>;
  SaveRoutineFolderPayload: ResolverTypeWrapper<Omit<SaveRoutineFolderPayload, 'routineFolder'> & { routineFolder?: Maybe<ResolversTypes['RoutineFolder']> }>;
  SaveRoutinePayload: ResolverTypeWrapper<Omit<SaveRoutinePayload, 'routine'> & { routine?: Maybe<ResolversTypes['Routine']> }>;
  SaveWebhookInput: SaveWebhookInput;
  SaveWebhookPayload: ResolverTypeWrapper<Omit<SaveWebhookPayload, 'webhook'> & { webhook?: Maybe<ResolversTypes['Webhook']> }>;
  SaveWorkoutPayload: ResolverTypeWrapper<Omit<SaveWorkoutPayload, 'workout'> & { workout?: Maybe<ResolversTypes['Workout']> }>;
  ScheduledDay: ResolverTypeWrapper<ScheduledDayModel>;
  SecondFactor: ResolverTypeWrapper<SecondFactor>;
  ServiceQueue: ResolverTypeWrapper<ServiceQueueModel>;
  ServiceQueueName: ServiceQueueName;
  ServiceStatus: ResolverTypeWrapper<ServiceStatusModel>;
  Session: ResolverTypeWrapper<SessionModel>;
  SetAccountEnabledInput: SetAccountEnabledInput;
  SetAccountEnabledPayload: ResolverTypeWrapper<Omit<SetAccountEnabledPayload, 'user'> & { user?: Maybe<ResolversTypes['User']> }>;
  SetEnrollmentLoadsInput: SetEnrollmentLoadsInput;
  SetEnrollmentLoadsPayload: ResolverTypeWrapper<Omit<SetEnrollmentLoadsPayload, 'enrollment'> & { enrollment?: Maybe<ResolversTypes['ProgramEnrollment']> }>;
  SetEnrollmentUnitInput: SetEnrollmentUnitInput;
  SetEnrollmentUnitPayload: ResolverTypeWrapper<Omit<SetEnrollmentUnitPayload, 'enrollment'> & { enrollment?: Maybe<ResolversTypes['ProgramEnrollment']> }>;
  SetTarget: ResolverTypeWrapper<SetTargetModel>;
  SetTargetInput: SetTargetInput;
  SetType: SetType;
  SetUserRoleInput: SetUserRoleInput;
  SetUserRolePayload: ResolverTypeWrapper<Omit<SetUserRolePayload, 'user'> & { user?: Maybe<ResolversTypes['ManagedUser']> }>;
  ShareLink: ResolverTypeWrapper<ShareLinkModel>;
  ShareSubjectInput: ShareSubjectInput;
  SharedDay: ResolverTypeWrapper<Omit<SharedDay, 'exercises'> & { exercises: Array<ResolversTypes['SharedExercise']> }>;
  SharedExercise: ResolverTypeWrapper<Omit<SharedExercise, 'exercise'> & { exercise?: Maybe<ResolversTypes['Exercise']> }>;
  SharedItem: ResolverTypeWrapper<SharedItemModel>;
  SharedItemKind: SharedItemKind;
  SharedSet: ResolverTypeWrapper<SharedSet>;
  SignInMethod: SignInMethod;
  SignOutEverywherePayload: ResolverTypeWrapper<SignOutEverywherePayload>;
  SkipOnboardingPayload: ResolverTypeWrapper<Omit<SkipOnboardingPayload, 'user'> & { user?: Maybe<ResolversTypes['User']> }>;
  SkipProgramDayPayload: ResolverTypeWrapper<Omit<SkipProgramDayPayload, 'enrollment'> & { enrollment?: Maybe<ResolversTypes['ProgramEnrollment']> }>;
  SkippedLine: ResolverTypeWrapper<SkippedLineModel>;
  StartSecondFactorPayload: ResolverTypeWrapper<StartSecondFactorPayload>;
  StartWorkoutInput: StartWorkoutInput;
  StartWorkoutPayload: ResolverTypeWrapper<Omit<StartWorkoutPayload, 'workout'> & { workout?: Maybe<ResolversTypes['Workout']> }>;
  StartingLoadInput: StartingLoadInput;
  Streak: ResolverTypeWrapper<StreakModel>;
  StreakUnit: StreakUnit;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  Subscription: ResolverTypeWrapper<Record<PropertyKey, never>>;
  SwapExerciseInput: SwapExerciseInput;
  SwapExercisePayload: ResolverTypeWrapper<Omit<SwapExercisePayload, 'workout'> & { workout?: Maybe<ResolversTypes['Workout']> }>;
  SyncError: ResolverTypeWrapper<SyncErrorModel>;
  SyncOperation: SyncOperation;
  SyncPayload: ResolverTypeWrapper<Omit<SyncPayload, 'results'> & { results: Array<ResolversTypes['SyncResult']> }>;
  SyncResult: ResolverTypeWrapper<SyncResultModel>;
  TestWebhookInput: TestWebhookInput;
  TestWebhookPayload: ResolverTypeWrapper<Omit<TestWebhookPayload, 'delivery'> & { delivery?: Maybe<ResolversTypes['WebhookDelivery']> }>;
  TrackingType: TrackingType;
  TrainingGoal: ResolverTypeWrapper<TrainingGoalModel>;
  UnlinkIdentityInput: UnlinkIdentityInput;
  UnlinkIdentityPayload: ResolverTypeWrapper<Omit<UnlinkIdentityPayload, 'identity'> & { identity?: Maybe<ResolversTypes['Identity']> }>;
  UnmatchedExercise: ResolverTypeWrapper<UnmatchedExerciseModel>;
  UnskipProgramDayPayload: ResolverTypeWrapper<Omit<UnskipProgramDayPayload, 'enrollment'> & { enrollment?: Maybe<ResolversTypes['ProgramEnrollment']> }>;
  UpdateProfileInput: UpdateProfileInput;
  UpdateProfilePayload: ResolverTypeWrapper<Omit<UpdateProfilePayload, 'user'> & { user?: Maybe<ResolversTypes['User']> }>;
  UpgradeEnrollmentPayload: ResolverTypeWrapper<Omit<UpgradeEnrollmentPayload, 'enrollment'> & { enrollment?: Maybe<ResolversTypes['ProgramEnrollment']> }>;
  User: ResolverTypeWrapper<UserModel>;
  UserFilter: UserFilter;
  UserProfile: ResolverTypeWrapper<UserProfileModel>;
  UserProfileInput: UserProfileInput;
  VerifyUserInput: VerifyUserInput;
  VerifyUserPayload: ResolverTypeWrapper<Omit<VerifyUserPayload, 'user'> & { user?: Maybe<ResolversTypes['ManagedUser']> }>;
  Webhook: ResolverTypeWrapper<WebhookModel>;
  WebhookDelivery: ResolverTypeWrapper<WebhookDeliveryModel>;
  WebhookDeliveryConnection: ResolverTypeWrapper<Omit<WebhookDeliveryConnection, 'edges'> & { edges: Array<ResolversTypes['WebhookDeliveryEdge']> }>;
  WebhookDeliveryEdge: ResolverTypeWrapper<Omit<WebhookDeliveryEdge, 'node'> & { node: ResolversTypes['WebhookDelivery'] }>;
  WebhookDeliveryStatus: WebhookDeliveryStatus;
  WebhookDisabledReason: WebhookDisabledReason;
  WebhookEvent: WebhookEvent;
  Weekday: Weekday;
  WeightUnit: WeightUnit;
  WithdrawConsentInput: WithdrawConsentInput;
  WithdrawConsentPayload: ResolverTypeWrapper<Omit<WithdrawConsentPayload, 'user'> & { user?: Maybe<ResolversTypes['User']> }>;
  Workout: ResolverTypeWrapper<WorkoutModel>;
  WorkoutConnection: ResolverTypeWrapper<Omit<WorkoutConnection, 'edges'> & { edges: Array<ResolversTypes['WorkoutEdge']> }>;
  WorkoutEdge: ResolverTypeWrapper<Omit<WorkoutEdge, 'node'> & { node: ResolversTypes['Workout'] }>;
  WorkoutExercise: ResolverTypeWrapper<WorkoutExerciseModel>;
  WorkoutExerciseInput: WorkoutExerciseInput;
  WorkoutFilter: WorkoutFilter;
  WorkoutHealth: ResolverTypeWrapper<WorkoutHealthModel>;
  WorkoutHealthInput: WorkoutHealthInput;
  WorkoutImport: ResolverTypeWrapper<WorkoutImportModel>;
  WorkoutImportStatus: WorkoutImportStatus;
  WorkoutInput: WorkoutInput;
  WorkoutOriginInput: WorkoutOriginInput;
  WorkoutProgramDay: ResolverTypeWrapper<WorkoutProgramDayModel>;
  WorkoutProgramDayInput: WorkoutProgramDayInput;
  WorkoutSet: ResolverTypeWrapper<WorkoutSetModel>;
  WorkoutSetInput: WorkoutSetInput;
  WorkoutSplit: WorkoutSplit;
  WorkoutStatus: WorkoutStatus;
  WorkoutTotals: ResolverTypeWrapper<WorkoutTotalsModel>;
  WriteConflict: WriteConflict;
  WriteStatus: WriteStatus;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  Achievement: AchievementModel;
  AchievementProgress: AchievementProgress;
  AchievementTier: AchievementTierModel;
  Analytics: AnalyticsModel;
  ArchiveCatalogueExerciseInput: ArchiveCatalogueExerciseInput;
  ArchiveProgramInput: ArchiveProgramInput;
  ArchiveProgramPayload: Omit<ArchiveProgramPayload, 'program'> & { program?: Maybe<ResolversParentTypes['Program']> };
  AuditEntry: AuditEntryModel;
  AuditEntryConnection: Omit<AuditEntryConnection, 'edges'> & { edges: Array<ResolversParentTypes['AuditEntryEdge']> };
  AuditEntryEdge: Omit<AuditEntryEdge, 'node'> & { node: ResolversParentTypes['AuditEntry'] };
  BodyWeight: BodyWeight;
  BodyWeightInput: BodyWeightInput;
  Boolean: Scalars['Boolean']['output'];
  CalendarDay: CalendarDayModel;
  CalendarProgramDay: CalendarProgramDay;
  CatalogueExerciseInput: CatalogueExerciseInput;
  CatalogueExercisePayload: Omit<CatalogueExercisePayload, 'exercise'> & { exercise?: Maybe<ResolversParentTypes['Exercise']> };
  Change: ChangeModel;
  ChangeEmailInput: ChangeEmailInput;
  ChangeEmailPayload: Omit<ChangeEmailPayload, 'user'> & { user?: Maybe<ResolversParentTypes['User']> };
  ChangePage: ChangePageModel;
  ChangePasswordInput: ChangePasswordInput;
  ChangePasswordPayload: Omit<ChangePasswordPayload, 'user'> & { user?: Maybe<ResolversParentTypes['User']> };
  ChangesAvailable: ChangesAvailable;
  Comparison: ComparisonModel;
  ComparisonValue: ComparisonValueModel;
  CompleteOnboardingPayload: Omit<CompleteOnboardingPayload, 'user'> & { user?: Maybe<ResolversParentTypes['User']> };
  ConfirmSecondFactorInput: ConfirmSecondFactorInput;
  ConfirmSecondFactorPayload: ConfirmSecondFactorPayload;
  Consent: ConsentModel;
  CopyProgramInput: CopyProgramInput;
  CopyProgramPayload: Omit<CopyProgramPayload, 'program'> & { program?: Maybe<ResolversParentTypes['Program']> };
  CopySharedItemInput: CopySharedItemInput;
  CopySharedItemPayload: Omit<CopySharedItemPayload, 'program' | 'routine'> & { program?: Maybe<ResolversParentTypes['Program']>, routine?: Maybe<ResolversParentTypes['Routine']> };
  CreatePersonalAccessTokenInput: CreatePersonalAccessTokenInput;
  CreatePersonalAccessTokenPayload: Omit<CreatePersonalAccessTokenPayload, 'personalAccessToken'> & { personalAccessToken?: Maybe<ResolversParentTypes['PersonalAccessToken']> };
  CreateRoutineFromWorkoutInput: CreateRoutineFromWorkoutInput;
  CreateRoutineFromWorkoutPayload: Omit<CreateRoutineFromWorkoutPayload, 'routine'> & { routine?: Maybe<ResolversParentTypes['Routine']> };
  CreateShareLinkInput: CreateShareLinkInput;
  CreateShareLinkPayload: Omit<CreateShareLinkPayload, 'shareLink'> & { shareLink?: Maybe<ResolversParentTypes['ShareLink']> };
  DailyActivity: DailyActivityModel;
  DataPoint: DataPointModel;
  Date: Scalars['Date']['output'];
  DateRangeInput: DateRangeInput;
  DateTime: Scalars['DateTime']['output'];
  DeleteAccountInput: DeleteAccountInput;
  DeleteAccountPayload: Omit<DeleteAccountPayload, 'user'> & { user?: Maybe<ResolversParentTypes['User']> };
  DeleteInput: DeleteInput;
  DeletePayload: Omit<DeletePayload, 'record'> & { record?: Maybe<ResolversParentTypes['OwnedRecord']> };
  DeleteProfilePhotoInput: DeleteProfilePhotoInput;
  DeleteProfilePhotoPayload: Omit<DeleteProfilePhotoPayload, 'user'> & { user: ResolversParentTypes['User'] };
  DeleteUserInput: DeleteUserInput;
  DeleteUserPayload: Omit<DeleteUserPayload, 'user'> & { user?: Maybe<ResolversParentTypes['ManagedUser']> };
  DeleteWebhookInput: DeleteWebhookInput;
  DeleteWebhookPayload: DeleteWebhookPayload;
  DeltoidSeries: DeltoidSeriesModel;
  DeprecatedFieldUse: DeprecatedFieldUseModel;
  DisableSecondFactorPayload: DisableSecondFactorPayload;
  EnrollInput: EnrollInput;
  EnrollPayload: Omit<EnrollPayload, 'enrollment'> & { enrollment?: Maybe<ResolversParentTypes['ProgramEnrollment']> };
  EnrollmentConnection: Omit<EnrollmentConnection, 'edges'> & { edges: Array<ResolversParentTypes['EnrollmentEdge']> };
  EnrollmentDay: EnrollmentDay;
  EnrollmentDayInput: EnrollmentDayInput;
  EnrollmentEdge: Omit<EnrollmentEdge, 'node'> & { node: ResolversParentTypes['ProgramEnrollment'] };
  EnrollmentInput: EnrollmentInput;
  EnrollmentLoadInput: EnrollmentLoadInput;
  EnrollmentSetupItem: Omit<EnrollmentSetupItem, 'exercise'> & { exercise?: Maybe<ResolversParentTypes['Exercise']> };
  Exercise: ExerciseModel;
  ExerciseConnection: Omit<ExerciseConnection, 'edges'> & { edges: Array<ResolversParentTypes['ExerciseEdge']> };
  ExerciseEdge: Omit<ExerciseEdge, 'node'> & { node: ResolversParentTypes['Exercise'] };
  ExerciseFilter: ExerciseFilter;
  ExerciseHistoryConnection: Omit<ExerciseHistoryConnection, 'edges'> & { edges: Array<ResolversParentTypes['ExerciseHistoryEdge']> };
  ExerciseHistoryEdge: Omit<ExerciseHistoryEdge, 'node'> & { node: ResolversParentTypes['ExercisePerformance'] };
  ExerciseImage: ExerciseImageModel;
  ExerciseImageInput: ExerciseImageInput;
  ExerciseInput: ExerciseInput;
  ExerciseName: ExerciseName;
  ExercisePerformance: ExercisePerformanceModel;
  ExerciseSettings: ExerciseSettingsModel;
  ExerciseSettingsConnection: Omit<ExerciseSettingsConnection, 'edges'> & { edges: Array<ResolversParentTypes['ExerciseSettingsEdge']> };
  ExerciseSettingsEdge: Omit<ExerciseSettingsEdge, 'node'> & { node: ResolversParentTypes['ExerciseSettings'] };
  ExerciseSettingsInput: ExerciseSettingsInput;
  ExerciseSuggestion: Omit<ExerciseSuggestion, 'exercise'> & { exercise: ResolversParentTypes['Exercise'] };
  ExerciseTranslation: ExerciseTranslation;
  ExerciseTranslationInput: ExerciseTranslationInput;
  FavoriteExerciseInput: FavoriteExerciseInput;
  FavoriteExercisePayload: Omit<FavoriteExercisePayload, 'exercise'> & { exercise?: Maybe<ResolversParentTypes['Exercise']> };
  FinishEnrollmentPayload: Omit<FinishEnrollmentPayload, 'enrollment'> & { enrollment?: Maybe<ResolversParentTypes['ProgramEnrollment']> };
  Float: Scalars['Float']['output'];
  Girth: GirthModel;
  GirthInput: GirthInput;
  GiveConsentInput: GiveConsentInput;
  GiveConsentPayload: Omit<GiveConsentPayload, 'user'> & { user?: Maybe<ResolversParentTypes['User']> };
  GoalInput: GoalInput;
  GoalProgress: GoalProgress;
  Gym: GymModel;
  GymBar: GymBar;
  GymBarInput: GymBarInput;
  GymInput: GymInput;
  GymPlates: GymPlates;
  GymPlatesInput: GymPlatesInput;
  GymSteps: GymSteps;
  GymStepsInput: GymStepsInput;
  ID: Scalars['ID']['output'];
  Identity: IdentityModel;
  ImportCount: ImportCount;
  InstanceMinute: InstanceMinuteModel;
  Int: Scalars['Int']['output'];
  LinkIdentityInput: LinkIdentityInput;
  LinkIdentityPayload: Omit<LinkIdentityPayload, 'identity'> & { identity?: Maybe<ResolversParentTypes['Identity']> };
  Load: Load;
  LoadInput: LoadInput;
  LoginResult: Omit<LoginResult, 'user'> & { user: ResolversParentTypes['User'] };
  ManagedEnrollment: ManagedEnrollmentModel;
  ManagedEnrollmentConnection: Omit<ManagedEnrollmentConnection, 'edges'> & { edges: Array<ResolversParentTypes['ManagedEnrollmentEdge']> };
  ManagedEnrollmentEdge: Omit<ManagedEnrollmentEdge, 'node'> & { node: ResolversParentTypes['ManagedEnrollment'] };
  ManagedImport: ManagedImportModel;
  ManagedImportConnection: Omit<ManagedImportConnection, 'edges'> & { edges: Array<ResolversParentTypes['ManagedImportEdge']> };
  ManagedImportEdge: Omit<ManagedImportEdge, 'node'> & { node: ResolversParentTypes['ManagedImport'] };
  ManagedUser: ManagedUserModel;
  ManagedUserConnection: Omit<ManagedUserConnection, 'edges'> & { edges: Array<ResolversParentTypes['ManagedUserEdge']> };
  ManagedUserEdge: Omit<ManagedUserEdge, 'node'> & { node: ResolversParentTypes['ManagedUser'] };
  MatchedExercise: MatchedExerciseModel;
  Measurement: MeasurementModel;
  MeasurementConnection: Omit<MeasurementConnection, 'edges'> & { edges: Array<ResolversParentTypes['MeasurementEdge']> };
  MeasurementEdge: Omit<MeasurementEdge, 'node'> & { node: ResolversParentTypes['Measurement'] };
  MeasurementInput: MeasurementInput;
  MergeExercisesInput: MergeExercisesInput;
  MergeExercisesPayload: Omit<MergeExercisesPayload, 'exercise'> & { exercise?: Maybe<ResolversParentTypes['Exercise']> };
  MuscleSeries: MuscleSeriesModel;
  MuscleSets: MuscleSets;
  MuscleVolume: MuscleVolumeModel;
  Mutation: Record<PropertyKey, never>;
  NextDay: NextDayModel;
  NextDayExercise: Omit<NextDayExercise, 'exercise' | 'sets'> & { exercise?: Maybe<ResolversParentTypes['Exercise']>, sets: Array<ResolversParentTypes['NextDaySet']> };
  NextDaySet: Omit<NextDaySet, 'target'> & { target: ResolversParentTypes['SetTarget'] };
  Node: ResolversInterfaceTypes<ResolversParentTypes>['Node'];
  OwnedRecord: OwnedRecordModel;
  PageInfo: PageInfo;
  Passkey: PasskeyModel;
  Pause: PauseModel;
  PauseEnrollmentPayload: Omit<PauseEnrollmentPayload, 'enrollment'> & { enrollment?: Maybe<ResolversParentTypes['ProgramEnrollment']> };
  PauseInput: PauseInput;
  PersonalAccessToken: PersonalAccessTokenModel;
  PersonalRecord: PersonalRecordModel;
  PersonalRecordConnection: Omit<PersonalRecordConnection, 'edges'> & { edges: Array<ResolversParentTypes['PersonalRecordEdge']> };
  PersonalRecordEdge: Omit<PersonalRecordEdge, 'node'> & { node: ResolversParentTypes['PersonalRecord'] };
  PlannedExercise: PlannedExerciseModel;
  PlannedExerciseInput: PlannedExerciseInput;
  PlannedSet: PlannedSetModel;
  PlannedSetInput: PlannedSetInput;
  PreviousRecord: PreviousRecordModel;
  ProfilePhoto: ProfilePhotoModel;
  Program: ProgramModel;
  ProgramConnection: Omit<ProgramConnection, 'edges'> & { edges: Array<ResolversParentTypes['ProgramEdge']> };
  ProgramDay: ProgramDayModel;
  ProgramDayInput: ProgramDayInput;
  ProgramEdge: Omit<ProgramEdge, 'node'> & { node: ResolversParentTypes['Program'] };
  ProgramEnrollment: ProgramEnrollmentModel;
  ProgramFilter: ProgramFilter;
  ProgramInput: ProgramInput;
  ProgramRecommendation: ProgramRecommendationModel;
  ProgramVersion: ProgramVersionModel;
  ProgramWeek: ProgramWeekModel;
  ProgramWeekInput: ProgramWeekInput;
  ProgressPhoto: ProgressPhotoModel;
  ProgressPhotoConnection: Omit<ProgressPhotoConnection, 'edges'> & { edges: Array<ResolversParentTypes['ProgressPhotoEdge']> };
  ProgressPhotoEdge: Omit<ProgressPhotoEdge, 'node'> & { node: ResolversParentTypes['ProgressPhoto'] };
  ProgressPhotoInput: ProgressPhotoInput;
  Progression: ProgressionModel;
  ProgressionInput: ProgressionInput;
  PublicUser: PublicUserModel;
  PublishProgramInput: PublishProgramInput;
  PublishProgramPayload: Omit<PublishProgramPayload, 'program'> & { program?: Maybe<ResolversParentTypes['Program']> };
  Query: Record<PropertyKey, never>;
  QueueFailure: QueueFailure;
  RecommendationReason: RecommendationReasonModel;
  RepetitionRecord: RepetitionRecordModel;
  ReplaceRecoveryCodesPayload: ReplaceRecoveryCodesPayload;
  ReplayWebhookDeliveryInput: ReplayWebhookDeliveryInput;
  ReplayWebhookDeliveryPayload: Omit<ReplayWebhookDeliveryPayload, 'delivery'> & { delivery?: Maybe<ResolversParentTypes['WebhookDelivery']> };
  ResetUserSecondFactorInput: ResetUserSecondFactorInput;
  ResetUserSecondFactorPayload: Omit<ResetUserSecondFactorPayload, 'user'> & { user?: Maybe<ResolversParentTypes['ManagedUser']> };
  RestoreAccountPayload: Omit<RestoreAccountPayload, 'user'> & { user?: Maybe<ResolversParentTypes['User']> };
  RestoreProfilePhotoInput: RestoreProfilePhotoInput;
  RestoreProfilePhotoPayload: Omit<RestoreProfilePhotoPayload, 'archivedProfilePhoto' | 'profilePhoto'> & { archivedProfilePhoto?: Maybe<ResolversParentTypes['ProfilePhoto']>, profilePhoto?: Maybe<ResolversParentTypes['ProfilePhoto']> };
  RestoreUserInput: RestoreUserInput;
  RestoreUserPayload: Omit<RestoreUserPayload, 'user'> & { user?: Maybe<ResolversParentTypes['ManagedUser']> };
  ResumeEnrollmentPayload: Omit<ResumeEnrollmentPayload, 'enrollment'> & { enrollment?: Maybe<ResolversParentTypes['ProgramEnrollment']> };
  RevokePersonalAccessTokenInput: RevokePersonalAccessTokenInput;
  RevokePersonalAccessTokenPayload: Omit<RevokePersonalAccessTokenPayload, 'personalAccessToken'> & { personalAccessToken?: Maybe<ResolversParentTypes['PersonalAccessToken']> };
  RevokeSessionInput: RevokeSessionInput;
  RevokeSessionPayload: Omit<RevokeSessionPayload, 'user'> & { user?: Maybe<ResolversParentTypes['User']> };
  RevokeShareLinkInput: RevokeShareLinkInput;
  RevokeShareLinkPayload: RevokeShareLinkPayload;
  RevokeUserSessionInput: RevokeUserSessionInput;
  RevokeUserSessionPayload: Omit<RevokeUserSessionPayload, 'user'> & { user?: Maybe<ResolversParentTypes['ManagedUser']> };
  RevokeUserSessionsInput: RevokeUserSessionsInput;
  RevokeUserSessionsPayload: Omit<RevokeUserSessionsPayload, 'user'> & { user?: Maybe<ResolversParentTypes['ManagedUser']> };
  Routine: RoutineModel;
  RoutineConnection: Omit<RoutineConnection, 'edges'> & { edges: Array<ResolversParentTypes['RoutineEdge']> };
  RoutineEdge: Omit<RoutineEdge, 'node'> & { node: ResolversParentTypes['Routine'] };
  RoutineFolder: RoutineFolderModel;
  RoutineFolderInput: RoutineFolderInput;
  RoutineInput: RoutineInput;
  SaveExercisePayload: Omit<SaveExercisePayload, 'exercise'> & { exercise?: Maybe<ResolversParentTypes['Exercise']> };
  SaveExerciseSettingsPayload: Omit<SaveExerciseSettingsPayload, 'exerciseSettings'> & { exerciseSettings?: Maybe<ResolversParentTypes['ExerciseSettings']> };
  SaveGoalPayload: Omit<SaveGoalPayload, 'goal'> & { goal?: Maybe<ResolversParentTypes['TrainingGoal']> };
  SaveGymPayload: Omit<SaveGymPayload, 'gym'> & { gym?: Maybe<ResolversParentTypes['Gym']> };
  SaveMeasurementPayload: Omit<SaveMeasurementPayload, 'measurement'> & { measurement?: Maybe<ResolversParentTypes['Measurement']> };
  SavePausePayload: Omit<SavePausePayload, 'pause'> & { pause?: Maybe<ResolversParentTypes['Pause']> };
  SaveProgramPayload: Omit<SaveProgramPayload, 'program'> & { program?: Maybe<ResolversParentTypes['Program']> };
  SaveProgressPhotoPayload: Omit<SaveProgressPhotoPayload, 'progressPhoto'> & { progressPhoto?: Maybe<ResolversParentTypes['ProgressPhoto']> };
  SaveRoutineFolderPayload: Omit<SaveRoutineFolderPayload, 'routineFolder'> & { routineFolder?: Maybe<ResolversParentTypes['RoutineFolder']> };
  SaveRoutinePayload: Omit<SaveRoutinePayload, 'routine'> & { routine?: Maybe<ResolversParentTypes['Routine']> };
  SaveWebhookInput: SaveWebhookInput;
  SaveWebhookPayload: Omit<SaveWebhookPayload, 'webhook'> & { webhook?: Maybe<ResolversParentTypes['Webhook']> };
  SaveWorkoutPayload: Omit<SaveWorkoutPayload, 'workout'> & { workout?: Maybe<ResolversParentTypes['Workout']> };
  ScheduledDay: ScheduledDayModel;
  SecondFactor: SecondFactor;
  ServiceQueue: ServiceQueueModel;
  ServiceStatus: ServiceStatusModel;
  Session: SessionModel;
  SetAccountEnabledInput: SetAccountEnabledInput;
  SetAccountEnabledPayload: Omit<SetAccountEnabledPayload, 'user'> & { user?: Maybe<ResolversParentTypes['User']> };
  SetEnrollmentLoadsInput: SetEnrollmentLoadsInput;
  SetEnrollmentLoadsPayload: Omit<SetEnrollmentLoadsPayload, 'enrollment'> & { enrollment?: Maybe<ResolversParentTypes['ProgramEnrollment']> };
  SetEnrollmentUnitInput: SetEnrollmentUnitInput;
  SetEnrollmentUnitPayload: Omit<SetEnrollmentUnitPayload, 'enrollment'> & { enrollment?: Maybe<ResolversParentTypes['ProgramEnrollment']> };
  SetTarget: SetTargetModel;
  SetTargetInput: SetTargetInput;
  SetUserRoleInput: SetUserRoleInput;
  SetUserRolePayload: Omit<SetUserRolePayload, 'user'> & { user?: Maybe<ResolversParentTypes['ManagedUser']> };
  ShareLink: ShareLinkModel;
  ShareSubjectInput: ShareSubjectInput;
  SharedDay: Omit<SharedDay, 'exercises'> & { exercises: Array<ResolversParentTypes['SharedExercise']> };
  SharedExercise: Omit<SharedExercise, 'exercise'> & { exercise?: Maybe<ResolversParentTypes['Exercise']> };
  SharedItem: SharedItemModel;
  SharedSet: SharedSet;
  SignOutEverywherePayload: SignOutEverywherePayload;
  SkipOnboardingPayload: Omit<SkipOnboardingPayload, 'user'> & { user?: Maybe<ResolversParentTypes['User']> };
  SkipProgramDayPayload: Omit<SkipProgramDayPayload, 'enrollment'> & { enrollment?: Maybe<ResolversParentTypes['ProgramEnrollment']> };
  SkippedLine: SkippedLineModel;
  StartSecondFactorPayload: StartSecondFactorPayload;
  StartWorkoutInput: StartWorkoutInput;
  StartWorkoutPayload: Omit<StartWorkoutPayload, 'workout'> & { workout?: Maybe<ResolversParentTypes['Workout']> };
  StartingLoadInput: StartingLoadInput;
  Streak: StreakModel;
  String: Scalars['String']['output'];
  Subscription: Record<PropertyKey, never>;
  SwapExerciseInput: SwapExerciseInput;
  SwapExercisePayload: Omit<SwapExercisePayload, 'workout'> & { workout?: Maybe<ResolversParentTypes['Workout']> };
  SyncError: SyncErrorModel;
  SyncOperation: SyncOperation;
  SyncPayload: Omit<SyncPayload, 'results'> & { results: Array<ResolversParentTypes['SyncResult']> };
  SyncResult: SyncResultModel;
  TestWebhookInput: TestWebhookInput;
  TestWebhookPayload: Omit<TestWebhookPayload, 'delivery'> & { delivery?: Maybe<ResolversParentTypes['WebhookDelivery']> };
  TrainingGoal: TrainingGoalModel;
  UnlinkIdentityInput: UnlinkIdentityInput;
  UnlinkIdentityPayload: Omit<UnlinkIdentityPayload, 'identity'> & { identity?: Maybe<ResolversParentTypes['Identity']> };
  UnmatchedExercise: UnmatchedExerciseModel;
  UnskipProgramDayPayload: Omit<UnskipProgramDayPayload, 'enrollment'> & { enrollment?: Maybe<ResolversParentTypes['ProgramEnrollment']> };
  UpdateProfileInput: UpdateProfileInput;
  UpdateProfilePayload: Omit<UpdateProfilePayload, 'user'> & { user?: Maybe<ResolversParentTypes['User']> };
  UpgradeEnrollmentPayload: Omit<UpgradeEnrollmentPayload, 'enrollment'> & { enrollment?: Maybe<ResolversParentTypes['ProgramEnrollment']> };
  User: UserModel;
  UserFilter: UserFilter;
  UserProfile: UserProfileModel;
  UserProfileInput: UserProfileInput;
  VerifyUserInput: VerifyUserInput;
  VerifyUserPayload: Omit<VerifyUserPayload, 'user'> & { user?: Maybe<ResolversParentTypes['ManagedUser']> };
  Webhook: WebhookModel;
  WebhookDelivery: WebhookDeliveryModel;
  WebhookDeliveryConnection: Omit<WebhookDeliveryConnection, 'edges'> & { edges: Array<ResolversParentTypes['WebhookDeliveryEdge']> };
  WebhookDeliveryEdge: Omit<WebhookDeliveryEdge, 'node'> & { node: ResolversParentTypes['WebhookDelivery'] };
  WithdrawConsentInput: WithdrawConsentInput;
  WithdrawConsentPayload: Omit<WithdrawConsentPayload, 'user'> & { user?: Maybe<ResolversParentTypes['User']> };
  Workout: WorkoutModel;
  WorkoutConnection: Omit<WorkoutConnection, 'edges'> & { edges: Array<ResolversParentTypes['WorkoutEdge']> };
  WorkoutEdge: Omit<WorkoutEdge, 'node'> & { node: ResolversParentTypes['Workout'] };
  WorkoutExercise: WorkoutExerciseModel;
  WorkoutExerciseInput: WorkoutExerciseInput;
  WorkoutFilter: WorkoutFilter;
  WorkoutHealth: WorkoutHealthModel;
  WorkoutHealthInput: WorkoutHealthInput;
  WorkoutImport: WorkoutImportModel;
  WorkoutInput: WorkoutInput;
  WorkoutOriginInput: WorkoutOriginInput;
  WorkoutProgramDay: WorkoutProgramDayModel;
  WorkoutProgramDayInput: WorkoutProgramDayInput;
  WorkoutSet: WorkoutSetModel;
  WorkoutSetInput: WorkoutSetInput;
  WorkoutTotals: WorkoutTotalsModel;
};

export type AllowedWhilePendingDeletionDirectiveArgs = { };

export type AllowedWhilePendingDeletionDirectiveResolver<Result, Parent, ContextType = RequestContext, Args = AllowedWhilePendingDeletionDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type CacheControlDirectiveArgs = {
  maxAge?: Maybe<Scalars['Int']['input']>;
  scope?: Maybe<CacheControlScope>;
};

export type CacheControlDirectiveResolver<Result, Parent, ContextType = RequestContext, Args = CacheControlDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type CostDirectiveArgs = {
  weight: Scalars['Float']['input'];
};

export type CostDirectiveResolver<Result, Parent, ContextType = RequestContext, Args = CostDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type IsolateItemsDirectiveArgs = { };

export type IsolateItemsDirectiveResolver<Result, Parent, ContextType = RequestContext, Args = IsolateItemsDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type ListSizeDirectiveArgs = {
  assumedSize?: Maybe<Scalars['Int']['input']>;
  sizedFields?: Maybe<Array<Scalars['String']['input']>>;
  slicingArguments?: Maybe<Array<Scalars['String']['input']>>;
};

export type ListSizeDirectiveResolver<Result, Parent, ContextType = RequestContext, Args = ListSizeDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type OnceDirectiveArgs = { };

export type OnceDirectiveResolver<Result, Parent, ContextType = RequestContext, Args = OnceDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type TokenScopesDirectiveArgs = {
  required: Array<Scalars['String']['input']>;
};

export type TokenScopesDirectiveResolver<Result, Parent, ContextType = RequestContext, Args = TokenScopesDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type AchievementResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Achievement'] = ResolversParentTypes['Achievement']> = {
  description?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  earnedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  isHidden?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  isRepeatable?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  key?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['AchievementKind'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  progress?: Resolver<ResolversTypes['AchievementProgress'], ParentType, ContextType>;
  tiers?: Resolver<Array<ResolversTypes['AchievementTier']>, ParentType, ContextType>;
  timesEarned?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type AchievementProgressResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['AchievementProgress'] = ResolversParentTypes['AchievementProgress']> = {
  target?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  value?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type AchievementTierResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['AchievementTier'] = ResolversParentTypes['AchievementTier']> = {
  earnedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  value?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type AnalyticsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Analytics'] = ResolversParentTypes['Analytics']> = {
  bodyWeightSeries?: Resolver<Array<ResolversTypes['DataPoint']>, ParentType, ContextType>;
  comparison?: Resolver<ResolversTypes['Comparison'], ParentType, ContextType>;
  oneRepMaxSeries?: Resolver<Maybe<Array<ResolversTypes['DataPoint']>>, ParentType, ContextType, RequireFields<AnalyticsOneRepMaxSeriesArgs, 'exerciseId'>>;
  setsByDeltoidAndWeek?: Resolver<Array<ResolversTypes['DeltoidSeries']>, ParentType, ContextType>;
  setsByMuscleAndWeek?: Resolver<Array<ResolversTypes['MuscleSeries']>, ParentType, ContextType>;
  streak?: Resolver<ResolversTypes['Streak'], ParentType, ContextType>;
  volumeByMuscle?: Resolver<Array<ResolversTypes['MuscleVolume']>, ParentType, ContextType>;
  volumeByWeek?: Resolver<Array<ResolversTypes['DataPoint']>, ParentType, ContextType>;
  workoutsByWeek?: Resolver<Array<ResolversTypes['DataPoint']>, ParentType, ContextType>;
};

export type ArchiveProgramPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ArchiveProgramPayload'] = ResolversParentTypes['ArchiveProgramPayload']> = {
  conflict?: Resolver<Maybe<ResolversTypes['WriteConflict']>, ParentType, ContextType>;
  program?: Resolver<Maybe<ResolversTypes['Program']>, ParentType, ContextType>;
};

export type AuditEntryResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['AuditEntry'] = ResolversParentTypes['AuditEntry']> = {
  action?: Resolver<ResolversTypes['AuditAction'], ParentType, ContextType>;
  actor?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  actorUser?: Resolver<Maybe<ResolversTypes['ManagedUser']>, ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  catalogueExerciseId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  consent?: Resolver<Maybe<ResolversTypes['ConsentKind']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  ipAddress?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  signInMethod?: Resolver<Maybe<ResolversTypes['SignInMethod']>, ParentType, ContextType>;
  subject?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  subjectUser?: Resolver<Maybe<ResolversTypes['ManagedUser']>, ParentType, ContextType>;
  userAgent?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type AuditEntryConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['AuditEntryConnection'] = ResolversParentTypes['AuditEntryConnection']> = {
  edges?: Resolver<Array<ResolversTypes['AuditEntryEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type AuditEntryEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['AuditEntryEdge'] = ResolversParentTypes['AuditEntryEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['AuditEntry'], ParentType, ContextType>;
};

export type BodyWeightResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['BodyWeight'] = ResolversParentTypes['BodyWeight']> = {
  unit?: Resolver<ResolversTypes['WeightUnit'], ParentType, ContextType>;
  value?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type CalendarDayResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['CalendarDay'] = ResolversParentTypes['CalendarDay']> = {
  date?: Resolver<ResolversTypes['Date'], ParentType, ContextType>;
  planned?: Resolver<Array<ResolversTypes['CalendarProgramDay']>, ParentType, ContextType>;
  workouts?: Resolver<Array<ResolversTypes['Workout']>, ParentType, ContextType>;
};

export type CalendarProgramDayResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['CalendarProgramDay'] = ResolversParentTypes['CalendarProgramDay']> = {
  day?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  enrollmentId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  isDone?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  isSkipped?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  week?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type CatalogueExercisePayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['CatalogueExercisePayload'] = ResolversParentTypes['CatalogueExercisePayload']> = {
  conflict?: Resolver<Maybe<ResolversTypes['WriteConflict']>, ParentType, ContextType>;
  exercise?: Resolver<Maybe<ResolversTypes['Exercise']>, ParentType, ContextType>;
};

export type ChangeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Change'] = ResolversParentTypes['Change']> = {
  deletedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  record?: Resolver<Maybe<ResolversTypes['OwnedRecord']>, ParentType, ContextType>;
  recordId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['OwnedType'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type ChangeEmailPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ChangeEmailPayload'] = ResolversParentTypes['ChangeEmailPayload']> = {
  user?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
};

export type ChangePageResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ChangePage'] = ResolversParentTypes['ChangePage']> = {
  changes?: Resolver<Array<ResolversTypes['Change']>, ParentType, ContextType>;
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  hasMore?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type ChangePasswordPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ChangePasswordPayload'] = ResolversParentTypes['ChangePasswordPayload']> = {
  user?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
};

export type ChangesAvailableResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ChangesAvailable'] = ResolversParentTypes['ChangesAvailable']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ComparisonResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Comparison'] = ResolversParentTypes['Comparison']> = {
  sets?: Resolver<ResolversTypes['ComparisonValue'], ParentType, ContextType>;
  volume?: Resolver<ResolversTypes['ComparisonValue'], ParentType, ContextType>;
  workouts?: Resolver<ResolversTypes['ComparisonValue'], ParentType, ContextType>;
};

export type ComparisonValueResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ComparisonValue'] = ResolversParentTypes['ComparisonValue']> = {
  current?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  previous?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type CompleteOnboardingPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['CompleteOnboardingPayload'] = ResolversParentTypes['CompleteOnboardingPayload']> = {
  user?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
};

export type ConfirmSecondFactorPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ConfirmSecondFactorPayload'] = ResolversParentTypes['ConfirmSecondFactorPayload']> = {
  recoveryCodes?: Resolver<Maybe<Array<ResolversTypes['String']>>, ParentType, ContextType>;
};

export type ConsentResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Consent'] = ResolversParentTypes['Consent']> = {
  givenAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['ConsentKind'], ParentType, ContextType>;
  withdrawnAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type CopyProgramPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['CopyProgramPayload'] = ResolversParentTypes['CopyProgramPayload']> = {
  conflict?: Resolver<Maybe<ResolversTypes['WriteConflict']>, ParentType, ContextType>;
  program?: Resolver<Maybe<ResolversTypes['Program']>, ParentType, ContextType>;
};

export type CopySharedItemPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['CopySharedItemPayload'] = ResolversParentTypes['CopySharedItemPayload']> = {
  conflict?: Resolver<Maybe<ResolversTypes['WriteConflict']>, ParentType, ContextType>;
  program?: Resolver<Maybe<ResolversTypes['Program']>, ParentType, ContextType>;
  routine?: Resolver<Maybe<ResolversTypes['Routine']>, ParentType, ContextType>;
};

export type CreatePersonalAccessTokenPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['CreatePersonalAccessTokenPayload'] = ResolversParentTypes['CreatePersonalAccessTokenPayload']> = {
  personalAccessToken?: Resolver<Maybe<ResolversTypes['PersonalAccessToken']>, ParentType, ContextType>;
  token?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type CreateRoutineFromWorkoutPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['CreateRoutineFromWorkoutPayload'] = ResolversParentTypes['CreateRoutineFromWorkoutPayload']> = {
  conflict?: Resolver<Maybe<ResolversTypes['WriteConflict']>, ParentType, ContextType>;
  routine?: Resolver<Maybe<ResolversTypes['Routine']>, ParentType, ContextType>;
};

export type CreateShareLinkPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['CreateShareLinkPayload'] = ResolversParentTypes['CreateShareLinkPayload']> = {
  shareLink?: Resolver<Maybe<ResolversTypes['ShareLink']>, ParentType, ContextType>;
  token?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type DailyActivityResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DailyActivity'] = ResolversParentTypes['DailyActivity']> = {
  date?: Resolver<ResolversTypes['Date'], ParentType, ContextType>;
  failedLogins?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  logins?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  registrations?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type DataPointResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DataPoint'] = ResolversParentTypes['DataPoint']> = {
  date?: Resolver<ResolversTypes['Date'], ParentType, ContextType>;
  value?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
};

export interface DateScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Date'], any> {
  name: 'Date';
}

export interface DateTimeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['DateTime'], any> {
  name: 'DateTime';
}

export type DeleteAccountPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DeleteAccountPayload'] = ResolversParentTypes['DeleteAccountPayload']> = {
  user?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
};

export type DeletePayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DeletePayload'] = ResolversParentTypes['DeletePayload']> = {
  conflict?: Resolver<Maybe<ResolversTypes['WriteConflict']>, ParentType, ContextType>;
  deletedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  record?: Resolver<Maybe<ResolversTypes['OwnedRecord']>, ParentType, ContextType>;
  recordId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  version?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type DeleteProfilePhotoPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DeleteProfilePhotoPayload'] = ResolversParentTypes['DeleteProfilePhotoPayload']> = {
  recordId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  user?: Resolver<ResolversTypes['User'], ParentType, ContextType>;
};

export type DeleteUserPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DeleteUserPayload'] = ResolversParentTypes['DeleteUserPayload']> = {
  user?: Resolver<Maybe<ResolversTypes['ManagedUser']>, ParentType, ContextType>;
};

export type DeleteWebhookPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DeleteWebhookPayload'] = ResolversParentTypes['DeleteWebhookPayload']> = {
  deletedId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
};

export type DeltoidSeriesResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DeltoidSeries'] = ResolversParentTypes['DeltoidSeries']> = {
  deltoid?: Resolver<ResolversTypes['Deltoid'], ParentType, ContextType>;
  weeks?: Resolver<Array<ResolversTypes['DataPoint']>, ParentType, ContextType>;
};

export type DeprecatedFieldUseResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DeprecatedFieldUse'] = ResolversParentTypes['DeprecatedFieldUse']> = {
  clientName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  clientVersion?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  field?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  lastUsedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type DisableSecondFactorPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DisableSecondFactorPayload'] = ResolversParentTypes['DisableSecondFactorPayload']> = {
  secondFactor?: Resolver<Maybe<ResolversTypes['SecondFactor']>, ParentType, ContextType>;
};

export type EnrollPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['EnrollPayload'] = ResolversParentTypes['EnrollPayload']> = {
  conflict?: Resolver<Maybe<ResolversTypes['WriteConflict']>, ParentType, ContextType>;
  enrollment?: Resolver<Maybe<ResolversTypes['ProgramEnrollment']>, ParentType, ContextType>;
};

export type EnrollmentConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['EnrollmentConnection'] = ResolversParentTypes['EnrollmentConnection']> = {
  edges?: Resolver<Array<ResolversTypes['EnrollmentEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type EnrollmentDayResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['EnrollmentDay'] = ResolversParentTypes['EnrollmentDay']> = {
  day?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  week?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type EnrollmentEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['EnrollmentEdge'] = ResolversParentTypes['EnrollmentEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['ProgramEnrollment'], ParentType, ContextType>;
};

export type EnrollmentSetupItemResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['EnrollmentSetupItem'] = ResolversParentTypes['EnrollmentSetupItem']> = {
  exercise?: Resolver<Maybe<ResolversTypes['Exercise']>, ParentType, ContextType>;
  exerciseId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  needs?: Resolver<ResolversTypes['EnrollmentSetupNeed'], ParentType, ContextType>;
  source?: Resolver<ResolversTypes['EnrollmentSetupSource'], ParentType, ContextType>;
  suggestion?: Resolver<Maybe<ResolversTypes['Load']>, ParentType, ContextType>;
};

export type ExerciseResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Exercise'] = ResolversParentTypes['Exercise']> = {
  aliases?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  alternatives?: Resolver<Array<ResolversTypes['Exercise']>, ParentType, ContextType, RequireFields<ExerciseAlternativesArgs, 'first'>>;
  bodyweightShare?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  category?: Resolver<ResolversTypes['ExerciseCategory'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  deltoids?: Resolver<Array<ResolversTypes['Deltoid']>, ParentType, ContextType>;
  equipment?: Resolver<Array<ResolversTypes['Equipment']>, ParentType, ContextType>;
  force?: Resolver<Maybe<ResolversTypes['Force']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  images?: Resolver<Array<ResolversTypes['ExerciseImage']>, ParentType, ContextType>;
  instructions?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  isArchived?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  isCustom?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  isDeleted?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  isFavorite?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  isUnilateral?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  lastPerformedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  level?: Resolver<ResolversTypes['Level'], ParentType, ContextType>;
  mechanic?: Resolver<Maybe<ResolversTypes['Mechanic']>, ParentType, ContextType>;
  muscleMapUrl?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  names?: Resolver<Array<ResolversTypes['ExerciseName']>, ParentType, ContextType>;
  personalRecords?: Resolver<Maybe<Array<ResolversTypes['PersonalRecord']>>, ParentType, ContextType>;
  primaryMuscles?: Resolver<Array<ResolversTypes['Muscle']>, ParentType, ContextType>;
  repetitionRecords?: Resolver<Maybe<Array<ResolversTypes['RepetitionRecord']>>, ParentType, ContextType>;
  secondaryMuscles?: Resolver<Array<ResolversTypes['Muscle']>, ParentType, ContextType>;
  settings?: Resolver<Maybe<ResolversTypes['ExerciseSettings']>, ParentType, ContextType>;
  slug?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  timesPerformed?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  trackingType?: Resolver<ResolversTypes['TrackingType'], ParentType, ContextType>;
  translations?: Resolver<Array<ResolversTypes['ExerciseTranslation']>, ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  videoUrl?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ExerciseConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ExerciseConnection'] = ResolversParentTypes['ExerciseConnection']> = {
  edges?: Resolver<Array<ResolversTypes['ExerciseEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type ExerciseEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ExerciseEdge'] = ResolversParentTypes['ExerciseEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Exercise'], ParentType, ContextType>;
};

export type ExerciseHistoryConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ExerciseHistoryConnection'] = ResolversParentTypes['ExerciseHistoryConnection']> = {
  edges?: Resolver<Array<ResolversTypes['ExerciseHistoryEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type ExerciseHistoryEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ExerciseHistoryEdge'] = ResolversParentTypes['ExerciseHistoryEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['ExercisePerformance'], ParentType, ContextType>;
};

export type ExerciseImageResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ExerciseImage'] = ResolversParentTypes['ExerciseImage']> = {
  assetId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  blurHash?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  height?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  position?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['String'], ParentType, ContextType, RequireFields<ExerciseImageUrlArgs, 'size'>>;
  width?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type ExerciseNameResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ExerciseName'] = ResolversParentTypes['ExerciseName']> = {
  locale?: Resolver<ResolversTypes['Locale'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ExercisePerformanceResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ExercisePerformance'] = ResolversParentTypes['ExercisePerformance']> = {
  sets?: Resolver<Array<ResolversTypes['WorkoutSet']>, ParentType, ContextType>;
  workout?: Resolver<ResolversTypes['Workout'], ParentType, ContextType>;
};

export type ExerciseSettingsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ExerciseSettings'] = ResolversParentTypes['ExerciseSettings']> = {
  barName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  exerciseId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  increment?: Resolver<Maybe<ResolversTypes['Load']>, ParentType, ContextType>;
  note?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  restSeconds?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  unit?: Resolver<Maybe<ResolversTypes['WeightUnit']>, ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ExerciseSettingsConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ExerciseSettingsConnection'] = ResolversParentTypes['ExerciseSettingsConnection']> = {
  edges?: Resolver<Array<ResolversTypes['ExerciseSettingsEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type ExerciseSettingsEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ExerciseSettingsEdge'] = ResolversParentTypes['ExerciseSettingsEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['ExerciseSettings'], ParentType, ContextType>;
};

export type ExerciseSuggestionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ExerciseSuggestion'] = ResolversParentTypes['ExerciseSuggestion']> = {
  confidence?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  exercise?: Resolver<ResolversTypes['Exercise'], ParentType, ContextType>;
};

export type ExerciseTranslationResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ExerciseTranslation'] = ResolversParentTypes['ExerciseTranslation']> = {
  aliases?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  instructions?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  locale?: Resolver<ResolversTypes['Locale'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type FavoriteExercisePayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['FavoriteExercisePayload'] = ResolversParentTypes['FavoriteExercisePayload']> = {
  exercise?: Resolver<Maybe<ResolversTypes['Exercise']>, ParentType, ContextType>;
};

export type FinishEnrollmentPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['FinishEnrollmentPayload'] = ResolversParentTypes['FinishEnrollmentPayload']> = {
  conflict?: Resolver<Maybe<ResolversTypes['WriteConflict']>, ParentType, ContextType>;
  enrollment?: Resolver<Maybe<ResolversTypes['ProgramEnrollment']>, ParentType, ContextType>;
};

export type GirthResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Girth'] = ResolversParentTypes['Girth']> = {
  unit?: Resolver<ResolversTypes['LengthUnit'], ParentType, ContextType>;
  value?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type GiveConsentPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['GiveConsentPayload'] = ResolversParentTypes['GiveConsentPayload']> = {
  user?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
};

export type GoalProgressResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['GoalProgress'] = ResolversParentTypes['GoalProgress']> = {
  percent?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  value?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
};

export type GymResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Gym'] = ResolversParentTypes['Gym']> = {
  bars?: Resolver<Array<ResolversTypes['GymBar']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  dumbbells?: Resolver<Array<ResolversTypes['Load']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  isDefault?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  plates?: Resolver<Array<ResolversTypes['GymPlates']>, ParentType, ContextType>;
  steps?: Resolver<ResolversTypes['GymSteps'], ParentType, ContextType>;
  unit?: Resolver<Maybe<ResolversTypes['WeightUnit']>, ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type GymBarResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['GymBar'] = ResolversParentTypes['GymBar']> = {
  load?: Resolver<ResolversTypes['Load'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type GymPlatesResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['GymPlates'] = ResolversParentTypes['GymPlates']> = {
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  load?: Resolver<ResolversTypes['Load'], ParentType, ContextType>;
};

export type GymStepsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['GymSteps'] = ResolversParentTypes['GymSteps']> = {
  cable?: Resolver<Maybe<ResolversTypes['Load']>, ParentType, ContextType>;
  machine?: Resolver<Maybe<ResolversTypes['Load']>, ParentType, ContextType>;
};

export type IdentityResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Identity'] = ResolversParentTypes['Identity']> = {
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  isPrivateRelay?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  lastUsedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  provider?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  providerEmail?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ImportCountResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ImportCount'] = ResolversParentTypes['ImportCount']> = {
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['WorkoutImportStatus'], ParentType, ContextType>;
};

export type InstanceMinuteResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['InstanceMinute'] = ResolversParentTypes['InstanceMinute']> = {
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  averageMilliseconds?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  eventLoopUtilization?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  failedRequests?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  heapUsedBytes?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  requests?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  slowestMilliseconds?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
};

export type LinkIdentityPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['LinkIdentityPayload'] = ResolversParentTypes['LinkIdentityPayload']> = {
  identity?: Resolver<Maybe<ResolversTypes['Identity']>, ParentType, ContextType>;
};

export type LoadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Load'] = ResolversParentTypes['Load']> = {
  unit?: Resolver<ResolversTypes['WeightUnit'], ParentType, ContextType>;
  value?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type LoginResultResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['LoginResult'] = ResolversParentTypes['LoginResult']> = {
  refreshToken?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  token?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  user?: Resolver<ResolversTypes['User'], ParentType, ContextType>;
};

export type ManagedEnrollmentResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ManagedEnrollment'] = ResolversParentTypes['ManagedEnrollment']> = {
  enrolledAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  enrollmentId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  enrollmentStatus?: Resolver<ResolversTypes['EnrollmentStatus'], ParentType, ContextType>;
  programVersion?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  user?: Resolver<Maybe<ResolversTypes['ManagedUser']>, ParentType, ContextType>;
};

export type ManagedEnrollmentConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ManagedEnrollmentConnection'] = ResolversParentTypes['ManagedEnrollmentConnection']> = {
  edges?: Resolver<Array<ResolversTypes['ManagedEnrollmentEdge']>, ParentType, ContextType>;
  finishedCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  openCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type ManagedEnrollmentEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ManagedEnrollmentEdge'] = ResolversParentTypes['ManagedEnrollmentEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['ManagedEnrollment'], ParentType, ContextType>;
};

export type ManagedImportResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ManagedImport'] = ResolversParentTypes['ManagedImport']> = {
  attempts?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  dryRun?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  error?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  importId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  importStatus?: Resolver<ResolversTypes['WorkoutImportStatus'], ParentType, ContextType>;
  recordsRestored?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  rowsRead?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  skippedCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  user?: Resolver<Maybe<ResolversTypes['ManagedUser']>, ParentType, ContextType>;
  workoutsAlreadyThere?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  workoutsMade?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type ManagedImportConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ManagedImportConnection'] = ResolversParentTypes['ManagedImportConnection']> = {
  edges?: Resolver<Array<ResolversTypes['ManagedImportEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type ManagedImportEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ManagedImportEdge'] = ResolversParentTypes['ManagedImportEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['ManagedImport'], ParentType, ContextType>;
};

export type ManagedUserResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ManagedUser'] = ResolversParentTypes['ManagedUser']> = {
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  deletesAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  email?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  enabled?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  lastLogin?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  locale?: Resolver<Maybe<ResolversTypes['Locale']>, ParentType, ContextType>;
  role?: Resolver<ResolversTypes['Role'], ParentType, ContextType>;
  sessions?: Resolver<Maybe<Array<ResolversTypes['Session']>>, ParentType, ContextType>;
  username?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  verified?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ManagedUserConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ManagedUserConnection'] = ResolversParentTypes['ManagedUserConnection']> = {
  edges?: Resolver<Array<ResolversTypes['ManagedUserEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type ManagedUserEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ManagedUserEdge'] = ResolversParentTypes['ManagedUserEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['ManagedUser'], ParentType, ContextType>;
};

export type MatchedExerciseResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['MatchedExercise'] = ResolversParentTypes['MatchedExercise']> = {
  confidence?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  exercise?: Resolver<Maybe<ResolversTypes['Exercise']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type MeasurementResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Measurement'] = ResolversParentTypes['Measurement']> = {
  bodyFatPercent?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  chest?: Resolver<Maybe<ResolversTypes['Girth']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  date?: Resolver<ResolversTypes['Date'], ParentType, ContextType>;
  hips?: Resolver<Maybe<ResolversTypes['Girth']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  leftBiceps?: Resolver<Maybe<ResolversTypes['Girth']>, ParentType, ContextType>;
  leftCalf?: Resolver<Maybe<ResolversTypes['Girth']>, ParentType, ContextType>;
  leftForearm?: Resolver<Maybe<ResolversTypes['Girth']>, ParentType, ContextType>;
  leftThigh?: Resolver<Maybe<ResolversTypes['Girth']>, ParentType, ContextType>;
  neck?: Resolver<Maybe<ResolversTypes['Girth']>, ParentType, ContextType>;
  rightBiceps?: Resolver<Maybe<ResolversTypes['Girth']>, ParentType, ContextType>;
  rightCalf?: Resolver<Maybe<ResolversTypes['Girth']>, ParentType, ContextType>;
  rightForearm?: Resolver<Maybe<ResolversTypes['Girth']>, ParentType, ContextType>;
  rightThigh?: Resolver<Maybe<ResolversTypes['Girth']>, ParentType, ContextType>;
  shoulders?: Resolver<Maybe<ResolversTypes['Girth']>, ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  waist?: Resolver<Maybe<ResolversTypes['Girth']>, ParentType, ContextType>;
  weight?: Resolver<Maybe<ResolversTypes['BodyWeight']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type MeasurementConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['MeasurementConnection'] = ResolversParentTypes['MeasurementConnection']> = {
  edges?: Resolver<Array<ResolversTypes['MeasurementEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type MeasurementEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['MeasurementEdge'] = ResolversParentTypes['MeasurementEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Measurement'], ParentType, ContextType>;
};

export type MergeExercisesPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['MergeExercisesPayload'] = ResolversParentTypes['MergeExercisesPayload']> = {
  exercise?: Resolver<Maybe<ResolversTypes['Exercise']>, ParentType, ContextType>;
};

export type MuscleSeriesResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['MuscleSeries'] = ResolversParentTypes['MuscleSeries']> = {
  muscle?: Resolver<ResolversTypes['Muscle'], ParentType, ContextType>;
  weeks?: Resolver<Array<ResolversTypes['DataPoint']>, ParentType, ContextType>;
};

export type MuscleSetsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['MuscleSets'] = ResolversParentTypes['MuscleSets']> = {
  muscle?: Resolver<ResolversTypes['Muscle'], ParentType, ContextType>;
  sets?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type MuscleVolumeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['MuscleVolume'] = ResolversParentTypes['MuscleVolume']> = {
  muscle?: Resolver<ResolversTypes['Muscle'], ParentType, ContextType>;
  volume?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type MutationResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
  archiveCatalogueExercise?: Resolver<Maybe<ResolversTypes['CatalogueExercisePayload']>, ParentType, ContextType, RequireFields<MutationArchiveCatalogueExerciseArgs, 'input'>>;
  archiveProgram?: Resolver<Maybe<ResolversTypes['ArchiveProgramPayload']>, ParentType, ContextType, RequireFields<MutationArchiveProgramArgs, 'input'>>;
  changeEmail?: Resolver<Maybe<ResolversTypes['ChangeEmailPayload']>, ParentType, ContextType, RequireFields<MutationChangeEmailArgs, 'input'>>;
  changePassword?: Resolver<Maybe<ResolversTypes['ChangePasswordPayload']>, ParentType, ContextType, RequireFields<MutationChangePasswordArgs, 'input'>>;
  completeOnboarding?: Resolver<Maybe<ResolversTypes['CompleteOnboardingPayload']>, ParentType, ContextType>;
  confirmSecondFactor?: Resolver<Maybe<ResolversTypes['ConfirmSecondFactorPayload']>, ParentType, ContextType, RequireFields<MutationConfirmSecondFactorArgs, 'input'>>;
  copyProgram?: Resolver<Maybe<ResolversTypes['CopyProgramPayload']>, ParentType, ContextType, RequireFields<MutationCopyProgramArgs, 'input'>>;
  copySharedItem?: Resolver<Maybe<ResolversTypes['CopySharedItemPayload']>, ParentType, ContextType, RequireFields<MutationCopySharedItemArgs, 'input'>>;
  createPersonalAccessToken?: Resolver<Maybe<ResolversTypes['CreatePersonalAccessTokenPayload']>, ParentType, ContextType, RequireFields<MutationCreatePersonalAccessTokenArgs, 'input'>>;
  createRoutineFromWorkout?: Resolver<Maybe<ResolversTypes['CreateRoutineFromWorkoutPayload']>, ParentType, ContextType, RequireFields<MutationCreateRoutineFromWorkoutArgs, 'input'>>;
  createShareLink?: Resolver<Maybe<ResolversTypes['CreateShareLinkPayload']>, ParentType, ContextType, RequireFields<MutationCreateShareLinkArgs, 'input'>>;
  deleteAccount?: Resolver<Maybe<ResolversTypes['DeleteAccountPayload']>, ParentType, ContextType, RequireFields<MutationDeleteAccountArgs, 'input'>>;
  deleteExercise?: Resolver<Maybe<ResolversTypes['DeletePayload']>, ParentType, ContextType, RequireFields<MutationDeleteExerciseArgs, 'input'>>;
  deleteExerciseSettings?: Resolver<Maybe<ResolversTypes['DeletePayload']>, ParentType, ContextType, RequireFields<MutationDeleteExerciseSettingsArgs, 'input'>>;
  deleteGoal?: Resolver<Maybe<ResolversTypes['DeletePayload']>, ParentType, ContextType, RequireFields<MutationDeleteGoalArgs, 'input'>>;
  deleteGym?: Resolver<Maybe<ResolversTypes['DeletePayload']>, ParentType, ContextType, RequireFields<MutationDeleteGymArgs, 'input'>>;
  deleteMeasurement?: Resolver<Maybe<ResolversTypes['DeletePayload']>, ParentType, ContextType, RequireFields<MutationDeleteMeasurementArgs, 'input'>>;
  deletePause?: Resolver<Maybe<ResolversTypes['DeletePayload']>, ParentType, ContextType, RequireFields<MutationDeletePauseArgs, 'input'>>;
  deleteProfilePhoto?: Resolver<Maybe<ResolversTypes['DeleteProfilePhotoPayload']>, ParentType, ContextType, RequireFields<MutationDeleteProfilePhotoArgs, 'input'>>;
  deleteProgram?: Resolver<Maybe<ResolversTypes['DeletePayload']>, ParentType, ContextType, RequireFields<MutationDeleteProgramArgs, 'input'>>;
  deleteProgressPhoto?: Resolver<Maybe<ResolversTypes['DeletePayload']>, ParentType, ContextType, RequireFields<MutationDeleteProgressPhotoArgs, 'input'>>;
  deleteRoutine?: Resolver<Maybe<ResolversTypes['DeletePayload']>, ParentType, ContextType, RequireFields<MutationDeleteRoutineArgs, 'input'>>;
  deleteRoutineFolder?: Resolver<Maybe<ResolversTypes['DeletePayload']>, ParentType, ContextType, RequireFields<MutationDeleteRoutineFolderArgs, 'input'>>;
  deleteUser?: Resolver<Maybe<ResolversTypes['DeleteUserPayload']>, ParentType, ContextType, RequireFields<MutationDeleteUserArgs, 'input'>>;
  deleteWebhook?: Resolver<Maybe<ResolversTypes['DeleteWebhookPayload']>, ParentType, ContextType, RequireFields<MutationDeleteWebhookArgs, 'input'>>;
  deleteWorkout?: Resolver<Maybe<ResolversTypes['DeletePayload']>, ParentType, ContextType, RequireFields<MutationDeleteWorkoutArgs, 'input'>>;
  disableSecondFactor?: Resolver<Maybe<ResolversTypes['DisableSecondFactorPayload']>, ParentType, ContextType>;
  enroll?: Resolver<Maybe<ResolversTypes['EnrollPayload']>, ParentType, ContextType, RequireFields<MutationEnrollArgs, 'input'>>;
  favoriteExercise?: Resolver<Maybe<ResolversTypes['FavoriteExercisePayload']>, ParentType, ContextType, RequireFields<MutationFavoriteExerciseArgs, 'input'>>;
  finishEnrollment?: Resolver<Maybe<ResolversTypes['FinishEnrollmentPayload']>, ParentType, ContextType, RequireFields<MutationFinishEnrollmentArgs, 'input'>>;
  giveConsent?: Resolver<Maybe<ResolversTypes['GiveConsentPayload']>, ParentType, ContextType, RequireFields<MutationGiveConsentArgs, 'input'>>;
  linkIdentity?: Resolver<Maybe<ResolversTypes['LinkIdentityPayload']>, ParentType, ContextType, RequireFields<MutationLinkIdentityArgs, 'input'>>;
  login?: Resolver<Maybe<ResolversTypes['LoginResult']>, ParentType, ContextType, RequireFields<MutationLoginArgs, 'email' | 'password'>>;
  mergeExercises?: Resolver<Maybe<ResolversTypes['MergeExercisesPayload']>, ParentType, ContextType, RequireFields<MutationMergeExercisesArgs, 'input'>>;
  pauseEnrollment?: Resolver<Maybe<ResolversTypes['PauseEnrollmentPayload']>, ParentType, ContextType, RequireFields<MutationPauseEnrollmentArgs, 'input'>>;
  publishProgram?: Resolver<Maybe<ResolversTypes['PublishProgramPayload']>, ParentType, ContextType, RequireFields<MutationPublishProgramArgs, 'input'>>;
  replaceRecoveryCodes?: Resolver<Maybe<ResolversTypes['ReplaceRecoveryCodesPayload']>, ParentType, ContextType>;
  replayWebhookDelivery?: Resolver<Maybe<ResolversTypes['ReplayWebhookDeliveryPayload']>, ParentType, ContextType, RequireFields<MutationReplayWebhookDeliveryArgs, 'input'>>;
  resetUserSecondFactor?: Resolver<Maybe<ResolversTypes['ResetUserSecondFactorPayload']>, ParentType, ContextType, RequireFields<MutationResetUserSecondFactorArgs, 'input'>>;
  restoreAccount?: Resolver<Maybe<ResolversTypes['RestoreAccountPayload']>, ParentType, ContextType>;
  restoreProfilePhoto?: Resolver<Maybe<ResolversTypes['RestoreProfilePhotoPayload']>, ParentType, ContextType, RequireFields<MutationRestoreProfilePhotoArgs, 'input'>>;
  restoreUser?: Resolver<Maybe<ResolversTypes['RestoreUserPayload']>, ParentType, ContextType, RequireFields<MutationRestoreUserArgs, 'input'>>;
  resumeEnrollment?: Resolver<Maybe<ResolversTypes['ResumeEnrollmentPayload']>, ParentType, ContextType, RequireFields<MutationResumeEnrollmentArgs, 'input'>>;
  revokePersonalAccessToken?: Resolver<Maybe<ResolversTypes['RevokePersonalAccessTokenPayload']>, ParentType, ContextType, RequireFields<MutationRevokePersonalAccessTokenArgs, 'input'>>;
  revokeSession?: Resolver<Maybe<ResolversTypes['RevokeSessionPayload']>, ParentType, ContextType, RequireFields<MutationRevokeSessionArgs, 'input'>>;
  revokeShareLink?: Resolver<Maybe<ResolversTypes['RevokeShareLinkPayload']>, ParentType, ContextType, RequireFields<MutationRevokeShareLinkArgs, 'input'>>;
  revokeUserSession?: Resolver<Maybe<ResolversTypes['RevokeUserSessionPayload']>, ParentType, ContextType, RequireFields<MutationRevokeUserSessionArgs, 'input'>>;
  revokeUserSessions?: Resolver<Maybe<ResolversTypes['RevokeUserSessionsPayload']>, ParentType, ContextType, RequireFields<MutationRevokeUserSessionsArgs, 'input'>>;
  saveCatalogueExercise?: Resolver<Maybe<ResolversTypes['CatalogueExercisePayload']>, ParentType, ContextType, RequireFields<MutationSaveCatalogueExerciseArgs, 'input'>>;
  saveExercise?: Resolver<Maybe<ResolversTypes['SaveExercisePayload']>, ParentType, ContextType, RequireFields<MutationSaveExerciseArgs, 'input'>>;
  saveExerciseSettings?: Resolver<Maybe<ResolversTypes['SaveExerciseSettingsPayload']>, ParentType, ContextType, RequireFields<MutationSaveExerciseSettingsArgs, 'input'>>;
  saveGoal?: Resolver<Maybe<ResolversTypes['SaveGoalPayload']>, ParentType, ContextType, RequireFields<MutationSaveGoalArgs, 'input'>>;
  saveGym?: Resolver<Maybe<ResolversTypes['SaveGymPayload']>, ParentType, ContextType, RequireFields<MutationSaveGymArgs, 'input'>>;
  saveMeasurement?: Resolver<Maybe<ResolversTypes['SaveMeasurementPayload']>, ParentType, ContextType, RequireFields<MutationSaveMeasurementArgs, 'input'>>;
  savePause?: Resolver<Maybe<ResolversTypes['SavePausePayload']>, ParentType, ContextType, RequireFields<MutationSavePauseArgs, 'input'>>;
  saveProgram?: Resolver<Maybe<ResolversTypes['SaveProgramPayload']>, ParentType, ContextType, RequireFields<MutationSaveProgramArgs, 'input'>>;
  saveProgressPhoto?: Resolver<Maybe<ResolversTypes['SaveProgressPhotoPayload']>, ParentType, ContextType, RequireFields<MutationSaveProgressPhotoArgs, 'input'>>;
  saveRoutine?: Resolver<Maybe<ResolversTypes['SaveRoutinePayload']>, ParentType, ContextType, RequireFields<MutationSaveRoutineArgs, 'input'>>;
  saveRoutineFolder?: Resolver<Maybe<ResolversTypes['SaveRoutineFolderPayload']>, ParentType, ContextType, RequireFields<MutationSaveRoutineFolderArgs, 'input'>>;
  saveWebhook?: Resolver<Maybe<ResolversTypes['SaveWebhookPayload']>, ParentType, ContextType, RequireFields<MutationSaveWebhookArgs, 'input'>>;
  saveWorkout?: Resolver<Maybe<ResolversTypes['SaveWorkoutPayload']>, ParentType, ContextType, RequireFields<MutationSaveWorkoutArgs, 'input'>>;
  setAccountEnabled?: Resolver<Maybe<ResolversTypes['SetAccountEnabledPayload']>, ParentType, ContextType, RequireFields<MutationSetAccountEnabledArgs, 'input'>>;
  setEnrollmentLoads?: Resolver<Maybe<ResolversTypes['SetEnrollmentLoadsPayload']>, ParentType, ContextType, RequireFields<MutationSetEnrollmentLoadsArgs, 'input'>>;
  setEnrollmentUnit?: Resolver<Maybe<ResolversTypes['SetEnrollmentUnitPayload']>, ParentType, ContextType, RequireFields<MutationSetEnrollmentUnitArgs, 'input'>>;
  setUserRole?: Resolver<Maybe<ResolversTypes['SetUserRolePayload']>, ParentType, ContextType, RequireFields<MutationSetUserRoleArgs, 'input'>>;
  signOutEverywhere?: Resolver<Maybe<ResolversTypes['SignOutEverywherePayload']>, ParentType, ContextType>;
  skipOnboarding?: Resolver<Maybe<ResolversTypes['SkipOnboardingPayload']>, ParentType, ContextType>;
  skipProgramDay?: Resolver<Maybe<ResolversTypes['SkipProgramDayPayload']>, ParentType, ContextType, RequireFields<MutationSkipProgramDayArgs, 'input'>>;
  startSecondFactor?: Resolver<Maybe<ResolversTypes['StartSecondFactorPayload']>, ParentType, ContextType>;
  startWorkout?: Resolver<Maybe<ResolversTypes['StartWorkoutPayload']>, ParentType, ContextType, RequireFields<MutationStartWorkoutArgs, 'input'>>;
  swapExercise?: Resolver<Maybe<ResolversTypes['SwapExercisePayload']>, ParentType, ContextType, RequireFields<MutationSwapExerciseArgs, 'input'>>;
  sync?: Resolver<Maybe<ResolversTypes['SyncPayload']>, ParentType, ContextType, RequireFields<MutationSyncArgs, 'operations'>>;
  testWebhook?: Resolver<Maybe<ResolversTypes['TestWebhookPayload']>, ParentType, ContextType, RequireFields<MutationTestWebhookArgs, 'input'>>;
  unlinkIdentity?: Resolver<Maybe<ResolversTypes['UnlinkIdentityPayload']>, ParentType, ContextType, RequireFields<MutationUnlinkIdentityArgs, 'input'>>;
  unskipProgramDay?: Resolver<Maybe<ResolversTypes['UnskipProgramDayPayload']>, ParentType, ContextType, RequireFields<MutationUnskipProgramDayArgs, 'input'>>;
  updateProfile?: Resolver<Maybe<ResolversTypes['UpdateProfilePayload']>, ParentType, ContextType, RequireFields<MutationUpdateProfileArgs, 'input'>>;
  upgradeEnrollment?: Resolver<Maybe<ResolversTypes['UpgradeEnrollmentPayload']>, ParentType, ContextType, RequireFields<MutationUpgradeEnrollmentArgs, 'input'>>;
  verifyUser?: Resolver<Maybe<ResolversTypes['VerifyUserPayload']>, ParentType, ContextType, RequireFields<MutationVerifyUserArgs, 'input'>>;
  withdrawConsent?: Resolver<Maybe<ResolversTypes['WithdrawConsentPayload']>, ParentType, ContextType, RequireFields<MutationWithdrawConsentArgs, 'input'>>;
};

export type NextDayResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['NextDay'] = ResolversParentTypes['NextDay']> = {
  date?: Resolver<ResolversTypes['Date'], ParentType, ContextType>;
  day?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  exercises?: Resolver<Array<ResolversTypes['NextDayExercise']>, ParentType, ContextType>;
  isDeload?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  week?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type NextDayExerciseResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['NextDayExercise'] = ResolversParentTypes['NextDayExercise']> = {
  exercise?: Resolver<Maybe<ResolversTypes['Exercise']>, ParentType, ContextType>;
  exerciseId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  reason?: Resolver<Maybe<ResolversTypes['ProgressionReason']>, ParentType, ContextType>;
  sets?: Resolver<Array<ResolversTypes['NextDaySet']>, ParentType, ContextType>;
  supersetId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  trainingMax?: Resolver<Maybe<ResolversTypes['Load']>, ParentType, ContextType>;
};

export type NextDaySetResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['NextDaySet'] = ResolversParentTypes['NextDaySet']> = {
  isAmrap?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  loadMode?: Resolver<ResolversTypes['LoadMode'], ParentType, ContextType>;
  notes?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  percentOfOneRepMax?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  restSeconds?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  target?: Resolver<ResolversTypes['SetTarget'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['SetType'], ParentType, ContextType>;
};

export type NodeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Node'] = ResolversParentTypes['Node']> = {
  __resolveType: TypeResolveFn<'AuditEntry' | 'Exercise' | 'ExerciseSettings' | 'Gym' | 'Identity' | 'ManagedUser' | 'Measurement' | 'Passkey' | 'Pause' | 'PersonalAccessToken' | 'PersonalRecord' | 'ProfilePhoto' | 'Program' | 'ProgramEnrollment' | 'ProgramVersion' | 'ProgressPhoto' | 'PublicUser' | 'Routine' | 'RoutineFolder' | 'Session' | 'ShareLink' | 'TrainingGoal' | 'User' | 'Webhook' | 'WebhookDelivery' | 'Workout' | 'WorkoutImport', ParentType, ContextType>;
};

export type OwnedRecordResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['OwnedRecord'] = ResolversParentTypes['OwnedRecord']> = {
  __resolveType: TypeResolveFn<'Exercise' | 'ExerciseSettings' | 'Gym' | 'Measurement' | 'Pause' | 'Program' | 'ProgramEnrollment' | 'ProgressPhoto' | 'Routine' | 'RoutineFolder' | 'TrainingGoal' | 'User' | 'Workout', ParentType, ContextType>;
};

export type PageInfoResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PageInfo'] = ResolversParentTypes['PageInfo']> = {
  endCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  hasNextPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  hasPreviousPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  startCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type PasskeyResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Passkey'] = ResolversParentTypes['Passkey']> = {
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  lastUsedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type PauseResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Pause'] = ResolversParentTypes['Pause']> = {
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  from?: Resolver<ResolversTypes['Date'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['PauseReason'], ParentType, ContextType>;
  to?: Resolver<ResolversTypes['Date'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type PauseEnrollmentPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PauseEnrollmentPayload'] = ResolversParentTypes['PauseEnrollmentPayload']> = {
  conflict?: Resolver<Maybe<ResolversTypes['WriteConflict']>, ParentType, ContextType>;
  enrollment?: Resolver<Maybe<ResolversTypes['ProgramEnrollment']>, ParentType, ContextType>;
};

export type PersonalAccessTokenResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PersonalAccessToken'] = ResolversParentTypes['PersonalAccessToken']> = {
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  expiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  lastUsedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  scopes?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type PersonalRecordResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PersonalRecord'] = ResolversParentTypes['PersonalRecord']> = {
  achievedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  exercise?: Resolver<ResolversTypes['Exercise'], ParentType, ContextType>;
  exerciseId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  previous?: Resolver<Maybe<ResolversTypes['PreviousRecord']>, ParentType, ContextType>;
  reps?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  setId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  type?: Resolver<ResolversTypes['RecordType'], ParentType, ContextType>;
  unit?: Resolver<ResolversTypes['RecordUnit'], ParentType, ContextType>;
  value?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  workout?: Resolver<Maybe<ResolversTypes['Workout']>, ParentType, ContextType>;
  workoutId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type PersonalRecordConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PersonalRecordConnection'] = ResolversParentTypes['PersonalRecordConnection']> = {
  edges?: Resolver<Array<ResolversTypes['PersonalRecordEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type PersonalRecordEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PersonalRecordEdge'] = ResolversParentTypes['PersonalRecordEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['PersonalRecord'], ParentType, ContextType>;
};

export type PlannedExerciseResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PlannedExercise'] = ResolversParentTypes['PlannedExercise']> = {
  entryId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  exercise?: Resolver<Maybe<ResolversTypes['Exercise']>, ParentType, ContextType>;
  exerciseId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  progression?: Resolver<Maybe<ResolversTypes['Progression']>, ParentType, ContextType>;
  sets?: Resolver<Array<ResolversTypes['PlannedSet']>, ParentType, ContextType>;
  supersetId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type PlannedSetResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PlannedSet'] = ResolversParentTypes['PlannedSet']> = {
  distanceMeters?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  durationSeconds?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  isAmrap?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  load?: Resolver<Maybe<ResolversTypes['Load']>, ParentType, ContextType>;
  maxReps?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  minReps?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  notes?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  percentOfOneRepMax?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  restSeconds?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  rpe?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  type?: Resolver<ResolversTypes['SetType'], ParentType, ContextType>;
  warmupPercent?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
};

export type PreviousRecordResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PreviousRecord'] = ResolversParentTypes['PreviousRecord']> = {
  achievedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  unit?: Resolver<ResolversTypes['RecordUnit'], ParentType, ContextType>;
  value?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type ProfilePhotoResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ProfilePhoto'] = ResolversParentTypes['ProfilePhoto']> = {
  blurHash?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  contentType?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  fileKey?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  fileName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  size?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  uploadedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['String'], ParentType, ContextType, RequireFields<ProfilePhotoUrlArgs, 'size'>>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ProgramResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Program'] = ResolversParentTypes['Program']> = {
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  description?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  durationWeeks?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  equipment?: Resolver<Array<ResolversTypes['Equipment']>, ParentType, ContextType>;
  goal?: Resolver<Maybe<ResolversTypes['Goal']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  isBuiltIn?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  isMine?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  programLevel?: Resolver<Maybe<ResolversTypes['Level']>, ParentType, ContextType>;
  publishedVersion?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  sessionsPerWeek?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  slug?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  visibility?: Resolver<ResolversTypes['ProgramVisibility'], ParentType, ContextType>;
  weeks?: Resolver<Maybe<Array<ResolversTypes['ProgramWeek']>>, ParentType, ContextType, RequireFields<ProgramWeeksArgs, 'first' | 'from'>>;
  workoutSplit?: Resolver<Maybe<ResolversTypes['WorkoutSplit']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ProgramConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ProgramConnection'] = ResolversParentTypes['ProgramConnection']> = {
  edges?: Resolver<Array<ResolversTypes['ProgramEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type ProgramDayResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ProgramDay'] = ResolversParentTypes['ProgramDay']> = {
  exercises?: Resolver<Array<ResolversTypes['PlannedExercise']>, ParentType, ContextType>;
  isRest?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ProgramEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ProgramEdge'] = ResolversParentTypes['ProgramEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Program'], ParentType, ContextType>;
};

export type ProgramEnrollmentResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ProgramEnrollment'] = ResolversParentTypes['ProgramEnrollment']> = {
  completedDays?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  currentDay?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  currentWeek?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  enrollmentStatus?: Resolver<ResolversTypes['EnrollmentStatus'], ParentType, ContextType>;
  gym?: Resolver<Maybe<ResolversTypes['Gym']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  nextDay?: Resolver<Maybe<ResolversTypes['NextDay']>, ParentType, ContextType>;
  program?: Resolver<Maybe<ResolversTypes['Program']>, ParentType, ContextType>;
  programVersion?: Resolver<ResolversTypes['ProgramVersion'], ParentType, ContextType>;
  schedule?: Resolver<Maybe<Array<ResolversTypes['ScheduledDay']>>, ParentType, ContextType, RequireFields<ProgramEnrollmentScheduleArgs, 'first'>>;
  skippedDays?: Resolver<Array<ResolversTypes['EnrollmentDay']>, ParentType, ContextType>;
  startDate?: Resolver<ResolversTypes['Date'], ParentType, ContextType>;
  timezone?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  unit?: Resolver<Maybe<ResolversTypes['WeightUnit']>, ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  weekdays?: Resolver<Array<ResolversTypes['Weekday']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ProgramRecommendationResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ProgramRecommendation'] = ResolversParentTypes['ProgramRecommendation']> = {
  program?: Resolver<ResolversTypes['Program'], ParentType, ContextType>;
  reasons?: Resolver<Array<ResolversTypes['RecommendationReason']>, ParentType, ContextType>;
  score?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type ProgramVersionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ProgramVersion'] = ResolversParentTypes['ProgramVersion']> = {
  description?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  durationWeeks?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  equipment?: Resolver<Array<ResolversTypes['Equipment']>, ParentType, ContextType>;
  goal?: Resolver<Maybe<ResolversTypes['Goal']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  number?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  program?: Resolver<Maybe<ResolversTypes['Program']>, ParentType, ContextType>;
  programLevel?: Resolver<Maybe<ResolversTypes['Level']>, ParentType, ContextType>;
  publishedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  sessionsPerWeek?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  weeks?: Resolver<Maybe<Array<ResolversTypes['ProgramWeek']>>, ParentType, ContextType, RequireFields<ProgramVersionWeeksArgs, 'first' | 'from'>>;
  workoutSplit?: Resolver<Maybe<ResolversTypes['WorkoutSplit']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ProgramWeekResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ProgramWeek'] = ResolversParentTypes['ProgramWeek']> = {
  days?: Resolver<Array<ResolversTypes['ProgramDay']>, ParentType, ContextType>;
  isDeload?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  label?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  number?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type ProgressPhotoResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ProgressPhoto'] = ResolversParentTypes['ProgressPhoto']> = {
  blurHash?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  contentType?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  fileKey?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  fileName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  notes?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  pose?: Resolver<Maybe<ResolversTypes['ProgressPose']>, ParentType, ContextType>;
  size?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  takenAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['String'], ParentType, ContextType, RequireFields<ProgressPhotoUrlArgs, 'size'>>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ProgressPhotoConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ProgressPhotoConnection'] = ResolversParentTypes['ProgressPhotoConnection']> = {
  edges?: Resolver<Array<ResolversTypes['ProgressPhotoEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type ProgressPhotoEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ProgressPhotoEdge'] = ResolversParentTypes['ProgressPhotoEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['ProgressPhoto'], ParentType, ContextType>;
};

export type ProgressionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Progression'] = ResolversParentTypes['Progression']> = {
  deloadPercent?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  failures?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  harderExercise?: Resolver<Maybe<ResolversTypes['Exercise']>, ParentType, ContextType>;
  harderExerciseId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  increment?: Resolver<Maybe<ResolversTypes['Load']>, ParentType, ContextType>;
  key?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  maxReps?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  minReps?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  reps?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  successes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  trainingMaxPercent?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  type?: Resolver<ResolversTypes['ProgressionType'], ParentType, ContextType>;
};

export type PublicUserResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PublicUser'] = ResolversParentTypes['PublicUser']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  profilePhotoBlurHash?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  profilePhotoUploadedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  profilePhotoUrl?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType, RequireFields<PublicUserProfilePhotoUrlArgs, 'size'>>;
  username?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type PublishProgramPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PublishProgramPayload'] = ResolversParentTypes['PublishProgramPayload']> = {
  conflict?: Resolver<Maybe<ResolversTypes['WriteConflict']>, ParentType, ContextType>;
  program?: Resolver<Maybe<ResolversTypes['Program']>, ParentType, ContextType>;
};

export type QueryResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  achievements?: Resolver<Maybe<Array<ResolversTypes['Achievement']>>, ParentType, ContextType>;
  activeEnrollment?: Resolver<Maybe<ResolversTypes['ProgramEnrollment']>, ParentType, ContextType>;
  activeWorkout?: Resolver<Maybe<ResolversTypes['Workout']>, ParentType, ContextType>;
  analytics?: Resolver<Maybe<ResolversTypes['Analytics']>, ParentType, ContextType, RequireFields<QueryAnalyticsArgs, 'range' | 'timezone' | 'unit'>>;
  archivedExercises?: Resolver<Maybe<Array<ResolversTypes['Exercise']>>, ParentType, ContextType>;
  auditLog?: Resolver<Maybe<ResolversTypes['AuditEntryConnection']>, ParentType, ContextType, Partial<QueryAuditLogArgs>>;
  calendar?: Resolver<Maybe<Array<ResolversTypes['CalendarDay']>>, ParentType, ContextType, RequireFields<QueryCalendarArgs, 'from' | 'timezone' | 'to'>>;
  changes?: Resolver<Maybe<ResolversTypes['ChangePage']>, ParentType, ContextType, RequireFields<QueryChangesArgs, 'first'>>;
  consents?: Resolver<Maybe<Array<ResolversTypes['Consent']>>, ParentType, ContextType>;
  deprecatedFieldUses?: Resolver<Maybe<Array<ResolversTypes['DeprecatedFieldUse']>>, ParentType, ContextType>;
  enrollment?: Resolver<Maybe<ResolversTypes['ProgramEnrollment']>, ParentType, ContextType, RequireFields<QueryEnrollmentArgs, 'id'>>;
  enrollmentSetup?: Resolver<Maybe<Array<ResolversTypes['EnrollmentSetupItem']>>, ParentType, ContextType, RequireFields<QueryEnrollmentSetupArgs, 'programId'>>;
  enrollments?: Resolver<Maybe<ResolversTypes['EnrollmentConnection']>, ParentType, ContextType, Partial<QueryEnrollmentsArgs>>;
  exercise?: Resolver<Maybe<ResolversTypes['Exercise']>, ParentType, ContextType, Partial<QueryExerciseArgs>>;
  exerciseHistory?: Resolver<Maybe<ResolversTypes['ExerciseHistoryConnection']>, ParentType, ContextType, RequireFields<QueryExerciseHistoryArgs, 'exerciseId'>>;
  exerciseSettings?: Resolver<Maybe<ResolversTypes['ExerciseSettingsConnection']>, ParentType, ContextType, Partial<QueryExerciseSettingsArgs>>;
  exercises?: Resolver<Maybe<ResolversTypes['ExerciseConnection']>, ParentType, ContextType, Partial<QueryExercisesArgs>>;
  goals?: Resolver<Maybe<Array<ResolversTypes['TrainingGoal']>>, ParentType, ContextType>;
  gyms?: Resolver<Maybe<Array<ResolversTypes['Gym']>>, ParentType, ContextType>;
  identities?: Resolver<Maybe<Array<ResolversTypes['Identity']>>, ParentType, ContextType>;
  managedEnrollments?: Resolver<Maybe<ResolversTypes['ManagedEnrollmentConnection']>, ParentType, ContextType, RequireFields<QueryManagedEnrollmentsArgs, 'programId'>>;
  managedImports?: Resolver<Maybe<ResolversTypes['ManagedImportConnection']>, ParentType, ContextType, Partial<QueryManagedImportsArgs>>;
  managedUser?: Resolver<Maybe<ResolversTypes['ManagedUser']>, ParentType, ContextType, RequireFields<QueryManagedUserArgs, 'id'>>;
  me?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
  measurements?: Resolver<Maybe<ResolversTypes['MeasurementConnection']>, ParentType, ContextType, Partial<QueryMeasurementsArgs>>;
  node?: Resolver<Maybe<ResolversTypes['Node']>, ParentType, ContextType, RequireFields<QueryNodeArgs, 'id'>>;
  nodes?: Resolver<Maybe<Array<Maybe<ResolversTypes['Node']>>>, ParentType, ContextType, RequireFields<QueryNodesArgs, 'ids'>>;
  passkeys?: Resolver<Maybe<Array<ResolversTypes['Passkey']>>, ParentType, ContextType>;
  pauses?: Resolver<Maybe<Array<ResolversTypes['Pause']>>, ParentType, ContextType, Partial<QueryPausesArgs>>;
  personalAccessTokens?: Resolver<Maybe<Array<ResolversTypes['PersonalAccessToken']>>, ParentType, ContextType>;
  program?: Resolver<Maybe<ResolversTypes['Program']>, ParentType, ContextType, Partial<QueryProgramArgs>>;
  programs?: Resolver<Maybe<ResolversTypes['ProgramConnection']>, ParentType, ContextType, Partial<QueryProgramsArgs>>;
  progressPhotos?: Resolver<Maybe<ResolversTypes['ProgressPhotoConnection']>, ParentType, ContextType, Partial<QueryProgressPhotosArgs>>;
  recommendedPrograms?: Resolver<Maybe<Array<ResolversTypes['ProgramRecommendation']>>, ParentType, ContextType, RequireFields<QueryRecommendedProgramsArgs, 'first'>>;
  records?: Resolver<Maybe<ResolversTypes['PersonalRecordConnection']>, ParentType, ContextType, Partial<QueryRecordsArgs>>;
  routineFolders?: Resolver<Maybe<Array<ResolversTypes['RoutineFolder']>>, ParentType, ContextType>;
  routines?: Resolver<Maybe<ResolversTypes['RoutineConnection']>, ParentType, ContextType, Partial<QueryRoutinesArgs>>;
  secondFactor?: Resolver<Maybe<ResolversTypes['SecondFactor']>, ParentType, ContextType>;
  serviceStatus?: Resolver<Maybe<ResolversTypes['ServiceStatus']>, ParentType, ContextType>;
  sessions?: Resolver<Maybe<Array<ResolversTypes['Session']>>, ParentType, ContextType>;
  shareLinks?: Resolver<Maybe<Array<ResolversTypes['ShareLink']>>, ParentType, ContextType>;
  sharedItem?: Resolver<Maybe<ResolversTypes['SharedItem']>, ParentType, ContextType, RequireFields<QuerySharedItemArgs, 'token'>>;
  user?: Resolver<Maybe<ResolversTypes['PublicUser']>, ParentType, ContextType, RequireFields<QueryUserArgs, 'id'>>;
  users?: Resolver<Maybe<ResolversTypes['ManagedUserConnection']>, ParentType, ContextType, Partial<QueryUsersArgs>>;
  webhooks?: Resolver<Maybe<Array<ResolversTypes['Webhook']>>, ParentType, ContextType>;
  workout?: Resolver<Maybe<ResolversTypes['Workout']>, ParentType, ContextType, RequireFields<QueryWorkoutArgs, 'id'>>;
  workoutImport?: Resolver<Maybe<ResolversTypes['WorkoutImport']>, ParentType, ContextType, RequireFields<QueryWorkoutImportArgs, 'id'>>;
  workouts?: Resolver<Maybe<ResolversTypes['WorkoutConnection']>, ParentType, ContextType, Partial<QueryWorkoutsArgs>>;
};

export type QueueFailureResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['QueueFailure'] = ResolversParentTypes['QueueFailure']> = {
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type RecommendationReasonResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RecommendationReason'] = ResolversParentTypes['RecommendationReason']> = {
  isContradiction?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['RecommendationReasonKind'], ParentType, ContextType>;
  muscles?: Resolver<Array<ResolversTypes['Muscle']>, ParentType, ContextType>;
};

export type RepetitionRecordResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RepetitionRecord'] = ResolversParentTypes['RepetitionRecord']> = {
  achievedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  load?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  reps?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  setId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  unit?: Resolver<ResolversTypes['WeightUnit'], ParentType, ContextType>;
  workoutId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type ReplaceRecoveryCodesPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ReplaceRecoveryCodesPayload'] = ResolversParentTypes['ReplaceRecoveryCodesPayload']> = {
  recoveryCodes?: Resolver<Maybe<Array<ResolversTypes['String']>>, ParentType, ContextType>;
};

export type ReplayWebhookDeliveryPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ReplayWebhookDeliveryPayload'] = ResolversParentTypes['ReplayWebhookDeliveryPayload']> = {
  delivery?: Resolver<Maybe<ResolversTypes['WebhookDelivery']>, ParentType, ContextType>;
};

export type ResetUserSecondFactorPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ResetUserSecondFactorPayload'] = ResolversParentTypes['ResetUserSecondFactorPayload']> = {
  user?: Resolver<Maybe<ResolversTypes['ManagedUser']>, ParentType, ContextType>;
};

export type RestoreAccountPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RestoreAccountPayload'] = ResolversParentTypes['RestoreAccountPayload']> = {
  user?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
};

export type RestoreProfilePhotoPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RestoreProfilePhotoPayload'] = ResolversParentTypes['RestoreProfilePhotoPayload']> = {
  archivedProfilePhoto?: Resolver<Maybe<ResolversTypes['ProfilePhoto']>, ParentType, ContextType>;
  profilePhoto?: Resolver<Maybe<ResolversTypes['ProfilePhoto']>, ParentType, ContextType>;
};

export type RestoreUserPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RestoreUserPayload'] = ResolversParentTypes['RestoreUserPayload']> = {
  user?: Resolver<Maybe<ResolversTypes['ManagedUser']>, ParentType, ContextType>;
};

export type ResumeEnrollmentPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ResumeEnrollmentPayload'] = ResolversParentTypes['ResumeEnrollmentPayload']> = {
  conflict?: Resolver<Maybe<ResolversTypes['WriteConflict']>, ParentType, ContextType>;
  enrollment?: Resolver<Maybe<ResolversTypes['ProgramEnrollment']>, ParentType, ContextType>;
};

export type RevokePersonalAccessTokenPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RevokePersonalAccessTokenPayload'] = ResolversParentTypes['RevokePersonalAccessTokenPayload']> = {
  personalAccessToken?: Resolver<Maybe<ResolversTypes['PersonalAccessToken']>, ParentType, ContextType>;
};

export type RevokeSessionPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RevokeSessionPayload'] = ResolversParentTypes['RevokeSessionPayload']> = {
  user?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
};

export type RevokeShareLinkPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RevokeShareLinkPayload'] = ResolversParentTypes['RevokeShareLinkPayload']> = {
  revokedId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
};

export type RevokeUserSessionPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RevokeUserSessionPayload'] = ResolversParentTypes['RevokeUserSessionPayload']> = {
  user?: Resolver<Maybe<ResolversTypes['ManagedUser']>, ParentType, ContextType>;
};

export type RevokeUserSessionsPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RevokeUserSessionsPayload'] = ResolversParentTypes['RevokeUserSessionsPayload']> = {
  user?: Resolver<Maybe<ResolversTypes['ManagedUser']>, ParentType, ContextType>;
};

export type RoutineResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Routine'] = ResolversParentTypes['Routine']> = {
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  exercises?: Resolver<Array<ResolversTypes['PlannedExercise']>, ParentType, ContextType>;
  folderId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  notes?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  position?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type RoutineConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RoutineConnection'] = ResolversParentTypes['RoutineConnection']> = {
  edges?: Resolver<Array<ResolversTypes['RoutineEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type RoutineEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RoutineEdge'] = ResolversParentTypes['RoutineEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Routine'], ParentType, ContextType>;
};

export type RoutineFolderResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RoutineFolder'] = ResolversParentTypes['RoutineFolder']> = {
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  position?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type SaveExercisePayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SaveExercisePayload'] = ResolversParentTypes['SaveExercisePayload']> = {
  conflict?: Resolver<Maybe<ResolversTypes['WriteConflict']>, ParentType, ContextType>;
  exercise?: Resolver<Maybe<ResolversTypes['Exercise']>, ParentType, ContextType>;
};

export type SaveExerciseSettingsPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SaveExerciseSettingsPayload'] = ResolversParentTypes['SaveExerciseSettingsPayload']> = {
  conflict?: Resolver<Maybe<ResolversTypes['WriteConflict']>, ParentType, ContextType>;
  exerciseSettings?: Resolver<Maybe<ResolversTypes['ExerciseSettings']>, ParentType, ContextType>;
};

export type SaveGoalPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SaveGoalPayload'] = ResolversParentTypes['SaveGoalPayload']> = {
  conflict?: Resolver<Maybe<ResolversTypes['WriteConflict']>, ParentType, ContextType>;
  goal?: Resolver<Maybe<ResolversTypes['TrainingGoal']>, ParentType, ContextType>;
};

export type SaveGymPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SaveGymPayload'] = ResolversParentTypes['SaveGymPayload']> = {
  conflict?: Resolver<Maybe<ResolversTypes['WriteConflict']>, ParentType, ContextType>;
  gym?: Resolver<Maybe<ResolversTypes['Gym']>, ParentType, ContextType>;
};

export type SaveMeasurementPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SaveMeasurementPayload'] = ResolversParentTypes['SaveMeasurementPayload']> = {
  conflict?: Resolver<Maybe<ResolversTypes['WriteConflict']>, ParentType, ContextType>;
  measurement?: Resolver<Maybe<ResolversTypes['Measurement']>, ParentType, ContextType>;
};

export type SavePausePayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SavePausePayload'] = ResolversParentTypes['SavePausePayload']> = {
  conflict?: Resolver<Maybe<ResolversTypes['WriteConflict']>, ParentType, ContextType>;
  pause?: Resolver<Maybe<ResolversTypes['Pause']>, ParentType, ContextType>;
};

export type SaveProgramPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SaveProgramPayload'] = ResolversParentTypes['SaveProgramPayload']> = {
  conflict?: Resolver<Maybe<ResolversTypes['WriteConflict']>, ParentType, ContextType>;
  program?: Resolver<Maybe<ResolversTypes['Program']>, ParentType, ContextType>;
};

export type SaveProgressPhotoPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SaveProgressPhotoPayload'] = ResolversParentTypes['SaveProgressPhotoPayload']> = {
  conflict?: Resolver<Maybe<ResolversTypes['WriteConflict']>, ParentType, ContextType>;
  progressPhoto?: Resolver<Maybe<ResolversTypes['ProgressPhoto']>, ParentType, ContextType>;
};

export type SaveRoutineFolderPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SaveRoutineFolderPayload'] = ResolversParentTypes['SaveRoutineFolderPayload']> = {
  conflict?: Resolver<Maybe<ResolversTypes['WriteConflict']>, ParentType, ContextType>;
  routineFolder?: Resolver<Maybe<ResolversTypes['RoutineFolder']>, ParentType, ContextType>;
};

export type SaveRoutinePayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SaveRoutinePayload'] = ResolversParentTypes['SaveRoutinePayload']> = {
  conflict?: Resolver<Maybe<ResolversTypes['WriteConflict']>, ParentType, ContextType>;
  routine?: Resolver<Maybe<ResolversTypes['Routine']>, ParentType, ContextType>;
};

export type SaveWebhookPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SaveWebhookPayload'] = ResolversParentTypes['SaveWebhookPayload']> = {
  secret?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  webhook?: Resolver<Maybe<ResolversTypes['Webhook']>, ParentType, ContextType>;
};

export type SaveWorkoutPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SaveWorkoutPayload'] = ResolversParentTypes['SaveWorkoutPayload']> = {
  conflict?: Resolver<Maybe<ResolversTypes['WriteConflict']>, ParentType, ContextType>;
  workout?: Resolver<Maybe<ResolversTypes['Workout']>, ParentType, ContextType>;
};

export type ScheduledDayResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ScheduledDay'] = ResolversParentTypes['ScheduledDay']> = {
  date?: Resolver<ResolversTypes['Date'], ParentType, ContextType>;
  day?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  exercises?: Resolver<Array<ResolversTypes['NextDayExercise']>, ParentType, ContextType>;
  isDeload?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  isSkipped?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  week?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  workout?: Resolver<Maybe<ResolversTypes['Workout']>, ParentType, ContextType>;
};

export type SecondFactorResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SecondFactor'] = ResolversParentTypes['SecondFactor']> = {
  enabledAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  isEnabled?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  recoveryCodesLeft?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type ServiceQueueResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ServiceQueue'] = ResolversParentTypes['ServiceQueue']> = {
  lastFailure?: Resolver<Maybe<ResolversTypes['QueueFailure']>, ParentType, ContextType>;
  length?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['ServiceQueueName'], ParentType, ContextType>;
  oldestAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type ServiceStatusResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ServiceStatus'] = ResolversParentTypes['ServiceStatus']> = {
  activity?: Resolver<Array<ResolversTypes['DailyActivity']>, ParentType, ContextType>;
  heapLimitBytes?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  heapUsedBytes?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  imports?: Resolver<Array<ResolversTypes['ImportCount']>, ParentType, ContextType>;
  isStorageReachable?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  load?: Resolver<Array<ResolversTypes['InstanceMinute']>, ParentType, ContextType>;
  queues?: Resolver<Array<ResolversTypes['ServiceQueue']>, ParentType, ContextType>;
  startedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type SessionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Session'] = ResolversParentTypes['Session']> = {
  address?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  current?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  device?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  lastUsedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  signInMethod?: Resolver<Maybe<ResolversTypes['SignInMethod']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type SetAccountEnabledPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SetAccountEnabledPayload'] = ResolversParentTypes['SetAccountEnabledPayload']> = {
  user?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
};

export type SetEnrollmentLoadsPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SetEnrollmentLoadsPayload'] = ResolversParentTypes['SetEnrollmentLoadsPayload']> = {
  conflict?: Resolver<Maybe<ResolversTypes['WriteConflict']>, ParentType, ContextType>;
  enrollment?: Resolver<Maybe<ResolversTypes['ProgramEnrollment']>, ParentType, ContextType>;
};

export type SetEnrollmentUnitPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SetEnrollmentUnitPayload'] = ResolversParentTypes['SetEnrollmentUnitPayload']> = {
  conflict?: Resolver<Maybe<ResolversTypes['WriteConflict']>, ParentType, ContextType>;
  enrollment?: Resolver<Maybe<ResolversTypes['ProgramEnrollment']>, ParentType, ContextType>;
};

export type SetTargetResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SetTarget'] = ResolversParentTypes['SetTarget']> = {
  distanceMeters?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  durationSeconds?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  load?: Resolver<Maybe<ResolversTypes['Load']>, ParentType, ContextType>;
  maxReps?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  minReps?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  rpe?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
};

export type SetUserRolePayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SetUserRolePayload'] = ResolversParentTypes['SetUserRolePayload']> = {
  user?: Resolver<Maybe<ResolversTypes['ManagedUser']>, ParentType, ContextType>;
};

export type ShareLinkResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ShareLink'] = ResolversParentTypes['ShareLink']> = {
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  expiresAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  itemId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  itemKind?: Resolver<ResolversTypes['SharedItemKind'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type SharedDayResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SharedDay'] = ResolversParentTypes['SharedDay']> = {
  exercises?: Resolver<Array<ResolversTypes['SharedExercise']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type SharedExerciseResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SharedExercise'] = ResolversParentTypes['SharedExercise']> = {
  exercise?: Resolver<Maybe<ResolversTypes['Exercise']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  sets?: Resolver<Array<ResolversTypes['SharedSet']>, ParentType, ContextType>;
};

export type SharedItemResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SharedItem'] = ResolversParentTypes['SharedItem']> = {
  days?: Resolver<Array<ResolversTypes['SharedDay']>, ParentType, ContextType, RequireFields<SharedItemDaysArgs, 'week'>>;
  kind?: Resolver<ResolversTypes['SharedItemKind'], ParentType, ContextType>;
  ownerUsername?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  weekCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type SharedSetResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SharedSet'] = ResolversParentTypes['SharedSet']> = {
  distanceMeters?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  durationSeconds?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  isAmrap?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  load?: Resolver<Maybe<ResolversTypes['Load']>, ParentType, ContextType>;
  maxReps?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  minReps?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  percentOfOneRepMax?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  type?: Resolver<ResolversTypes['SetType'], ParentType, ContextType>;
};

export type SignOutEverywherePayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SignOutEverywherePayload'] = ResolversParentTypes['SignOutEverywherePayload']> = {
  signedOut?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
};

export type SkipOnboardingPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SkipOnboardingPayload'] = ResolversParentTypes['SkipOnboardingPayload']> = {
  user?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
};

export type SkipProgramDayPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SkipProgramDayPayload'] = ResolversParentTypes['SkipProgramDayPayload']> = {
  conflict?: Resolver<Maybe<ResolversTypes['WriteConflict']>, ParentType, ContextType>;
  enrollment?: Resolver<Maybe<ResolversTypes['ProgramEnrollment']>, ParentType, ContextType>;
};

export type SkippedLineResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SkippedLine'] = ResolversParentTypes['SkippedLine']> = {
  line?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type StartSecondFactorPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['StartSecondFactorPayload'] = ResolversParentTypes['StartSecondFactorPayload']> = {
  qrCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  secret?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  uri?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type StartWorkoutPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['StartWorkoutPayload'] = ResolversParentTypes['StartWorkoutPayload']> = {
  conflict?: Resolver<Maybe<ResolversTypes['WriteConflict']>, ParentType, ContextType>;
  workout?: Resolver<Maybe<ResolversTypes['Workout']>, ParentType, ContextType>;
};

export type StreakResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Streak'] = ResolversParentTypes['Streak']> = {
  current?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  longest?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  unit?: Resolver<ResolversTypes['StreakUnit'], ParentType, ContextType>;
};

export type SubscriptionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Subscription'] = ResolversParentTypes['Subscription']> = {
  accountChanged?: SubscriptionResolver<Maybe<ResolversTypes['User']>, "accountChanged", ParentType, ContextType>;
  achievementEarned?: SubscriptionResolver<Maybe<ResolversTypes['Achievement']>, "achievementEarned", ParentType, ContextType>;
  changesAvailable?: SubscriptionResolver<Maybe<ResolversTypes['ChangesAvailable']>, "changesAvailable", ParentType, ContextType>;
  importProgressed?: SubscriptionResolver<Maybe<ResolversTypes['WorkoutImport']>, "importProgressed", ParentType, ContextType, RequireFields<SubscriptionImportProgressedArgs, 'id'>>;
  profilePhotoUploaded?: SubscriptionResolver<Maybe<ResolversTypes['ProfilePhoto']>, "profilePhotoUploaded", ParentType, ContextType>;
  programProgressed?: SubscriptionResolver<Maybe<ResolversTypes['ProgramEnrollment']>, "programProgressed", ParentType, ContextType>;
  recordSet?: SubscriptionResolver<Maybe<ResolversTypes['PersonalRecord']>, "recordSet", ParentType, ContextType>;
  workoutUpdated?: SubscriptionResolver<Maybe<ResolversTypes['Workout']>, "workoutUpdated", ParentType, ContextType, RequireFields<SubscriptionWorkoutUpdatedArgs, 'id'>>;
};

export type SwapExercisePayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SwapExercisePayload'] = ResolversParentTypes['SwapExercisePayload']> = {
  conflict?: Resolver<Maybe<ResolversTypes['WriteConflict']>, ParentType, ContextType>;
  workout?: Resolver<Maybe<ResolversTypes['Workout']>, ParentType, ContextType>;
};

export type SyncErrorResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SyncError'] = ResolversParentTypes['SyncError']> = {
  code?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  path?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  reason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type SyncPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SyncPayload'] = ResolversParentTypes['SyncPayload']> = {
  results?: Resolver<Array<ResolversTypes['SyncResult']>, ParentType, ContextType>;
};

export type SyncResultResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SyncResult'] = ResolversParentTypes['SyncResult']> = {
  conflict?: Resolver<Maybe<ResolversTypes['WriteConflict']>, ParentType, ContextType>;
  error?: Resolver<Maybe<ResolversTypes['SyncError']>, ParentType, ContextType>;
  record?: Resolver<Maybe<ResolversTypes['OwnedRecord']>, ParentType, ContextType>;
  recordId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['WriteStatus'], ParentType, ContextType>;
  version?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type TestWebhookPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['TestWebhookPayload'] = ResolversParentTypes['TestWebhookPayload']> = {
  delivery?: Resolver<Maybe<ResolversTypes['WebhookDelivery']>, ParentType, ContextType>;
};

export type TrainingGoalResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['TrainingGoal'] = ResolversParentTypes['TrainingGoal']> = {
  achievedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  endsOn?: Resolver<Maybe<ResolversTypes['Date']>, ParentType, ContextType>;
  exercise?: Resolver<Maybe<ResolversTypes['Exercise']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['GoalKind'], ParentType, ContextType>;
  progress?: Resolver<ResolversTypes['GoalProgress'], ParentType, ContextType>;
  reps?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  startsOn?: Resolver<ResolversTypes['Date'], ParentType, ContextType>;
  target?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  unit?: Resolver<Maybe<ResolversTypes['WeightUnit']>, ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type UnlinkIdentityPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['UnlinkIdentityPayload'] = ResolversParentTypes['UnlinkIdentityPayload']> = {
  identity?: Resolver<Maybe<ResolversTypes['Identity']>, ParentType, ContextType>;
};

export type UnmatchedExerciseResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['UnmatchedExercise'] = ResolversParentTypes['UnmatchedExercise']> = {
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  rows?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  suggestions?: Resolver<Array<ResolversTypes['ExerciseSuggestion']>, ParentType, ContextType>;
};

export type UnskipProgramDayPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['UnskipProgramDayPayload'] = ResolversParentTypes['UnskipProgramDayPayload']> = {
  conflict?: Resolver<Maybe<ResolversTypes['WriteConflict']>, ParentType, ContextType>;
  enrollment?: Resolver<Maybe<ResolversTypes['ProgramEnrollment']>, ParentType, ContextType>;
};

export type UpdateProfilePayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['UpdateProfilePayload'] = ResolversParentTypes['UpdateProfilePayload']> = {
  conflict?: Resolver<Maybe<ResolversTypes['WriteConflict']>, ParentType, ContextType>;
  user?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
};

export type UpgradeEnrollmentPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['UpgradeEnrollmentPayload'] = ResolversParentTypes['UpgradeEnrollmentPayload']> = {
  conflict?: Resolver<Maybe<ResolversTypes['WriteConflict']>, ParentType, ContextType>;
  enrollment?: Resolver<Maybe<ResolversTypes['ProgramEnrollment']>, ParentType, ContextType>;
};

export type UserResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['User'] = ResolversParentTypes['User']> = {
  achievements?: Resolver<Array<ResolversTypes['Achievement']>, ParentType, ContextType>;
  bio?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  city?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  consents?: Resolver<Array<ResolversTypes['Consent']>, ParentType, ContextType>;
  country?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  deletesAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  email?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  enabled?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  firstName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  hasPassword?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  improvements?: Resolver<Array<ResolversTypes['PersonalRecord']>, ParentType, ContextType>;
  isGuest?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  lastLogin?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  lastName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  locale?: Resolver<Maybe<ResolversTypes['Locale']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  profile?: Resolver<ResolversTypes['UserProfile'], ParentType, ContextType>;
  profileImageFileKey?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  profilePhotos?: Resolver<Array<ResolversTypes['ProfilePhoto']>, ParentType, ContextType>;
  role?: Resolver<ResolversTypes['Role'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  username?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  verified?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  workoutsCompleted?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type UserProfileResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['UserProfile'] = ResolversParentTypes['UserProfile']> = {
  age?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  experience?: Resolver<Maybe<ResolversTypes['Experience']>, ParentType, ContextType>;
  frequency?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  gender?: Resolver<Maybe<ResolversTypes['Gender']>, ParentType, ContextType>;
  goal?: Resolver<Maybe<ResolversTypes['Goal']>, ParentType, ContextType>;
  height?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  heightUnit?: Resolver<Maybe<ResolversTypes['HeightUnit']>, ParentType, ContextType>;
  muscleFocus?: Resolver<Array<ResolversTypes['Muscle']>, ParentType, ContextType>;
  onboardingCompletionDate?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  onboardingStatus?: Resolver<ResolversTypes['OnboardingStatus'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  weight?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  weightUnit?: Resolver<Maybe<ResolversTypes['WeightUnit']>, ParentType, ContextType>;
  workoutSplit?: Resolver<Maybe<ResolversTypes['WorkoutSplit']>, ParentType, ContextType>;
};

export type VerifyUserPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['VerifyUserPayload'] = ResolversParentTypes['VerifyUserPayload']> = {
  user?: Resolver<Maybe<ResolversTypes['ManagedUser']>, ParentType, ContextType>;
};

export type WebhookResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Webhook'] = ResolversParentTypes['Webhook']> = {
  deliveries?: Resolver<Maybe<ResolversTypes['WebhookDeliveryConnection']>, ParentType, ContextType, Partial<WebhookDeliveriesArgs>>;
  disabledReason?: Resolver<Maybe<ResolversTypes['WebhookDisabledReason']>, ParentType, ContextType>;
  events?: Resolver<Array<ResolversTypes['WebhookEvent']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  isEnabled?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type WebhookDeliveryResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['WebhookDelivery'] = ResolversParentTypes['WebhookDelivery']> = {
  attemptCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  deliveryStatus?: Resolver<ResolversTypes['WebhookDeliveryStatus'], ParentType, ContextType>;
  eventType?: Resolver<ResolversTypes['WebhookEvent'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  lastResponseStatus?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  messageId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  nextAttemptAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type WebhookDeliveryConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['WebhookDeliveryConnection'] = ResolversParentTypes['WebhookDeliveryConnection']> = {
  edges?: Resolver<Array<ResolversTypes['WebhookDeliveryEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type WebhookDeliveryEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['WebhookDeliveryEdge'] = ResolversParentTypes['WebhookDeliveryEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['WebhookDelivery'], ParentType, ContextType>;
};

export type WithdrawConsentPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['WithdrawConsentPayload'] = ResolversParentTypes['WithdrawConsentPayload']> = {
  user?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
};

export type WorkoutResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Workout'] = ResolversParentTypes['Workout']> = {
  bodyWeight?: Resolver<Maybe<ResolversTypes['Load']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  endedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  exercises?: Resolver<Array<ResolversTypes['WorkoutExercise']>, ParentType, ContextType>;
  health?: Resolver<Maybe<ResolversTypes['WorkoutHealth']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  notes?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  programDay?: Resolver<Maybe<ResolversTypes['WorkoutProgramDay']>, ParentType, ContextType>;
  rating?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  records?: Resolver<Array<ResolversTypes['PersonalRecord']>, ParentType, ContextType>;
  routineId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  startedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  timezone?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  totals?: Resolver<ResolversTypes['WorkoutTotals'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  workoutStatus?: Resolver<ResolversTypes['WorkoutStatus'], ParentType, ContextType>;
  workoutTitle?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type WorkoutConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['WorkoutConnection'] = ResolversParentTypes['WorkoutConnection']> = {
  edges?: Resolver<Array<ResolversTypes['WorkoutEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type WorkoutEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['WorkoutEdge'] = ResolversParentTypes['WorkoutEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Workout'], ParentType, ContextType>;
};

export type WorkoutExerciseResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['WorkoutExercise'] = ResolversParentTypes['WorkoutExercise']> = {
  entryId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  exercise?: Resolver<ResolversTypes['Exercise'], ParentType, ContextType>;
  exerciseId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  notes?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  previous?: Resolver<Array<ResolversTypes['WorkoutSet']>, ParentType, ContextType>;
  restSeconds?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  sets?: Resolver<Array<ResolversTypes['WorkoutSet']>, ParentType, ContextType>;
  supersetId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type WorkoutHealthResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['WorkoutHealth'] = ResolversParentTypes['WorkoutHealth']> = {
  activeEnergyKcal?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  averageHeartRate?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  externalId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  maxHeartRate?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  source?: Resolver<ResolversTypes['HealthSource'], ParentType, ContextType>;
};

export type WorkoutImportResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['WorkoutImport'] = ResolversParentTypes['WorkoutImport']> = {
  dryRun?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  error?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  exercisesCreated?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  exercisesMatched?: Resolver<Array<ResolversTypes['MatchedExercise']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  importStatus?: Resolver<ResolversTypes['WorkoutImportStatus'], ParentType, ContextType>;
  recordsRestored?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  rowsRead?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  skipped?: Resolver<Array<ResolversTypes['SkippedLine']>, ParentType, ContextType>;
  skippedCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  unmatchedExercises?: Resolver<Array<ResolversTypes['UnmatchedExercise']>, ParentType, ContextType>;
  workoutsAlreadyThere?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  workoutsMade?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type WorkoutProgramDayResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['WorkoutProgramDay'] = ResolversParentTypes['WorkoutProgramDay']> = {
  day?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  enrollment?: Resolver<Maybe<ResolversTypes['ProgramEnrollment']>, ParentType, ContextType>;
  enrollmentId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  week?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type WorkoutSetResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['WorkoutSet'] = ResolversParentTypes['WorkoutSet']> = {
  completedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  distanceMeters?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  durationSeconds?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  load?: Resolver<Maybe<ResolversTypes['Load']>, ParentType, ContextType>;
  loadMode?: Resolver<ResolversTypes['LoadMode'], ParentType, ContextType>;
  reps?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  restSeconds?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  rir?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  rpe?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  setId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  target?: Resolver<Maybe<ResolversTypes['SetTarget']>, ParentType, ContextType>;
  type?: Resolver<ResolversTypes['SetType'], ParentType, ContextType>;
};

export type WorkoutTotalsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['WorkoutTotals'] = ResolversParentTypes['WorkoutTotals']> = {
  durationSeconds?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  muscleMapUrl?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  musclesWorked?: Resolver<Array<ResolversTypes['MuscleSets']>, ParentType, ContextType>;
  reps?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  sets?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  volume?: Resolver<ResolversTypes['Float'], ParentType, ContextType, RequireFields<WorkoutTotalsVolumeArgs, 'unit'>>;
};

export type Resolvers<ContextType = RequestContext> = {
  Achievement?: AchievementResolvers<ContextType>;
  AchievementProgress?: AchievementProgressResolvers<ContextType>;
  AchievementTier?: AchievementTierResolvers<ContextType>;
  Analytics?: AnalyticsResolvers<ContextType>;
  ArchiveProgramPayload?: ArchiveProgramPayloadResolvers<ContextType>;
  AuditEntry?: AuditEntryResolvers<ContextType>;
  AuditEntryConnection?: AuditEntryConnectionResolvers<ContextType>;
  AuditEntryEdge?: AuditEntryEdgeResolvers<ContextType>;
  BodyWeight?: BodyWeightResolvers<ContextType>;
  CalendarDay?: CalendarDayResolvers<ContextType>;
  CalendarProgramDay?: CalendarProgramDayResolvers<ContextType>;
  CatalogueExercisePayload?: CatalogueExercisePayloadResolvers<ContextType>;
  Change?: ChangeResolvers<ContextType>;
  ChangeEmailPayload?: ChangeEmailPayloadResolvers<ContextType>;
  ChangePage?: ChangePageResolvers<ContextType>;
  ChangePasswordPayload?: ChangePasswordPayloadResolvers<ContextType>;
  ChangesAvailable?: ChangesAvailableResolvers<ContextType>;
  Comparison?: ComparisonResolvers<ContextType>;
  ComparisonValue?: ComparisonValueResolvers<ContextType>;
  CompleteOnboardingPayload?: CompleteOnboardingPayloadResolvers<ContextType>;
  ConfirmSecondFactorPayload?: ConfirmSecondFactorPayloadResolvers<ContextType>;
  Consent?: ConsentResolvers<ContextType>;
  CopyProgramPayload?: CopyProgramPayloadResolvers<ContextType>;
  CopySharedItemPayload?: CopySharedItemPayloadResolvers<ContextType>;
  CreatePersonalAccessTokenPayload?: CreatePersonalAccessTokenPayloadResolvers<ContextType>;
  CreateRoutineFromWorkoutPayload?: CreateRoutineFromWorkoutPayloadResolvers<ContextType>;
  CreateShareLinkPayload?: CreateShareLinkPayloadResolvers<ContextType>;
  DailyActivity?: DailyActivityResolvers<ContextType>;
  DataPoint?: DataPointResolvers<ContextType>;
  Date?: GraphQLScalarType;
  DateTime?: GraphQLScalarType;
  DeleteAccountPayload?: DeleteAccountPayloadResolvers<ContextType>;
  DeletePayload?: DeletePayloadResolvers<ContextType>;
  DeleteProfilePhotoPayload?: DeleteProfilePhotoPayloadResolvers<ContextType>;
  DeleteUserPayload?: DeleteUserPayloadResolvers<ContextType>;
  DeleteWebhookPayload?: DeleteWebhookPayloadResolvers<ContextType>;
  DeltoidSeries?: DeltoidSeriesResolvers<ContextType>;
  DeprecatedFieldUse?: DeprecatedFieldUseResolvers<ContextType>;
  DisableSecondFactorPayload?: DisableSecondFactorPayloadResolvers<ContextType>;
  EnrollPayload?: EnrollPayloadResolvers<ContextType>;
  EnrollmentConnection?: EnrollmentConnectionResolvers<ContextType>;
  EnrollmentDay?: EnrollmentDayResolvers<ContextType>;
  EnrollmentEdge?: EnrollmentEdgeResolvers<ContextType>;
  EnrollmentSetupItem?: EnrollmentSetupItemResolvers<ContextType>;
  Exercise?: ExerciseResolvers<ContextType>;
  ExerciseConnection?: ExerciseConnectionResolvers<ContextType>;
  ExerciseEdge?: ExerciseEdgeResolvers<ContextType>;
  ExerciseHistoryConnection?: ExerciseHistoryConnectionResolvers<ContextType>;
  ExerciseHistoryEdge?: ExerciseHistoryEdgeResolvers<ContextType>;
  ExerciseImage?: ExerciseImageResolvers<ContextType>;
  ExerciseName?: ExerciseNameResolvers<ContextType>;
  ExercisePerformance?: ExercisePerformanceResolvers<ContextType>;
  ExerciseSettings?: ExerciseSettingsResolvers<ContextType>;
  ExerciseSettingsConnection?: ExerciseSettingsConnectionResolvers<ContextType>;
  ExerciseSettingsEdge?: ExerciseSettingsEdgeResolvers<ContextType>;
  ExerciseSuggestion?: ExerciseSuggestionResolvers<ContextType>;
  ExerciseTranslation?: ExerciseTranslationResolvers<ContextType>;
  FavoriteExercisePayload?: FavoriteExercisePayloadResolvers<ContextType>;
  FinishEnrollmentPayload?: FinishEnrollmentPayloadResolvers<ContextType>;
  Girth?: GirthResolvers<ContextType>;
  GiveConsentPayload?: GiveConsentPayloadResolvers<ContextType>;
  GoalProgress?: GoalProgressResolvers<ContextType>;
  Gym?: GymResolvers<ContextType>;
  GymBar?: GymBarResolvers<ContextType>;
  GymPlates?: GymPlatesResolvers<ContextType>;
  GymSteps?: GymStepsResolvers<ContextType>;
  Identity?: IdentityResolvers<ContextType>;
  ImportCount?: ImportCountResolvers<ContextType>;
  InstanceMinute?: InstanceMinuteResolvers<ContextType>;
  LinkIdentityPayload?: LinkIdentityPayloadResolvers<ContextType>;
  Load?: LoadResolvers<ContextType>;
  LoginResult?: LoginResultResolvers<ContextType>;
  ManagedEnrollment?: ManagedEnrollmentResolvers<ContextType>;
  ManagedEnrollmentConnection?: ManagedEnrollmentConnectionResolvers<ContextType>;
  ManagedEnrollmentEdge?: ManagedEnrollmentEdgeResolvers<ContextType>;
  ManagedImport?: ManagedImportResolvers<ContextType>;
  ManagedImportConnection?: ManagedImportConnectionResolvers<ContextType>;
  ManagedImportEdge?: ManagedImportEdgeResolvers<ContextType>;
  ManagedUser?: ManagedUserResolvers<ContextType>;
  ManagedUserConnection?: ManagedUserConnectionResolvers<ContextType>;
  ManagedUserEdge?: ManagedUserEdgeResolvers<ContextType>;
  MatchedExercise?: MatchedExerciseResolvers<ContextType>;
  Measurement?: MeasurementResolvers<ContextType>;
  MeasurementConnection?: MeasurementConnectionResolvers<ContextType>;
  MeasurementEdge?: MeasurementEdgeResolvers<ContextType>;
  MergeExercisesPayload?: MergeExercisesPayloadResolvers<ContextType>;
  MuscleSeries?: MuscleSeriesResolvers<ContextType>;
  MuscleSets?: MuscleSetsResolvers<ContextType>;
  MuscleVolume?: MuscleVolumeResolvers<ContextType>;
  Mutation?: MutationResolvers<ContextType>;
  NextDay?: NextDayResolvers<ContextType>;
  NextDayExercise?: NextDayExerciseResolvers<ContextType>;
  NextDaySet?: NextDaySetResolvers<ContextType>;
  Node?: NodeResolvers<ContextType>;
  OwnedRecord?: OwnedRecordResolvers<ContextType>;
  PageInfo?: PageInfoResolvers<ContextType>;
  Passkey?: PasskeyResolvers<ContextType>;
  Pause?: PauseResolvers<ContextType>;
  PauseEnrollmentPayload?: PauseEnrollmentPayloadResolvers<ContextType>;
  PersonalAccessToken?: PersonalAccessTokenResolvers<ContextType>;
  PersonalRecord?: PersonalRecordResolvers<ContextType>;
  PersonalRecordConnection?: PersonalRecordConnectionResolvers<ContextType>;
  PersonalRecordEdge?: PersonalRecordEdgeResolvers<ContextType>;
  PlannedExercise?: PlannedExerciseResolvers<ContextType>;
  PlannedSet?: PlannedSetResolvers<ContextType>;
  PreviousRecord?: PreviousRecordResolvers<ContextType>;
  ProfilePhoto?: ProfilePhotoResolvers<ContextType>;
  Program?: ProgramResolvers<ContextType>;
  ProgramConnection?: ProgramConnectionResolvers<ContextType>;
  ProgramDay?: ProgramDayResolvers<ContextType>;
  ProgramEdge?: ProgramEdgeResolvers<ContextType>;
  ProgramEnrollment?: ProgramEnrollmentResolvers<ContextType>;
  ProgramRecommendation?: ProgramRecommendationResolvers<ContextType>;
  ProgramVersion?: ProgramVersionResolvers<ContextType>;
  ProgramWeek?: ProgramWeekResolvers<ContextType>;
  ProgressPhoto?: ProgressPhotoResolvers<ContextType>;
  ProgressPhotoConnection?: ProgressPhotoConnectionResolvers<ContextType>;
  ProgressPhotoEdge?: ProgressPhotoEdgeResolvers<ContextType>;
  Progression?: ProgressionResolvers<ContextType>;
  PublicUser?: PublicUserResolvers<ContextType>;
  PublishProgramPayload?: PublishProgramPayloadResolvers<ContextType>;
  Query?: QueryResolvers<ContextType>;
  QueueFailure?: QueueFailureResolvers<ContextType>;
  RecommendationReason?: RecommendationReasonResolvers<ContextType>;
  RepetitionRecord?: RepetitionRecordResolvers<ContextType>;
  ReplaceRecoveryCodesPayload?: ReplaceRecoveryCodesPayloadResolvers<ContextType>;
  ReplayWebhookDeliveryPayload?: ReplayWebhookDeliveryPayloadResolvers<ContextType>;
  ResetUserSecondFactorPayload?: ResetUserSecondFactorPayloadResolvers<ContextType>;
  RestoreAccountPayload?: RestoreAccountPayloadResolvers<ContextType>;
  RestoreProfilePhotoPayload?: RestoreProfilePhotoPayloadResolvers<ContextType>;
  RestoreUserPayload?: RestoreUserPayloadResolvers<ContextType>;
  ResumeEnrollmentPayload?: ResumeEnrollmentPayloadResolvers<ContextType>;
  RevokePersonalAccessTokenPayload?: RevokePersonalAccessTokenPayloadResolvers<ContextType>;
  RevokeSessionPayload?: RevokeSessionPayloadResolvers<ContextType>;
  RevokeShareLinkPayload?: RevokeShareLinkPayloadResolvers<ContextType>;
  RevokeUserSessionPayload?: RevokeUserSessionPayloadResolvers<ContextType>;
  RevokeUserSessionsPayload?: RevokeUserSessionsPayloadResolvers<ContextType>;
  Routine?: RoutineResolvers<ContextType>;
  RoutineConnection?: RoutineConnectionResolvers<ContextType>;
  RoutineEdge?: RoutineEdgeResolvers<ContextType>;
  RoutineFolder?: RoutineFolderResolvers<ContextType>;
  SaveExercisePayload?: SaveExercisePayloadResolvers<ContextType>;
  SaveExerciseSettingsPayload?: SaveExerciseSettingsPayloadResolvers<ContextType>;
  SaveGoalPayload?: SaveGoalPayloadResolvers<ContextType>;
  SaveGymPayload?: SaveGymPayloadResolvers<ContextType>;
  SaveMeasurementPayload?: SaveMeasurementPayloadResolvers<ContextType>;
  SavePausePayload?: SavePausePayloadResolvers<ContextType>;
  SaveProgramPayload?: SaveProgramPayloadResolvers<ContextType>;
  SaveProgressPhotoPayload?: SaveProgressPhotoPayloadResolvers<ContextType>;
  SaveRoutineFolderPayload?: SaveRoutineFolderPayloadResolvers<ContextType>;
  SaveRoutinePayload?: SaveRoutinePayloadResolvers<ContextType>;
  SaveWebhookPayload?: SaveWebhookPayloadResolvers<ContextType>;
  SaveWorkoutPayload?: SaveWorkoutPayloadResolvers<ContextType>;
  ScheduledDay?: ScheduledDayResolvers<ContextType>;
  SecondFactor?: SecondFactorResolvers<ContextType>;
  ServiceQueue?: ServiceQueueResolvers<ContextType>;
  ServiceStatus?: ServiceStatusResolvers<ContextType>;
  Session?: SessionResolvers<ContextType>;
  SetAccountEnabledPayload?: SetAccountEnabledPayloadResolvers<ContextType>;
  SetEnrollmentLoadsPayload?: SetEnrollmentLoadsPayloadResolvers<ContextType>;
  SetEnrollmentUnitPayload?: SetEnrollmentUnitPayloadResolvers<ContextType>;
  SetTarget?: SetTargetResolvers<ContextType>;
  SetUserRolePayload?: SetUserRolePayloadResolvers<ContextType>;
  ShareLink?: ShareLinkResolvers<ContextType>;
  SharedDay?: SharedDayResolvers<ContextType>;
  SharedExercise?: SharedExerciseResolvers<ContextType>;
  SharedItem?: SharedItemResolvers<ContextType>;
  SharedSet?: SharedSetResolvers<ContextType>;
  SignOutEverywherePayload?: SignOutEverywherePayloadResolvers<ContextType>;
  SkipOnboardingPayload?: SkipOnboardingPayloadResolvers<ContextType>;
  SkipProgramDayPayload?: SkipProgramDayPayloadResolvers<ContextType>;
  SkippedLine?: SkippedLineResolvers<ContextType>;
  StartSecondFactorPayload?: StartSecondFactorPayloadResolvers<ContextType>;
  StartWorkoutPayload?: StartWorkoutPayloadResolvers<ContextType>;
  Streak?: StreakResolvers<ContextType>;
  Subscription?: SubscriptionResolvers<ContextType>;
  SwapExercisePayload?: SwapExercisePayloadResolvers<ContextType>;
  SyncError?: SyncErrorResolvers<ContextType>;
  SyncPayload?: SyncPayloadResolvers<ContextType>;
  SyncResult?: SyncResultResolvers<ContextType>;
  TestWebhookPayload?: TestWebhookPayloadResolvers<ContextType>;
  TrainingGoal?: TrainingGoalResolvers<ContextType>;
  UnlinkIdentityPayload?: UnlinkIdentityPayloadResolvers<ContextType>;
  UnmatchedExercise?: UnmatchedExerciseResolvers<ContextType>;
  UnskipProgramDayPayload?: UnskipProgramDayPayloadResolvers<ContextType>;
  UpdateProfilePayload?: UpdateProfilePayloadResolvers<ContextType>;
  UpgradeEnrollmentPayload?: UpgradeEnrollmentPayloadResolvers<ContextType>;
  User?: UserResolvers<ContextType>;
  UserProfile?: UserProfileResolvers<ContextType>;
  VerifyUserPayload?: VerifyUserPayloadResolvers<ContextType>;
  Webhook?: WebhookResolvers<ContextType>;
  WebhookDelivery?: WebhookDeliveryResolvers<ContextType>;
  WebhookDeliveryConnection?: WebhookDeliveryConnectionResolvers<ContextType>;
  WebhookDeliveryEdge?: WebhookDeliveryEdgeResolvers<ContextType>;
  WithdrawConsentPayload?: WithdrawConsentPayloadResolvers<ContextType>;
  Workout?: WorkoutResolvers<ContextType>;
  WorkoutConnection?: WorkoutConnectionResolvers<ContextType>;
  WorkoutEdge?: WorkoutEdgeResolvers<ContextType>;
  WorkoutExercise?: WorkoutExerciseResolvers<ContextType>;
  WorkoutHealth?: WorkoutHealthResolvers<ContextType>;
  WorkoutImport?: WorkoutImportResolvers<ContextType>;
  WorkoutProgramDay?: WorkoutProgramDayResolvers<ContextType>;
  WorkoutSet?: WorkoutSetResolvers<ContextType>;
  WorkoutTotals?: WorkoutTotalsResolvers<ContextType>;
};

export type DirectiveResolvers<ContextType = RequestContext> = {
  allowedWhilePendingDeletion?: AllowedWhilePendingDeletionDirectiveResolver<any, any, ContextType>;
  cacheControl?: CacheControlDirectiveResolver<any, any, ContextType>;
  cost?: CostDirectiveResolver<any, any, ContextType>;
  isolateItems?: IsolateItemsDirectiveResolver<any, any, ContextType>;
  listSize?: ListSizeDirectiveResolver<any, any, ContextType>;
  once?: OnceDirectiveResolver<any, any, ContextType>;
  tokenScopes?: TokenScopesDirectiveResolver<any, any, ContextType>;
};
