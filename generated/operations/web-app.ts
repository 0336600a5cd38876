import type { TypedText } from '../../src/client/requests.js'
export type Maybe<T> = T | null;
export type InputMaybe<T> = Maybe<T>;
export type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type MakeOptional<T, K extends keyof T> = Omit<T, K> & { [SubKey in K]?: Maybe<T[SubKey]> };
export type MakeMaybe<T, K extends keyof T> = Omit<T, K> & { [SubKey in K]: Maybe<T[SubKey]> };
export type MakeEmpty<T extends { [key: string]: unknown }, K extends keyof T> = { [_ in K]?: never };
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
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
  DateTime: { input: string; output: string; }
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

/** Input of `confirmSecondFactor`. */
export type ConfirmSecondFactorInput = {
  /** The six digits that the authenticator app shows. Spaces are ignored. */
  code: Scalars['String']['input'];
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

/** Input of `copySharedItem`. */
export type CopySharedItemInput = {
  /** Identifier of the copy, generated by the client: 24 hexadecimal digits. Use the same one when you send the copy again. */
  newId: Scalars['ID']['input'];
  /** Token of the link. */
  token: Scalars['String']['input'];
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

/** Input of `createRoutineFromWorkout`. */
export type CreateRoutineFromWorkoutInput = {
  /** Identifier of the new routine, generated by the client: 24 hexadecimal digits. */
  id: Scalars['ID']['input'];
  /** Title of the routine: 1 to 200 characters; null for the title of the workout. */
  title?: InputMaybe<Scalars['String']['input']>;
  /** Identifier of the workout. */
  workoutId: Scalars['ID']['input'];
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

/** Input of `deleteProfilePhoto`. */
export type DeleteProfilePhotoInput = {
  /** Identifier of the photo: the `assetId` of its upload. */
  id: Scalars['ID']['input'];
};

/** Input of `deleteUser`. */
export type DeleteUserInput = {
  /** Identifier of the account. */
  id: Scalars['ID']['input'];
};

/** Input of `deleteWebhook`. */
export type DeleteWebhookInput = {
  /** Identifier of the webhook. */
  id: Scalars['ID']['input'];
};

/** Head of the deltoid, the muscle of the shoulder. */
export type Deltoid =
  /** Front head: raises the arm forwards. */
  | 'FRONT'
  /** Rear head: draws the arm backwards. */
  | 'REAR'
  /** Side head: raises the arm sideways. */
  | 'SIDE';

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
export type GymPlatesInput = {
  /** Number of single plates: 1 to 100. */
  count: Scalars['Int']['input'];
  /** Weight of a single plate: more than 0 and at most 500 kg or the equivalent in pounds. */
  load: LoadInput;
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

/** Size in which a photo is served. LARGE and THUMBNAIL are WebP images, upright and without metadata. */
export type PhotoSize =
  /** The longest edge has at most 1,080 pixels. */
  | 'LARGE'
  /** The image as it was uploaded. */
  | 'ORIGINAL'
  /** The longest edge has at most 256 pixels. */
  | 'THUMBNAIL';

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

/** A day of a program. Fields that are left out are null. */
export type ProgramDayInput = {
  /** At most 30 exercises; none on a rest day. */
  exercises?: InputMaybe<Array<PlannedExerciseInput>>;
  /** Whether the day is a rest day; false if null. */
  isRest?: InputMaybe<Scalars['Boolean']['input']>;
  /** Name of the day: 1 to 100 characters. */
  name: Scalars['String']['input'];
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

/** Who can see a program and enroll in it. */
export type ProgramVisibility =
  /** Only its owner can see it. It accepts no new enrollments. */
  | 'ARCHIVED'
  /** Only its owner can see it. It accepts no enrollments yet. */
  | 'DRAFT'
  /** Its owner can enroll in it. Programs of administrators and built-in programs are open to everyone. */
  | 'PUBLISHED';

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

/** Input of `replayWebhookDelivery`. */
export type ReplayWebhookDeliveryInput = {
  /** Identifier of the delivery. */
  id: Scalars['ID']['input'];
};

/** Input of `resetUserSecondFactor`. */
export type ResetUserSecondFactorInput = {
  /** Identifier of the user. */
  userId: Scalars['ID']['input'];
};

/** Input of `restoreProfilePhoto`. */
export type RestoreProfilePhotoInput = {
  /** Identifier of the photo: the `assetId` of its upload. */
  id: Scalars['ID']['input'];
};

/** Input of `restoreUser`. */
export type RestoreUserInput = {
  /** Identifier of the account. */
  id: Scalars['ID']['input'];
};

/** Input of `revokePersonalAccessToken`. */
export type RevokePersonalAccessTokenInput = {
  /** Identifier of the token. */
  id: Scalars['ID']['input'];
};

/** Input of `revokeSession`. */
export type RevokeSessionInput = {
  /** Identifier of the session. */
  id: Scalars['ID']['input'];
};

/** Input of `revokeShareLink`. */
export type RevokeShareLinkInput = {
  /** Identifier of the link. */
  id: Scalars['ID']['input'];
};

/** Input of `revokeUserSession`. */
export type RevokeUserSessionInput = {
  /** Identifier of the account. */
  id: Scalars['ID']['input'];
  /** Identifier of the session, one of `ManagedUser.sessions`. */
  sessionId: Scalars['ID']['input'];
};

/** Input of `revokeUserSessions`. */
export type RevokeUserSessionsInput = {
  /** Identifier of the account. */
  id: Scalars['ID']['input'];
};

/** Role of an account. */
export type Role =
  /** An administrator of the service. */
  | 'ADMIN'
  /** A regular user. */
  | 'USER';

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

/** Input of `setAccountEnabled`. */
export type SetAccountEnabledInput = {
  /** Whether the account can sign in. */
  enabled: Scalars['Boolean']['input'];
  /** Identifier of the account. */
  id: Scalars['ID']['input'];
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

/** The item to share: exactly one field must be given. */
export type ShareSubjectInput =
  /** Identifier of a program that the caller may see. */
  { programId: Scalars['ID']['input']; routineId?: never; workoutId?: never; }
  |  /** Identifier of a routine of the caller. */
  { programId?: never; routineId: Scalars['ID']['input']; workoutId?: never; }
  |  /** Identifier of a workout of the caller. */
  { programId?: never; routineId?: never; workoutId: Scalars['ID']['input']; };

/** Kind of a shared item. */
export type SharedItemKind =
  /** A program. */
  | 'PROGRAM'
  /** A routine. */
  | 'ROUTINE'
  /** A workout. */
  | 'WORKOUT';

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

/** The load to start an exercise with. */
export type StartingLoadInput = {
  /** Identifier of an exercise of the program, at most once in the list. */
  exerciseId: Scalars['ID']['input'];
  /** Load of the heaviest sets or, for an exercise with the rule PERCENT, the one-repetition maximum. */
  load: LoadInput;
};

/** Unit in which a streak is counted. */
export type StreakUnit =
  /** Calendar weeks. */
  | 'WEEK';

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

/** Input of `testWebhook`. */
export type TestWebhookInput = {
  /** Identifier of the webhook. */
  id: Scalars['ID']['input'];
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

/** Input of `unlinkIdentity`. */
export type UnlinkIdentityInput = {
  /** Identifier of the identity. */
  id: Scalars['ID']['input'];
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

/** Filter for accounts. All given fields must match; null or a missing field does not filter. */
export type UserFilter = {
  /** Whether the account can sign in. */
  enabled?: InputMaybe<Scalars['Boolean']['input']>;
  /** Role of the account. */
  role?: InputMaybe<Role>;
  /** Whether the e-mail address is confirmed. */
  verified?: InputMaybe<Scalars['Boolean']['input']>;
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

/** A training day of a program in an enrollment of the caller. */
export type WorkoutProgramDayInput = {
  /** Number of the day in its week, 1 to 7, counting rest days. */
  day: Scalars['Int']['input'];
  /** Identifier of the enrollment. */
  enrollmentId: Scalars['ID']['input'];
  /** Number of the week in the program, 1 to 52. */
  week: Scalars['Int']['input'];
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

export type CatalogueQueryVariables = Exact<{
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type CatalogueQuery = { exercises: { edges: Array<{ node: ExerciseFieldsFragment }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type ExerciseScreenQueryVariables = Exact<{
  id: Scalars['ID']['input'];
}>;


export type ExerciseScreenQuery = { exercise: { id: string, instructions: Array<string>, personalRecords: Array<{ type: RecordType, value: number, unit: RecordUnit, reps: number | null, achievedAt: string }> | null } | null };

export type FormerExerciseQueryVariables = Exact<{
  id: Scalars['ID']['input'];
}>;


export type FormerExerciseQuery = { exercise: ExerciseFieldsFragment | null };

export type ExerciseFieldsFragment = { __typename: 'Exercise', id: string, version: number, name: string, category: ExerciseCategory, equipment: Array<Equipment>, primaryMuscles: Array<Muscle>, secondaryMuscles: Array<Muscle>, muscleMapUrl: string, trackingType: TrackingType, isCustom: boolean, names: Array<{ locale: Locale, name: string }> };

export type HomeScreenQueryVariables = Exact<{
  range: DateRangeInput;
  timezone: Scalars['String']['input'];
  unit: WeightUnit;
}>;


export type HomeScreenQuery = { me: AccountFieldsFragment | null, activeEnrollment: { id: string, completedDays: number, programVersion: { title: string, durationWeeks: number, sessionsPerWeek: number }, nextDay: { week: number, day: number, date: string, name: string, isDeload: boolean, exercises: Array<{ exerciseId: string, supersetId: string | null, reason: ProgressionReason | null, sets: Array<{ type: SetType, loadMode: LoadMode, restSeconds: number | null, isAmrap: boolean, target: { minReps: number | null, maxReps: number | null, rpe: number | null, durationSeconds: number | null, distanceMeters: number | null, load: { value: number, unit: WeightUnit } | null } }> }> } | null } | null, analytics: { streak: { current: number, longest: number } } | null };

export type ProgressScreenQueryVariables = Exact<{
  range: DateRangeInput;
  timezone: Scalars['String']['input'];
  unit: WeightUnit;
  exerciseId: Scalars['ID']['input'];
}>;


export type ProgressScreenQuery = { analytics: { comparison: { workouts: ComparedFragment, volume: ComparedFragment, sets: ComparedFragment }, volumeByWeek: Array<PointFragment>, setsByMuscleAndWeek: Array<{ muscle: Muscle, weeks: Array<PointFragment> }>, oneRepMaxSeries: Array<PointFragment> | null, bodyWeightSeries: Array<PointFragment> } | null };

export type ComparedFragment = { current: number, previous: number };

export type PointFragment = { date: string, value: number | null };

export type ProgramsScreenQueryVariables = Exact<{ [key: string]: never; }>;


export type ProgramsScreenQuery = { recommendedPrograms: Array<{ program: { id: string, title: string, description: string | null, programLevel: Level | null, durationWeeks: number, sessionsPerWeek: number, equipment: Array<Equipment> } }> | null };

export type EnrollmentsQueryVariables = Exact<{ [key: string]: never; }>;


export type EnrollmentsQuery = { enrollments: { edges: Array<{ node: { id: string, enrollmentStatus: EnrollmentStatus, completedDays: number, programVersion: { title: string, durationWeeks: number, sessionsPerWeek: number }, nextDay: { week: number, day: number, name: string } | null } }> } | null };

export type ProgramScreenQueryVariables = Exact<{
  id: Scalars['ID']['input'];
}>;


export type ProgramScreenQuery = { program: { id: string, isMine: boolean, title: string, description: string | null, programLevel: Level | null, durationWeeks: number, sessionsPerWeek: number, equipment: Array<Equipment>, weeks: Array<{ number: number, days: Array<{ name: string, isRest: boolean, exercises: Array<{ exerciseId: string, sets: Array<{ type: SetType, minReps: number | null, maxReps: number | null, isAmrap: boolean, durationSeconds: number | null }> }> }> }> | null } | null };

export type SettingsScreenQueryVariables = Exact<{ [key: string]: never; }>;


export type SettingsScreenQuery = { sessions: Array<{ id: string, device: string, lastUsedAt: string, current: boolean }> | null, consents: Array<{ kind: ConsentKind, withdrawnAt: string | null }> | null };

export type GiveConsentMutationVariables = Exact<{
  kind: ConsentKind;
}>;


export type GiveConsentMutation = { giveConsent: { user: { id: string } | null } | null };

export type WithdrawConsentMutationVariables = Exact<{
  kind: ConsentKind;
}>;


export type WithdrawConsentMutation = { withdrawConsent: { user: { id: string } | null } | null };

export type DeleteAccountMutationVariables = Exact<{
  immediately: Scalars['Boolean']['input'];
}>;


export type DeleteAccountMutation = { deleteAccount: { user: { id: string, deletesAt: string | null } | null } | null };

export type RestoreAccountMutationVariables = Exact<{ [key: string]: never; }>;


export type RestoreAccountMutation = { restoreAccount: { user: { id: string, deletesAt: string | null } | null } | null };

export type RevokeSessionMutationVariables = Exact<{
  id: Scalars['ID']['input'];
}>;


export type RevokeSessionMutation = { revokeSession: { user: { id: string } | null } | null };

export type ImportProgressedSubscriptionVariables = Exact<{
  id: Scalars['ID']['input'];
}>;


export type ImportProgressedSubscription = { importProgressed: { id: string, importStatus: WorkoutImportStatus, rowsRead: number, workoutsMade: number, workoutsAlreadyThere: number, recordsRestored: number, skippedCount: number, exercisesCreated: Array<string>, error: string | null, skipped: Array<{ line: number, reason: string }>, exercisesMatched: Array<{ name: string }>, unmatchedExercises: Array<{ name: string, rows: number, suggestions: Array<{ confidence: number, exercise: { id: string, name: string } }> }> } | null };

export type EnrollmentSetupQueryVariables = Exact<{
  programId: Scalars['ID']['input'];
}>;


export type EnrollmentSetupQuery = { enrollmentSetup: Array<{ exerciseId: string, needs: EnrollmentSetupNeed, source: EnrollmentSetupSource, exercise: { name: string } | null, suggestion: { value: number, unit: WeightUnit } | null }> | null };

export type MyProgramsQueryVariables = Exact<{ [key: string]: never; }>;


export type MyProgramsQuery = { programs: { edges: Array<{ node: { id: string, title: string, description: string | null, programLevel: Level | null, durationWeeks: number, sessionsPerWeek: number, equipment: Array<Equipment> } }> } | null };

export type ProgramEditorQueryVariables = Exact<{
  id: Scalars['ID']['input'];
}>;


export type ProgramEditorQuery = { program: { id: string, version: number, slug: string, title: string, description: string | null, programLevel: Level | null, goal: Goal | null, workoutSplit: WorkoutSplit | null, weeks: Array<{ label: string | null, isDeload: boolean, days: Array<{ name: string, isRest: boolean, exercises: Array<PlannedExerciseFieldsFragment> }> }> | null } | null };

export type SaveProgramMutationVariables = Exact<{
  input: ProgramInput;
}>;


export type SaveProgramMutation = { saveProgram: { conflict: WriteConflict | null, program: { id: string, version: number } | null } | null };

export type PublishProgramMutationVariables = Exact<{
  id: Scalars['ID']['input'];
}>;


export type PublishProgramMutation = { publishProgram: { conflict: WriteConflict | null } | null };

export type CopyProgramMutationVariables = Exact<{
  input: CopyProgramInput;
}>;


export type CopyProgramMutation = { copyProgram: { conflict: WriteConflict | null } | null };

export type DeleteProgramMutationVariables = Exact<{
  id: Scalars['ID']['input'];
}>;


export type DeleteProgramMutation = { deleteProgram: { conflict: WriteConflict | null } | null };

export type SecondFactorQueryVariables = Exact<{ [key: string]: never; }>;


export type SecondFactorQuery = { secondFactor: { isEnabled: boolean, recoveryCodesLeft: number } | null };

export type StepUpQueryVariables = Exact<{ [key: string]: never; }>;


export type StepUpQuery = { me: { email: string, verified: boolean, hasPassword: boolean } | null, secondFactor: { isEnabled: boolean } | null };

export type StartSecondFactorMutationVariables = Exact<{ [key: string]: never; }>;


export type StartSecondFactorMutation = { startSecondFactor: { secret: string | null, uri: string | null, qrCode: string | null } | null };

export type ConfirmSecondFactorMutationVariables = Exact<{
  code: Scalars['String']['input'];
}>;


export type ConfirmSecondFactorMutation = { confirmSecondFactor: { recoveryCodes: Array<string> | null } | null };

export type ReplaceRecoveryCodesMutationVariables = Exact<{ [key: string]: never; }>;


export type ReplaceRecoveryCodesMutation = { replaceRecoveryCodes: { recoveryCodes: Array<string> | null } | null };

export type DisableSecondFactorMutationVariables = Exact<{ [key: string]: never; }>;


export type DisableSecondFactorMutation = { disableSecondFactor: { secondFactor: { isEnabled: boolean } | null } | null };

export type ConsentsQueryVariables = Exact<{ [key: string]: never; }>;


export type ConsentsQuery = { consents: Array<{ kind: ConsentKind, withdrawnAt: string | null }> | null };

export type CalendarMonthQueryVariables = Exact<{
  from: Scalars['Date']['input'];
  to: Scalars['Date']['input'];
  timezone: Scalars['String']['input'];
}>;


export type CalendarMonthQuery = { calendar: Array<{ date: string, planned: Array<{ enrollmentId: string, week: number, day: number, name: string, isDone: boolean, isSkipped: boolean }> }> | null };

export type ProgressPhotosQueryVariables = Exact<{
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type ProgressPhotosQuery = { progressPhotos: { edges: Array<{ node: { id: string, version: number, pose: ProgressPose | null, takenAt: string, notes: string | null, url: string, thumbnailUrl: string } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type DeleteProgressPhotoMutationVariables = Exact<{
  input: DeleteInput;
}>;


export type DeleteProgressPhotoMutation = { deleteProgressPhoto: { conflict: WriteConflict | null } | null };

export type SignInSettingsQueryVariables = Exact<{ [key: string]: never; }>;


export type SignInSettingsQuery = { me: { isGuest: boolean, hasPassword: boolean } | null, passkeys: Array<{ id: string, name: string, lastUsedAt: string | null }> | null, identities: Array<{ id: string, provider: string, providerEmail: string | null }> | null };

export type ChangePasswordMutationVariables = Exact<{
  current?: InputMaybe<Scalars['String']['input']>;
  new: Scalars['String']['input'];
}>;


export type ChangePasswordMutation = { changePassword: { user: { id: string } | null } | null };

export type LinkIdentityMutationVariables = Exact<{
  code: Scalars['String']['input'];
  codeVerifier: Scalars['String']['input'];
}>;


export type LinkIdentityMutation = { linkIdentity: { identity: { id: string } | null } | null };

export type UnlinkIdentityMutationVariables = Exact<{
  id: Scalars['ID']['input'];
}>;


export type UnlinkIdentityMutation = { unlinkIdentity: { identity: { id: string } | null } | null };

export type DevelopersQueryVariables = Exact<{ [key: string]: never; }>;


export type DevelopersQuery = { personalAccessTokens: Array<{ id: string, name: string, scopes: Array<string>, expiresAt: string, lastUsedAt: string | null }> | null, webhooks: Array<{ id: string, url: string, events: Array<WebhookEvent>, isEnabled: boolean, disabledReason: WebhookDisabledReason | null, deliveries: { edges: Array<{ node: { id: string, eventType: WebhookEvent, deliveryStatus: WebhookDeliveryStatus, attemptCount: number, lastResponseStatus: number | null, createdAt: string } }> } | null }> | null };

export type CreatePersonalAccessTokenMutationVariables = Exact<{
  input: CreatePersonalAccessTokenInput;
}>;


export type CreatePersonalAccessTokenMutation = { createPersonalAccessToken: { token: string | null } | null };

export type RevokePersonalAccessTokenMutationVariables = Exact<{
  id: Scalars['ID']['input'];
}>;


export type RevokePersonalAccessTokenMutation = { revokePersonalAccessToken: { personalAccessToken: { id: string } | null } | null };

export type SaveWebhookMutationVariables = Exact<{
  input: SaveWebhookInput;
}>;


export type SaveWebhookMutation = { saveWebhook: { secret: string | null } | null };

export type TestWebhookMutationVariables = Exact<{
  id: Scalars['ID']['input'];
}>;


export type TestWebhookMutation = { testWebhook: { delivery: { id: string } | null } | null };

export type DeleteWebhookMutationVariables = Exact<{
  id: Scalars['ID']['input'];
}>;


export type DeleteWebhookMutation = { deleteWebhook: { deletedId: string | null } | null };

export type ReplayWebhookDeliveryMutationVariables = Exact<{
  id: Scalars['ID']['input'];
}>;


export type ReplayWebhookDeliveryMutation = { replayWebhookDelivery: { delivery: { id: string } | null } | null };

export type ShareLinksQueryVariables = Exact<{ [key: string]: never; }>;


export type ShareLinksQuery = { shareLinks: Array<{ id: string, url: string, itemKind: SharedItemKind, createdAt: string }> | null };

export type CreateShareLinkMutationVariables = Exact<{
  input: CreateShareLinkInput;
}>;


export type CreateShareLinkMutation = { createShareLink: { shareLink: { url: string } | null } | null };

export type RevokeShareLinkMutationVariables = Exact<{
  id: Scalars['ID']['input'];
}>;


export type RevokeShareLinkMutation = { revokeShareLink: { revokedId: string | null } | null };

export type SharedItemQueryVariables = Exact<{
  token: Scalars['String']['input'];
}>;


export type SharedItemQuery = { sharedItem: { kind: SharedItemKind, title: string, ownerUsername: string, weekCount: number, days: Array<{ name: string, exercises: Array<{ name: string, sets: Array<{ type: SetType }> }> }> } | null };

export type CopySharedItemMutationVariables = Exact<{
  input: CopySharedItemInput;
}>;


export type CopySharedItemMutation = { copySharedItem: { conflict: WriteConflict | null, program: { id: string } | null, routine: { id: string } | null } | null };

export type ChangesQueryVariables = Exact<{
  since?: InputMaybe<Scalars['String']['input']>;
  first: Scalars['Int']['input'];
}>;


export type ChangesQuery = { changes: { cursor: string, hasMore: boolean, changes: Array<{ type: OwnedType, recordId: string, version: number, deletedAt: string | null, record:
        | OwnedRecordFields_Exercise_Fragment
        | OwnedRecordFields_ExerciseSettings_Fragment
        | OwnedRecordFields_Gym_Fragment
        | OwnedRecordFields_Measurement_Fragment
        | OwnedRecordFields_Pause_Fragment
        | OwnedRecordFields_Program_Fragment
        | OwnedRecordFields_ProgramEnrollment_Fragment
        | OwnedRecordFields_ProgressPhoto_Fragment
        | OwnedRecordFields_Routine_Fragment
        | OwnedRecordFields_RoutineFolder_Fragment
        | OwnedRecordFields_TrainingGoal_Fragment
        | OwnedRecordFields_User_Fragment
        | OwnedRecordFields_Workout_Fragment
       | null }> } | null };

export type SyncMutationVariables = Exact<{
  operations: Array<SyncOperation> | SyncOperation;
}>;


export type SyncMutation = { sync: { results: Array<{ recordId: string, status: WriteStatus, version: number | null, conflict: WriteConflict | null, error: { code: string, message: string, path: string } | null, record:
        | OwnedRecordFields_Exercise_Fragment
        | OwnedRecordFields_ExerciseSettings_Fragment
        | OwnedRecordFields_Gym_Fragment
        | OwnedRecordFields_Measurement_Fragment
        | OwnedRecordFields_Pause_Fragment
        | OwnedRecordFields_Program_Fragment
        | OwnedRecordFields_ProgramEnrollment_Fragment
        | OwnedRecordFields_ProgressPhoto_Fragment
        | OwnedRecordFields_Routine_Fragment
        | OwnedRecordFields_RoutineFolder_Fragment
        | OwnedRecordFields_TrainingGoal_Fragment
        | OwnedRecordFields_User_Fragment
        | OwnedRecordFields_Workout_Fragment
       | null }> } | null };

export type ChangesAvailableSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type ChangesAvailableSubscription = { changesAvailable: { cursor: string } | null };

type OwnedRecordFields_Exercise_Fragment = (
  { __typename: 'Exercise', id: string, version: number }
  & ExerciseFieldsFragment
  & OwnExerciseFieldsFragment
);

type OwnedRecordFields_ExerciseSettings_Fragment = { __typename: 'ExerciseSettings', id: string, version: number };

type OwnedRecordFields_Gym_Fragment = (
  { __typename: 'Gym', id: string, version: number }
  & GymFieldsFragment
);

type OwnedRecordFields_Measurement_Fragment = (
  { __typename: 'Measurement', id: string, version: number }
  & MeasurementFieldsFragment
);

type OwnedRecordFields_Pause_Fragment = { __typename: 'Pause', from: string, to: string, reason: PauseReason, id: string, version: number };

type OwnedRecordFields_Program_Fragment = { __typename: 'Program', id: string, version: number };

type OwnedRecordFields_ProgramEnrollment_Fragment = { __typename: 'ProgramEnrollment', enrollmentStatus: EnrollmentStatus, id: string, version: number };

type OwnedRecordFields_ProgressPhoto_Fragment = { __typename: 'ProgressPhoto', id: string, version: number };

type OwnedRecordFields_Routine_Fragment = (
  { __typename: 'Routine', id: string, version: number }
  & RoutineFieldsFragment
);

type OwnedRecordFields_RoutineFolder_Fragment = { __typename: 'RoutineFolder', id: string, version: number };

type OwnedRecordFields_TrainingGoal_Fragment = (
  { __typename: 'TrainingGoal', id: string, version: number }
  & GoalFieldsFragment
);

type OwnedRecordFields_User_Fragment = (
  { __typename: 'User', id: string, version: number }
  & AccountFieldsFragment
);

type OwnedRecordFields_Workout_Fragment = (
  { __typename: 'Workout', id: string, version: number }
  & WorkoutFieldsFragment
);

export type OwnedRecordFieldsFragment =
  | OwnedRecordFields_Exercise_Fragment
  | OwnedRecordFields_ExerciseSettings_Fragment
  | OwnedRecordFields_Gym_Fragment
  | OwnedRecordFields_Measurement_Fragment
  | OwnedRecordFields_Pause_Fragment
  | OwnedRecordFields_Program_Fragment
  | OwnedRecordFields_ProgramEnrollment_Fragment
  | OwnedRecordFields_ProgressPhoto_Fragment
  | OwnedRecordFields_Routine_Fragment
  | OwnedRecordFields_RoutineFolder_Fragment
  | OwnedRecordFields_TrainingGoal_Fragment
  | OwnedRecordFields_User_Fragment
  | OwnedRecordFields_Workout_Fragment
;

export type OwnExerciseFieldsFragment = { force: Force | null, level: Level, mechanic: Mechanic | null, deltoids: Array<Deltoid>, isUnilateral: boolean, bodyweightShare: number | null, instructions: Array<string>, aliases: Array<string> };

export type MeasurementFieldsFragment = { __typename: 'Measurement', id: string, version: number, date: string, bodyFatPercent: number | null, weight: { value: number, unit: WeightUnit } | null, neck: GirthFieldsFragment | null, shoulders: GirthFieldsFragment | null, chest: GirthFieldsFragment | null, waist: GirthFieldsFragment | null, hips: GirthFieldsFragment | null, leftBiceps: GirthFieldsFragment | null, rightBiceps: GirthFieldsFragment | null, leftForearm: GirthFieldsFragment | null, rightForearm: GirthFieldsFragment | null, leftThigh: GirthFieldsFragment | null, rightThigh: GirthFieldsFragment | null, leftCalf: GirthFieldsFragment | null, rightCalf: GirthFieldsFragment | null };

export type GirthFieldsFragment = { value: number, unit: LengthUnit };

export type GymFieldsFragment = { __typename: 'Gym', id: string, version: number, name: string, unit: WeightUnit | null, isDefault: boolean, bars: Array<{ name: string, load: { value: number, unit: WeightUnit } }>, plates: Array<{ count: number, load: { value: number, unit: WeightUnit } }>, dumbbells: Array<{ value: number, unit: WeightUnit }>, steps: { machine: { value: number, unit: WeightUnit } | null, cable: { value: number, unit: WeightUnit } | null } };

export type WorkoutFieldsFragment = { __typename: 'Workout', id: string, version: number, workoutTitle: string | null, startedAt: string, endedAt: string | null, timezone: string, notes: string | null, rating: number | null, routineId: string | null, programDay: { enrollmentId: string, week: number, day: number } | null, health: { source: HealthSource, externalId: string | null, averageHeartRate: number | null, maxHeartRate: number | null, activeEnergyKcal: number | null } | null, exercises: Array<{ entryId: string, exerciseId: string, supersetId: string | null, notes: string | null, restSeconds: number | null, sets: Array<{ setId: string, type: SetType, loadMode: LoadMode, reps: number | null, durationSeconds: number | null, distanceMeters: number | null, rpe: number | null, rir: number | null, restSeconds: number | null, completedAt: string | null, load: { value: number, unit: WeightUnit } | null, target: { minReps: number | null, maxReps: number | null, rpe: number | null, durationSeconds: number | null, distanceMeters: number | null, load: { value: number, unit: WeightUnit } | null } | null }> }> };

export type RoutineFieldsFragment = { __typename: 'Routine', id: string, version: number, title: string, notes: string | null, folderId: string | null, position: number, exercises: Array<PlannedExerciseFieldsFragment> };

export type PlannedExerciseFieldsFragment = { entryId: string, exerciseId: string, supersetId: string | null, sets: Array<{ type: SetType, minReps: number | null, maxReps: number | null, isAmrap: boolean, warmupPercent: number | null, rpe: number | null, percentOfOneRepMax: number | null, restSeconds: number | null, durationSeconds: number | null, distanceMeters: number | null, notes: string | null, load: { value: number, unit: WeightUnit } | null }>, progression: { type: ProgressionType, key: string | null, successes: number, failures: number, deloadPercent: number, minReps: number | null, maxReps: number | null, reps: number | null, trainingMaxPercent: number | null, harderExerciseId: string | null, increment: { value: number, unit: WeightUnit } | null } | null };

export type GoalFieldsFragment = { __typename: 'TrainingGoal', id: string, version: number, kind: GoalKind, target: number, unit: WeightUnit | null, reps: number | null, startsOn: string, endsOn: string | null, achievedAt: string | null, exercise: { id: string } | null, progress: { value: number | null, percent: number } };

export type AccountFieldsFragment = { __typename: 'User', id: string, version: number, email: string, isGuest: boolean, username: string, firstName: string | null, lastName: string | null, locale: Locale | null, deletesAt: string | null, profile: { onboardingStatus: OnboardingStatus, weightUnit: WeightUnit | null, heightUnit: HeightUnit | null, frequency: number | null } };

export const CatalogueDocument: TypedText<CatalogueQuery, CatalogueQueryVariables> = `query Catalogue(\$after: String) {
  exercises(first: 100, after: \$after, filter: {scope: CATALOGUE}) {
    edges {
      node {
        ...ExerciseFields
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}

fragment ExerciseFields on Exercise {
  __typename
  id
  version
  name
  names {
    locale
    name
  }
  category
  equipment
  primaryMuscles
  secondaryMuscles
  muscleMapUrl
  trackingType
  isCustom
}`

export const ExerciseScreenDocument: TypedText<ExerciseScreenQuery, ExerciseScreenQueryVariables> = `query ExerciseScreen(\$id: ID!) {
  exercise(id: \$id) {
    id
    instructions
    personalRecords {
      type
      value
      unit
      reps
      achievedAt
    }
  }
}`

export const FormerExerciseDocument: TypedText<FormerExerciseQuery, FormerExerciseQueryVariables> = `query FormerExercise(\$id: ID!) {
  exercise(id: \$id) {
    ...ExerciseFields
  }
}

fragment ExerciseFields on Exercise {
  __typename
  id
  version
  name
  names {
    locale
    name
  }
  category
  equipment
  primaryMuscles
  secondaryMuscles
  muscleMapUrl
  trackingType
  isCustom
}`

export const HomeScreenDocument: TypedText<HomeScreenQuery, HomeScreenQueryVariables> = `query HomeScreen(\$range: DateRangeInput!, \$timezone: String!, \$unit: WeightUnit!) {
  me {
    ...AccountFields
  }
  activeEnrollment {
    id
    completedDays
    programVersion {
      title
      durationWeeks
      sessionsPerWeek
    }
    nextDay {
      week
      day
      date
      name
      isDeload
      exercises {
        exerciseId
        supersetId
        reason
        sets {
          type
          loadMode
          restSeconds
          isAmrap
          target {
            load {
              value
              unit
            }
            minReps
            maxReps
            rpe
            durationSeconds
            distanceMeters
          }
        }
      }
    }
  }
  analytics(range: \$range, timezone: \$timezone, unit: \$unit) {
    streak {
      current
      longest
    }
  }
}

fragment AccountFields on User {
  __typename
  id
  version
  email
  isGuest
  username
  firstName
  lastName
  locale
  deletesAt
  profile {
    onboardingStatus
    weightUnit
    heightUnit
    frequency
  }
}`

export const ProgressScreenDocument: TypedText<ProgressScreenQuery, ProgressScreenQueryVariables> = `query ProgressScreen(\$range: DateRangeInput!, \$timezone: String!, \$unit: WeightUnit!, \$exerciseId: ID!) {
  analytics(range: \$range, timezone: \$timezone, unit: \$unit) {
    comparison {
      workouts {
        ...Compared
      }
      volume {
        ...Compared
      }
      sets {
        ...Compared
      }
    }
    volumeByWeek {
      ...Point
    }
    setsByMuscleAndWeek {
      muscle
      weeks {
        ...Point
      }
    }
    oneRepMaxSeries(exerciseId: \$exerciseId) {
      ...Point
    }
    bodyWeightSeries {
      ...Point
    }
  }
}

fragment Compared on ComparisonValue {
  current
  previous
}

fragment Point on DataPoint {
  date
  value
}`

export const ProgramsScreenDocument: TypedText<ProgramsScreenQuery, ProgramsScreenQueryVariables> = `query ProgramsScreen {
  recommendedPrograms(first: 20) {
    program {
      id
      title
      description
      programLevel
      durationWeeks
      sessionsPerWeek
      equipment
    }
  }
}`

export const EnrollmentsDocument: TypedText<EnrollmentsQuery, EnrollmentsQueryVariables> = `query Enrollments {
  enrollments(first: 20) {
    edges {
      node {
        id
        enrollmentStatus
        completedDays
        programVersion {
          title
          durationWeeks
          sessionsPerWeek
        }
        nextDay {
          week
          day
          name
        }
      }
    }
  }
}`

export const ProgramScreenDocument: TypedText<ProgramScreenQuery, ProgramScreenQueryVariables> = `query ProgramScreen(\$id: ID!) {
  program(id: \$id) {
    id
    isMine
    title
    description
    programLevel
    durationWeeks
    sessionsPerWeek
    equipment
    weeks(first: 1) {
      number
      days {
        name
        isRest
        exercises {
          exerciseId
          sets {
            type
            minReps
            maxReps
            isAmrap
            durationSeconds
          }
        }
      }
    }
  }
}`

export const SettingsScreenDocument: TypedText<SettingsScreenQuery, SettingsScreenQueryVariables> = `query SettingsScreen {
  sessions {
    id
    device
    lastUsedAt
    current
  }
  consents {
    kind
    withdrawnAt
  }
}`

export const GiveConsentDocument: TypedText<GiveConsentMutation, GiveConsentMutationVariables> = `mutation GiveConsent(\$kind: ConsentKind!) {
  giveConsent(input: {kind: \$kind}) {
    user {
      id
    }
  }
}`

export const WithdrawConsentDocument: TypedText<WithdrawConsentMutation, WithdrawConsentMutationVariables> = `mutation WithdrawConsent(\$kind: ConsentKind!) {
  withdrawConsent(input: {kind: \$kind}) {
    user {
      id
    }
  }
}`

export const DeleteAccountDocument: TypedText<DeleteAccountMutation, DeleteAccountMutationVariables> = `mutation DeleteAccount(\$immediately: Boolean!) {
  deleteAccount(input: {immediately: \$immediately}) {
    user {
      id
      deletesAt
    }
  }
}`

export const RestoreAccountDocument: TypedText<RestoreAccountMutation, RestoreAccountMutationVariables> = `mutation RestoreAccount {
  restoreAccount {
    user {
      id
      deletesAt
    }
  }
}`

export const RevokeSessionDocument: TypedText<RevokeSessionMutation, RevokeSessionMutationVariables> = `mutation RevokeSession(\$id: ID!) {
  revokeSession(input: {id: \$id}) {
    user {
      id
    }
  }
}`

export const ImportProgressedDocument: TypedText<ImportProgressedSubscription, ImportProgressedSubscriptionVariables> = `subscription ImportProgressed(\$id: ID!) {
  importProgressed(id: \$id) {
    id
    importStatus
    rowsRead
    workoutsMade
    workoutsAlreadyThere
    recordsRestored
    skippedCount
    skipped {
      line
      reason
    }
    exercisesMatched {
      name
    }
    exercisesCreated
    unmatchedExercises {
      name
      rows
      suggestions {
        confidence
        exercise {
          id
          name
        }
      }
    }
    error
  }
}`

export const EnrollmentSetupDocument: TypedText<EnrollmentSetupQuery, EnrollmentSetupQueryVariables> = `query EnrollmentSetup(\$programId: ID!) {
  enrollmentSetup(programId: \$programId) {
    exerciseId
    exercise {
      name
    }
    needs
    suggestion {
      value
      unit
    }
    source
  }
}`

export const MyProgramsDocument: TypedText<MyProgramsQuery, MyProgramsQueryVariables> = `query MyPrograms {
  programs(first: 100, filter: {scope: MINE}) {
    edges {
      node {
        id
        title
        description
        programLevel
        durationWeeks
        sessionsPerWeek
        equipment
      }
    }
  }
}`

export const ProgramEditorDocument: TypedText<ProgramEditorQuery, ProgramEditorQueryVariables> = `query ProgramEditor(\$id: ID!) {
  program(id: \$id) {
    id
    version
    slug
    title
    description
    programLevel
    goal
    workoutSplit
    weeks {
      label
      isDeload
      days {
        name
        isRest
        exercises {
          ...PlannedExerciseFields
        }
      }
    }
  }
}

fragment PlannedExerciseFields on PlannedExercise {
  entryId
  exerciseId
  supersetId
  sets {
    type
    minReps
    maxReps
    isAmrap
    load {
      value
      unit
    }
    warmupPercent
    rpe
    percentOfOneRepMax
    restSeconds
    durationSeconds
    distanceMeters
    notes
  }
  progression {
    type
    key
    increment {
      value
      unit
    }
    successes
    failures
    deloadPercent
    minReps
    maxReps
    reps
    trainingMaxPercent
    harderExerciseId
  }
}`

export const SaveProgramDocument: TypedText<SaveProgramMutation, SaveProgramMutationVariables> = `mutation SaveProgram(\$input: ProgramInput!) {
  saveProgram(input: \$input) {
    program {
      id
      version
    }
    conflict
  }
}`

export const PublishProgramDocument: TypedText<PublishProgramMutation, PublishProgramMutationVariables> = `mutation PublishProgram(\$id: ID!) {
  publishProgram(input: {id: \$id}) {
    conflict
  }
}`

export const CopyProgramDocument: TypedText<CopyProgramMutation, CopyProgramMutationVariables> = `mutation CopyProgram(\$input: CopyProgramInput!) {
  copyProgram(input: \$input) {
    conflict
  }
}`

export const DeleteProgramDocument: TypedText<DeleteProgramMutation, DeleteProgramMutationVariables> = `mutation DeleteProgram(\$id: ID!) {
  deleteProgram(input: {id: \$id}) {
    conflict
  }
}`

export const SecondFactorDocument: TypedText<SecondFactorQuery, SecondFactorQueryVariables> = `query SecondFactor {
  secondFactor {
    isEnabled
    recoveryCodesLeft
  }
}`

export const StepUpDocument: TypedText<StepUpQuery, StepUpQueryVariables> = `query StepUp {
  me {
    email
    verified
    hasPassword
  }
  secondFactor {
    isEnabled
  }
}`

export const StartSecondFactorDocument: TypedText<StartSecondFactorMutation, StartSecondFactorMutationVariables> = `mutation StartSecondFactor {
  startSecondFactor {
    secret
    uri
    qrCode
  }
}`

export const ConfirmSecondFactorDocument: TypedText<ConfirmSecondFactorMutation, ConfirmSecondFactorMutationVariables> = `mutation ConfirmSecondFactor(\$code: String!) {
  confirmSecondFactor(input: {code: \$code}) {
    recoveryCodes
  }
}`

export const ReplaceRecoveryCodesDocument: TypedText<ReplaceRecoveryCodesMutation, ReplaceRecoveryCodesMutationVariables> = `mutation ReplaceRecoveryCodes {
  replaceRecoveryCodes {
    recoveryCodes
  }
}`

export const DisableSecondFactorDocument: TypedText<DisableSecondFactorMutation, DisableSecondFactorMutationVariables> = `mutation DisableSecondFactor {
  disableSecondFactor {
    secondFactor {
      isEnabled
    }
  }
}`

export const ConsentsDocument: TypedText<ConsentsQuery, ConsentsQueryVariables> = `query Consents {
  consents {
    kind
    withdrawnAt
  }
}`

export const CalendarMonthDocument: TypedText<CalendarMonthQuery, CalendarMonthQueryVariables> = `query CalendarMonth(\$from: Date!, \$to: Date!, \$timezone: String!) {
  calendar(from: \$from, to: \$to, timezone: \$timezone) {
    date
    planned {
      enrollmentId
      week
      day
      name
      isDone
      isSkipped
    }
  }
}`

export const ProgressPhotosDocument: TypedText<ProgressPhotosQuery, ProgressPhotosQueryVariables> = `query ProgressPhotos(\$after: String) {
  progressPhotos(first: 50, after: \$after) {
    edges {
      node {
        id
        version
        pose
        takenAt
        notes
        url(size: LARGE)
        thumbnailUrl: url(size: THUMBNAIL)
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}`

export const DeleteProgressPhotoDocument: TypedText<DeleteProgressPhotoMutation, DeleteProgressPhotoMutationVariables> = `mutation DeleteProgressPhoto(\$input: DeleteInput!) {
  deleteProgressPhoto(input: \$input) {
    conflict
  }
}`

export const SignInSettingsDocument: TypedText<SignInSettingsQuery, SignInSettingsQueryVariables> = `query SignInSettings {
  me {
    isGuest
    hasPassword
  }
  passkeys {
    id
    name
    lastUsedAt
  }
  identities {
    id
    provider
    providerEmail
  }
}`

export const ChangePasswordDocument: TypedText<ChangePasswordMutation, ChangePasswordMutationVariables> = `mutation ChangePassword(\$current: String, \$new: String!) {
  changePassword(input: {current: \$current, new: \$new}) {
    user {
      id
    }
  }
}`

export const LinkIdentityDocument: TypedText<LinkIdentityMutation, LinkIdentityMutationVariables> = `mutation LinkIdentity(\$code: String!, \$codeVerifier: String!) {
  linkIdentity(input: {code: \$code, codeVerifier: \$codeVerifier}) {
    identity {
      id
    }
  }
}`

export const UnlinkIdentityDocument: TypedText<UnlinkIdentityMutation, UnlinkIdentityMutationVariables> = `mutation UnlinkIdentity(\$id: ID!) {
  unlinkIdentity(input: {id: \$id}) {
    identity {
      id
    }
  }
}`

export const DevelopersDocument: TypedText<DevelopersQuery, DevelopersQueryVariables> = `query Developers {
  personalAccessTokens {
    id
    name
    scopes
    expiresAt
    lastUsedAt
  }
  webhooks {
    id
    url
    events
    isEnabled
    disabledReason
    deliveries(first: 10) {
      edges {
        node {
          id
          eventType
          deliveryStatus
          attemptCount
          lastResponseStatus
          createdAt
        }
      }
    }
  }
}`

export const CreatePersonalAccessTokenDocument: TypedText<CreatePersonalAccessTokenMutation, CreatePersonalAccessTokenMutationVariables> = `mutation CreatePersonalAccessToken(\$input: CreatePersonalAccessTokenInput!) {
  createPersonalAccessToken(input: \$input) {
    token
  }
}`

export const RevokePersonalAccessTokenDocument: TypedText<RevokePersonalAccessTokenMutation, RevokePersonalAccessTokenMutationVariables> = `mutation RevokePersonalAccessToken(\$id: ID!) {
  revokePersonalAccessToken(input: {id: \$id}) {
    personalAccessToken {
      id
    }
  }
}`

export const SaveWebhookDocument: TypedText<SaveWebhookMutation, SaveWebhookMutationVariables> = `mutation SaveWebhook(\$input: SaveWebhookInput!) {
  saveWebhook(input: \$input) {
    secret
  }
}`

export const TestWebhookDocument: TypedText<TestWebhookMutation, TestWebhookMutationVariables> = `mutation TestWebhook(\$id: ID!) {
  testWebhook(input: {id: \$id}) {
    delivery {
      id
    }
  }
}`

export const DeleteWebhookDocument: TypedText<DeleteWebhookMutation, DeleteWebhookMutationVariables> = `mutation DeleteWebhook(\$id: ID!) {
  deleteWebhook(input: {id: \$id}) {
    deletedId
  }
}`

export const ReplayWebhookDeliveryDocument: TypedText<ReplayWebhookDeliveryMutation, ReplayWebhookDeliveryMutationVariables> = `mutation ReplayWebhookDelivery(\$id: ID!) {
  replayWebhookDelivery(input: {id: \$id}) {
    delivery {
      id
    }
  }
}`

export const ShareLinksDocument: TypedText<ShareLinksQuery, ShareLinksQueryVariables> = `query ShareLinks {
  shareLinks {
    id
    url
    itemKind
    createdAt
  }
}`

export const CreateShareLinkDocument: TypedText<CreateShareLinkMutation, CreateShareLinkMutationVariables> = `mutation CreateShareLink(\$input: CreateShareLinkInput!) {
  createShareLink(input: \$input) {
    shareLink {
      url
    }
  }
}`

export const RevokeShareLinkDocument: TypedText<RevokeShareLinkMutation, RevokeShareLinkMutationVariables> = `mutation RevokeShareLink(\$id: ID!) {
  revokeShareLink(input: {id: \$id}) {
    revokedId
  }
}`

export const SharedItemDocument: TypedText<SharedItemQuery, SharedItemQueryVariables> = `query SharedItem(\$token: String!) {
  sharedItem(token: \$token) {
    kind
    title
    ownerUsername
    weekCount
    days {
      name
      exercises {
        name
        sets {
          type
        }
      }
    }
  }
}`

export const CopySharedItemDocument: TypedText<CopySharedItemMutation, CopySharedItemMutationVariables> = `mutation CopySharedItem(\$input: CopySharedItemInput!) {
  copySharedItem(input: \$input) {
    program {
      id
    }
    routine {
      id
    }
    conflict
  }
}`

export const ChangesDocument: TypedText<ChangesQuery, ChangesQueryVariables> = `query Changes(\$since: String, \$first: Int!) {
  changes(since: \$since, first: \$first) {
    cursor
    hasMore
    changes {
      type
      recordId
      version
      deletedAt
      record {
        ...OwnedRecordFields
      }
    }
  }
}

fragment ExerciseFields on Exercise {
  __typename
  id
  version
  name
  names {
    locale
    name
  }
  category
  equipment
  primaryMuscles
  secondaryMuscles
  muscleMapUrl
  trackingType
  isCustom
}

fragment OwnedRecordFields on OwnedRecord {
  __typename
  id
  version
  ... on Workout {
    ...WorkoutFields
  }
  ... on Routine {
    ...RoutineFields
  }
  ... on TrainingGoal {
    ...GoalFields
  }
  ... on ProgramEnrollment {
    enrollmentStatus
  }
  ... on Exercise {
    ...ExerciseFields
    ...OwnExerciseFields
  }
  ... on User {
    ...AccountFields
  }
  ... on Measurement {
    ...MeasurementFields
  }
  ... on Gym {
    ...GymFields
  }
  ... on Pause {
    from
    to
    reason
  }
}

fragment OwnExerciseFields on Exercise {
  force
  level
  mechanic
  deltoids
  isUnilateral
  bodyweightShare
  instructions
  aliases
}

fragment MeasurementFields on Measurement {
  __typename
  id
  version
  date
  weight {
    value
    unit
  }
  bodyFatPercent
  neck {
    ...GirthFields
  }
  shoulders {
    ...GirthFields
  }
  chest {
    ...GirthFields
  }
  waist {
    ...GirthFields
  }
  hips {
    ...GirthFields
  }
  leftBiceps {
    ...GirthFields
  }
  rightBiceps {
    ...GirthFields
  }
  leftForearm {
    ...GirthFields
  }
  rightForearm {
    ...GirthFields
  }
  leftThigh {
    ...GirthFields
  }
  rightThigh {
    ...GirthFields
  }
  leftCalf {
    ...GirthFields
  }
  rightCalf {
    ...GirthFields
  }
}

fragment GirthFields on Girth {
  value
  unit
}

fragment GymFields on Gym {
  __typename
  id
  version
  name
  unit
  bars {
    name
    load {
      value
      unit
    }
  }
  plates {
    load {
      value
      unit
    }
    count
  }
  dumbbells {
    value
    unit
  }
  steps {
    machine {
      value
      unit
    }
    cable {
      value
      unit
    }
  }
  isDefault
}

fragment WorkoutFields on Workout {
  __typename
  id
  version
  workoutTitle
  startedAt
  endedAt
  timezone
  notes
  rating
  programDay {
    enrollmentId
    week
    day
  }
  routineId
  health {
    source
    externalId
    averageHeartRate
    maxHeartRate
    activeEnergyKcal
  }
  exercises {
    entryId
    exerciseId
    supersetId
    notes
    restSeconds
    sets {
      setId
      type
      loadMode
      load {
        value
        unit
      }
      reps
      durationSeconds
      distanceMeters
      rpe
      rir
      restSeconds
      target {
        load {
          value
          unit
        }
        minReps
        maxReps
        rpe
        durationSeconds
        distanceMeters
      }
      completedAt
    }
  }
}

fragment RoutineFields on Routine {
  __typename
  id
  version
  title
  notes
  folderId
  position
  exercises {
    ...PlannedExerciseFields
  }
}

fragment PlannedExerciseFields on PlannedExercise {
  entryId
  exerciseId
  supersetId
  sets {
    type
    minReps
    maxReps
    isAmrap
    load {
      value
      unit
    }
    warmupPercent
    rpe
    percentOfOneRepMax
    restSeconds
    durationSeconds
    distanceMeters
    notes
  }
  progression {
    type
    key
    increment {
      value
      unit
    }
    successes
    failures
    deloadPercent
    minReps
    maxReps
    reps
    trainingMaxPercent
    harderExerciseId
  }
}

fragment GoalFields on TrainingGoal {
  __typename
  id
  version
  kind
  exercise {
    id
  }
  target
  unit
  reps
  startsOn
  endsOn
  progress {
    value
    percent
  }
  achievedAt
}

fragment AccountFields on User {
  __typename
  id
  version
  email
  isGuest
  username
  firstName
  lastName
  locale
  deletesAt
  profile {
    onboardingStatus
    weightUnit
    heightUnit
    frequency
  }
}`

export const SyncDocument: TypedText<SyncMutation, SyncMutationVariables> = `mutation Sync(\$operations: [SyncOperation!]!) {
  sync(operations: \$operations) {
    results {
      recordId
      status
      version
      conflict
      error {
        code
        message
        path
      }
      record {
        ...OwnedRecordFields
      }
    }
  }
}

fragment ExerciseFields on Exercise {
  __typename
  id
  version
  name
  names {
    locale
    name
  }
  category
  equipment
  primaryMuscles
  secondaryMuscles
  muscleMapUrl
  trackingType
  isCustom
}

fragment OwnedRecordFields on OwnedRecord {
  __typename
  id
  version
  ... on Workout {
    ...WorkoutFields
  }
  ... on Routine {
    ...RoutineFields
  }
  ... on TrainingGoal {
    ...GoalFields
  }
  ... on ProgramEnrollment {
    enrollmentStatus
  }
  ... on Exercise {
    ...ExerciseFields
    ...OwnExerciseFields
  }
  ... on User {
    ...AccountFields
  }
  ... on Measurement {
    ...MeasurementFields
  }
  ... on Gym {
    ...GymFields
  }
  ... on Pause {
    from
    to
    reason
  }
}

fragment OwnExerciseFields on Exercise {
  force
  level
  mechanic
  deltoids
  isUnilateral
  bodyweightShare
  instructions
  aliases
}

fragment MeasurementFields on Measurement {
  __typename
  id
  version
  date
  weight {
    value
    unit
  }
  bodyFatPercent
  neck {
    ...GirthFields
  }
  shoulders {
    ...GirthFields
  }
  chest {
    ...GirthFields
  }
  waist {
    ...GirthFields
  }
  hips {
    ...GirthFields
  }
  leftBiceps {
    ...GirthFields
  }
  rightBiceps {
    ...GirthFields
  }
  leftForearm {
    ...GirthFields
  }
  rightForearm {
    ...GirthFields
  }
  leftThigh {
    ...GirthFields
  }
  rightThigh {
    ...GirthFields
  }
  leftCalf {
    ...GirthFields
  }
  rightCalf {
    ...GirthFields
  }
}

fragment GirthFields on Girth {
  value
  unit
}

fragment GymFields on Gym {
  __typename
  id
  version
  name
  unit
  bars {
    name
    load {
      value
      unit
    }
  }
  plates {
    load {
      value
      unit
    }
    count
  }
  dumbbells {
    value
    unit
  }
  steps {
    machine {
      value
      unit
    }
    cable {
      value
      unit
    }
  }
  isDefault
}

fragment WorkoutFields on Workout {
  __typename
  id
  version
  workoutTitle
  startedAt
  endedAt
  timezone
  notes
  rating
  programDay {
    enrollmentId
    week
    day
  }
  routineId
  health {
    source
    externalId
    averageHeartRate
    maxHeartRate
    activeEnergyKcal
  }
  exercises {
    entryId
    exerciseId
    supersetId
    notes
    restSeconds
    sets {
      setId
      type
      loadMode
      load {
        value
        unit
      }
      reps
      durationSeconds
      distanceMeters
      rpe
      rir
      restSeconds
      target {
        load {
          value
          unit
        }
        minReps
        maxReps
        rpe
        durationSeconds
        distanceMeters
      }
      completedAt
    }
  }
}

fragment RoutineFields on Routine {
  __typename
  id
  version
  title
  notes
  folderId
  position
  exercises {
    ...PlannedExerciseFields
  }
}

fragment PlannedExerciseFields on PlannedExercise {
  entryId
  exerciseId
  supersetId
  sets {
    type
    minReps
    maxReps
    isAmrap
    load {
      value
      unit
    }
    warmupPercent
    rpe
    percentOfOneRepMax
    restSeconds
    durationSeconds
    distanceMeters
    notes
  }
  progression {
    type
    key
    increment {
      value
      unit
    }
    successes
    failures
    deloadPercent
    minReps
    maxReps
    reps
    trainingMaxPercent
    harderExerciseId
  }
}

fragment GoalFields on TrainingGoal {
  __typename
  id
  version
  kind
  exercise {
    id
  }
  target
  unit
  reps
  startsOn
  endsOn
  progress {
    value
    percent
  }
  achievedAt
}

fragment AccountFields on User {
  __typename
  id
  version
  email
  isGuest
  username
  firstName
  lastName
  locale
  deletesAt
  profile {
    onboardingStatus
    weightUnit
    heightUnit
    frequency
  }
}`

export const ChangesAvailableDocument: TypedText<ChangesAvailableSubscription, ChangesAvailableSubscriptionVariables> = `subscription ChangesAvailable {
  changesAvailable {
    cursor
  }
}`