import { once } from 'node:events'
import t from 'tap'
import { queryGraphQL } from '../../../helper.js'
import { begin, until } from '../../media/photos/partial-upload.js'
import { multipartBody, photoApp } from '../../media/photos/photo-app.js'
import { exportOf } from '../exports/exports.js'
import { filePart, imported, manyWorkouts } from './imports.js'

t.test('leaves no file and creates no import if an upload is aborted', async t => {
  const { app, person, files } = await photoApp(t)
  await app.listen({ port: 0 })
  const body = multipartBody([filePart('x'.repeat(1_000_000))])
  const url = '/api/imports/workouts'
  for (const length of [400, 500_000, body.length - 10]) {
    const socket = await begin(app, person, `Content-Length: ${body.length}`, body.subarray(0, length), url)
    await until(async () => (await files()).length === 1)
    socket.destroy()
    await until(async () => (await files()).length === 0)
  }
  const chunk = Buffer.concat([Buffer.from('fde8\r\n'), body.subarray(0, 0xfde8), Buffer.from('\r\n')])
  const socket = await begin(app, person, 'Transfer-Encoding: chunked', chunk, url)
  await until(async () => (await files()).length === 1)
  socket.write('0\r\n\r\n')
  const [response] = (await once(socket, 'data')) as [Buffer]
  t.match(response.toString(), /^HTTP\/1\.1 400 Bad Request/)
  socket.destroy()
  await until(async () => (await files()).length === 0)
  const data = String((await exportOf(app, person)).get('data.json'))
  t.same((JSON.parse(data) as { imports: object[] }).imports, [])

  t.match(await imported(app, person, manyWorkouts(2)), {
    importStatus: 'COMPLETED',
    workoutsMade: 2,
  })
  await until(async () => (await files()).length === 0)
  const { data: found } = await queryGraphQL(app, '{ workouts { totalCount } }', {}, person)
  t.same(found, { workouts: { totalCount: 2 } })
})

t.test('rejects a zip archive with a message that names it', async t => {
  const { app, person } = await photoApp(t)
  const zip = Buffer.concat([Buffer.from('PK\u0003\u0004\u0014'), Buffer.alloc(1000, 7)])
  t.match(await imported(app, person, zip), { importStatus: 'FAILED', error: /zip/ })
})
