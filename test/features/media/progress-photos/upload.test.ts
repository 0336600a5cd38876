import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { secret } from '../../../exif.js'
import { queryGraphQL, errorCodeOf, signUp, temporaryPath } from '../../../helper.js'
import {
  contextPart,
  assertRefused,
  pathOf,
  photoPart,
  photosOf,
  post as postProfile,
} from '../photos/photo-app.js'
import { newId } from '../../training/workouts/workouts.js'
import { consent, list, post, progressApp, upload, type Form } from './helpers.js'

const now = new Date('2026-05-02T08:00:00.000Z')
const clock = () => now

t.test('stores progress photos without metadata, visible to their owner only', async t => {
  const { app, person, folder } = await progressApp(t, { clock })
  const notes = '  after the holidays\r\nwith light from the left '
  const form = { assetContext: 'PROGRESS_PHOTO', pose: 'SIDE', takenAt: '2026-05-01T09:00:00+02:00', notes }
  const uploaded = await upload(app, person, form)
  t.match(uploaded, {
    ...{ fileName: 'me.jpg', contentType: 'image/jpeg', version: 1, pose: 'SIDE' },
    ...{ takenAt: '2026-05-01T07:00:00.000Z', notes: 'after the holidays\nwith light from the left' },
    ...{ uploadedAt: now.toISOString(), expiresAt: '2026-05-02T09:00:00.000Z' },
  })
  t.match(uploaded.fileKey, new RegExp(`^users/${person.id}/progress-photo/[0-9a-f-]{36}\\.jpg$`))
  const stored = await readFile(join(folder, 'storage/user-assets', uploaded.fileKey))
  t.notOk(stored.includes(secret))
  t.equal(stored.length, uploaded.size)
  t.same((await app.inject(pathOf(uploaded.uploadUrl))).rawPayload, stored)
  t.equal((await app.inject(pathOf(uploaded.uploadUrl).replace(/\?.*/, ''))).statusCode, 403)

  const { photos } = await list(app, person)
  const { assetId: id, fileKey } = uploaded
  t.match(photos, [{ id, fileKey, version: 1, pose: 'SIDE', takenAt: uploaded.takenAt, blurHash: null }])
  t.same((await app.inject(pathOf(photos[0]!.url))).rawPayload, stored)
  t.same((await photosOf(app, person)).profilePhotos, [], 'progress photos are not profile photos')

  const query = 'query ($id: ID!) { node(id: $id) { id ... on ProgressPhoto { pose } } }'
  t.same((await queryGraphQL(app, query, { id }, person)).data, { node: { id, pose: 'SIDE' } })
  const [stranger, admin] = [await signUp(app), await signUp(app, { role: 'ADMIN' })]
  for (const other of [stranger, admin]) {
    t.equal(errorCodeOf(await queryGraphQL(app, query, { id }, other)), 'NOT_FOUND')
    t.same((await list(app, other)).photos, [])
  }
  t.equal(errorCodeOf((await list(app, undefined)).answer), 'UNAUTHENTICATED')
})

t.test('accepts a form with only the file', async t => {
  const { app, person } = await progressApp(t, { clock })
  const { assetId } = await upload(app, person, { pose: '', notes: ' ' })
  const expected = { id: assetId, pose: null, notes: null, takenAt: now.toISOString() }
  t.match((await list(app, person)).photos, [expected])
})

t.test('rejects invalid fields by name, and stores nothing', async t => {
  const { app, person, files } = await progressApp(t, { clock })
  for (const [form, message] of [
    [{ assetContext: 'PROFILE_PICTURE' }, /^assetContext must be PROGRESS_PHOTO/],
    [{ assetContext: 'WALLPAPER' }, /^assetContext/],
    [{ pose: 'front' }, /^pose must be one of: FRONT, SIDE, BACK/],
    [{ takenAt: '2026-05-01' }, /^takenAt must be a timestamp/],
    [{ takenAt: '2026-02-30T08:00:00Z' }, /^takenAt must be a timestamp/],
    [{ takenAt: '2026-05-03T08:00:00.001Z' }, /^takenAt must be at most one day in the future/],
    [{ takenAt: '1926-05-02T07:59:59Z' }, /^takenAt must be at most 100 years ago/],
    [{ notes: 'n'.repeat(5001) }, /^notes must have at most 5,000 characters/],
    [{ notes: '🏋'.repeat(6000) }, /^notes must/],
    [{ notes: '\u0007' }, /^notes contains/],
    [{ id: 'mine' }, /^id must have 24 hexadecimal digits/],
  ] as [Form, RegExp][]) {
    const response = await post(app, person, form)
    assertRefused(t, response, 400, 'BAD_REQUEST', JSON.stringify(form).slice(0, 60))
    t.match(response.json(), { error: { message } })
  }
  assertRefused(
    t,
    await post(app, person, {}, { content: 'no' }),
    415,
    'UNSUPPORTED_MEDIA_TYPE',
    'no picture',
  )
  assertRefused(t, await post(app, person, {}, { content: '' }), 400, 'EMPTY_FILE', 'empty')
  const large = Buffer.alloc(5 * 1024 * 1024 + 1)
  assertRefused(t, await post(app, person, {}, { content: large }), 413, 'FILE_TOO_LARGE', 'large')
  assertRefused(
    t,
    await post(app, { headers: { authorization: '' } }),
    401,
    'UNAUTHENTICATED',
    'without a token',
  )
  const elsewhere = await postProfile(app, person, [photoPart(), contextPart('PROGRESS_PHOTO')])
  assertRefused(t, elsewhere, 400, 'BAD_REQUEST', 'at the other endpoint')
  t.same(await files(), [])
  t.same((await list(app, person)).photos, [])
  const longest = '🏋'.repeat(5000)
  t.equal((await upload(app, person, { notes: longest })).notes, longest, 'notes of the maximum length')
})

