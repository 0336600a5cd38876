import t from 'tap'
import type { App } from '../../src/app.js'
import { queryGraphQL, errorCodeOf, signUp, type TestUser } from '../helper.js'
import { queryRepeatedly } from '../graphql/requests.js'
import {
  buildWithExercises,
  buildWithPrograms,
  newId,
  program,
  publish,
  remove,
  save,
} from './training/programs/programs.js'

interface Found {
  id: string
  slug: string
}

const find = (app: App, field: 'exercise' | 'program', args: Record<string, unknown>, user?: TestUser) =>
  queryGraphQL<Record<string, Found | null>>(
    app,
    `query($id: ID, $slug: String) { ${field}(id: $id, slug: $slug) { id slug } }`,
    args,
    user,
  )

t.test('finds a catalogue exercise by its slug, and a custom exercise only for its owner', async t => {
  const { app, bench } = await buildWithExercises(t)
  const [owner, stranger] = [await signUp(app), await signUp(app)]
  const known = { exercise: { id: bench, slug: 'barbell-bench-press' } }
  t.same(
    (await find(app, 'exercise', { slug: 'barbell-bench-press' })).data,
    known,
    'finds an exercise without a token',
  )
  t.same((await find(app, 'exercise', { id: bench })).data, known)
  const literal = { query: '{ exercise(slug: "barbell-bench-press") { id slug } }' }
  for (const { data } of await queryRepeatedly(app, literal, owner)) t.same(data, known)

  const id = newId()
  const input = { id, name: 'Log press', primaryMuscles: ['SHOULDERS'], trackingType: 'WEIGHT_REPS' }
  const saved = await queryGraphQL<{ saveExercise: { exercise: Found } }>(
    app,
    'mutation($input: ExerciseInput!) { saveExercise(input: $input) { exercise { id slug } } }',
    { input },
    owner,
  )
  const { exercise } = saved.data!.saveExercise
  t.same((await find(app, 'exercise', { slug: exercise.slug }, owner)).data, { exercise })
  t.equal(errorCodeOf(await find(app, 'exercise', { slug: exercise.slug }, stranger)), 'NOT_FOUND')
  t.equal(errorCodeOf(await find(app, 'exercise', { slug: exercise.slug })), 'NOT_FOUND')
  for (const slug of ['', 'nothing', `custom-${bench}`, `custom-${newId()}`])
    t.equal(errorCodeOf(await find(app, 'exercise', { slug }, owner)), 'NOT_FOUND', slug)
})

t.test('finds a program by its slug, if the caller may see it', async t => {
  const { app, bench } = await buildWithExercises(t)
  const [admin, owner, stranger] = [
    await signUp(app, { role: 'ADMIN' }),
    await signUp(app),
    await signUp(app),
  ]
  const publicOne = program(bench, { title: 'Strong in Spring' })
  await save(app, admin, publicOne)
  await publish(app, admin, publicOne.id)
  const shown = { program: { id: publicOne.id, slug: 'strong-in-spring' } }
  t.same((await find(app, 'program', { slug: 'strong-in-spring' }, stranger)).data, shown)
  t.same((await find(app, 'program', { id: publicOne.id }, stranger)).data, shown)

  const own = program(bench, { title: 'Only Mine' })
  await save(app, owner, own)
  const mine = { program: { id: own.id, slug: 'only-mine' } }
  t.same((await find(app, 'program', { slug: 'only-mine' }, owner)).data, mine, 'finds a draft of the caller')
  t.equal(errorCodeOf(await find(app, 'program', { slug: 'only-mine' }, stranger)), 'NOT_FOUND')
  t.equal(errorCodeOf(await find(app, 'program', { slug: 'only-mine' }, admin)), 'NOT_FOUND')
  t.equal(errorCodeOf(await find(app, 'program', { slug: 'only-mine' })), 'UNAUTHENTICATED')

  const same = program(bench, { title: 'Only Mine' })
  await save(app, stranger, same)
  t.same(
    (await find(app, 'program', { slug: 'only-mine' }, stranger)).data,
    { program: { id: same.id, slug: 'only-mine' } },
    'finds the program of another user with the same slug',
  )
  await remove(app, owner, own.id)
  t.equal(
    errorCodeOf(await find(app, 'program', { slug: 'only-mine' }, owner)),
    'NOT_FOUND',
    'does not find a deleted program',
  )
})

t.test('finds built-in programs by their slugs', async t => {
  const app = await buildWithPrograms(t)
  const user = await signUp(app)
  const { data } = await queryGraphQL<{ programs: { edges: { node: Found }[] } }>(
    app,
    '{ programs(first: 100) { edges { node { id slug } } } }',
    {},
    user,
  )
  t.ok(data!.programs.edges.length > 3)
  for (const { node } of data!.programs.edges)
    t.same((await find(app, 'program', { slug: node.slug }, user)).data, { program: node })
})

t.test('rejects both or neither of id and slug', async t => {
  const { app, bench } = await buildWithExercises(t)
  const user = await signUp(app)
  for (const field of ['exercise', 'program'] as const) {
    const refused = async (args: Record<string, unknown>, input: string) =>
      t.match(
        await find(app, field, args, user),
        { data: { [field]: null }, errors: [{ extensions: { code: 'BAD_USER_INPUT', field: input } }] },
        `${field} ${JSON.stringify(args)}`,
      )
    await refused({ id: bench, slug: 'barbell-bench-press' }, 'slug')
    await refused({}, 'id')
    await refused({ id: null, slug: null }, 'id')
    await refused({ id: 'x' }, 'id')
    t.match(await queryGraphQL(app, `{ ${field} { id } }`, {}, user), {
      errors: [{ extensions: { code: 'BAD_USER_INPUT', field: 'id' } }],
    })
  }
})
