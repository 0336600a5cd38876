import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { print } from 'graphql'
import t, { type Test } from 'tap'
import {
  ExerciseByIdDocument,
  MeDocument,
  SearchExercisesDocument,
  SignInDocument,
  UpdateProfileDocument,
} from '../../generated/operations/example.js'
import { starterCatalogue } from '../features/training/exercises/starter-catalogue.js'
import { build, signUp } from '../helper.js'

/** Starts the service on a port, with a user. */
async function serve(t: Test) {
  const app = await build(t)
  const account = await signUp(app)
  await app.features.services.exercises.import(starterCatalogue, 'starter')
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  return { person: account, request: client(`${address}/graphql`) }
}

/** A complete client: the types of variables and results come with the document. */
const client =
  (url: string) =>
  async <Data, Variables>(
    document: TypedDocumentNode<Data, Variables>,
    variables: Variables,
    token?: string,
  ): Promise<Data> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ query: print(document), variables }),
    })
    const { data, errors } = (await response.json()) as { data?: Data; errors?: { message: string }[] }
    if (errors || !data) throw new Error(errors?.map(({ message }) => message).join(' ') ?? 'no data')
    return data
  }

t.test('lets a typed client sign in, read and change the profile', async t => {
  const { person, request } = await serve(t)

  const { login } = await request(SignInDocument, { email: person.email, password: person.password })
  t.equal(login!.user.id, person.id)

  const { me } = await request(MeDocument, {}, login!.token)
  t.equal(me!.profile.onboardingStatus, 'NOT_STARTED')

  const input = { city: 'Oslo', profile: { goal: 'build_muscle', weight: 72.5, weightUnit: 'KG' } } as const
  const { updateProfile } = await request(UpdateProfileDocument, { input }, login!.token)
  t.match(updateProfile!.user, input)
  // The type of a date is a string.
  const updatedAt: string = updateProfile!.user!.profile.updatedAt
  t.match(updatedAt, /^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/)
})

t.test('lets a typed client paginate a search and open a result', async t => {
  const { request } = await serve(t)

  const first = await request(SearchExercisesDocument, { search: 'press', first: 2 })
  const { edges, pageInfo, totalCount } = first.exercises!
  t.equal(edges.length, 2)
  t.ok(totalCount > 2 && pageInfo.hasNextPage)

  const next = await request(SearchExercisesDocument, {
    search: 'press',
    first: 2,
    after: pageInfo.endCursor,
  })
  const rows = [...edges, ...next.exercises!.edges].map(({ node }) => node.id)
  t.equal(new Set(rows).size, 4)

  const { exercise } = await request(ExerciseByIdDocument, { id: edges[0]!.node.id })
  t.match(exercise, edges[0]!.node)
  t.ok(exercise!.instructions.length > 0)
})

t.test('does not compile operations that contradict the schema', async t => {
  const { request } = await serve(t)
  // @ts-expect-error: $id has to be given
  await t.rejects(request(ExerciseByIdDocument, {}), { message: /\$id/ })
  // @ts-expect-error: it is text
  await t.rejects(request(ExerciseByIdDocument, { id: true }), { message: /\$id/ })
  const goal = 'fly'
  // @ts-expect-error: there is no such goal
  await t.rejects(request(UpdateProfileDocument, { input: { profile: { goal } } }), { message: /"fly"/ })
})
