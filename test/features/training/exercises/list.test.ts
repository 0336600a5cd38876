import t from 'tap'
import { encodeCursor, type SortKey } from '../../../../src/lib/cursors.js'
import { starterCatalogue } from './starter-catalogue.js'
import { errorCodeOf } from '../../../helper.js'
import { catalogueOf, listExercises, namesOf, pageOf } from './documents.js'

const count = 45
const sortedNames = starterCatalogue
  .slice(0, count)
  .map(({ name }) => name)
  .sort((left, right) => (left.toLowerCase() < right.toLowerCase() ? -1 : 1))

t.test('returns 20 exercises sorted by name by default', async t => {
  const app = await catalogueOf(t, count)
  const page = await pageOf(app)
  t.same(namesOf(page), sortedNames.slice(0, 20))
  t.equal(page.totalCount, count)
  t.same(page.pageInfo, {
    hasNextPage: true,
    hasPreviousPage: false,
    startCursor: page.edges[0]?.cursor,
    endCursor: page.edges[19]?.cursor,
  })
  t.same(await pageOf(app, { first: null, after: null, last: null, before: null, search: null }), page)
})

t.test('returns every exercise once when paging forward with any page size', async t => {
  const app = await catalogueOf(t, count)
  for (const first of [1, 7, 15, 44, 45, 100]) {
    const names: string[] = []
    let after: string | null = null
    for (let at = 0; ; at++) {
      const page = await pageOf(app, { first, after })
      names.push(...namesOf(page))
      t.equal(page.totalCount, count)
      t.equal(page.pageInfo.hasPreviousPage, at > 0)
      t.equal(page.pageInfo.hasNextPage, names.length < count, `${names.length} of pages of ${first}`)
      if (!page.pageInfo.hasNextPage) break
      after = page.pageInfo.endCursor
    }
    t.same(names, sortedNames)
  }
})

t.test('returns every exercise once when paging backward with any page size', async t => {
  const app = await catalogueOf(t, count)
  for (const last of [1, 7, 15, 44, 45, 100]) {
    const names: string[] = []
    let before: string | null = null
    for (let at = 0; ; at++) {
      const page = await pageOf(app, { last, before })
      names.unshift(...namesOf(page))
      t.equal(page.pageInfo.hasNextPage, at > 0)
      t.equal(page.pageInfo.hasPreviousPage, names.length < count, `${names.length} of pages of ${last}`)
      if (!page.pageInfo.hasPreviousPage) break
      before = page.pageInfo.startCursor
    }
    t.same(names, sortedNames)
  }
})

t.test('applies `first` before `last` between two cursors', async t => {
  const app = await catalogueOf(t, count)
  const { edges } = await pageOf(app, { first: 45 })
  const [after, before] = [edges[9]?.cursor, edges[30]?.cursor]
  const between = { after: after ?? null, before: before ?? null }

  t.same(namesOf(await pageOf(app, { ...between, first: 100 })), sortedNames.slice(10, 30))
  t.same(namesOf(await pageOf(app, { ...between, last: 3 })), sortedNames.slice(27, 30))
  t.same(namesOf(await pageOf(app, { ...between, first: 10, last: 3 })), sortedNames.slice(17, 20))
  const crossed = await pageOf(app, { after: between.before, before: between.after })
  t.same(crossed.edges, [])
  t.equal(crossed.totalCount, count)
})

t.test('returns an empty page', async t => {
  const app = await catalogueOf(t, 3)
  const nothing = { startCursor: null, endCursor: null }
  t.same((await pageOf(app, { first: 0 })).pageInfo, {
    hasNextPage: true,
    hasPreviousPage: false,
    ...nothing,
  })
  t.same((await pageOf(app, { last: 0 })).pageInfo, { hasNextPage: false, hasPreviousPage: true, ...nothing })
  const { pageInfo } = await pageOf(app)
  const beyond = await pageOf(app, { after: pageInfo.endCursor })
  t.same(beyond, {
    totalCount: 3,
    pageInfo: { hasNextPage: false, hasPreviousPage: true, ...nothing },
    edges: [],
  })
})

t.test('returns an empty list for an empty catalogue', async t => {
  const app = await catalogueOf(t, 0)
  const { totalCount, edges, pageInfo } = await pageOf(app)
  t.same([totalCount, edges], [0, []])
  t.same([pageInfo.hasNextPage, pageInfo.hasPreviousPage], [false, false])
})

t.test('rejects a page size that is out of range', async t => {
  const app = await catalogueOf(t, 3)
  for (const size of [-1, 101, 2147483647, -2147483648])
    for (const argument of ['first', 'last']) {
      const response = await listExercises(app, { [argument]: size })
      t.same(response.data, { exercises: null })
      t.equal(errorCodeOf(response), 'BAD_USER_INPUT', `${argument}: ${size}`)
      t.match(response.errors?.[0]?.message, argument)
    }
  for (const size of [1.5, '1', 2147483648])
    t.equal(errorCodeOf(await listExercises(app, { first: size as number })), 'BAD_USER_INPUT')
})

t.test('rejects a cursor of another list', async t => {
  const app = await catalogueOf(t, 10)
  const searched = (await pageOf(app, { search: 'press' })).pageInfo.endCursor
  const wrong = [
    ...['', ' ', 'x', '!!', '0', 'null', '🏋️', 'a'.repeat(5000)],
    ...[null, 1, 'a', {}, [], ['a'], ['a', 1], [1, 'a'], ['a', null], ['a', 'b', 'c'], [['a'], 'b']].map(
      key => encodeCursor(key as SortKey),
    ),
    searched,
  ]
  for (const cursor of wrong)
    for (const argument of ['after', 'before'])
      t.equal(
        errorCodeOf(await listExercises(app, { [argument]: cursor })),
        'BAD_USER_INPUT',
        `${argument}: ${cursor}`,
      )

  const listed = (await pageOf(app)).pageInfo.endCursor
  t.equal(errorCodeOf(await listExercises(app, { search: 'press', after: listed })), 'BAD_USER_INPUT')
})

t.test('continues after a cursor whose exercise has moved', async t => {
  const app = await catalogueOf(t, count)
  const { edges } = await pageOf(app, { first: 45 })
  const moved = starterCatalogue.slice(0, count).find(({ name }) => name === sortedNames[20])
  if (!moved) throw new Error('no such exercise')
  await app.features.services.exercises.import([{ ...moved, name: 'Zzz' }], 'starter')

  const cursor = edges[20]?.cursor ?? null
  t.same(namesOf(await pageOf(app, { after: cursor, first: 2 })), sortedNames.slice(21, 23))
  t.same(namesOf(await pageOf(app, { before: cursor, last: 2 })), sortedNames.slice(18, 20))
})

t.test('returns every exercise once if the catalogue is read in batches', async t => {
  const app = await catalogueOf(t, 1)
  const [plain] = starterCatalogue
  const entries = Array.from({ length: 2100 }, (_, at) => ({
    ...plain!,
    slug: `n-${at}`,
    name: `Nameless ${at}`,
    aliases: [],
  }))
  await app.features.services.exercises.import(entries, 'starter')
  const { totalCount } = await pageOf(app, { first: 1 })
  t.equal(totalCount, 2101)
  t.equal((await pageOf(app, { first: 1, search: 'nameless' })).totalCount, totalCount - 1)
})
