// Finishes workouts of a program until it is killed. Prints its user, then a line before and after each finish.
import { buildApp } from '../../../../src/app.js'
import { loadConfig } from '../../../../src/config.js'
import { queryGraphQL, signUp } from '../../../helper.js'
import { newId } from './workouts.js'

const print = (...words: unknown[]) => process.stdout.write(`${words.join('\t')}\n`)

const app = await buildApp(loadConfig(JSON.parse(process.argv[2] ?? '') as Record<string, string>))
await app.ready()
const user = await signUp(app)

async function request<Data>(query: string, variables: object = {}): Promise<Data> {
  const { data, errors } = await queryGraphQL<Data>(app, query, variables, user)
  if (!data || errors) throw new Error(JSON.stringify(errors))
  return data
}

interface Started {
  id: string
  version: number
  exercises: {
    entryId: string
    exerciseId: string
    sets: { setId: string; target: { load: object | null; minReps: number } }[]
  }[]
}

const fields =
  'id version exercises { entryId exerciseId sets { setId target { load { value unit } minReps } } }'
const timezone = 'UTC'

const { programs, exercises } = await request<{
  programs: { edges: { node: { id: string } }[] }
  exercises: { edges: { node: { id: string } }[] }
}>(`{
  programs(search: "first barbell", first: 1) { edges { node { id } } }
  exercises(search: "biceps curl", filter: { trackingTypes: [WEIGHT_REPS] }, first: 1) { edges { node { id } } }
}`)
const enrollmentId = newId()
await request('mutation($input: EnrollInput!) { enroll(input: $input) { conflict } }', {
  input: {
    ...{ id: enrollmentId, programId: programs.edges[0]?.node.id, timezone },
    startDate: new Date().toISOString().slice(0, 10),
  },
})
const exerciseId = exercises.edges[0]?.node.id
print('person', user.email, user.password, exerciseId)

for (let number = 1; ; number++) {
  const { activeEnrollment } = await request<{
    activeEnrollment: { currentWeek: number; currentDay: number }
  }>('{ activeEnrollment { currentWeek currentDay } }')
  const startedAt = new Date(Date.now() - 3_600_000 + number * 1000).toISOString()
  const programDay = { enrollmentId, week: activeEnrollment.currentWeek, day: activeEnrollment.currentDay }
  const { startWorkout } = await request<{ startWorkout: { workout: Started } }>(
    `mutation($input: StartWorkoutInput!) { startWorkout(input: $input) { workout { ${fields} } } }`,
    { input: { id: newId(), from: { programDay }, startedAt, timezone } },
  )
  const { id, version, exercises } = startWorkout.workout
  const planned = exercises.map(({ entryId, exerciseId, sets }) => ({
    ...{ id: entryId, exerciseId },
    sets: sets.map(set => ({
      id: set.setId,
      reps: set.target.minReps,
      load: set.target.load,
      completedAt: startedAt,
    })),
  }))
  // Each workout sets a new record of this exercise.
  const load = { value: 10 + 2.5 * number, unit: 'KG' }
  const extra = { id: newId(), exerciseId, sets: [{ id: newId(), reps: 5, load, completedAt: startedAt }] }
  const endedAt = new Date().toISOString()
  print('finishing', number)
  await request('mutation($input: WorkoutInput!) { saveWorkout(input: $input) { conflict } }', {
    input: {
      id,
      expectedVersion: version,
      startedAt,
      endedAt,
      timezone,
      programDay,
      exercises: [...planned, extra],
    },
  })
  print('finished', number)
}
