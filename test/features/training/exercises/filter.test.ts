import fc from 'fast-check'
import t from 'tap'
import type { ExerciseFilter } from '../../../../src/features/training/exercises/facets.js'
import type {
  ExerciseScope,
  ExerciseSort,
} from '../../../../src/features/training/exercises/exercise-list.js'
import * as vocabulary from '../../../../src/lib/exercise-vocabulary.js'
import type { App } from '../../../../src/app.js'
import type { Page } from '../../../../src/lib/pages.js'
import { unlimited } from '../../../graphql/requests.js'
import { queryGraphQL, build, errorCodeOf, signUp, type TestUser } from '../../../helper.js'
import { everything, favorite, newId, save, use } from './custom-exercises.js'
import { starterCatalogue } from './starter-catalogue.js'

interface Row extends vocabulary.ExerciseEntry {
  id: string
  isCustom: boolean
}

interface ListArguments {
  filter?: (ExerciseFilter & { scope?: ExerciseScope | null }) | null
  sort?: ExerciseSort | null
  search?: string | null
  first?: number
  after?: string | null
}

const sendList = (app: App, user: TestUser | undefined, list: ListArguments) =>
  queryGraphQL<{ exercises: Page<Row> | null }>(
    app,
    `query ($first: Int, $after: String, $search: String, $filter: ExerciseFilter, $sort: ExerciseSort) {
      exercises(first: $first, after: $after, search: $search, filter: $filter, sort: $sort) {
        totalCount pageInfo { hasNextPage endCursor } edges { cursor node { ${everything} } }
      }
    }`,
    list,
    user,
  )

/** All matches, read page by page. */
async function all(app: App, user: TestUser | undefined, list: ListArguments): Promise<Row[]> {
  const rows: Row[] = []
  for (let after: string | null = null; ;) {
    const { data, errors } = await sendList(app, user, { ...list, after })
    if (!data?.exercises) throw new Error(JSON.stringify(errors))
    const { edges, pageInfo, totalCount } = data.exercises
    rows.push(...edges.map(({ node }) => node))
    if (!pageInfo.hasNextPage) {
      if (totalCount !== rows.length) throw new Error(`${totalCount} are said to be ${rows.length}`)
      return rows
    }
    after = pageInfo.endCursor
  }
}

const day = (number: number) => new Date(Date.UTC(2026, 0, number))

/** A catalogue and two users with custom exercises, favorites and workouts. */
async function buildWithExercises() {
  const app = await build(t, { settings: unlimited })
  const some = starterCatalogue.filter((_, at) => at % 3 === 0)
  await app.features.services.exercises.import(some, 'starter')
  const [user, stranger] = [await signUp(app), await signUp(app)]
  for (let at = 0; at < 12; at++) {
    const { slug: _, ...entry } = starterCatalogue[at * 25 + 1]!
    await save(app, user, { id: newId(), ...entry, name: `${'BarMbz'[at % 6]}${at} of mine` })
  }
  const strange = newId()
  await save(app, stranger, { id: strange, name: 'Barbell of a stranger', primaryMuscles: ['CHEST'] })
  await favorite(app, stranger, strange)
  const rows = await all(app, user, { first: 100 })
  const uses = new Map(
    rows
      .filter((_, at) => at % 7 === 0)
      .map(({ id }, at) => [
        id,
        { timesPerformed: at % 4, lastPerformedAt: at % 4 === 0 ? null : day(1 + (at % 5)) },
      ]),
  )
  await use(app, user, Object.fromEntries(uses))
  const favorites = new Set(rows.filter((_, at) => at % 5 === 0).map(({ id }) => id))
  for (const id of favorites) await favorite(app, user, id)
  return { app, user, stranger, rows, uses, favorites }
}

const { app, user, stranger, rows, uses, favorites } = await buildWithExercises()

