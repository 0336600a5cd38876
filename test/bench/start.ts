/**
 * Measures the time from process start to the first response: in an empty folder, with the data of an earlier start, and
 * in production mode with MongoDB. On a busy machine, processor time is more reliable; an empty Node process is the
 * reference.
 *
 *   node dist/test/bench/start.js [times, default 5]
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { MongoClient } from 'mongodb'
import { generateKeys } from '../keys.js'
import { median } from './statistics.js'
import { freePort } from '../free-port.js'

const server = fileURLToPath(new URL('../../bundle/server.js', import.meta.url))
const times = Number(process.argv[2] ?? 5)
const scratch = mkdtempSync(join(tmpdir(), 'fitness-start-'))

interface Cost {
  /** Time to the first response, in milliseconds. */
  wall: number
  /** Processor time in milliseconds; Linux only. */
  processor: number
}

async function start(settings: Record<string, string>): Promise<Cost> {
  const port = await freePort()
  const began = performance.now()
  const child = spawn(process.execPath, [server], {
    env: { ...process.env, LOG_LEVEL: 'silent', PORT: String(port), ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  while (!(await isWell(port))) {
    if (child.exitCode !== null) throw new Error(`the service exited with ${child.exitCode}`)
    await pause(5)
  }
  const wall = performance.now() - began
  const processor = processorTime(child.pid ?? 0)
  child.kill('SIGTERM')
  await ended
  return { wall, processor }
}

const isWell = (port: number) =>
  fetch(`http://127.0.0.1:${port}/health/live`).then(
    ({ ok }) => ok,
    () => false,
  )

/** Linux counts in hundredths of a second. */
function processorTime(pid: number): number {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const [user, system] = fields.split(' ').slice(11, 13).map(Number)
  return 10 * (user! + system!)
}

async function emptyNode(): Promise<number> {
  const child = spawn(process.execPath, ['--eval', 'console.log(process.cpuUsage())'])
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
  await once(child, 'close')
  return [...text.matchAll(/\d+/g)].reduce((sum, [microseconds]) => sum + Number(microseconds) / 1000, 0)
}

async function report(name: string, settings: (round: number) => Record<string, string>): Promise<void> {
  const costs: Cost[] = []
  for (let round = 0; round < times; round++) costs.push(await start(settings(round)))
  const wall = median(costs.map(cost => cost.wall))
  const processor = median(costs.map(cost => cost.processor))
  console.log(
    `${name}: ${wall.toFixed(0)} ms to the first response, ${processor.toFixed(0)} ms of the processor`,
  )
}

function production(mongodbUri: string): Record<string, string> {
  const { privateKey, publicKey } = generateKeys()
  const [privatePath, publicPath] = [join(scratch, 'private.pem'), join(scratch, 'public.pem')]
  writeFileSync(privatePath, privateKey)
  writeFileSync(publicPath, publicKey)
  return {
    NODE_ENV: 'production',
    DATA_PATH: join(scratch, 'production'),
    MONGODB_URI: mongodbUri,
    SMTP_URL: 'smtp://127.0.0.1:9',
    PUBLIC_URL: 'https://api.example.com',
    JWT_PRIVATE_KEY_PATH: privatePath,
    JWT_PUBLIC_KEY_PATH: publicPath,
    HMAC_SECRET: 's'.repeat(32),
    LOCAL_STORAGE_SECRET: 's'.repeat(32),
  }
}

try {
  await report('first start', round => ({ DATA_PATH: join(scratch, String(round)) }))
  await report('later start', () => ({ DATA_PATH: join(scratch, '0') }))
  if (process.env.TEST_MONGODB_URI) {
    const uri = Object.assign(new URL(process.env.TEST_MONGODB_URI), { pathname: '/test-start' }).href
    const settings = production(uri)
    await start(settings)
    await report('production', () => settings)
    const client = new MongoClient(uri)
    await client.db().dropDatabase()
    await client.close()
  }
  const yardstick = await emptyNode()
  console.log(`an empty Node process: ${yardstick.toFixed(0)} ms of processor time`)
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
