import type { Test } from 'tap'
import type { App } from '../../src/app.js'
import { queryGraphQL, type TestUser } from '../helper.js'
import { imported } from './portability/imports/imports.js'
import { measured, save as saveMeasurement } from './people/measurements/measurements.js'
import { photoPart, post as uploadPhoto } from './media/photos/photo-app.js'
import { consent as consentToPhotos, upload as uploadProgress } from './media/progress-photos/helpers.js'
import { saveOperationOf, syncOperations } from './schema-operations.js'
import { threeExercises } from './portability/sync/exercises.js'
import { program } from './training/programs/programs.js'
import { completed, done, entry, kg, newId } from './training/workouts/workouts.js'

/** Contained in all texts of the user, and in no others. */
export const marker = 'only-the-owner-knows'

/** The operations whose records need other data, so that tests save them on their own. */
const savedSeparately = new Set([
  'saveExercise',
  'saveExerciseSettings',
  'saveGoal',
  'saveMeasurement',
  'saveProgram',
  'saveProgressPhoto',
  'saveRoutine',
  'saveWorkout',
])

/** Saves a record of each other type. @returns their ids */
export async function saveOtherRecords(app: App, user: TestUser): Promise<string[]> {
  const names = syncOperations().filter(name => name.startsWith('save') && !savedSeparately.has(name))
  const ids = names.map(() => newId())
  for (const [index, name] of names.entries()) {
    const { query, variables } = saveOperationOf(name, ids[index] ?? '', marker)
    const { errors } = await queryGraphQL(app, query, variables, user)
    if (errors) throw new Error(JSON.stringify(errors))
  }
  return ids
}

/**
 * Creates data of every kind that features store about users. Extend it when a feature stores more.
 * @returns ids of the data
 */
export async function createUserData(
  t: Pick<Test, 'equal' | 'match'>,
  app: App,
  account: TestUser,
): Promise<string[]> {
  const [exerciseId = ''] = await threeExercises(app)
  async function write(mutation: string, variables: object): Promise<void> {
    const { errors } = await queryGraphQL(app, mutation, variables, account)
    if (errors) throw new Error(JSON.stringify(errors))
  }
  const ownExercise = newId()
  await write('mutation($input: ExerciseInput!) { saveExercise(input: $input) { conflict } }', {
    input: { id: ownExercise, name: marker, primaryMuscles: ['CHEST'], trackingType: 'WEIGHT_REPS' },
  })
  await write(
    'mutation($input: CreatePersonalAccessTokenInput!) { createPersonalAccessToken(input: $input) { token } }',
    { input: { name: marker, scopes: ['workouts:read'] } },
  )
  const merged = newId()
  await write('mutation($input: ExerciseInput!) { saveExercise(input: $input) { conflict } }', {
    input: { id: merged, name: marker },
  })
  await write(
    'mutation($input: MergeExercisesInput!) { mergeExercises(input: $input) { exercise { id } } }',
    {
      input: { id: newId(), fromId: merged, intoId: ownExercise },
    },
  )
  await write(
    'mutation($id: ID!) { favoriteExercise(input: { id: $id, favorite: true }) { exercise { id } } }',
    {
      id: exerciseId,
    },
  )
  const settings = newId()
  await write(
    'mutation($input: ExerciseSettingsInput!) { saveExerciseSettings(input: $input) { conflict } }',
    {
      input: { id: settings, exerciseId, note: marker },
    },
  )
  const goal = newId()
  await write('mutation($input: GoalInput!) { saveGoal(input: $input) { conflict } }', {
    input: {
      id: goal,
      kind: 'LOAD',
      exerciseId: ownExercise,
      target: 100,
      unit: 'KG',
      startsOn: '2026-01-01',
    },
  })
  const routine = newId()
  await write('mutation($input: RoutineInput!) { saveRoutine(input: $input) { conflict } }', {
    input: {
      ...{ id: routine, title: marker, notes: marker },
      exercises: [{ id: newId(), exerciseId, sets: [{ notes: marker }] }],
    },
  })
  await write('mutation($input: UpdateProfileInput!) { updateProfile(input: $input) { conflict } }', {
    input: { firstName: marker, bio: marker, profile: { weight: 80 } },
  })
  await write('mutation { giveConsent(input: { kind: BODY_MEASUREMENTS }) { user { id } } }', {})
  const measurement = newId()
  await write('mutation($input: MeasurementInput!) { saveMeasurement(input: $input) { conflict } }', {
    input: { id: measurement, date: '2026-05-01', weight: kg(81) },
  })

  t.match(await saveMeasurement(app, account, measured('2026-04-30', kg(80))), { conflict: null })

  const plan = program(ownExercise, { title: marker })
  await write('mutation($input: ProgramInput!) { saveProgram(input: $input) { conflict } }', { input: plan })
  await write('mutation($id: ID!) { publishProgram(input: { id: $id }) { conflict } }', { id: plan.id })
  const enrollmentId = newId()
  await write('mutation($input: EnrollInput!) { enroll(input: $input) { conflict } }', {
    input: { id: enrollmentId, programId: plan.id, startDate: '2026-05-01', timezone: 'UTC' },
  })

  const webhook = newId()
  await write('mutation($input: SaveWebhookInput!) { saveWebhook(input: $input) { secret } }', {
    input: { id: webhook, url: `https://hooks.invalid/${marker}`, events: ['WORKOUT_DELETED'] },
  })

  const workouts: string[] = []
  for (const weight of [100, 110, 120]) {
    const set = done({ reps: 5, load: kg(weight) })
    const programDay = { enrollmentId, week: 1, day: 1 }
    const exercises = [entry(ownExercise, [set], { notes: marker })]
    const input = completed({ title: marker, exercises, ...(weight === 110 ? { programDay } : {}) })
    workouts.push(input.id)
    await write('mutation($input: WorkoutInput!) { saveWorkout(input: $input) { conflict } }', { input })
  }
  await write('mutation($id: ID!) { deleteWorkout(input: { id: $id }) { conflict } }', { id: workouts[0] })

  // Stop the attempts to deliver the message of the deletion, which would change stored documents later.
  await write('mutation($input: SaveWebhookInput!) { saveWebhook(input: $input) { secret } }', {
    input: {
      id: webhook,
      url: `https://hooks.invalid/${marker}`,
      events: ['WORKOUT_DELETED'],
      isEnabled: false,
    },
  })

  const sheet = `Date,Workout Name,Exercise Name,Set Order,Reps,Notes\n2026-04-01 10:00,${marker},${marker} too,1,5,${marker}`
  const shareLink = newId()
  await write('mutation($input: CreateShareLinkInput!) { createShareLink(input: $input) { token } }', {
    input: { id: shareLink, subject: { routineId: routine } },
  })
  const { id: importId, importStatus } = await imported(app, account, sheet)
  t.equal(importStatus, 'COMPLETED')

  const { statusCode } = await uploadPhoto(app, account, [photoPart({ fileName: `${marker}.jpg` })])
  t.equal(statusCode, 201)
  await consentToPhotos(app, account)
  const first = await uploadProgress(app, account, { notes: marker, pose: 'FRONT' })
  // Create the smaller sizes of this photo. Those of the next one remain pending.
  await app.features.services.assets.makeVariants()
  const second = await uploadProgress(app, account, { notes: marker })
  return [
    ownExercise,
    settings,
    goal,
    routine,
    shareLink,
    webhook,
    plan.id,
    measurement,
    enrollmentId,
    importId,
    first.assetId,
    second.assetId,
    ...workouts,
    ...(await saveOtherRecords(app, account)),
  ]
}
