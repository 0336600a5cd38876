import t from 'tap'
import { errorCodeOf, signUp } from '../../../helper.js'
import { catalogueOf, pageOf } from './documents.js'
import { favorite, favoriteAnswer, feed, newId, remove, save, use } from './custom-exercises.js'

const favoritesIn = ({ changes }: Awaited<ReturnType<typeof feed>>) =>
  changes.filter(({ type }) => type === 'FAVORITE')

t.test('a favourite has the exercise’s id, a place in the feed and the exercise as its record', async t => {
  const app = await catalogueOf(t, 2)
  const person = await signUp(app)
  const { cursor } = await feed(app, person)
  const { id, name } = (await pageOf(app)).edges[1]!.node
  t.equal(await favorite(app, person, id.toUpperCase()), id)
  const first = await feed(app, person, cursor)
  t.match(first.changes, [
    {
      type: 'FAVORITE',
      recordId: id,
      version: 1,
      deletedAt: null,
      record: { __typename: 'Exercise', id, name },
    },
  ])
  t.equal(await favorite(app, person, id), id)
  t.same((await feed(app, person, first.cursor)).changes, [], 'twice is once')

  t.equal(await favorite(app, person, id, false), id)
  const second = await feed(app, person, first.cursor)
  t.match(second.changes, [{ type: 'FAVORITE', recordId: id, version: 2, deletedAt: String, record: null }])
  t.equal(await favorite(app, person, id, false), id)
  t.same((await feed(app, person, second.cursor)).changes, [])

  await favorite(app, person, id)
  t.match(favoritesIn(await feed(app, person, second.cursor)), [{ version: 3, deletedAt: null }])
})

t.test('what somebody may not see is no favourite of theirs', async t => {
  const app = await catalogueOf(t, 1)
  const [person, stranger] = [await signUp(app), await signUp(app)]
  const id = newId()
  await save(app, person, { id })
  for (const choice of [true, false]) {
    t.equal(await favorite(app, stranger, id, choice), 'NOT_FOUND')
    t.equal(await favorite(app, stranger, newId(), choice), 'NOT_FOUND')
    t.equal(await favorite(app, person, 'x', choice), 'BAD_USER_INPUT')
    t.equal(errorCodeOf(await favoriteAnswer(app, undefined, id, choice)), 'UNAUTHENTICATED')
  }
  t.same(favoritesIn(await feed(app, stranger)), [])
  t.equal(await favorite(app, person, id), id)
})

t.test('a deleted exercise is no favourite any more, and becomes none', async t => {
  const app = await catalogueOf(t, 1)
  const person = await signUp(app)
  const id = newId()
  await save(app, person, { id })
  await favorite(app, person, id)
  await use(app, person, { [id]: {} })
  const { cursor } = await feed(app, person)
  await remove(app, person, id)
  t.match(favoritesIn(await feed(app, person, cursor)), [
    { recordId: id, version: 2, deletedAt: String, record: null },
  ])
  t.equal(await favorite(app, person, id), 'NOT_FOUND')
  t.equal(await favorite(app, person, id, false), id, 'of what workouts still name')
})

t.test('the thousand and first is one too many', async t => {
  const app = await catalogueOf(t, 2)
  const person = await signUp(app)
  // Where they are kept otherwise makes no difference to their number.
  const many = app.features.services.owned.defineRecordType({ type: 'FAVORITE' })
  const favorites = Array.from({ length: 1000 }, newId)
  await many.apply(
    person.id,
    favorites.map(id => ({ id, expectedVersion: null, content: {}, path: '' })),
  )
  const { id } = (await pageOf(app)).edges[0]!.node
  t.equal(await favorite(app, person, id), 'CONFLICT')
  t.same(
    (await feed(app, person)).changes.filter(change => change.recordId === id),
    [],
  )
})
