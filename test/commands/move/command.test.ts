import { MongoClient } from 'mongodb'
import t from 'tap'
import { ask, build, logIn, signUp, throwaway } from '../../helper.js'
import { runCommand } from '../run-command.js'

const mongo = process.env.TEST_MONGODB_URI

t.test(
  'whoever outgrows one machine takes everything along to MongoDB',
  { skip: mongo === undefined && 'there is no MongoDB' },
  async t => {
    const { MONGODB_URI: uri = '', ...settings } = throwaway(t)
    const app = await build(t, { settings: { ...settings, MONGODB_URI: '' } })
    const { email, password, headers } = await signUp(app)
    await ask(app, 'mutation { updateProfile(input: { firstName: "Ada" }) { user { id } } }', {}, { headers })
    const me = '{ me { id firstName } }'
    const { data: before } = await ask(app, me, {}, { headers })
    const move = () => runCommand('move', settings, [uri])
    t.match((await move()).errors, /is open in process/, 'nothing is copied while somebody writes')
    await app.close()

    const moved = await move()
    t.equal(moved.code, 0, moved.errors)
    t.match(moved.output, /[\d,]+ documents of [\d,]+ collections arrived in .*, compared byte for byte/)
    const again = await move()
    t.match([again.code, again.errors], [1, /is not empty .*nothing is overwritten/])

    const there = await build(t, { settings: { ...settings, MONGODB_URI: uri } })
    const { accessToken } = await logIn(there, email, password)
    const headersThere = { authorization: `Bearer ${accessToken}` }
    t.same((await ask(there, me, {}, { headers: headersThere })).data, before)
    const client = new MongoClient(uri)
    t.teardown(() => client.close())
    const indexes = await client.db().collection('owned').indexes()
    t.ok(indexes.length > 1, 'with its indexes')
  },
)

t.test('the command says what it wants', async t => {
  const { MONGODB_URI: _uri, ...settings } = throwaway(t)
  t.match((await runCommand('move', settings)).errors, /Usage: npm run move -- MONGODB_URI/)
  const nowhere = await runCommand('move', settings, ['mongodb://127.0.0.1:1/x'])
  t.match(nowhere.errors, /There is no database: .*data\.mdb is not there/)
  const wrong = await runCommand('move', settings, ['localhost'])
  t.match(wrong.errors, /MONGODB_URI/)
})
