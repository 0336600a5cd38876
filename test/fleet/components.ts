import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../free-port.js'
import { listens, start, waitUntil, type Process } from './processes.js'

const program = fileURLToPath(new URL('store-process.js', import.meta.url))
const buckets = { S3_BUCKET_USER_ASSETS: 'user-assets', S3_BUCKET_APP_ASSETS: 'app-assets' }

/** A component that can be killed, restarted, and suspended with its connections open. */
export interface Component {
  kill(): Promise<void>
  revive(): Promise<void>
  hang(): void
  resume(): void
}

/** Runs a component as one process that listens on a port. */
async function startComponent(port: number, begin: () => Process): Promise<Component> {
  let process = begin()
  const ready = () => waitUntil(`port ${port} accepts connections`, () => listens(port))
  await ready()
  return {
    async kill() {
      process.kill('SIGKILL')
      await process.exited
    },
    async revive() {
      process = begin()
      await ready()
    },
    hang: () => {
      process.kill('SIGSTOP')
    },
    resume: () => {
      process.kill('SIGCONT')
    },
  }
}

/** Starts the object storage. @returns it with the settings of the service for it */
export async function startStore(folder: string) {
  const port = await freePort()
  const args = [program, String(port), join(folder, 'objects'), ...Object.values(buckets)]
  const store = await startComponent(port, () =>
    start({ name: 'store', logs: folder, command: process.execPath, args }),
  )
  const settings = {
    OBJECT_STORAGE_PROVIDER: 'S3',
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_ACCESS_KEY_ID: 'the-key',
    S3_SECRET_ACCESS_KEY: 'the secret of the key',
    ...buckets,
  }
  return { ...store, settings, address: `127.0.0.1:${port}` }
}

/** Starts Redis as in compose.yaml: without persistence. */
export async function startRedis(folder: string) {
  const port = await freePort()
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const redis = await startComponent(port, () =>
    start({ name: 'redis', logs: folder, command: 'redis-server', args }),
  )
  return { ...redis, settings: { REDIS_URL: `redis://127.0.0.1:${port}` } }
}
