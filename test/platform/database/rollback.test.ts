import { execFile } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { MongoClient, ObjectId } from 'mongodb'
import t from 'tap'
import { openMongo } from '../../../src/platform/database/mongodb/database.js'
import type { Account } from './databases.js'

/** A program that starts three nodes on free ports, kills one, and starts a killed one again on its data. */
const launcher = process.env['TEST_MONGODB_LAUNCHER']
const firstPort = 27317
const ports = [0, 1, 2].map(node => firstPort + node)
const timeout = 60_000

const launch = async (...args: (string | number)[]) =>
  (await promisify(execFile)(launcher ?? '', args.map(String))).stdout.trim()

/** Starts the nodes. If other nodes are running, the launcher can fail because files disappear while it reads them. */
async function startNodes(): Promise<string> {
  for (let attempt = 1; ; attempt++)
    try {
      return await launch('start', '--nodes', ports.length, '--port', firstPort)
    } catch (error) {
      if (attempt === 5) throw error
      await pause(500)
    }
}

/** Repeats a request despite elections and broken connections until it succeeds. */
async function until<T>(ask: () => Promise<T | false | null>): Promise<T> {
  for (const end = Date.now() + timeout; ;) {
    const response = await ask().catch(() => null)
    if (response) return response
    if (Date.now() > end) throw new Error(`this did not come true: ${ask.toString()}`)
    await pause(20)
  }
}

/** Connects to a single node, whatever its state in the replica set. */
function nodeAt(port: number) {
  const client = new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`, {
    serverSelectionTimeoutMS: 1000,
  })
  const accounts = client.db('rollback').collection<Account>('accounts', { readConcern: { level: 'local' } })
  return {
    port,
    accounts,
    hello: () => client.db('admin').command({ hello: 1 }),
    close: () => client.close(true),
  }
}

void t.test(
  'MongoDB: neither acknowledges nor shows writes that a failover rolls back',
  { skip: !launcher },
  async t => {
    const uri = await startNodes()
    t.teardown(() => Promise.allSettled(ports.map(port => launch('kill', port))))
    const nodes = ports.map(nodeAt)
    t.teardown(() => Promise.all(nodes.map(node => node.close())))
    const database = await openMongo(uri, { databaseName: 'rollback' })
    t.teardown(() => database.close())
    const accounts = database.collection<Account>('accounts')
    await database.prepare()

    const acknowledged = new Set<string>()
    const write = (_id: ObjectId) =>
      database
        .transaction('user', () => accounts.insertOne({ _id }))
        .then(() => acknowledged.add(_id.toHexString()))
    const shown = new Set<string>()
    const idsThere = async () => (await accounts.find({})).map(({ _id }) => _id.toHexString())
    const look = async () => (await idsThere()).forEach(id => shown.add(id))

    await write(new ObjectId())
    await look()
    const primary = await until(async () => {
      for (const node of nodes) if ((await node.hello())['isWritablePrimary']) return node
      return null
    })
    const secondaries = nodes.filter(node => node !== primary)

    await Promise.all(secondaries.map(({ port }) => launch('kill', port)))
    const alone = { plain: new ObjectId(), inTransaction: new ObjectId() }
    await primary.accounts.insertOne({ _id: alone.plain }, { writeConcern: { w: 1 } })
    const attempt = write(alone.inTransaction).catch((error: unknown) => error)
    const readers = Promise.allSettled([look(), look()])
    // Readers with local read concern see the write.
    t.ok(await primary.accounts.findOne({ _id: alone.plain }))
    await readers
    t.notOk(shown.has(alone.plain.toHexString()), 'reads return no write that only the primary has')
    await launch('kill', primary.port)

    for (const { port } of secondaries) await launch('revive', port)
    await attempt
    await until(() => write(new ObjectId()))
    await launch('revive', primary.port)
    await until(async () => (await primary.hello())['secondary'] === true)
    await until(async () => !(await primary.accounts.findOne({ _id: alone.plain })))

    await until(() => look().then(() => true))
    t.notOk(shown.has(alone.plain.toHexString()), 'reads return no write that was rolled back')
    const there = new Set(await idsThere())
    t.same(
      [...acknowledged].filter(id => !there.has(id)),
      [],
      'no acknowledged write is lost',
    )
    t.same(
      [...shown].filter(id => !there.has(id)),
      [],
      'no write that a read returned is lost',
    )
  },
)
