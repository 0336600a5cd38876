import t from 'tap'
import type { App } from '../../../../src/app.js'
import { queryGraphQL, signUp, type TestUser } from '../../../helper.js'
import { newId } from '../../training/workouts/workouts.js'
import { buildWithExercises, ended, filePart, imported, post, send, stateOf } from './imports.js'

const header = 'Date,Workout Name,Exercise Name,Set Order,Weight,Reps\n'
const rows = (name: string, count: number, day = '2026-05-01') =>
  Array.from({ length: count }, (_, index) => `${day} 10:00:00,Day,"${name}",${index + 1},50,5\n`).join('')

interface Unmatched {
  name: string
  rows: number
  suggestions: { exercise: { id: string; name: string }; confidence: number }[]
}

async function unmatchedOf(app: App, user: TestUser, id: string): Promise<Unmatched[]> {
  const { data, errors } = await queryGraphQL<{ workoutImport: { unmatchedExercises: Unmatched[] } }>(
    app,
    `query($id: ID!) {
      workoutImport(id: $id) { unmatchedExercises { name rows suggestions { exercise { id name } confidence } } }
    }`,
    { id },
    user,
  )
  if (!data || errors) throw new Error(JSON.stringify(errors))
  return data.workoutImport.unmatchedExercises
}

async function exercisesOfFirstWorkout(app: App, user: TestUser): Promise<string[]> {
  const { data } = await queryGraphQL<{
    workouts: { edges: { node: { exercises: { exercise: { name: string } }[] } }[] }
  }>(app, '{ workouts(first: 1) { edges { node { exercises { exercise { name } } } } } }', {}, user)
  return data!.workouts.edges[0]!.node.exercises.map(({ exercise }) => exercise.name)
}

