import fc from 'fast-check'
import { MongoClient, ObjectId } from 'mongodb'
import t from 'tap'
import { encodeCursor } from '../../../src/lib/cursors.js'
import type { PageArguments } from '../../../src/lib/pages.js'
import type { Collection, Entity } from '../../../src/platform/database/database.js'
import { findPage, type PageOrder } from '../../../src/platform/database/find-page.js'
import { databases, mongodbUri, openTestMongo } from './databases.js'

interface Row extends Entity {
  owner: string
  at: Date
}

const indexes = [{ key: { owner: 1, at: -1, _id: -1 } as const }]
const byDate = (direction: 1 | -1): PageOrder => ({ field: 'at', type: 'date', direction })
const row = (at: number, owner = 'me'): Row => ({ _id: new ObjectId(), owner, at: new Date(at) })
const mine = { owner: 'me' }

const pageOf = (rows: Collection<Row>, direction: 1 | -1, pageArguments: PageArguments) =>
  findPage(rows, { filter: mine, order: byDate(direction), totalCount: null }, pageArguments)

/** Implements pages naively: sorts all rows, cuts them at the cursors and then to the size. */
function modelOf(rows: Row[], direction: 1 | -1, { first, last }: PageArguments, after?: Row, before?: Row) {
  const compare = (a: Row, b: Row) =>
    direction * (a.at.getTime() - b.at.getTime() || (a._id.toHexString() < b._id.toHexString() ? -1 : 1))
  const isPast = (a: Row, b: Row) => !a._id.equals(b._id) && compare(a, b) > 0
  const all = rows.filter(({ owner }) => owner === 'me').sort(compare)
  let page = all.filter(one => (!after || isPast(one, after)) && (!before || isPast(before, one)))
  const [hasEarlier, hasLater] = [
    all.some(one => after && !isPast(one, after)),
    all.some(one => before && !isPast(before, one)),
  ]
  const between = page
  if (first != null) page = page.slice(0, first)
  const isCut = page.length < between.length
  const upTo = page
  if (last != null) page = page.slice(Math.max(0, page.length - last))
  return {
    ids: page.map(({ _id }) => _id.toHexString()),
    hasNextPage: hasLater || isCut,
    hasPreviousPage: hasEarlier || page.length < upTo.length,
  }
}

const time = fc.integer({ min: 0, max: 4 })
const size = fc.integer({ min: 0, max: 4 })
const step = fc.oneof(
  fc.record({ kind: fc.constant('insert' as const), at: time, owner: fc.constantFrom('me', 'me', 'you') }),
  fc.record({ kind: fc.constant('delete' as const), at: time }),
  fc.record({
    kind: fc.constant('page' as const),
    sizes: fc.oneof(
      fc.record({ first: size }),
      fc.record({ last: size }),
      fc.record({ first: size, last: size }),
    ),
    after: fc.option(fc.nat(30)),
    before: fc.option(fc.nat(30)),
  }),
)

