import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Test } from 'tap'
import { stripMetadata } from '../../../../../../src/features/media/assets/images/strip-metadata.js'

/** Returns the file without its metadata. */
export async function strip(t: Test, original: Buffer, mediaType: string): Promise<Buffer> {
  const folder = t.testdir({ original })
  await stripMetadata(join(folder, 'original'), join(folder, 'stripped'), mediaType)
  return readFile(join(folder, 'stripped'))
}
