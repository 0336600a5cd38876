import { ObjectId, type Document } from 'mongodb'
import t from 'tap'
import type { Index } from '../../../../src/platform/database/database.js'
import { planQuery, type QueryPlan } from '../../../../src/platform/database/embedded/query-plan.js'
import { tableIndex } from '../../../../src/platform/database/embedded/table-index.js'

const indexOf = (definition: Index, lists = 0) =>
  tableIndex({ number: 1, definition: JSON.stringify(definition), lists })

const indexes = [
  indexOf({ key: { userId: 1, type: 1, ref: 1 }, partialFilterExpression: { ref: { $type: 'objectId' } } }),
  indexOf({ key: { userId: 1, startedAt: -1, _id: -1 } }),
  indexOf({ key: { status: 1 } }),
  indexOf({ key: { tags: 1, startedAt: 1 } }, 1),
]

/** Describes a plan in a few words. */
function describe(plan: QueryPlan): string {
  if (plan.kind === 'ids') return `${plan.ids.length} ids`
  if (plan.kind === 'union') return plan.plans.map(describe).join(' or ')
  const source = plan.index?.fields.join(' ') ?? 'all documents'
  return `${plan.ranges.length} of ${source}${plan.isSorted ? `, sorted${plan.isDescending ? ' down' : ''}` : ''}`
}

const plan = (filter: Document, sort?: Record<string, 1 | -1>) => describe(planQuery(filter, sort, indexes))
const [userId, _id] = [new ObjectId(), new ObjectId()]
const at = new Date(1)

t.test('prefers ids, then equal fields, then ranges, then the order of the sort', async t => {
  t.equal(plan({ _id, userId }), '1 ids')
  t.equal(plan({ _id: { $in: [_id, _id, userId] } }), '2 ids')
  t.equal(plan({ userId }), '1 of userId startedAt')
  t.equal(plan({ userId, status: { $in: ['A', 'B'] } }), '1 of userId startedAt')
  t.equal(plan({ status: { $in: ['A', 'B', 'A'] } }), '2 of status')
  t.equal(plan({ userId, type: 'A', ref: _id }), '1 of userId type ref')
  t.equal(plan({ startedAt: { $lt: at } }), '1 of all documents')
})

t.test('uses a partial index only if it contains all matches', async t => {
  t.equal(plan({ userId, type: 'A', ref: null }), '1 of userId startedAt')
  t.equal(plan({ userId, type: 'A', ref: { $in: [_id, 'text'] } }), '1 of userId startedAt')
  t.equal(plan({ userId, type: 'A', ref: { $gt: _id } }), '1 of userId type ref')
})

t.test('reads in the order of the sort where an index has it', async t => {
  t.equal(plan({ userId }, { startedAt: -1, _id: -1 }), '1 of userId startedAt, sorted down')
  t.equal(plan({ userId }, { startedAt: 1 }), '1 of userId startedAt, sorted')
  t.equal(plan({ userId }, { userId: 1, startedAt: 1, _id: 1 }), '1 of userId startedAt')
  t.equal(plan({ userId }, { startedAt: 1, _id: -1 }), '1 of userId startedAt')
  t.equal(plan({ userId, startedAt: at }, { _id: -1 }), '1 of userId startedAt, sorted down')
  t.equal(plan({ userId: { $in: [userId, _id] } }, { startedAt: 1 }), '2 of userId startedAt')
  t.equal(plan({}, { _id: -1 }), '1 of all documents, sorted down')
  t.equal(plan({ tags: 'a' }, { startedAt: 1 }), '1 of tags startedAt, sorted')
  t.equal(plan({ tags: { $gt: 'a' } }, { tags: 1 }), '1 of tags startedAt')
})

t.test('combines the indexes of alternatives', async t => {
  t.equal(plan({ $or: [{ userId }, { status: 'A' }] }), '1 of userId startedAt or 1 of status')
  t.equal(plan({ $and: [{ $or: [{ _id }, { status: 'A' }] }] }), '1 ids or 1 of status')
  t.equal(plan({ $or: [{ userId }, { startedAt: at }] }), '1 of all documents')
})
