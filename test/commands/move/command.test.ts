import { once } from 'node:events'
import { MongoClient } from 'mongodb'
import t from 'tap'
import { createLatch } from '../../latch.js'
import { queryGraphQL, build, logIn, signUp, isolatedSettings } from '../../helper.js'
import { startEndingProxy } from '../../platform/database/fault-injecting-proxy.js'
import { startExpectingFailure } from '../../service-process.js'
import { runCommand, spawnCommand } from '../run-command.js'

const mongo = process.env.TEST_MONGODB_URI

t.test('copies all data to MongoDB', { skip: mongo === undefined && 'there is no MongoDB' }, async t => {
  const { MONGODB_URI: uri = '', ...settings } = isolatedSettings(t)
  const app = await build(t, { settings: { ...settings, MONGODB_URI: '' } })
  const { email, password, headers } = await signUp(app)
  await queryGraphQL(
    app,
    'mutation { updateProfile(input: { firstName: "Ada" }) { user { id } } }',
    {},
    { headers },
  )
  const me = '{ me { id firstName } }'
  const { data: before } = await queryGraphQL(app, me, {}, { headers })
  const move = () => runCommand('move', settings, [uri])
  t.match((await move()).errors, /is open in process/, 'refuses to copy a database that is open')
  await app.close()

  const moved = await move()
  t.equal(moved.code, 0, moved.errors)
  t.match(moved.output, /[\d,]+ documents of [\d,]+ collections were copied to .* and compared byte by byte/)
  const again = await move()
  t.match([again.code, again.errors], [1, /is not empty .*nothing is overwritten/])

  const there = await build(t, { settings: { ...settings, MONGODB_URI: uri } })
  const { accessToken } = await logIn(there, email, password)
  const headersThere = { authorization: `Bearer ${accessToken}` }
  t.same((await queryGraphQL(there, me, {}, { headers: headersThere })).data, before)
  const client = new MongoClient(uri)
  t.teardown(() => client.close())
  const indexes = await client.db().collection('ownedRecords').indexes()
  t.ok(indexes.length > 1, 'creates the indexes')
})

/** Requests to MongoDB before which a move is killed, by what it does then. */
const interruptions = {
  'while it copies': /insert\0.{4}users\0/s,
  'while it compares': /find\0.{4}users\0.*sort\0/s,
  'before it removes the marker': /delete\0.{4}unfinishedMoves\0/s,
}

for (const [moment, request] of Object.entries(interruptions))
  t.test(
    `refuses to start on the incomplete copy of a move that was killed ${moment}`,
    { skip: mongo === undefined && 'there is no MongoDB' },
    async t => {
      const { MONGODB_URI: uri = '', ...settings } = isolatedSettings(t)
      const app = await build(t, { settings: { ...settings, MONGODB_URI: '' } })
      const { email, password } = await signUp(app)
      await app.close()

      const killed = createLatch()
      const cable = new URL(await startEndingProxy(t, uri, sent => request.test(sent), killed.open))
      cable.pathname = new URL(uri).pathname
      const child = spawnCommand('move', settings, [cable.href])
      const exited = once(child, 'exit')
      await Promise.race([killed.passed, exited])
      child.kill('SIGKILL')
      t.match(await exited, [null, 'SIGKILL'])

      const there = { ...settings, MONGODB_URI: uri }
      const incomplete =
        /is an incomplete copy: `fitness-training-service move` started at .*--discard-unfinished/
      t.match(await startExpectingFailure(there), [1, incomplete], 'the service refuses to start')
      const again = await runCommand('move', settings, [uri])
      t.match([again.code, again.errors], [1, incomplete], 'another move is rejected')
      const restarted = await runCommand('move', settings, [uri, '--discard-unfinished'])
      t.match([restarted.code, restarted.errors], [0, /^documents/], restarted.errors)
      const moved = await build(t, { settings: there })
      await logIn(moved, email, password)
    },
  )

t.test(
  'discards only incomplete copies with --discard-unfinished',
  { skip: mongo === undefined && 'there is no MongoDB' },
  async t => {
    const { MONGODB_URI: uri = '', ...settings } = isolatedSettings(t)
    await (await build(t, { settings: { ...settings, MONGODB_URI: '' } })).close()
    const there = await build(t, { settings: { ...settings, MONGODB_URI: uri } })
    const { email, password } = await signUp(there)
    const refused = await runCommand('move', settings, [uri, '--discard-unfinished'])
    t.match([refused.code, refused.errors], [1, /is not empty .*nothing is overwritten/])
    await logIn(there, email, password)
    await (await build(t, { settings: { ...settings, MONGODB_URI: uri } })).close()
  },
)

t.test('reports an unreachable MongoDB without its credentials', async t => {
  const { MONGODB_URI: _uri, ...settings } = isolatedSettings(t)
  await (await build(t, { settings: { ...settings, MONGODB_URI: '' } })).close()
  const { code, errors } = await runCommand('move', settings, ['mongodb://ada:secret@127.0.0.1:1/x'])
  t.match([code, errors], [1, /^Move failed: MongoDB at 127\.0\.0\.1:1 \(MONGODB_URI\) cannot be reached: /])
  t.notMatch(errors, /secret/)
})

t.test('prints its usage', async t => {
  const { MONGODB_URI: _uri, ...settings } = isolatedSettings(t)
  t.match((await runCommand('move', settings)).errors, /missing required argument 'uri'/)
  const nowhere = await runCommand('move', settings, ['mongodb://127.0.0.1:1/x'])
  t.match(nowhere.errors, /The database .*data\.sqlite does not exist/)
  const wrong = await runCommand('move', settings, ['localhost'])
  t.match(wrong.errors, /MONGODB_URI/)
})
