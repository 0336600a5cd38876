import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { breakFolder, photoApp, photoPart, photosOf, post, upload } from './photo-app.js'

function assertInternalError(t: Test, response: Awaited<ReturnType<typeof post>>) {
  t.equal(response.statusCode, 500)
  t.match(response.json(), {
    success: false,
    error: { code: 'INTERNAL_SERVER_ERROR', message: /^Internal server error \(request [\w-]+\)$/ },
  })
  t.notMatch(response.body, /storage\/|ENOTDIR|EEXIST|incoming/, 'does not mention the disk')
}

for (const broken of ['user-assets', '.incoming']) {
  t.test(`fails and leaves nothing if ${broken} cannot be written to`, async t => {
    const { app, person, folder, files } = await photoApp(t)
    const before = await upload(app, person)
    const repair = await breakFolder(join(folder, 'storage', broken))
    assertInternalError(t, await post(app, person, [photoPart()]))
    await repair()

    const { profileImageFileKey, profilePhotos } = await photosOf(app, person)
    t.same([profileImageFileKey, profilePhotos.length], [before.fileKey, 1])
    t.same(await files(), [`user-assets/${before.fileKey}`])
    await upload(app, person)
    t.equal((await photosOf(app, person)).profilePhotos.length, 2, 'succeeds afterwards')
  })
}

t.test('responds with 404 for the signed URL of a missing file', async t => {
  const { app, person, folder } = await photoApp(t)
  const { uploadUrl, fileKey } = await upload(app, person)
  await rm(join(folder, 'storage/user-assets', fileKey))
  const response = await app.inject(new URL(uploadUrl).pathname + new URL(uploadUrl).search)
  t.equal(response.statusCode, 404)
  t.match(response.json(), { success: false, error: { code: 'NOT_FOUND' } })
})
