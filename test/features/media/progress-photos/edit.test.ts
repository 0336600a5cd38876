import t from 'tap'
import type { App } from '../../../../src/app.js'
import { queryGraphQL, errorCodeOf, signUp, type TestUser } from '../../../helper.js'
import { changes } from '../../portability/sync/device.js'
import { newId } from '../../training/workouts/workouts.js'
import { consent, list, progressApp, remove, upload } from './helpers.js'

type Input = Record<string, unknown>

interface Payload {
  conflict: string | null
  progressPhoto: (Input & { id: string; version: number }) | null
}

const save = (app: App, user: Pick<TestUser, 'headers'> | undefined, input: Input) =>
  queryGraphQL<{ saveProgressPhoto: Payload | null }>(
    app,
    `mutation ($input: ProgressPhotoInput!) {
      saveProgressPhoto(input: $input) {
        conflict progressPhoto { id version pose takenAt notes fileKey size createdAt updatedAt }
      }
    }`,
    { input },
    user,
  )

async function outcome(...given: Parameters<typeof save>): Promise<Payload> {
  const { data, errors } = await save(...given)
  if (!data?.saveProgressPhoto) throw new Error(JSON.stringify(errors))
  return data.saveProgressPhoto
}

async function sync(app: App, user: TestUser, operations: object[]) {
  const { data, errors } = await queryGraphQL<{ sync: { results: Input[] } }>(
    app,
    `mutation ($operations: [SyncOperation!]!) { sync(operations: $operations) {
      results { recordId status version conflict error { path } record { id version ... on ProgressPhoto { notes } } }
    } }`,
    { operations },
    user,
  )
  if (!data) throw new Error(JSON.stringify(errors))
  return data.sync.results
}

const clock = () => new Date('2026-05-20T12:00:00.000Z')

t.test('replaces pose, date and notes of a photo without changing its file', async t => {
  const { app, person, files } = await progressApp(t, { clock })
  const { assetId: id, fileKey, size } = await upload(app, person, { pose: 'FRONT', notes: 'Day one.' })
  const { cursor } = await changes(app, person, null)
  const input = {
    id,
    expectedVersion: 1,
    pose: 'SIDE',
    takenAt: '2026-05-01T06:00:00.000Z',
    notes: ' Week two. ',
  }
  t.match(await outcome(app, person, input), {
    conflict: null,
    progressPhoto: {
      ...{ id, version: 2, pose: 'SIDE', notes: 'Week two.', fileKey, size },
      takenAt: input.takenAt,
    },
  })
  t.match((await list(app, person, { pose: 'SIDE' })).photos, [{ id, version: 2, takenAt: input.takenAt }])
  t.same((await list(app, person, { pose: 'FRONT' })).photos, [])
  t.match((await changes(app, person, cursor)).changes, [
    { type: 'PROGRESS_PHOTO', recordId: id, version: 2 },
  ])
  t.equal((await files()).length, 1)

  const bare = await outcome(app, person, { id, expectedVersion: 2 })
  t.match(bare, {
    conflict: null,
    progressPhoto: { version: 3, pose: null, notes: null, takenAt: '2026-05-20T12:00:00.000Z' },
  })
})

t.test('ignores a repeated save, and reports a conflict for an old version', async t => {
  const { app, person } = await progressApp(t, { clock })
  const { assetId: id } = await upload(app, person)
  const input = { id, expectedVersion: 1, notes: 'First.' }
  await outcome(app, person, input)
  await outcome(app, person, { id, expectedVersion: 2, notes: 'Second.' })
  t.match(await outcome(app, person, input), {
    conflict: null,
    progressPhoto: { version: 3, notes: 'Second.' },
  })
  for (const expectedVersion of [1, undefined])
    t.match(await outcome(app, person, { id, expectedVersion, notes: 'Late.' }), {
      conflict: 'VERSION',
      progressPhoto: { version: 3, notes: 'Second.' },
    })
  t.match(await outcome(app, person, { id, notes: 'Second.' }), {
    conflict: null,
    progressPhoto: { version: 3 },
  })
})

t.test('neither creates, restores nor changes photos of other users by a save', async t => {
  const { app, person } = await progressApp(t, { clock })
  const { assetId: id } = await upload(app, person, { notes: 'Mine.' })
  const stranger = await signUp(app)
  await consent(app, stranger)
  for (const expectedVersion of [undefined, 1]) {
    const unknown = { id: newId(), expectedVersion, notes: 'x' }
    t.same(await outcome(app, person, unknown), { conflict: 'UNKNOWN', progressPhoto: null })
    t.same(await outcome(app, stranger, { ...unknown, id }), { conflict: 'ID_TAKEN', progressPhoto: null })
  }
  t.match((await list(app, person)).photos, [{ version: 1, notes: 'Mine.' }])
  await remove(app, person, id)
  t.same(await outcome(app, person, { id, expectedVersion: 1, notes: 'x' }), {
    conflict: 'DELETED',
    progressPhoto: null,
  })
  t.same((await list(app, person)).photos, [])
  t.equal(errorCodeOf(await save(app, undefined, { id })), 'UNAUTHENTICATED')
})

t.test('rejects invalid fields by path, and saves without consent', async t => {
  const { app, person } = await progressApp(t, { clock })
  const { assetId: id } = await upload(app, person)
  const wrong: [Input, string][] = [
    [{ id: 'x' }, 'input.id'],
    [{ notes: 'x'.repeat(5001) }, 'input.notes'],
    [{ takenAt: '2026-05-21T12:00:00.001Z' }, 'input.takenAt'],
    [{ takenAt: '1926-05-20T11:59:59.999Z' }, 'input.takenAt'],
  ]
  for (const [input, path] of wrong) {
    const response = await save(app, person, { id, expectedVersion: 1, ...input })
    t.equal(errorCodeOf(response), 'BAD_USER_INPUT', path)
    t.match(response.errors?.[0]?.message, new RegExp(`^${path.replace('.', '\\.')} must `))
  }
  t.match((await list(app, person)).photos, [{ version: 1 }])
  const withoutConsent = await signUp(app)
  const refused = await save(app, withoutConsent, { id: newId(), notes: 'x' })
  t.match(refused.errors?.[0]?.extensions, { code: 'FORBIDDEN', reason: 'CONSENT_REQUIRED' })
})

t.test('saves photos by sync like by mutation', async t => {
  const { app, person } = await progressApp(t, { clock })
  const { assetId: id } = await upload(app, person)
  const operations = [
    { saveProgressPhoto: { id: id.toUpperCase(), expectedVersion: 1, notes: 'First.' } },
    { saveProgressPhoto: { id, expectedVersion: 2, notes: 'Second.' } },
    { saveProgressPhoto: { id, expectedVersion: 1, notes: 'Late.' } },
    { saveProgressPhoto: { id, expectedVersion: 3, takenAt: '2030-01-01T00:00:00.000Z' } },
  ]
  const [first, second, late, wrong] = await sync(app, person, operations)
  t.match(first, { recordId: id, status: 'APPLIED', version: 2 })
  t.match(second, { recordId: id, status: 'APPLIED', version: 3 })
  t.match(late, { status: 'CONFLICT', conflict: 'VERSION', record: { id, version: 3, notes: 'Second.' } })
  t.match(wrong, { status: 'REFUSED', error: { path: 'operations[3].saveProgressPhoto.takenAt' } })
  t.match(await sync(app, person, operations.slice(0, 2)), [
    { status: 'UNCHANGED', version: 2 },
    { status: 'UNCHANGED', version: 3 },
  ])
})