t.test('names that match no exercise', async t => {
  const app = await buildWithExercises(t)
  const file = `${header}${rows('Bench Press (Barbell)', 2)}${rows("Coach's Bulgarian Split Squats", 3)}${rows('Qwxyz', 1)}`

  t.test('are listed with suggestions in a preview, and take the exercises of the mapping', async t => {
    const user = await signUp(app)
    const preview = await imported(app, user, file, { dryRun: 'true' })
    t.same(preview.exercisesCreated, ["Coach's Bulgarian Split Squats", 'Qwxyz'])
    const [squats, unknown] = await unmatchedOf(app, user, preview.id)
    t.match(squats, { name: "Coach's Bulgarian Split Squats", rows: 3 })
    t.same(unknown, { name: 'Qwxyz', rows: 1, suggestions: [] })
    const suggestions = squats?.suggestions ?? []
    t.ok(suggestions.length > 0 && suggestions.length <= 3)
    t.ok(suggestions.every(({ confidence }) => confidence >= 0.3 && confidence <= 0.85))
    t.match(suggestions[0]?.exercise.name, /Bulgarian Split Squat/)

    const chosen = suggestions[0]!.exercise
    const mapping = JSON.stringify([{ name: squats!.name, exerciseId: chosen.id.toUpperCase() }])
    const done = await imported(app, user, file, { mapping })
    t.match(done, { importStatus: 'COMPLETED', workoutsMade: 1, exercisesCreated: ['Qwxyz'] })
    t.match(
      done.exercisesMatched.find(({ name }) => name === squats?.name),
      { confidence: 1, exercise: { name: chosen.name } },
    )
    t.same(await exercisesOfFirstWorkout(app, user), ['Barbell Bench Press', chosen.name, 'Qwxyz'])
    t.same(
      (await unmatchedOf(app, user, done.id)).map(({ name }) => name),
      ['Qwxyz'],
    )
  })

  t.test('can be mapped to own exercises, against a match', async t => {
    const user = await signUp(app)
    const own = newId()
    await queryGraphQL(
      app,
      'mutation($input: ExerciseInput!) { saveExercise(input: $input) { conflict } }',
      { input: { id: own, name: 'My press' } },
      user,
    )
    const mapping = JSON.stringify([{ name: 'bench press barbell', exerciseId: own }])
    await imported(app, user, `${header}${rows('Bench Press (Barbell)', 2)}`, { mapping })
    t.same(await exercisesOfFirstWorkout(app, user), ['My press'])
  })

  t.test('are not mapped to exercises of others, nor by invalid mappings', async t => {
    const [user, other] = [await signUp(app), await signUp(app)]
    const foreign = newId()
    await queryGraphQL(
      app,
      'mutation($input: ExerciseInput!) { saveExercise(input: $input) { conflict } }',
      { input: { id: foreign, name: 'Secret' } },
      other,
    )
    const valid = { name: 'a', exerciseId: foreign }
    const invalid: [string, string][] = [
      ['[', 'mapping'],
      ['{}', 'mapping'],
      [JSON.stringify(Array(2001).fill(valid)), 'mapping'],
      ['[null]', 'mapping[0].name'],
      ['[{ "name": "" }]', 'mapping[0].name'],
      [`[{ "name": "${'a'.repeat(301)}" }]`, 'mapping[0].name'],
      ['[{ "name": "a", "exerciseId": 5 }]', 'mapping[0].exerciseId'],
      ['[{ "name": "a", "exerciseId": "x" }]', 'mapping[0].exerciseId'],
      [JSON.stringify([valid, { ...valid, name: 'A!' }]), 'mapping[1].name'],
      [JSON.stringify([valid]), 'mapping[0].exerciseId'],
      [JSON.stringify([{ name: 'a', exerciseId: newId() }]), 'mapping[0].exerciseId'],
    ]
    for (const [content, field] of invalid) {
      const response = await post(app, user, [filePart(file), { field: 'mapping', content }])
      t.equal(response.statusCode, 400, content.slice(0, 60))
      t.match(response.json(), { error: { code: 'BAD_REQUEST', field } }, content.slice(0, 60))
    }
    const long = await post(app, user, [filePart(file), { field: 'timezone', content: 'x'.repeat(2000) }])
    t.match(long.json(), { error: { code: 'BAD_REQUEST', field: 'timezone' } })
  })

  t.test('can be symbols, and the mapping can be a part with the type of JSON', async t => {
    const user = await signUp(app)
    const query = '{ exercises(first: 2) { edges { node { id name } } } }'
    const { data } = await queryGraphQL<{ exercises: { edges: { node: { id: string; name: string } }[] } }>(
      app,
      query,
    )
    const [first, second] = data!.exercises.edges.map(({ node }) => node)
    const mapping = [
      { name: '\u{1F4AA}', exerciseId: first!.id },
      { name: '\u{1F525}', exerciseId: second!.id },
    ]
    const part = { field: 'mapping', type: 'application/json', content: JSON.stringify(mapping) }
    const response = await post(app, user, [filePart(header + rows('\u{1F4AA}', 1)), part])
    t.equal(response.statusCode, 202, response.body)
    await ended(app, user, response.json<{ data: { id: string } }>().data.id)
    t.same(await exercisesOfFirstWorkout(app, user), [first!.name])
    const long = await post(app, user, [filePart(file), { field: 'mapping', content: 'x'.repeat(600_000) }])
    t.match(long.json(), { error: { code: 'BAD_REQUEST', field: 'mapping' } })
  })

  t.test('are suggested for at most 200 names, however long they are', async t => {
    const user = await signUp(app)
    const names = Array.from({ length: 250 }, (_, index) => `Lunge ${'barbell '.repeat(11)}${index}`)
    const lines = names.map((name, index) => rows(name, 1, `2026-04-${10 + Math.floor(index / 25)}`))
    const id = await send(app, user, header + lines.join(''), { dryRun: 'true' })
    await ended(app, user, id)
    const unmatched = await unmatchedOf(app, user, id)
    t.equal(unmatched.length, 250)
    t.equal(unmatched.filter(({ suggestions }) => suggestions.length > 0).length, 200)
    t.match(await stateOf(app, user, id), { importStatus: 'COMPLETED' })
  })
})
