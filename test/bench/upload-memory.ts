/**
 * Does an upload stay out of memory? Uploads photos of nearly 5 MB one after the other and reads how much the
 * process has grown at its peak (Linux only). Run: npm run build && node dist/test/bench/upload-memory.js
 */
import { readFile } from 'node:fs/promises'
import { MiB } from '../../src/lib/quantities.js'
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
  if (response.status !== 201) throw new Error(`upload answered ${response.status}: ${await response.text()}`)
}

/** Peak resident memory in bytes since it was last reset. */
async function peak(): Promise<number> {
  const status = await readFile(`/proc/${service.pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) * 1024
}

/** A picture of one pixel whose scan is filled up to the size. */
function jpegOf(bytes: number): Buffer {
  const head = Buffer.from(
    'ffd8ffe000104a46494600010100000100010000ffdb004300' +
      '10'.repeat(64) +
      'ffc0000b080001000101011100ffc4001f0000010501010101010100000000000000000102030405060708090a0bffda0008010100003f00',
    'hex',
  )
  return Buffer.concat([head, Buffer.alloc(bytes - head.length - 2, 0x55), Buffer.from('ffd9', 'hex')])
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
