import { existsSync, readdirSync } from 'node:fs'
import { sep } from 'node:path'
import { readVersion, type RegisteredOperation } from './registered-version.js'

/** Why a file cannot be registered. */
export interface ManifestProblem {
  /** App and version, and the operation where there is one; the folder where it is none of an app's version. */
  location: string
  message: string
}

/** All registered operations, as far as they can be read: `<folder>/<app>/<version>/*.graphql`. */
export function readManifests(folder: string) {
  const operations: RegisteredOperation[] = []
  const problems: ManifestProblem[] = []
  for (const [key, files] of filesByVersion(folder)) {
    const [app, version, ...rest] = key.split('/')
    if (app === undefined || version === undefined || rest.length > 0) {
      const message = `${files.join(', ')}: stands outside of <app>/<version>/`
      problems.push({ location: key || folder, message })
      continue
    }
    const read = readVersion({ folder, app, version, files })
    operations.push(...read.operations)
    problems.push(...read.problems.map(message => ({ location: `${app} ${version}`, message })))
  }
  return { operations, problems }
}

/**
 * All registered operations, for those who cannot do with some.
 * @throws Error that lists what is wrong
 */
export function loadManifests(folder: string): RegisteredOperation[] {
  const { operations, problems } = readManifests(folder)
  if (problems.length === 0) return operations
  throw new Error(problems.map(({ location, message }) => `${location}: ${message}`).join('\n'))
}

/** Files by the path of their folder, both relative and with `/`. */
function filesByVersion(folder: string): Map<string, string[]> {
  const files = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []
  const versions = new Map<string, string[]>()
  for (const file of files.map(name => name.split(sep).join('/')).sort()) {
    if (!file.endsWith('.graphql')) continue
    const key = file.split('/').slice(0, -1).join('/')
    versions.set(key, [...(versions.get(key) ?? []), file])
  }
  return versions
}
