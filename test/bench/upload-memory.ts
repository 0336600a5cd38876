/**
 * Uploads photos of nearly 5 MB one after another and reports the peak growth of the process's memory (Linux only).
 * Run: npm run build && node dist/test/bench/upload-memory.js
 */
import { readFile } from 'node:fs/promises'
import { MiB } from '../../src/lib/quantities.js'
import { jpegOf } from './photo.js'
import { start } from './service.js'

const size = 5 * MiB - 1024
const warmUp = 20
const uploads = 20

const service = await start({ BCRYPT_SALT_ROUNDS: '4' })
const { accessToken } = await service.logIn()
const photo = jpegOf(size)

async function upload(): Promise<void> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'photo.jpg')
  const response = await fetch(`${service.url}/api/storage/profile-photo/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}` },
    body: form,
  })
  if (response.status !== 201)
    throw new Error(`upload failed with ${response.status}: ${await response.text()}`)
}

/** Peak resident memory in bytes since it was last reset. */
async function peak(): Promise<number> {
  const status = await readFile(`/proc/${service.pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) * 1024
}

for (let count = 0; count < warmUp; count++) await upload()
const before = await peak()
for (let count = 0; count < uploads; count++) await upload()
const after = await peak()
console.log(
  `${uploads} uploads of ${(size / MiB).toFixed(1)} MiB: peak memory grew by ${((after - before) / MiB).toFixed(2)} MiB ` +
    `(less than 2 is wanted), from ${(before / MiB).toFixed(0)} MiB`,
)
await service.stop()
