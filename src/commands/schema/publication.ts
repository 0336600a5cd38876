import { copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { compare, type Comparison } from './compare.js'
import { paths, readSchema } from './files.js'
import { loadManifests } from '../../graphql/registered/manifests.js'

/** Returns the changes since the last publication; undefined if no schema was published. */
export async function changesSincePublication(): Promise<Comparison | undefined> {
  if (!existsSync(paths.published)) return undefined
  const schemas = { published: readSchema(paths.published), current: readSchema(paths.current) }
  return compare(schemas, loadManifests(paths.operations))
}

/** Makes the current schema the published one. */
export function publish(): void {
  mkdirSync(dirname(paths.published), { recursive: true })
  copyFileSync(paths.current, paths.published)
}
