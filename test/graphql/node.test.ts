import t from 'tap'
import { starterCatalogue } from '../features/training/exercises/starter-catalogue.js'
import { upload } from '../features/media/photos/photo-app.js'
import { queryGraphQL, build, errorCodeOf, signUp } from '../helper.js'

const query = `query ($id: ID!) {
  node(id: $id) {
    __typename id
    ... on User { email }
    ... on PublicUser { username }
    ... on Exercise { slug }
    ... on ProfilePhoto { fileName }
  }
}`
const unknown = 'f'.repeat(24)

interface IntrospectedType {
  kind: string
  name: string
  interfaces: { name: string }[] | null
  fields: { name: string; type: { kind: string; ofType: { name: string } | null } }[] | null
}

t.test('finds every visible object by its identifier', async t => {
  const app = await build(t)
  const [owner, other] = [await signUp(app), await signUp(app)]
  const { assetId } = await upload(app, owner)
  await app.features.services.exercises.import(starterCatalogue.slice(0, 3), 'starter')
  const list = await queryGraphQL<{ exercises: { edges: { node: { id: string; slug: string } }[] } }>(
    app,
    '{ exercises { edges { node { id slug } } } }',
  )
  const exercise = list.data!.exercises.edges[0]!.node
  const find = async (id: string, user?: typeof owner) => {
    const response = await queryGraphQL<{ node: object | null }>(app, query, { id }, user)
    return response.data?.node ?? errorCodeOf(response)
  }

  const known = { __typename: 'Exercise', ...exercise }
  t.same(await find(exercise.id), known, 'finds an exercise without a token')
  t.same(await find(exercise.id.toUpperCase(), owner), known, 'accepts an id in upper case')
  t.same(await find(owner.id, owner), { __typename: 'User', id: owner.id, email: owner.email })
  t.same(await find(owner.id, other), { __typename: 'PublicUser', id: owner.id, username: owner.username })
  t.same(await find(assetId, owner), { __typename: 'ProfilePhoto', id: assetId, fileName: 'me.jpg' })
  t.equal(await find(assetId, other), 'NOT_FOUND', 'does not find a photo of another user')
  t.equal(await find(owner.id), 'NOT_FOUND', 'does not find a user without a token')
  t.equal(await find(unknown, owner), 'NOT_FOUND')
  t.equal(await find('x', owner), 'BAD_USER_INPUT')
  await app.features.services.accountAccess.setEnabled(owner.id, false)
  t.equal(await find(owner.id, other), 'NOT_FOUND', 'does not find a disabled user')
})

t.test('describes DateTime and its specification in introspection', async t => {
  const app = await build(t)
  const response = await queryGraphQL(app, '{ __type(name: "DateTime") { description specifiedByURL } }')
  t.match(response.data, {
    __type: { description: /ISO 8601/, specifiedByURL: 'https://scalars.graphql.org/andimarek/date-time' },
  })
})

t.test('refetches objects with identifiers as Relay requires', async t => {
  const app = await build(t)
  const response = await queryGraphQL<{ __schema: { types: IntrospectedType[] } }>(
    app,
    '{ __schema { types { kind name interfaces { name } fields { name type { kind ofType { name } } } } } }',
  )
  const hasId = ({ fields }: IntrospectedType) =>
    fields?.some(({ name, type }) => name === 'id' && type.kind === 'NON_NULL' && type.ofType?.name === 'ID')
  const types = response.data!.__schema.types
  t.ok(hasId(types.find(({ kind, name }) => kind === 'INTERFACE' && name === 'Node')!))
  // Changes and deletions have the id of the changed object, and parts of a record have ids within the record.
  const parts = ['PlannedExercise', 'WorkoutExercise', 'WorkoutSet']
  const without = new Set(['Change', 'DeletePayload', 'SyncResult', ...parts])
  const objects = types.filter(({ kind, name }) => kind === 'OBJECT' && !without.has(name)).filter(hasId)
  t.ok(objects.length >= 4)
  for (const { name, interfaces } of objects)
    t.ok(
      interfaces?.some(({ name }) => name === 'Node'),
      name,
    )
})
