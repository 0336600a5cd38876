/**
 * Measures memory and event loop usage of an export of 10,000 workouts and 500 photos: the first one of a process, and
 * the next. Run: npm run build && node dist/test/bench/exports.js [workouts] [photos]
 */
import { KiB, MiB } from '../../src/lib/quantities.js'
import { importing } from './imports/importing.js'
import { packedTable } from './imports/table.js'
import { jpegOf } from './photo.js'
import { costOf, monitor } from './process-cost.js'
import { start } from './service.js'

const [workouts, photos] = [Number(process.argv[2] ?? 10_000), Number(process.argv[3] ?? 500)]
const setsAWorkout = 20
const photoSize = 200 * KiB
const expected = { memoryGrowthMiB: 64, loopBlockedMs: 100 }

const settings = { JWT_ACCESS_TOKEN_EXPIRES_IN: '1d', MAX_EVENT_LOOP_DELAY: '30s', DEMO_ACCOUNTS: 'true' }
const service = await start({ ...settings, SMALLER_PHOTOS_ENABLED: 'false' }, { preload: monitor })
const { accessToken } = await service.logIn()
const headers = { authorization: `Bearer ${accessToken}` }

const { send, ended } = importing(service.url, accessToken)
await ended(await send(packedTable(workouts * setsAWorkout, { setsAWorkout })))
for (let count = 0; count < photos; count++) {
  const form = new FormData()
  const photo = new Blob([new Uint8Array(jpegOf(photoSize))], { type: 'image/jpeg' })
  form.set('file', photo, 'me.jpg')
  const url = `${service.url}/api/storage/profile-photo/upload`
  const { status } = await fetch(url, { method: 'POST', headers, body: form })
  if (status !== 201) throw new Error(`an upload failed with ${status}`)
}

/** @returns the size of the archive, in bytes */
async function download(): Promise<number> {
  const response = await fetch(`${service.url}/api/exports/mine`, { headers })
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`)
  let length = 0
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) length += chunk.length
  return length
}

for (const which of ['first', 'next']) {
  const { result, cost } = await costOf(service, download)
  console.log({ which, workouts, photos, zipMiB: Math.round(result / MiB), ...cost })
  if (cost.memoryGrowthMiB > expected.memoryGrowthMiB || cost.loopBlockedMs > expected.loopBlockedMs)
    process.exitCode = 1
}
await service.stop()
