import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RegisteredDocument } from '../pipeline/document-finder.js'
import { findManifests, loadManifests } from './manifests.js'

interface StoredOperations {
  /** The fingerprint of the files from which the operations were read. */
  fingerprint: string
  operations: readonly RegisteredDocument[]
}

const defaultFile = fileURLToPath(new URL('../../../bundle/registered-operations.json', import.meta.url))

/**
 * Stores the registered operations for later starts. Part of `npm run build`.
 * @throws Error that lists the problems, if there are any
 */
export function storeOperations(folder: string, file = defaultFile): void {
  const operations = loadManifests(folder).map(({ id, source }) => ({ id, source }))
  const stored: StoredOperations = { fingerprint: fingerprintManifests(folder), operations }
  writeFileSync(file, JSON.stringify(stored))
}

/**
 * Loads the registered operations. If the files are the same as when the operations were stored, they are not parsed, which
 * would take 5 % of a start.
 * @throws Error that lists the problems, if there are any
 */
export function loadOperations(folder: string, file = defaultFile): readonly RegisteredDocument[] {
  if (!existsSync(file)) return loadManifests(folder)
  const { fingerprint, operations } = JSON.parse(readFileSync(file, 'utf8')) as StoredOperations
  return fingerprint === fingerprintManifests(folder) ? operations : loadManifests(folder)
}

function fingerprintManifests(folder: string): string {
  const hash = createHash('sha256')
  for (const file of findManifests(folder)) {
    const text = readFileSync(join(folder, file))
    hash.update(`${file}\0${text.length}\0`).update(text)
  }
  return hash.digest('hex')
}