/** A naive implementation of the documented behavior. */
function passes(row: Row, filter: ListArguments['filter'] = {}): boolean {
  const { muscles, primaryMuscles, equipment, categories, levels, mechanic, force, trackingTypes, scope } =
    filter ?? {}
  const anyOf = <Word>(allowed: readonly Word[] | null | undefined, has: readonly Word[]) =>
    !allowed || allowed.length === 0 || has.some(word => allowed.includes(word))
  if (scope === 'CATALOGUE' && row.isCustom) return false
  if (scope === 'MINE' && !row.isCustom) return false
  if (scope === 'FAVORITES' && !favorites.has(row.id)) return false
  if (!anyOf(muscles, [...row.primaryMuscles, ...row.secondaryMuscles])) return false
  if (!anyOf(primaryMuscles, row.primaryMuscles)) return false
  if (equipment?.length && !row.equipment.every(item => item === 'BODY_ONLY' || equipment.includes(item)))
    return false
  if (!anyOf(categories, [row.category]) || !anyOf(levels, [row.level])) return false
  if (mechanic && row.mechanic !== mechanic) return false
  if (force && row.force !== force) return false
  return anyOf(trackingTypes, [row.trackingType])
}

const byName = (one: Row, other: Row) => (one.name.toLowerCase() < other.name.toLowerCase() ? -1 : 1)

function inOrder(found: Row[], sort: ExerciseSort | null | undefined): Row[] {
  const valueOf = ({ id }: Row) =>
    sort === 'LAST_PERFORMED'
      ? (uses.get(id)?.lastPerformedAt?.getTime() ?? 0)
      : sort === 'TIMES_PERFORMED'
        ? (uses.get(id)?.timesPerformed ?? 0)
        : 0
  return [...found].sort((one, other) => valueOf(other) - valueOf(one) || byName(one, other))
}

const listOf = <Word>(words: readonly Word[]) =>
  fc.option(fc.subarray([...words], { maxLength: Math.min(6, words.length) }), { freq: 1 })
const filters = fc.record(
  {
    muscles: listOf(vocabulary.muscles),
    primaryMuscles: listOf(vocabulary.muscles),
    equipment: fc.option(fc.subarray([...vocabulary.equipment]), { nil: undefined }),
    categories: listOf(vocabulary.categories),
    levels: listOf(vocabulary.levels),
    mechanic: fc.option(fc.constantFrom(...vocabulary.mechanics), { freq: 1 }),
    force: fc.option(fc.constantFrom(...vocabulary.forces), { freq: 1 }),
    trackingTypes: listOf(vocabulary.trackingTypes),
    scope: fc.option(fc.constantFrom<ExerciseScope>('CATALOGUE', 'MINE', 'FAVORITES', 'ALL')),
  },
  { requiredKeys: [] },
)
const sorts = fc.option(
  fc.constantFrom<ExerciseSort>('NAME', 'RELEVANCE', 'LAST_PERFORMED', 'TIMES_PERFORMED'),
)

t.test('filters and sorts correctly on pages of any size', async t => {
  t.ok(rows.length > 110 && favorites.size > 10)
  await fc.assert(
    fc.asyncProperty(filters, sorts, fc.integer({ min: 9, max: 100 }), async (filter, sort, first) => {
      const expected = inOrder(
        rows.filter(row => passes(row, filter)),
        sort,
      )
      const found = await all(app, user, { filter, sort, first })
      t.same(
        found.map(({ name }) => name),
        expected.map(({ name }) => name),
        JSON.stringify({ filter, sort, first }),
      )
    }),
    { numRuns: 150 },
  )
})

t.test('finds the same exercises with a filter, except those that do not match it, in any order', async t => {
  const searches = fc.constantFrom('press', 'mine', 'curl', 'barbell', 'b6 of mine', 'legs', 'sqaut mine')
  await fc.assert(
    fc.asyncProperty(searches, filters, sorts, async (search, filter, sort) => {
      const whole = await all(app, user, { search, first: 100 })
      const passing = whole.filter(row => passes(row, filter))
      const expected = sort === null || sort === 'RELEVANCE' ? passing : inOrder(passing, sort)
      const found = await all(app, user, { search, filter, sort, first: 40 })
      t.same(
        found.map(({ name }) => name),
        expected.map(({ name }) => name),
        JSON.stringify({ search, filter, sort }),
      )
    }),
    { numRuns: 80 },
  )
})

