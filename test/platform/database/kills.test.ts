import { randomBytes } from 'node:crypto'
import { MongoClient } from 'mongodb'
import t from 'tap'
import { checkDataFile } from '../../../src/platform/database/embedded/check-data-file.js'
import { openDatabase } from '../../../src/platform/database/open-database.js'
import { mongodbUri } from './databases.js'
import { killOnce, type Place } from './kills.js'

const kills = 4

async function survives(t: Tap, place: Place) {
  for (let kill = 0; kill < kills; kill++) {
    const {
      known,
      incomplete: incomplete,
      lost,
    } = await killOnce(place, async () => {
      await checkDataFile(place)
      return openDatabase(place)
    })
    t.ok(known > 0)
    t.same(incomplete, [], 'no partial transaction remains')
    t.same(lost, [], 'no acknowledged or visible write is lost')
  }
}
type Tap = Pick<typeof t, 'ok' | 'same'>

void t.test(
  'embedded: leaves no partial transaction after kill -9, and loses nothing that was visible',
  async t => {
    await survives(t, { folder: t.testdir() })
  },
)

void t.test(
  'MongoDB: leaves no partial transaction after kill -9 of the client',
  { skip: !mongodbUri },
  async t => {
    const uri = new URL(mongodbUri ?? '')
    const name = `test_${randomBytes(6).toString('hex')}`
    uri.pathname = name
    uri.searchParams.set('appName', name)
    t.teardown(async () => {
      const client = new MongoClient(uri.href)
      await endSessions(client, name)
      await client.db().dropDatabase()
      await client.close()
    })
    await survives(t, { folder: t.testdir(), mongodbUri: uri.href })
  },
)

// For a minute, the server keeps the locks of a killed client's transactions and does not drop the database.
async function endSessions(client: MongoClient, appName: string) {
  const idle = [{ $currentOp: { idleSessions: true, allUsers: true } }, { $match: { appName } }]
  const found = await client.db('admin').aggregate(idle).toArray()
  const sessions = found.flatMap(({ type, lsid }) => (type === 'idleSession' ? [{ id: lsid.id }] : []))
  if (sessions.length > 0) await client.db('admin').command({ killSessions: sessions })
}
