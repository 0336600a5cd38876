import t from 'tap'
import { starterCatalogue } from './starter-catalogue.js'
import { queryGraphQL, errorCodeOf } from '../../../helper.js'
import { catalogueOf, pageOf } from './documents.js'

const exercise = `query($id: ID!) { exercise(id: $id) {
  id slug name aliases category force level mechanic equipment primaryMuscles secondaryMuscles trackingType
  deltoids isUnilateral bodyweightShare instructions updatedAt
} }`

t.test('returns every exercise of the catalogue with all fields', async t => {
  const app = await catalogueOf(t)
  for (let after: string | null = null; ;) {
    const { edges, pageInfo } = await pageOf(app, { first: 100, after })
    for (const { node } of edges) {
      const { data, errors } = await queryGraphQL<{ exercise: object }>(app, exercise, { id: node.id })
      const entry = starterCatalogue.find(({ name }) => name === node.name)
      t.same(errors, undefined)
      t.match(data?.exercise, { ...entry, id: node.id, updatedAt: /^\d{4}-.*\.\d{3}Z$/ })
    }
    if (!pageInfo.hasNextPage) break
    after = pageInfo.endCursor
  }
})

t.test('accepts an id in upper case', async t => {
  const app = await catalogueOf(t, 1)
  const id = (await pageOf(app)).edges[0]?.node.id
  t.match(await queryGraphQL(app, exercise, { id: id?.toUpperCase() }), { data: { exercise: { id } } })
})

t.test('responds with NOT_FOUND to an unknown id and with BAD_USER_INPUT to a malformed one', async t => {
  const app = await catalogueOf(t, 1)
  t.equal(errorCodeOf(await queryGraphQL(app, exercise, { id: '0'.repeat(24) })), 'NOT_FOUND')
  for (const id of ['', 'push-up', '0'.repeat(25), 'g'.repeat(24), 0])
    t.equal(errorCodeOf(await queryGraphQL(app, exercise, { id })), 'BAD_USER_INPUT', String(id))
})

t.test('keeps the id of an exercise that an import changes', async t => {
  const app = await catalogueOf(t, 1)
  const [entry] = starterCatalogue
  if (!entry) throw new Error('the catalogue is empty')
  const id = (await pageOf(app)).edges[0]?.node.id
  await app.features.services.exercises.import([{ ...entry, name: 'Renamed' }], 'starter')
  t.match(await queryGraphQL(app, exercise, { id }), {
    data: { exercise: { id, name: 'Renamed', slug: entry.slug } },
  })
})
