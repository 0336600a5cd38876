import t from 'tap'
import type { App } from '../../../../src/app.js'
import { queryGraphQL, signUp, type TestUser } from '../../../helper.js'
import { catalogueOf, pageOf } from './documents.js'
import { find, newId } from './custom-exercises.js'

async function sync(app: App, user: TestUser, operations: object[]) {
  const query = `mutation ($operations: [SyncOperation!]!) { sync(operations: $operations) { results {
    recordId status version conflict record { __typename id version } error { code message path }
  } } }`
  const { data, errors } = await queryGraphQL<{ sync: { results: Record<string, unknown>[] } }>(
    app,
    query,
    { operations },
    user,
  )
  if (!data) throw new Error(JSON.stringify(errors))
  return data.sync.results
}

t.test('applies synced operations in order, and changes nothing when they are repeated', async t => {
  const app = await catalogueOf(t, 2)
  const user = await signUp(app)
  const { id: catalogued } = (await pageOf(app)).edges[0]!.node
  const [kept, deleted, unknown] = [newId(), newId(), newId()]
  const operations = [
    { saveExercise: { id: kept, name: 'Landmine Row' } },
    { saveExercise: { id: deleted, name: 'Landmine Press' } },
    { saveExercise: { id: kept, name: 'Row', expectedVersion: 1 } },
    { saveExercise: { id: newId(), name: 'Squat', aliases: ['a', ''] } },
    { saveExercise: { id: catalogued, name: 'Mine' } },
    { deleteExercise: { id: deleted.toUpperCase() } },
    { deleteExercise: { id: 'x' } },
    { favoriteExercise: { id: catalogued, favorite: true } },
    { favoriteExercise: { id: unknown, favorite: true } },
    { favoriteExercise: { id: 'x', favorite: true } },
  ]
  const record = { __typename: 'Exercise', id: kept, version: 2 }
  const refused = [
    { status: 'REFUSED', error: { code: 'BAD_USER_INPUT', path: 'operations[3].saveExercise.aliases[1]' } },
    { recordId: catalogued, status: 'CONFLICT', conflict: 'ID_TAKEN', record: null },
  ]
  const malformed = { status: 'REFUSED', error: { path: 'operations[6].deleteExercise.id' } }
  const notFound = [
    {
      recordId: unknown,
      status: 'REFUSED',
      error: { code: 'NOT_FOUND', path: 'operations[8].favoriteExercise.id' },
    },
    { status: 'REFUSED', error: { code: 'BAD_USER_INPUT', path: 'operations[9].favoriteExercise.id' } },
  ]
  const favorite = { recordId: catalogued, version: 1, record: { __typename: 'Exercise', id: catalogued } }
  t.match(await sync(app, user, operations), [
    { recordId: kept, status: 'APPLIED', version: 1, record },
    { recordId: deleted, status: 'APPLIED', version: 1 },
    { recordId: kept, status: 'APPLIED', version: 2, record },
    ...refused,
    { recordId: deleted, status: 'APPLIED', version: 2, record: null },
    malformed,
    { ...favorite, status: 'APPLIED' },
    ...notFound,
  ])
  t.match(await sync(app, user, operations), [
    { recordId: kept, status: 'UNCHANGED', version: 1, record },
    { recordId: deleted, status: 'UNCHANGED', version: 1, record: null },
    { recordId: kept, status: 'UNCHANGED', version: 2, record },
    ...refused,
    { recordId: deleted, status: 'UNCHANGED', version: 2, record: null },
    malformed,
    { ...favorite, status: 'UNCHANGED' },
    ...notFound,
  ])
  t.match(await find(app, user, kept), { name: 'Row' })
})
