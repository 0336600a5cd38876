import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../free-port.js'
import { listens, start, until, type Process } from './processes.js'

const program = fileURLToPath(new URL('store-process.js', import.meta.url))
const buckets = { S3_BUCKET_USER_ASSETS: 'user-assets', S3_BUCKET_APP_ASSETS: 'app-assets' }

/** Something that can be killed, started again, and stopped without its connections ending. */
export interface Part {
  kill(): Promise<void>
  revive(): Promise<void>
  hang(): void
  goOn(): void
}

/** One process on a port of its own, which is started anew after it was killed. */
export async function part(port: number, begin: () => Process): Promise<Part> {
  let process = begin()
  const ready = () => until(`somebody listens on ${port}`, () => listens(port))
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
    goOn: () => {
      process.kill('SIGCONT')
    },
  }
}

/** The storage, and the settings that lead to it. */
export async function startStore(folder: string) {
  const port = await freePort()
  const args = [program, String(port), join(folder, 'objects'), ...Object.values(buckets)]
  const store = await part(port, () =>
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

/** Redis as compose.yaml has it: nothing is kept. */
export async function startRedis(folder: string) {
  const port = await freePort()
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const redis = await part(port, () => start({ name: 'redis', logs: folder, command: 'redis-server', args }))
  return { ...redis, settings: { REDIS_URL: `redis://127.0.0.1:${port}` } }
}
