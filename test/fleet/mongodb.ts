import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { MongoClient, type Document } from 'mongodb'
import { addCleanup } from './cleanups.js'
import { waitUntil } from './processes.js'

interface Cluster {
  /** Connection string, with the name of the database. */
  uri: string
  /** Kills the primary with SIGKILL. @returns its port */
  killPrimary(): Promise<number>
  revive(port: number): Promise<void>
}

/** As in compose.yaml, in seconds: MongoDB then releases the locks of a killed instance. */
const transactionLifetime = 15

/**
 * A replica set of three nodes.
 * @param launcher a program that supports `start --nodes 3 --port P`, `kill P` and `revive P`
 */
export async function startMongo(launcher: string, firstPort: number): Promise<Cluster> {
  const ports = [0, 1, 2].map(node => firstPort + node)
  const launch = async (...args: (string | number)[]) =>
    (await promisify(execFile)(launcher, args.map(String))).stdout
  addCleanup(() => {
    for (const port of ports) spawnSync(launcher, ['kill', String(port)], { timeout: 5_000 })
  })
  const all = (await launch('start', '--nodes', 3, '--port', firstPort)).trim()
  const prepare = (port: number) =>
    command(port, { setParameter: 1, transactionLifetimeLimitSeconds: transactionLifetime })
  for (const port of ports) await prepare(port)

  async function primary(): Promise<number> {
    for (;;)
      for (const port of ports) {
        const hello = await command(port, { hello: 1 }).catch(() => null)
        if (hello?.['isWritablePrimary'] === true) return port
      }
  }

  return {
    uri: all.replace('/?', `/fleet${Date.now()}?`),
    async killPrimary() {
      const port = await primary()
      await launch('kill', port)
      return port
    },
    async revive(port) {
      await launch('revive', port)
      await prepare(port)
      const isMember = async () => {
        const { isWritablePrimary, secondary } = await command(port, { hello: 1 })
        return isWritablePrimary === true || secondary === true
      }
      await waitUntil('the node is a member again', isMember)
    },
  }
}

/** Runs an admin command on one node. */
async function command(port: number, document: Document): Promise<Document> {
  const uri = `mongodb://127.0.0.1:${port}/?directConnection=true&serverSelectionTimeoutMS=2000`
  const client = new MongoClient(uri)
  try {
    return await client.db('admin').command(document)
  } finally {
    await client.close()
  }
}
