import { join } from 'node:path'
import t from 'tap'
import { signUp, temporaryPath } from '../../../helper.js'
import { breakFolder } from '../../media/photos/photo-app.js'
import { filePart, buildWithExercises, imported, post } from './imports.js'

const sheet = 'Date,Workout Name,Exercise Name,Set Order,Reps\n2026-05-01 10:00,Day,Press,1,5'

t.test('responds with a server error without details of the disk if the file cannot be stored', async t => {
  const folder = temporaryPath()
  const app = await buildWithExercises(t, { settings: { DATA_PATH: folder } })
  const user = await signUp(app)
  const repair = await breakFolder(join(folder, 'storage/.incoming'))
  const response = await post(app, user, [filePart(sheet)])
  t.equal(response.statusCode, 500)
  t.match(response.json(), { success: false, error: { code: 'INTERNAL_SERVER_ERROR' } })
  t.notMatch(response.body, /storage|ENOTDIR|EEXIST|incoming/)
  await repair()
  t.match(await imported(app, user, sheet), { importStatus: 'COMPLETED', workoutsMade: 1 })
})
