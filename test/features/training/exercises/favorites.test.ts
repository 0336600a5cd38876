import t from 'tap'
import { errorCodeOf, signUp } from '../../../helper.js'
import { catalogueOf, pageOf } from './documents.js'
import { favorite, tryFavorite, feed, newId, remove, save, use } from './custom-exercises.js'

const favoritesIn = ({ changes }: Awaited<ReturnType<typeof feed>>) =>
  changes.filter(({ type }) => type === 'FAVORITE')

t.test(
  'lists a favorite in the change feed with the id of its exercise and the exercise as its record',
  async t => {
    const app = await catalogueOf(t, 2)
    const user = await signUp(app)
    const { cursor } = await feed(app, user)
    const { id, name } = (await pageOf(app)).edges[1]!.node
    t.equal(await favorite(app, user, id.toUpperCase()), id)
    const first = await feed(app, user, cursor)
    t.match(first.changes, [
      {
        type: 'FAVORITE',
        recordId: id,
        version: 1,
        deletedAt: null,
        record: { __typename: 'Exercise', id, name },
      },
    ])
    t.equal(await favorite(app, user, id), id)
    t.same((await feed(app, user, first.cursor)).changes, [], 'a repetition changes nothing')

    t.equal(await favorite(app, user, id, false), id)
    const second = await feed(app, user, first.cursor)
    t.match(second.changes, [{ type: 'FAVORITE', recordId: id, version: 2, deletedAt: String, record: null }])
    t.equal(await favorite(app, user, id, false), id)
    t.same((await feed(app, user, second.cursor)).changes, [])

    await favorite(app, user, id)
    t.match(favoritesIn(await feed(app, user, second.cursor)), [{ version: 3, deletedAt: null }])
  },
)

t.test('rejects a favorite that the user cannot see', async t => {
  const app = await catalogueOf(t, 1)
  const [user, stranger] = [await signUp(app), await signUp(app)]
  const id = newId()
  await save(app, user, { id })
  for (const choice of [true, false]) {
    t.equal(await favorite(app, stranger, id, choice), 'NOT_FOUND')
    t.equal(await favorite(app, stranger, newId(), choice), 'NOT_FOUND')
    t.equal(await favorite(app, user, 'x', choice), 'BAD_USER_INPUT')
    t.equal(errorCodeOf(await tryFavorite(app, undefined, id, choice)), 'UNAUTHENTICATED')
  }
  t.same(favoritesIn(await feed(app, stranger)), [])
  t.equal(await favorite(app, user, id), id)
})

t.test('removes a deleted exercise from the favorites and rejects it as a new one', async t => {
  const app = await catalogueOf(t, 1)
  const user = await signUp(app)
  const id = newId()
  await save(app, user, { id })
  await favorite(app, user, id)
  await use(app, user, { [id]: {} })
  const { cursor } = await feed(app, user)
  await remove(app, user, id)
  t.match(favoritesIn(await feed(app, user, cursor)), [
    { recordId: id, version: 2, deletedAt: String, record: null },
  ])
  t.equal(await favorite(app, user, id), 'NOT_FOUND')
  t.equal(await favorite(app, user, id, false), id, 'of a deleted exercise in workouts')
})

t.test('rejects the 1,001st favorite', async t => {
  const app = await catalogueOf(t, 2)
  const user = await signUp(app)
  const many = app.features.services.owned.defineRecordType({ type: 'FAVORITE' })
  const favorites = Array.from({ length: 1000 }, newId)
  await many.apply(
    user.id,
    favorites.map(id => ({ id, expectedVersion: null, content: {}, path: '' })),
  )
  const { id } = (await pageOf(app)).edges[0]!.node
  t.equal(await favorite(app, user, id), 'CONFLICT')
  t.same(
    (await feed(app, user)).changes.filter(change => change.recordId === id),
    [],
  )
})
