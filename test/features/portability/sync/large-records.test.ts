import t from 'tap'
import type { Collection, Database, Entity, Index } from '../../../../src/platform/database/database.js'
import { queryGraphQL, build, errorCodeOf, signUp } from '../../../helper.js'
import { changes, idFrom, sync, type ChangePage, type Copy } from './device.js'
import { threeExercises } from './exercises.js'

const completedAt = '2026-05-01T12:30:00.000Z'

/** A workout of 50 exercises with as many sets each. */
const workout = (number: number, exerciseId: string, sets: number): Copy => ({
  ...{ id: idFrom(number, 1), startedAt: '2026-05-01T12:00:00.000Z', timezone: 'UTC' },
  ...{ endedAt: '2026-05-01T13:00:00.000Z', title: null },
  exercises: Array.from({ length: 50 }, (_, entry) => ({
    ...{ id: idFrom(number, 2, entry), exerciseId },
    sets: Array.from({ length: sets }, (_, set) => ({
      id: idFrom(number, entry + 3, set),
      reps: 5,
      completedAt,
    })),
  })),
})

interface Listed {
  workouts: { pageInfo: { hasNextPage: boolean }; edges: unknown[] }
}

/** Records the maximum number of documents that one read of a collection returns. */
function countRead(name: string) {
  const reads = {
    most: 0,
    observe: (database: Database): Database => ({
      ...database,
      collection: <T extends Entity>(own: string, indexes?: Index[]) => {
        const collection = database.collection<T>(own, indexes)
        if (own !== name) return collection
        const find: Collection<T>['find'] = async (filter, options) => {
          const found = await collection.find(filter, options)
          reads.most = Math.max(reads.most, found.length)
          return found
        }
        return { ...collection, find }
      },
    }),
  }
  return reads
}

t.test('rejects a sync with more than 5,000 sets', async t => {
  const app = await build(t, { clock: () => new Date('2026-05-02T08:00:00.000Z') })
  const user = await signUp(app)
  const [exerciseId = ''] = await threeExercises(app)
  const operations = [1, 2, 3].map(number => ({
    saveWorkout: { ...workout(number, exerciseId, number === 3 ? 1 : 50), expectedVersion: null },
  }))
  const send = (count: number) =>
    queryGraphQL(
      app,
      'mutation($operations: [SyncOperation!]!) { sync(operations: $operations) { results { recordId } } }',
      { operations: operations.slice(0, count) },
      user,
    )
  const refused = await send(3)
  t.equal(errorCodeOf(refused), 'BAD_USER_INPUT')
  t.match(refused.errors?.[0]?.message, /^operations must have at most 5,000 sets/)
  t.notMatch(await changes(app, user, null), { changes: [{ type: 'WORKOUT' }] }, 'nothing was written')
  t.notOk((await send(2)).errors)
})

t.test('returns smaller pages of very large workouts without missing any', async t => {
  const reads = countRead('ownedRecords')
  const app = await build(t, {
    clock: () => new Date('2026-05-02T08:00:00.000Z'),
    wrapDatabase: reads.observe,
  })
  const user = await signUp(app)
  const [exerciseId = ''] = await threeExercises(app)
  const ids = []
  for (let number = 1; number <= 12; number++) {
    const sent = workout(number, exerciseId, 35)
    ids.push(sent.id)
    t.match(await sync(app, user, [{ saveWorkout: { ...sent, expectedVersion: null } }]), [
      { status: 'APPLIED' },
    ])
  }
  const found: string[] = []
  let [cursor, pages]: [string | null, number] = [null, 0]
  for (let hasMore = true; hasMore; pages++) {
    const page = await changes(app, user, cursor)
    found.push(...page.changes.filter(({ type }) => type === 'WORKOUT').map(({ recordId }) => recordId))
    ;({ cursor, hasMore } = page)
  }
  t.same(found, ids)
  t.ok(pages > 1, `${pages} pages`)

  const list = '{ workouts(first: 100) { pageInfo { hasNextPage } edges { cursor } } }'
  reads.most = 0
  const feed = await queryGraphQL<{ changes: ChangePage }>(app, '{ changes { changes { type } } }', {}, user)
  t.equal(reads.most, feed.data!.changes.changes.length + 1, 'does not read records that exceed the page')
  reads.most = 0
  const { data } = await queryGraphQL<Listed>(app, list, {}, user)
  t.match(data?.workouts.pageInfo, { hasNextPage: true })
  t.equal(reads.most, data!.workouts.edges.length + 1)
})
