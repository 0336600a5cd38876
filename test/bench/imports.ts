/**
 * What an import of a million lines costs the process: memory, and how long the event loop is held; then what an export
 * of all of it costs. Run: npm run build && node --expose-gc dist/test/bench/imports.js [lines]
 */
import './no-timeout.js'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { gzipSync } from 'node:zlib'
import { buildApp } from '../../src/app.js'
import { loadConfig } from '../../src/config.js'
import { MiB } from '../../src/lib/quantities.js'
import { signUp } from '../helper.js'
import { ended, send } from '../features/imports/imports.js'
import { starterCatalogue } from '../features/exercises/starter-catalogue.js'

const lines = Number(process.argv[2] ?? 1_000_000)
const setsAWorkout = 100

/** Packed a piece at a time: gzip files may follow one another. */
function table(): Buffer {
  const pieces = [gzipSync('Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,Notes\n')]
  for (let line = 0, text = ''; line < lines; line++) {
    const minute = Math.floor(line / setsAWorkout)
    const start = new Date(Date.UTC(1990, 0, 1) + minute * 24 * 3_600_000).toISOString().slice(0, 19)
    const set = line % setsAWorkout
    text += `${start.replace('T', ' ')},Day,1h 5m,"Exercise ${Math.floor(set / 20)}",${(set % 20) + 1},62.5,8,"a note, ""quoted"""\n`
    if (text.length < MiB && line < lines - 1) continue
    pieces.push(gzipSync(text))
    text = ''
  }
  return Buffer.concat(pieces)
}

const folder = await mkdtemp(join(tmpdir(), 'imports-'))
const settings = {
  NODE_ENV: 'test',
  LOG_LEVEL: 'error',
  DATA_PATH: folder,
  BCRYPT_SALT_ROUNDS: '4',
  JWT_ACCESS_TOKEN_EXPIRES_IN: '1d',
  MAX_EVENT_LOOP_DELAY: '30s',
}
const uri = process.env['TEST_MONGODB_URI']
const app = await buildApp(loadConfig({ ...settings, ...(uri === undefined ? {} : { MONGODB_URI: uri }) }))
await app.ready()
await app.features.services.exercises.import(starterCatalogue, 'starter')
const person = await signUp(app)

for (const dryRun of ['true', 'false']) {
  const id = await send(app, person, table(), { dryRun })
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  let most = before
  const sampler = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 50)
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const began = performance.now()
  const { status, error, rowsRead, workoutsMade, skippedCount } = await ended(app, person, id)
  clearInterval(sampler)
  delay.disable()
  console.log({
    ...{ dryRun, status, error, rowsRead, workoutsMade, skippedCount },
    seconds: Math.round((performance.now() - began) / 1000),
    moreMemoryMiB: Math.round((most - before) / MiB),
    loopHeldMs: Math.round(delay.max / 1e6),
  })
}
await app.close()
await rm(folder, { recursive: true })