t.test(
  'requires the consent before reading the body, and erases all photos when it is withdrawn',
  async t => {
    const { app, person, files } = await progressApp(t, { clock })
    const other = await signUp(app)
    assertRefused(t, await post(app, other), 403, 'CONSENT_REQUIRED', 'before')
    await upload(app, person, { pose: 'FRONT' })
    await upload(app, person)
    await consent(app, other)
    const kept = await upload(app, other)
    await consent(app, person, 'withdrawConsent')
    assertRefused(t, await post(app, person), 403, 'CONSENT_REQUIRED', 'after')
    t.same((await list(app, person)).photos, [])
    await app.features.services.assets.sweep()
    t.same(await files(), [`user-assets/${kept.fileKey}`], 'only the files of the other user remain')

    const query = '{ changes { changes { type deletedAt } } }'
    const { data } = await queryGraphQL<{ changes: { changes: object[] } }>(app, query, {}, person)
    t.notMatch(JSON.stringify(data), 'PROGRESS_PHOTO', 'a first sync does not contain them')
    await consent(app, person)
    await upload(app, person)
    t.same((await list(app, person)).page?.totalCount, 1)
  },
)

t.test('limits the number and total size of photos, without deleted ones', async t => {
  const settings = { PROGRESS_PHOTOS_MAX_COUNT: '2', PROGRESS_PHOTOS_MAX_BYTES: '5000' }
  const { app, person, files } = await progressApp(t, { clock, settings })
  const first = await upload(app, person)
  await upload(app, person)
  assertRefused(t, await post(app, person), 409, 'CONFLICT', 'a third')
  t.equal((await files()).length, 2)
  const { data } = await queryGraphQL(
    app,
    'mutation ($id: ID!) { deleteProgressPhoto(input: { id: $id }) { version } }',
    { id: first.assetId },
    person,
  )
  t.match(data, { deleteProgressPhoto: { version: 2 } })
  const { size } = await upload(app, person)
  await app.features.services.assets.sweep()

  const bytes = { ...settings, PROGRESS_PHOTOS_MAX_BYTES: String(2 * size), PROGRESS_PHOTOS_MAX_COUNT: '100' }
  const tight = await progressApp(t, { clock, settings: { ...bytes, DATA_PATH: temporaryPath() } })
  await upload(tight.app, tight.person)
  await upload(tight.app, tight.person)
  assertRefused(t, await post(tight.app, tight.person), 409, 'CONFLICT', 'a byte too many')
  const id = (await list(tight.app, tight.person)).photos[0]!.id
  await queryGraphQL(
    tight.app,
    `mutation { deleteProgressPhoto(input: { id: "${id}" }) { version } }`,
    {},
    tight.person,
  )
  await upload(tight.app, tight.person)
})

t.test('returns the existing photo for a repeated upload with the same id', async t => {
  const { app, person, files } = await progressApp(t, { clock })
  const id = newId()
  const [first, again] = [await upload(app, person, { id, pose: 'BACK' }), await upload(app, person, { id })]
  t.match(again, { assetId: id, fileKey: first.fileKey, pose: 'BACK', version: 1 })
  const both = newId()
  const [one, two] = await Promise.all([upload(app, person, { id: both }), upload(app, person, { id: both })])
  t.equal(one.fileKey, two.fileKey)
  await app.features.services.assets.sweep()
  t.equal((await files()).length, 2)

  const other = await signUp(app)
  await consent(app, other)
  assertRefused(t, await post(app, other, { id }), 409, 'CONFLICT', 'the id of a photo of another user')
  await queryGraphQL(app, `mutation { deleteProgressPhoto(input: { id: "${id}" }) { version } }`, {}, person)
  assertRefused(t, await post(app, person, { id }), 409, 'CONFLICT', 'what was deleted does not return')
  t.equal((await list(app, person)).page?.totalCount, 1)
})
