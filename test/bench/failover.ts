/**
 * Checks that no write is lost when the primary is killed under load: eight writers and four readers of one user on two
 * instances and three nodes. The primary is killed repeatedly, every third time after the secondaries.
 * TEST_MONGODB_LAUNCHER is a program that supports `start --nodes 3 --port P`, `kill P` and `revive P`.
 * Run: npm run build && node dist/test/bench/failover.js [kills]
 */
import { execFile } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { MongoClient } from 'mongodb'

process.env.TAP_TIMEOUT = '0'
const kills = Number(process.argv[2] ?? 5)
const firstPort = 27417
const ports = [0, 1, 2].map(node => firstPort + node)
const launcher = process.env.TEST_MONGODB_LAUNCHER
if (launcher === undefined) throw new Error('Set TEST_MONGODB_LAUNCHER.')
const launch = (...args: (string | number)[]) => promisify(execFile)(launcher, args.map(String))

async function primaryPort(): Promise<number> {
  for (;;) {
    for (const port of ports) {
      const uri = `mongodb://127.0.0.1:${port}/?directConnection=true&serverSelectionTimeoutMS=500`
      const client = new MongoClient(uri)
      const hello = await client
        .db('admin')
        .command({ hello: 1 })
        .catch(() => null)
      await client.close()
      if (hello?.['isWritablePrimary'] === true) return port
    }
    await pause(200)
  }
}

/** Kills the primary; every third time both secondaries first, so that its last writes are not replicated. */
async function killRepeatedly(): Promise<void> {
  for (let kill = 1; kill <= kills; kill++) {
    await pause(3000)
    const primary = await primaryPort()
    const others = ports.filter(port => port !== primary)
    const victims = kill % 3 === 0 ? [...others, primary] : [primary]
    for (const port of victims) await launch('kill', port)
    // The secondaries continue, or return without the writes of the primary alone.
    if (victims.length > 1) for (const port of others) await launch('revive', port)
    await primaryPort()
    await pause(2000)
    await launch('revive', primary)
    console.log(`kill ${kill} of ${kills}: ${victims.length} nodes`)
  }
}

await launch('start', '--nodes', 3, '--port', firstPort)
// The helper reads the variable when it is loaded.
process.env.TEST_MONGODB_URI = `mongodb://127.0.0.1:${await primaryPort()}/?replicaSet=rs0`
const { openRace } = await import('../features/portability/sync/open-race.js')
const { runRace: race } = await import('../features/portability/sync/race.js')
const teardowns: (() => unknown)[] = []
const instances = await openRace({ teardown: teardown => void teardowns.push(teardown) }, 0)
const over = new AbortController()
const killing = killRepeatedly().finally(() => {
  over.abort()
})
const result = await race({ ...instances, writers: 8, readers: 4, writes: Infinity, signal: over.signal })
await killing
console.log(JSON.stringify(result))
for (const teardown of teardowns.toReversed()) await teardown()
for (const port of ports) await launch('kill', port)
process.exit(result.divergentReaders + result.lostWrites === 0 ? 0 : 1)