t.test('shows the catalogue without a token', async t => {
  const catalogue = rows.filter(({ isCustom }) => !isCustom)
  for (const scope of [null, 'CATALOGUE', 'ALL'] as const)
    t.same(
      (await all(app, undefined, { filter: { scope }, first: 100 })).map(({ id }) => id),
      catalogue.map(({ id }) => id),
    )
  t.same(
    (await all(app, undefined, { search: 'mine', first: 100 })).filter(({ isCustom }) => isCustom),
    [],
  )
})

t.test('requires a token for scopes and orders that depend on the user', async t => {
  for (const scope of ['MINE', 'FAVORITES'] as const)
    t.equal(errorCodeOf(await sendList(app, undefined, { filter: { scope } })), 'UNAUTHENTICATED', scope)
  for (const sort of ['LAST_PERFORMED', 'TIMES_PERFORMED'] as const)
    t.equal(errorCodeOf(await sendList(app, undefined, { sort })), 'UNAUTHENTICATED', sort)
})

t.test('does not find exercises of other users', async t => {
  const names = (await all(app, stranger, { first: 100 })).map(({ name }) => name)
  t.ok(names.includes('Barbell of a stranger'))
  t.notOk(names.some(name => name.endsWith('of mine')))
  for (const list of [
    { search: 'mine' },
    { search: 'stranger' },
    { filter: { primaryMuscles: ['CHEST' as const] } },
  ]) {
    const mine = await all(app, user, { ...list, first: 100 })
    t.notOk(mine.some(({ name }) => name.includes('stranger')))
    const theirs = await all(app, stranger, { ...list, first: 100 })
    t.notOk(theirs.some(({ name }) => name.includes('mine')))
  }
  const only = (scope: ExerciseScope) => all(app, stranger, { filter: { scope } })
  for (const scope of ['MINE', 'FAVORITES'] as const)
    t.match(await only(scope), [{ name: 'Barbell of a stranger' }])
})

t.test('finds a custom exercise by its name before exercises with similar names', async t => {
  const first = async (search: string) => (await all(app, user, { search, first: 100 }))[0]?.name
  t.equal(await first('M3 of mine'), 'M3 of mine')
  await save(app, user, { id: newId(), name: 'Zottman Frobnicator', primaryMuscles: ['BICEPS'] })
  t.equal(await first('frobnicator'), 'Zottman Frobnicator', 'finds a new exercise immediately')
  t.equal(await first('zottman frobnicatr'), 'Zottman Frobnicator', 'finds it despite a typo')
  t.equal(await first('frob'), 'Zottman Frobnicator', 'finds it by a prefix')
  t.same(await all(app, stranger, { search: 'frobnicator' }), [])
})

t.test('rejects a cursor of another search, filter or order', async t => {
  const lists: ListArguments[] = [
    {},
    { search: 'press' },
    { search: 'curl' },
    { sort: 'LAST_PERFORMED' },
    { sort: 'TIMES_PERFORMED' },
    { search: 'press', sort: 'NAME' },
    { filter: { force: 'PULL' } },
    { filter: { muscles: ['CHEST', 'LATS'] } },
    { filter: { primaryMuscles: ['CHEST', 'LATS'] } },
    { filter: { scope: 'FAVORITES' } },
    { filter: { scope: 'CATALOGUE' } },
  ]
  const cursors = []
  for (const list of lists) {
    const { data } = await sendList(app, user, { ...list, first: 1 })
    cursors.push(data?.exercises?.pageInfo.endCursor)
  }
  for (const [at, list] of lists.entries())
    for (const [of, after] of cursors.entries()) {
      const response = await sendList(app, user, { ...list, first: 1, after: after ?? null })
      if (at === of) t.equal(response.errors, undefined)
      else t.equal(errorCodeOf(response), 'BAD_USER_INPUT', JSON.stringify([list, lists[of]]))
    }
  const [plain] = cursors
  for (const filter of [null, {}, { muscles: [] }, { scope: 'ALL' as const }, { force: null }])
    t.equal((await sendList(app, user, { filter, sort: 'NAME', after: plain ?? null })).errors, undefined)
  const either = {
    filter: { muscles: ['LATS' as const, 'CHEST' as const, 'LATS' as const] },
    after: cursors[7] ?? null,
  }
  t.equal((await sendList(app, user, either)).errors, undefined, 'ignores the order of lists')
})
