import fc from 'fast-check'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import {
  MalformedImageError,
  stripMetadata,
} from '../../../../../../src/features/media/assets/images/strip-metadata.js'
import { secret } from '../../../../../exif.js'
import { everyKind } from '../../../../../images.js'

// The seed is fixed, so that rare failures do not occur at random. Set another seed to search further.
const parameters = {
  seed: Number(process.env.FUZZ_SEED ?? 20260131),
  numRuns: Number(process.env.FUZZ_RUNS ?? 200),
}

/** Returns the stripped file, or undefined if it was rejected as malformed. Rethrows all other errors. */
async function tryToStrip(folder: string, file: Buffer, mediaType: string): Promise<Buffer | undefined> {
  const [source, target] = [join(folder, 'original'), join(folder, 'stripped')]
  await writeFile(source, file)
  await rm(target, { force: true })
  try {
    await stripMetadata(source, target, mediaType)
    return await readFile(target)
  } catch (error) {
    if (error instanceof MalformedImageError) return undefined
    throw error
  }
}

type Change = [place: number, byte: number]

const changes = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 255 })), { minLength: 1, maxLength: 4 })

function flip(original: Buffer, places: Change[]): Buffer {
  const file = Buffer.from(original)
  for (const [place, byte] of places) {
    const at = place % file.length
    file.writeUInt8(file.readUInt8(at) ^ byte, at)
  }
  return file
}

async function neverLeaks(t: Test, mediaType: string, file: fc.Arbitrary<Buffer>) {
  const folder = t.testdir()
  const property = fc.asyncProperty(file, async damaged => {
    const stripped = await tryToStrip(folder, damaged, mediaType)
    return stripped === undefined || !stripped.includes(secret)
  })
  await fc.assert(property, parameters)
}

for (const [mediaType, build] of Object.entries(everyKind)) {
  const original = build()
  const twice = Buffer.concat([original, original])

  t.test(`${mediaType}: rejects or strips a truncated file`, async t => {
    const folder = t.testdir()
    for (let length = 0; length < original.length; length++) {
      const stripped = await tryToStrip(folder, original.subarray(0, length), mediaType)
      if (stripped?.includes(secret)) t.fail(`the first ${length} bytes leak`)
    }
  })

  t.test(`${mediaType}: survives random bit flips without leaking metadata`, t =>
    neverLeaks(
      t,
      mediaType,
      changes.map(places => flip(original, places)),
    ),
  )

  t.test(`${mediaType}: leaks no metadata of two concatenated files`, t =>
    neverLeaks(
      t,
      mediaType,
      fc.tuple(changes, fc.nat(original.length)).map(([places, from]) => flip(twice.subarray(from), places)),
    ),
  )
}