for (const [name, open] of databases) {
  void t.test(
    `${name}: returns the same pages as a sorted list while documents are added and removed`,
    async t => {
      const database = await open(t)
      const rows = database.collection<Row>('rows', indexes)
      await database.prepare()
      const property = fc.asyncProperty(
        fc.array(step, { minLength: 5, maxLength: 25 }),
        fc.constantFrom(1 as const, -1 as const),
        async (steps, direction) => {
          await rows.deleteMany({})
          let stored: Row[] = []
          // Cursors of documents that were returned, including deleted ones.
          const seen: { cursor: string; node: Row }[] = []
          for (const one of steps) {
            if (one.kind === 'insert') {
              const inserted = row(one.at, one.owner)
              stored.push(inserted)
              await rows.insertOne(inserted)
            } else if (one.kind === 'delete') {
              const [removed] = stored.filter(({ at }) => at.getTime() === one.at)
              stored = stored.filter(other => other !== removed)
              if (removed) await rows.deleteOne({ _id: removed._id })
            } else {
              const after = one.after === null ? undefined : seen[one.after]
              const before = one.before === null ? undefined : seen[one.before]
              const pageArguments = {
                ...one.sizes,
                after: after?.cursor ?? null,
                before: before?.cursor ?? null,
              }
              const { edges, pageInfo } = await pageOf(rows, direction, pageArguments)
              const { hasNextPage, hasPreviousPage } = pageInfo
              const ids = edges.map(({ node }) => node._id.toHexString())
              const expected = modelOf(stored, direction, one.sizes, after?.node, before?.node)
              t.same({ ids, hasNextPage, hasPreviousPage }, expected)
              seen.push(...edges)
            }
          }
        },
      )
      await t.resolves(fc.assert(property, { numRuns: name === 'embedded' ? 100 : 15 }))
    },
  )

  void t.test(`${name}: returns each document once in successive pages, in both directions`, async t => {
    const database = await open(t)
    const rows = database.collection<Row>('rows', indexes)
    await database.prepare()
    const stored = Array.from({ length: 23 }, (_, index) => row(index % 4))
    for (const one of stored) await rows.insertOne(one)
    await rows.insertOne(row(1, 'you'))
    const sorted = [...stored].sort(
      (a, b) => b.at.getTime() - a.at.getTime() || (a._id.toHexString() < b._id.toHexString() ? 1 : -1),
    )

    const forward: Row[] = []
    let after: string | null = null
    for (let hasNext = true; hasNext;) {
      const page = await pageOf(rows, -1, { first: 5, after })
      t.equal(page.pageInfo.hasPreviousPage, after !== null)
      forward.push(...page.edges.map(({ node }) => node))
      after = page.pageInfo.endCursor
      hasNext = page.pageInfo.hasNextPage
      // Documents that are inserted and deleted before the cursor do not move the page.
      const temporary = row(9)
      await rows.insertOne(temporary)
      await rows.deleteOne({ _id: temporary._id })
    }
    t.same(forward, sorted)

    const backward: Row[] = []
    let before: string | null = null
    for (let hasPrevious = true; hasPrevious;) {
      const page = await pageOf(rows, -1, { last: 5, before })
      backward.unshift(...page.edges.map(({ node }) => node))
      before = page.pageInfo.startCursor
      hasPrevious = page.pageInfo.hasPreviousPage
    }
    t.same(backward, sorted)
  })

  void t.test(
    `${name}: orders by ids, texts and numbers, and returns the total count of the caller`,
    async t => {
      const rows = (await open(t)).collection<Entity>('rows')
      const [one, two, three] = [1, 2, 3].map(age => ({ _id: new ObjectId(), age, name: `n${4 - age}` }))
      for (const document of [one, two, three]) await rows.insertOne(document!)
      const second = async (order: PageOrder) => {
        const list = { filter: {}, order, totalCount: 3 }
        const first = await findPage(rows, list, { first: 1 })
        t.equal(first.totalCount, 3)
        const page = await findPage(rows, list, { first: 1, after: first.pageInfo.endCursor })
        t.match(page.pageInfo, { hasNextPage: true, hasPreviousPage: true })
        const rest = await findPage(rows, list, { after: page.pageInfo.endCursor })
        return [page.edges[0]?.node, rest.edges[0]?.node]
      }
      t.same(await second({ field: '_id', type: 'objectId', direction: 1 }), [two, three])
      t.same(await second({ field: 'age', type: 'number', direction: -1 }), [two, one])
      t.same(await second({ field: 'name', type: 'string', direction: 1 }), [two, one])
    },
  )

  void t.test(`${name}: rejects an invalid cursor with the name of the argument`, async t => {
    const rows = (await open(t)).collection<Row>('rows')
    const foreign = [
      'x',
      encodeCursor([1]),
      encodeCursor(['1', 'x']),
      encodeCursor([1, 'x']),
      encodeCursor([1e300, 'a'.repeat(24)]),
    ]
    for (const after of foreign) {
      await t.rejects(pageOf(rows, 1, { after }), {
        code: 'BAD_USER_INPUT',
        message: /^after is not a cursor/,
      })
    }
    await t.rejects(pageOf(rows, 1, { before: 'x' }), { message: /^before is not a cursor/ })
    await t.rejects(pageOf(rows, 1, { first: 101 }), { message: /^first must be between 0 and 100/ })
  })
}

void t.test(
  'examines few more index entries than a page in the middle has',
  { skip: !mongodbUri },
  async t => {
    const database = await openTestMongo(t)
    const rows = database.collection<Row>('rows', indexes)
    await database.prepare()
    await Promise.all(Array.from({ length: 1000 }, (_, at) => rows.insertOne(row(at))))
    const client = new MongoClient(mongodbUri ?? '')
    t.teardown(() => client.close())
    const profiled = client.db(database.databaseName)

    const { edges } = await pageOf(rows, -1, { first: 100 })
    const cursor = edges[50]?.cursor ?? null
    await profiled.command({ profile: 2 })
    for (const pageArguments of [
      { first: 10, after: cursor },
      { last: 10, before: cursor },
    ])
      await pageOf(rows, -1, pageArguments)
    await profiled.command({ profile: 0 })
    const queries = await profiled.collection('system.profile').find({ op: 'query', ns: /rows$/ }).toArray()
    t.equal(
      queries.length,
      4,
      'each page takes two queries: its rows, and whether more exist on the other side',
    )
    for (const { keysExamined, docsExamined, hasSortStage } of queries) {
      t.ok(keysExamined <= 13, `${keysExamined} keys`)
      t.ok(docsExamined <= 13, `${docsExamined} documents`)
      t.notOk(hasSortStage)
    }
  },
)
