import t from 'tap'
import type { App } from '../../src/app.js'
import { queryGraphQL, type TestUser } from '../helper.js'
import {
  enroll,
  enrollment,
  buildWithExercises,
  publish,
  weeksOf,
} from './progress/enrollments/enrollments.js'
import { completed, done, entry, kg } from './training/workouts/workouts.js'

interface Payload {
  conflict: string | null
  [record: string]: unknown
}

/** Sends a command, and fails if it is rejected. */
async function send(app: App, account: TestUser, name: string, input: object, record: string) {
  const type = `${types[name] ?? name.charAt(0).toUpperCase() + name.slice(1)}Input`
  const { data, errors } = await queryGraphQL<Record<string, Payload>>(
    app,
    `mutation($input: ${type}!) { ${name}(input: $input) { conflict ${record} } }`,
    { input },
    account,
  )
  if (!data || errors) throw new Error(JSON.stringify(errors))
  return data[name]!
}

const types: Record<string, string> = {
  ...{ saveWorkout: 'Workout', deleteWorkout: 'Delete' },
  ...{ pauseEnrollment: 'Enrollment', skipProgramDay: 'EnrollmentDay' },
}

t.test('applies a command without expectedVersion to the current version', async t => {
  const { app, person, squat, bench } = await buildWithExercises(t)
  const set = done({ reps: 5 })
  const workout = completed({ exercises: [entry(squat, [set])] })
  const [{ id: exerciseEntryId }] = workout['exercises'] as [{ id: string }]
  t.match(await send(app, person, 'saveWorkout', workout, 'workout { version }'), { workout: { version: 1 } })
  t.match(
    await send(
      app,
      person,
      'saveWorkout',
      { ...workout, title: 'B', expectedVersion: 1 },
      'workout { version }',
    ),
    {
      ...{ conflict: null, workout: { version: 2 } },
    },
  )
  const swap = { workoutId: workout.id, exerciseEntryId, exerciseId: bench }
  t.match(await send(app, person, 'swapExercise', swap, 'workout { version }'), {
    ...{ conflict: null, workout: { version: 3 } },
  })
  const stale = { ...swap, exerciseId: squat, expectedVersion: 1 }
  t.match(await send(app, person, 'swapExercise', stale, 'workout { version }'), {
    ...{ conflict: 'VERSION', workout: { version: 3 } },
  })

  const program = await publish(app, person, { weeks: weeksOf(squat, bench) })
  const enrolled = enrollment(program)
  await enroll(app, person, enrolled)
  const commands = [
    ['skipProgramDay', { enrollmentId: enrolled.id, week: 1, day: 1 }],
    ['setEnrollmentLoads', { enrollmentId: enrolled.id, loads: [{ exerciseId: squat, load: kg(70) }] }],
    ['pauseEnrollment', { id: enrolled.id }],
  ] as const
  let version = 1
  for (const [name, input] of commands) {
    t.match(
      await send(app, person, name, { ...input, expectedVersion: version + 5 }, 'enrollment { version }'),
      { conflict: 'VERSION', enrollment: { version } },
      `${name} of another version`,
    )
    version++
    t.match(
      await send(app, person, name, input, 'enrollment { version }'),
      { conflict: null, enrollment: { version } },
      name,
    )
  }

  const profile = (input: object) => send(app, person, 'updateProfile', input, 'user { version }')
  const { user } = (await profile({ bio: 'Lifts.' })) as unknown as { user: { version: number } }
  t.match(await profile({ bio: 'Runs.' }), { conflict: null, user: { version: user.version + 1 } })
  t.match(await profile({ bio: 'Swims.', expectedVersion: user.version }), { conflict: 'VERSION' })

  t.match(await send(app, person, 'deleteWorkout', { id: workout.id, expectedVersion: 1 }, 'version'), {
    conflict: 'VERSION',
  })
  t.match(await send(app, person, 'deleteWorkout', { id: workout.id }, 'version'), {
    ...{ conflict: null, version: 4 },
  })
})
