import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { minutes } from '../../../../src/lib/quantities.js'
import { build, logIn, signUp, isolatedSettings, type TestUser } from '../../../helper.js'
import { failBeforeResponse, photoPart, photosOf, post, upload } from './photo-app.js'

for (const folder of ['upload-markers', 'unanswered'])
  t.test(`hides a photo whose process was killed before the response, with markers in ${folder}`, async t => {
    const settings = isolatedSettings(t)
    const first = await build(t, { settings })
    const user = await signUp(first)
    const files: string[] = []
    for (const fileName of ['1.jpg', '2.jpg', '3.jpg', '4.jpg', '5.jpg'])
      files.push((await upload(first, user, { fileName })).fileKey)
    failBeforeResponse(first)
    t.equal((await post(first, user, [photoPart({ fileName: '6.jpg' })])).statusCode, 500)
    await first.close()
    const path = (name: string) => join(settings.DATA_PATH!, name)
    await rename(path('upload-markers'), path(folder))

    // With a shared database, other instances may still be processing recent uploads.
    const later = settings.MONGODB_URI === undefined ? 0 : 2 * minutes
    const app = await build(t, { settings, clock: () => new Date(Date.now() + later) })
    const { accessToken } = await logIn(app, user.email, user.password)
    const again: TestUser = { ...user, headers: { authorization: `Bearer ${accessToken}` } }
    const { profilePhotos, profileImageFileKey } = await photosOf(app, again)
    t.same(
      profilePhotos.map(({ fileName }) => fileName),
      ['5.jpg', '4.jpg', '3.jpg', '2.jpg', '1.jpg'],
    )
    t.equal(profileImageFileKey, files.at(-1))
  })
