import sharp from 'sharp'
import t from 'tap'
import { mapTargets } from '../../../../src/features/training/muscle-maps/muscle-map.js'
import { build, queryGraphQL, signUp } from '../../../helper.js'
import { buildWithExercises, completed, done, entry, save } from '../workouts/workouts.js'

/** Points within muscles, as the SVG's own coordinates. */
const points = {
  chest: [115, 105],
  frontDeltoid: [142, 100],
  sideDeltoid: [153, 108],
  abdominals: [104, 150],
  rearDeltoid: [328, 100],
  triceps: [340, 140],
  head: [95, 35],
} satisfies Record<string, [number, number]>

/** Renders the picture and returns how red each point is: red minus blue. */
async function redness(svg: string): Promise<Record<keyof typeof points, number>> {
  const image = sharp(Buffer.from(svg)).flatten({ background: '#fff' }).raw()
  const { data, info } = await image.toBuffer({ resolveWithObject: true })
  const scale = info.width / 380
  return Object.fromEntries(
    Object.entries(points).map(([name, [x, y]]) => {
      const at = (Math.round(y * scale) * info.width + Math.round(x * scale)) * info.channels
      return [name, data[at]! - data[at + 2]!]
    }),
  ) as Record<keyof typeof points, number>
}

t.test('draws a body with highlighted muscles', async t => {
  const app = await build(t)
  const get = (query: string) => app.inject({ method: 'GET', url: `/api/muscle-map.svg${query}` })

  t.test('highlights primary muscles more than secondary ones', async t => {
    const response = await get('?primary=CHEST&secondary=TRICEPS,FRONT')
    t.equal(response.statusCode, 200)
    t.match(response.headers, {
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
    })
    t.match(
      response.body,
      '<title id="title">Primary muscles: chest; Secondary muscles: triceps, front deltoid<',
    )
    t.match(response.body, '@media(prefers-color-scheme:dark)')
    const lit = await redness(response.body)
    t.ok(lit.chest > 150, `${lit.chest}`)
    t.ok(lit.triceps > 30 && lit.triceps < lit.chest, `${lit.triceps}`)
    t.equal(lit.frontDeltoid, lit.triceps)
    for (const name of ['sideDeltoid', 'rearDeltoid', 'abdominals', 'head'] as const)
      t.ok(lit[name] < 10, name)
  })

  t.test('highlights muscles by their number of sets', async t => {
    const { body } = await get('?sets=CHEST:20,ABDOMINALS:5.5,SHOULDERS:10,TRICEPS:0')
    const lit = await redness(body)
    t.ok(lit.chest > lit.frontDeltoid && lit.frontDeltoid > lit.abdominals && lit.abdominals > 20)
    t.same([lit.sideDeltoid, lit.rearDeltoid], [lit.frontDeltoid, lit.frontDeltoid], 'all heads')
    t.ok(lit.triceps < 10)
    t.same(
      await redness((await get('?sets=CHEST:1000')).body),
      await redness((await get('?sets=CHEST:20')).body),
    )
  })

  t.test('highlights a head of the deltoid apart from the shoulders', async t => {
    const lit = await redness((await get('?primary=SHOULDERS&secondary=FRONT')).body)
    t.ok(lit.sideDeltoid > 90 && lit.rearDeltoid > 90, `${lit.sideDeltoid} ${lit.rearDeltoid}`)
    t.ok(lit.frontDeltoid < lit.sideDeltoid)
  })

  t.test('draws every muscle', async t => {
    const { body: plain } = await get('')
    for (const target of mapTargets) t.not((await get(`?primary=${target}`)).body, plain, target)
    for (const parameter of ['primary', 'secondary'])
      t.equal((await get(`?${parameter}=${mapTargets.join()}&v=1`)).statusCode, 200)
    t.equal((await get(`?sets=${mapTargets.map(target => `${target}:999.25`).join()}`)).statusCode, 200)
  })

  t.test('rejects unknown muscles, numbers and combinations', async t => {
    const invalid: [string, string][] = [
      ['?primary=BELLY', 'primary'],
      ['?primary=chest', 'primary'],
      ['?primary=CHEST,', 'primary'],
      ['?primary=CHEST&primary=LATS', 'primary'],
      ['?secondary=%3Cscript%3E', 'secondary'],
      [`?primary=${'CHEST,'.repeat(101)}`, 'primary'],
      ['?primary=CHEST,LATS,CHEST', 'primary'],
      ['?primary=CHEST&secondary=LATS,CHEST', 'secondary'],
      ['?sets=CHEST', 'sets'],
      ['?sets=CHEST:1,CHEST:5', 'sets'],
      ['?sets=CHEST:-1', 'sets'],
      ['?sets=CHEST:1001', 'sets'],
      ['?sets=CHEST:1e3', 'sets'],
      ['?sets=CHEST:12:3', 'sets'],
      ['?sets=CHEST:1&primary=LATS', 'sets'],
    ]
    for (const [query, field] of invalid) {
      const response = await get(query)
      t.equal(response.statusCode, 400, query)
      t.match(response.json(), { error: { code: 'BAD_REQUEST', field } }, query)
      t.match(response.headers, { 'cache-control': 'no-store' }, query)
    }
  })
})

t.test('returns the URLs of the maps of an exercise and of a workout', async t => {
  const { app, bench } = await buildWithExercises(t)
  const user = await signUp(app)
  const workout = completed({ exercises: [entry(bench, [done({ reps: 5 }), done({ reps: 5 })])] })
  await save(app, user, workout)
  const { data } = await queryGraphQL<{
    exercise: { muscleMapUrl: string }
    workout: { totals: { muscleMapUrl: string } }
  }>(
    app,
    `query($exercise: ID!, $workout: ID!) {
      exercise(id: $exercise) { muscleMapUrl } workout(id: $workout) { totals { muscleMapUrl } }
    }`,
    { exercise: bench, workout: workout.id },
    user,
  )
  const urls = [data!.exercise.muscleMapUrl, data!.workout.totals.muscleMapUrl].map(url => new URL(url))
  t.same(
    urls.map(({ pathname, search }) => (pathname + decodeURIComponent(search)).replace(/&v=\w{8}$/, '')),
    [
      '/api/muscle-map.svg?primary=CHEST&secondary=FRONT,TRICEPS',
      '/api/muscle-map.svg?sets=CHEST:2,SHOULDERS:1,TRICEPS:1',
    ],
  )
  for (const { pathname, search } of urls)
    t.equal((await app.inject({ method: 'GET', url: pathname + search })).statusCode, 200)
})
