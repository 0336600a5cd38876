import t from 'tap'
import { loadBuiltInPrograms } from '../../../../src/features/training/programs/builtin/programs.js'
import german from '../../../../src/features/training/programs/builtin/translations/de.json' with { type: 'json' }
import spanish from '../../../../src/features/training/programs/builtin/translations/es.json' with { type: 'json' }
import { queryGraphQL, build, signUp } from '../../../helper.js'
import { starterCatalogue } from '../exercises/starter-catalogue.js'
import { newId } from '../workouts/workouts.js'

const de: Readonly<Record<string, string>> = german
const es: Readonly<Record<string, string>> = spanish

t.test('translates exactly the texts of the built-in programs', async t => {
  const texts = new Set<string>()
  for (const { title, description, weeks } of await loadBuiltInPrograms()) {
    for (const text of [title, description]) if (text !== null) texts.add(text)
    for (const { label, days } of weeks) {
      if (label !== null) texts.add(label)
      for (const { name, exercises } of days) {
        texts.add(name)
        for (const { notes } of exercises.flatMap(({ sets }) => sets)) if (notes !== null) texts.add(notes)
      }
    }
  }
  for (const words of [de, es]) {
    t.same(Object.keys(words).sort(), [...texts].sort())
    t.ok(Object.values(words).every(text => text.trim() === text && text !== '' && text.length <= 2000))
  }
})

t.test('returns built-in programs in the language of the user, and other programs unchanged', async t => {
  const app = await build(t)
  await app.features.services.exercises.import(starterCatalogue, 'starter')
  await app.features.services.programs.seed()
  const user = await signUp(app)
  const inSpanish = { headers: { ...user.headers, 'accept-language': 'es' } }
  const found = '{ programs(search: "first barbell") { edges { node { id } } } }'
  const { data } = await queryGraphQL<{ programs: { edges: { node: { id: string } }[] } }>(
    app,
    found,
    {},
    user,
  )
  const { id } = data!.programs.edges[0]!.node
  const shown = `query($id: ID!) {
    program(id: $id) { title description weeks(first: 1) { label days { name exercises { sets { notes } } } } }
  }`
  const texts = async (context: Pick<typeof user, 'headers'>, program = id) =>
    JSON.stringify((await queryGraphQL(app, shown, { id: program }, context)).data)
  const english = await texts(user)
  t.match(english, 'First Barbell 3 × 5')
  const spanish = await texts(inSpanish)
  for (const text of [
    'First Barbell 3 × 5',
    'A: squat, bench, row',
    'Slowly: practice the movement.',
    'Rest',
  ]) {
    t.ok(english.includes(`"${text}"`), text)
    t.notOk(spanish.includes(`"${text}"`), text)
    t.ok(spanish.includes(`"${es[text]}"`), text)
  }
  const copy = newId()
  await queryGraphQL(
    app,
    'mutation($id: ID!, $newId: ID!) { copyProgram(input: { id: $id, newId: $newId }) { conflict } }',
    { id, newId: copy },
    user,
  )
  t.equal(await texts(inSpanish, copy), await texts(user, copy), 'does not translate programs of users')

  const input = { id: newId(), programId: id, startDate: '2026-05-01', timezone: 'UTC' }
  await queryGraphQL(
    app,
    'mutation($input: EnrollInput!) { enroll(input: $input) { conflict } }',
    { input },
    user,
  )
  await queryGraphQL(app, 'mutation { updateProfile(input: { locale: de }) { conflict } }', {}, user)
  const next = '{ activeEnrollment { program { title } nextDay { name } } }'
  t.same((await queryGraphQL(app, next, {}, inSpanish)).data, {
    activeEnrollment: {
      program: { title: de['First Barbell 3 × 5'] },
      nextDay: { name: de['A: squat, bench, row'] },
    },
  })
})

t.test('shows programs, copies, workouts and exercises of one caller in one language', async t => {
  const app = await build(t)
  await app.features.services.exercises.import(starterCatalogue, 'starter')
  await app.features.services.programs.seed()
  const user = await signUp(app)
  await queryGraphQL(app, 'mutation { updateProfile(input: { locale: de }) { conflict } }', {}, user)
  const found = '{ programs(search: "first barbell") { edges { node { id } } } }'
  const { data } = await queryGraphQL<{ programs: { edges: { node: { id: string } }[] } }>(
    app,
    found,
    {},
    user,
  )
  const programId = data!.programs.edges[0]!.node.id
  const copied = await queryGraphQL(
    app,
    `mutation ($input: CopyProgramInput!) {
      copyProgram(input: $input) { program { title weeks(first: 1) { days { name exercises { sets { notes } } } } } }
    }`,
    { input: { id: programId, newId: newId() } },
    user,
  )
  const copy = JSON.stringify(copied)
  for (const text of ['First Barbell 3 × 5', 'A: squat, bench, row', 'Slowly: practice the movement.'])
    t.ok(copy.includes(`"${de[text]}"`), text)

  const enrollmentId = newId()
  const input = { id: enrollmentId, programId, startDate: '2026-05-01', timezone: 'UTC' }
  await queryGraphQL(
    app,
    'mutation($input: EnrollInput!) { enroll(input: $input) { conflict } }',
    { input },
    user,
  )
  const start = {
    id: newId(),
    startedAt: '2026-05-01T10:00:00.000Z',
    timezone: 'UTC',
    from: { programDay: { enrollmentId, week: 1, day: 1 } },
  }
  interface Started {
    startWorkout: {
      workout: { workoutTitle: string; exercises: { notes: string | null; exercise: { name: string } }[] }
    }
  }
  const started = await queryGraphQL<Started>(
    app,
    `mutation ($input: StartWorkoutInput!) {
      startWorkout(input: $input) { workout { workoutTitle exercises { notes exercise { name } } } }
    }`,
    { input: start },
    user,
  )
  const { workoutTitle, exercises } = started.data!.startWorkout.workout
  t.equal(workoutTitle, de['A: squat, bench, row'])
  t.equal(exercises[0]?.exercise.name, 'Kniebeuge mit der Langhantel')
  const german = new Set(Object.values(de))
  for (const note of exercises.flatMap(({ notes }) => notes?.split('\n') ?? [])) t.ok(german.has(note), note)
  t.ok(exercises.some(({ notes }) => notes !== null))
})
