import fc from 'fast-check'
import t from 'tap'
import { compareKeys, encodeCursor, type SortKey } from '../../src/lib/cursors.js'
import { mapNodes, pageOf, type PageArguments, type FingerprintedList } from '../../src/lib/pages.js'

type Item = readonly [string, number]

interface Listed extends FingerprintedList<Item> {
  items: readonly Item[]
}

function listOf(unsorted: readonly Item[]): Listed {
  const items = [...unsorted].sort(compareKeys)
  const at = (place: number) => ({ item: items[place]!, key: items[place]! })
  return { items, length: items.length, get: at, exampleKey: ['', 0], fingerprint: () => '' }
}
/** Lists in which no two items have the same key. */
const lists = fc
  .uniqueArray(fc.tuple(fc.string({ unit: 'binary', maxLength: 3 }), fc.integer()), {
    selector: item => JSON.stringify(item),
    maxLength: 60,
  })
  .map(listOf)
const sizes = fc.integer({ min: 1, max: 100 })

function walk(
  list: FingerprintedList<Item>,
  next: (page: ReturnType<typeof pageOf<Item>>) => PageArguments | null,
  start: PageArguments,
) {
  const pages = [pageOf(list, start)]
  for (let pageArguments = next(pages[0]!); pageArguments; pageArguments = next(pages.at(-1)!))
    pages.push(pageOf(list, pageArguments))
  return pages.map(({ edges }) => edges.map(({ node }) => node))
}

t.test('returns every item once, in order, when paging forward', async t => {
  fc.assert(
    fc.property(lists, sizes, (list, first) => {
      const pages = walk(
        list,
        ({ pageInfo }) => (pageInfo.hasNextPage ? { first, after: pageInfo.endCursor } : null),
        { first },
      )
      t.strictSame(pages.flat(), list.items)
    }),
  )
})

t.test('returns every item once, in order, when paging backward', async t => {
  fc.assert(
    fc.property(lists, sizes, (list, last) => {
      const pages = walk(
        list,
        ({ pageInfo }) => (pageInfo.hasPreviousPage ? { last, before: pageInfo.startCursor } : null),
        { last },
      )
      t.strictSame(pages.reverse().flat(), list.items)
    }),
  )
})

t.test('returns the pages that the Relay specification defines', async t => {
  const read = ({ cursor, node }: ReturnType<typeof pageOf<Item>>['edges'][number]) => ({ cursor, node })
  const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null })
  const places = fc.integer({ min: 0, max: 59 })
  const pageArguments = fc.record({
    first: maybe(sizes),
    last: maybe(sizes),
    after: maybe(places),
    before: maybe(places),
  })
  fc.assert(
    fc.property(lists, pageArguments, (list, { first, last, after, before }) => {
      const all = pageOf(list, { first: 100 }).edges
      const cursorAt = (place: number | null) => (place === null ? null : (all[place]?.cursor ?? null))
      const from = cursorAt(after) === null ? 0 : (after ?? 0) + 1
      const to = cursorAt(before) === null ? all.length : (before ?? 0)

      let expected = all.slice(from, Math.max(from, to))
      if (first !== null || last === null) expected = expected.slice(0, first ?? 20)
      if (last !== null) expected = expected.slice(-last)
      const page = pageOf(list, { first, last, after: cursorAt(after), before: cursorAt(before) })

      t.strictSame(page.edges.map(read), expected.map(read))
      t.equal(page.totalCount, list.items.length)
      t.equal(page.pageInfo.startCursor, expected[0]?.cursor ?? null)
      t.equal(page.pageInfo.endCursor, expected.at(-1)?.cursor ?? null)
      if (expected.length > 0) {
        t.equal(page.pageInfo.hasPreviousPage, expected[0]?.cursor !== all[0]?.cursor)
        t.equal(page.pageInfo.hasNextPage, expected.at(-1)?.cursor !== all.at(-1)?.cursor)
      }
    }),
  )
})

t.test('continues after the position of a deleted item', async t => {
  fc.assert(
    fc.property(lists, fc.nat(59), sizes, (list, at, size) => {
      const deleted = list.items[at]
      if (!deleted) return
      const cursor = pageOf(list, { first: 100 }).edges[at]!.cursor
      const rest = listOf(list.items.filter(item => item !== deleted))
      const after = pageOf(rest, { first: size, after: cursor }).edges.map(({ node }) => node)
      const before = pageOf(rest, { last: size, before: cursor }).edges.map(({ node }) => node)
      t.strictSame(after, list.items.slice(at + 1, at + 1 + size))
      t.strictSame(before, list.items.slice(Math.max(0, at - size), at))
    }),
  )
})

t.test('keeps cursors when nodes are mapped, and removes edges without a node', async t => {
  const page = pageOf(
    listOf([
      ['a', 1],
      ['b', 2],
      ['c', 3],
    ]),
    {},
  )
  const shown = mapNodes(page, ([name, number], at) => (number === 2 ? null : `${name}${at}`))
  t.strictSame(
    shown.edges.map(({ cursor, node }) => [cursor, node]),
    [
      [page.edges[0]?.cursor, 'a0'],
      [page.edges[2]?.cursor, 'c2'],
    ],
  )
  t.equal(shown.totalCount, 3)
})

t.test('rejects a size outside 0 to 100', async t => {
  const list = listOf([['a', 1]])
  for (const size of [-1, 101, -Infinity, Infinity])
    for (const argument of ['first', 'last'])
      t.throws(() => pageOf(list, { [argument]: size }), {
        code: 'BAD_USER_INPUT',
        message: `${argument} must be between 0 and 100.`,
      })
  t.equal(pageOf(list, { first: 0 }).edges.length, 0)
})

/** Random text can be a valid key by chance. */
const isKey = (value: unknown) =>
  Array.isArray(value) &&
  value.length === 3 &&
  value[0] === '' &&
  typeof value[1] === 'string' &&
  typeof value[2] === 'number'

t.test('rejects invalid cursors', async t => {
  const list = listOf([['a', 1]])
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.base64String(),
    fc
      .json()
      .filter(json => !isKey(JSON.parse(json)))
      .map(json => encodeCursor(JSON.parse(json) as SortKey)),
  )
  fc.assert(
    fc.property(texts, cursor => {
      t.throws(() => pageOf(list, { after: cursor }), { code: 'BAD_USER_INPUT' })
    }),
  )
  const key: SortKey = ['', 'a', 1]
  t.doesNotThrow(() => pageOf(list, { after: encodeCursor(key) }))
})
