import { existsSync } from 'node:fs'
import t, { type Test } from 'tap'
import type { App } from '../../../../src/app.js'
import { readArray } from '../../../../src/features/training/exercises/free-exercise-db/json-file.js'
import { readRecords } from '../../../../src/features/training/exercises/free-exercise-db/records.js'
import { popularity } from '../../../../src/features/training/exercises/search/popularity.js'
import { queryGraphQL } from '../../../helper.js'
import { catalogueOf } from './documents.js'
import { searchTable, withImport } from './search-table.js'
import { starterCatalogue } from './starter-catalogue.js'

/** The path of free-exercise-db, which is not part of the project because its origin is disputed. */
const imported = process.env.FREE_EXERCISE_DB ?? ''

interface Found {
  exercises: {
    totalCount: number
    edges: { node: { name: string; category: string; equipment: string[] } }[]
  }
}

async function find(app: App, search: string, first: number) {
  const query = `query ($search: String!, $first: Int!) {
    exercises(search: $search, first: $first) { totalCount edges { node { name category equipment } } }
  }`
  const { data } = await queryGraphQL<Found>(app, query, { search, first })
  return data!.exercises.edges.map(({ node }) => node)
}

const namesOf = (found: Awaited<ReturnType<typeof find>>) => found.map(({ name }) => name)

const isStretch = ({ category, equipment }: { category: string; equipment: string[] }) =>
  category === 'STRETCHING' || equipment.includes('FOAM_ROLL')

t.test('has no duplicate searches in the table', async t => {
  const searches = searchTable.map(([search]) => search)
  t.ok(searches.length >= 120)
  t.equal(new Set(searches).size, searches.length)
  const names = new Set(starterCatalogue.map(({ name }) => name))
  for (const [search, ...expected] of searchTable) {
    t.ok(expected.length > 0 && expected.length <= 3, search)
    for (const name of expected) t.ok(names.has(name), `${search}: ${name}`)
  }
})

t.test('ranks the expected exercises first', async t => {
  const app = await catalogueOf(t)
  for (const [search, ...expected] of searchTable)
    t.strictSame(namesOf(await find(app, search, expected.length)), expected, search)
})

const skip = existsSync(imported)
  ? false
  : 'free-exercise-db is not here: say by FREE_EXERCISE_DB where it is'

t.test('ranks the expected exercises first with 700 imported exercises', { skip }, async t => {
  const app = await catalogueOf(t)
  const { entries } = readRecords(await readArray(imported))
  const { added } = await app.features.services.exercises.import(entries, 'free-exercise-db')
  t.ok(added > 600, `${added} added`)
  for (const [search, ...usual] of searchTable) {
    const expected = withImport[search] ?? usual
    t.strictSame(namesOf(await find(app, search, expected.length)), expected, search)
  }
  await stretchesComeLast(t, app)
})

t.test('ranks stretches and foam rolling last unless the search asks for them', async t => {
  await stretchesComeLast(t, await catalogueOf(t))
})

async function stretchesComeLast(t: Pick<Test, 'ok'>, app: App): Promise<void> {
  for (const search of [
    'quads',
    'hamstrings',
    'lats',
    'shoulders',
    'neck',
    'calves',
    'no equipment',
    'hip',
    'band',
  ]) {
    const kinds = (await find(app, search, 100)).map(isStretch)
    t.ok(!kinds[0], `${search}: an exercise is first`)
    t.ok(
      !kinds.slice(kinds.indexOf(true)).includes(false) || !kinds.includes(true),
      `${search}: none after a stretch`,
    )
  }
  for (const search of [
    'stretch',
    'stretching',
    'hamstring stretches',
    'foam rolling',
    'mobility',
    'foam roller back',
  ])
    t.ok((await find(app, search, 3)).every(isStretch), search)
}

t.test('finds the same exercises for synonyms', async t => {
  const app = await catalogueOf(t)
  const same = [
    ['squat', 'squats', 'SQUAT'],
    ['pull up', 'pullup', 'pull-ups', 'pullups', 'pull ups'],
    ['db press', 'dumbbell press', 'DB presses'],
    ['kb swing', 'kettlebell swings', 'kettle bell swing'],
    ['bodyweight', 'no equipment', 'body weight', 'bw exercises'],
    ['abs', 'abdominals', 'ab exercises', 'exercises for the abs'],
    ['swiss ball crunch', 'stability ball crunches', 'exercise ball crunch'],
    ['hex bar', 'trap bar'],
    ['one arm row', 'single-arm rows'],
  ]
  for (const [search = '', ...others] of same) {
    const found = namesOf(await find(app, search, 20))
    t.ok(found.length > 0, search)
    for (const other of others)
      t.strictSame(namesOf(await find(app, other, 20)), found, `${other} as ${search}`)
  }
})

t.test('has every popular exercise in the catalogue', async t => {
  const slugs = new Set(starterCatalogue.map(({ slug }) => slug))
  t.strictSame(
    [...popularity.keys()].filter(slug => !slugs.has(slug)),
    [],
  )
})
