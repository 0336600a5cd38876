import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { readOrientation } from '../../../../../src/features/media/assets/images/metadata/tiff-orientation.js'
import {
  MalformedImageError,
  stripMetadata,
} from '../../../../../src/features/media/assets/images/strip-metadata.js'
import { secret } from '../../../../exif.js'
import * as images from '../../../../images.js'

async function strip(t: Test, original: Buffer, mediaType: string): Promise<Buffer> {
  const folder = t.testdir({ original })
  const target = join(folder, 'stripped')
  const { size } = await stripMetadata(join(folder, 'original'), target, mediaType)
  const stripped = await readFile(target)
  t.equal(stripped.length, size, 'returns the size of the stripped file')
  return stripped
}

const orientationIn = (file: Buffer) => {
  const at = file.indexOf('MM\0*', 0, 'latin1')
  return at === -1 ? undefined : readOrientation(file.subarray(at))
}

for (const [mediaType, build] of Object.entries(images.everyKind)) {
  t.test(`${mediaType}: removes all metadata`, async t => {
    t.ok(build().includes(secret))
    t.notOk((await strip(t, build(), mediaType)).includes(secret))
  })

  t.test(`${mediaType}: removes data after the image`, async t => {
    const clean = await strip(t, build(), mediaType)
    t.same(await strip(t, Buffer.concat([build(), Buffer.from(`video ${secret}`)]), mediaType), clean)
  })

  t.test(`${mediaType}: is idempotent`, async t => {
    const once = await strip(t, build(), mediaType)
    t.same(await strip(t, once, mediaType), once)
  })

  t.test(`${mediaType}: rejects a file of another type and writes nothing`, async t => {
    const folder = t.testdir({ original: 'this is no image at all, whatever its name says' })
    const target = join(folder, 'stripped')
    await t.rejects(stripMetadata(join(folder, 'original'), target, mediaType), MalformedImageError)
    t.notOk(existsSync(target))
  })
}

t.test('keeps the orientation of EXIF data', async t => {
  for (const mediaType of ['image/jpeg', 'image/png', 'image/webp'] as const) {
    const build = { 'image/jpeg': images.jpeg, 'image/png': images.png, 'image/webp': images.webp }[mediaType]
    for (const byteOrder of ['II', 'MM'] as const) {
      for (let orientation = 2; orientation <= 8; orientation++) {
        t.equal(orientationIn(await strip(t, build({ orientation, byteOrder }), mediaType)), orientation)
      }
      t.equal(orientationIn(await strip(t, build({ orientation: 1, byteOrder }), mediaType)), undefined)
      t.equal(orientationIn(await strip(t, build({ orientation: 9, byteOrder }), mediaType)), undefined)
    }
  }
})

t.test('does not overwrite an existing target', async t => {
  const folder = t.testdir({ original: images.png(), stripped: 'precious' })
  await t.rejects(stripMetadata(join(folder, 'original'), join(folder, 'stripped'), 'image/png'), {
    code: 'EEXIST',
  })
  t.equal(await readFile(join(folder, 'stripped'), 'utf8'), 'precious')
})

t.test('copies a file that is larger than the window completely', async t => {
  const data = Buffer.alloc(200_000, 1)
  const noise = Buffer.concat([images.pngSignature, ...chunksAround(data)])
  t.same(await strip(t, noise, 'image/png'), noise)
})

t.test('throws a TypeError for an unsupported media type', async t => {
  const folder = t.testdir()
  await writeFile(join(folder, 'original'), '<svg/>')
  await t.rejects(stripMetadata(join(folder, 'original'), join(folder, 'x'), 'image/svg+xml'), TypeError)
})

function chunksAround(data: Buffer): Buffer[] {
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0])
  return [
    images.pngChunk('IHDR', header),
    images.pngChunk('IDAT', data),
    images.pngChunk('IDAT', data),
    images.pngChunk('IEND', Buffer.alloc(0)),
  ]
}
