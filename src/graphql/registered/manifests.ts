import { existsSync, readdirSync } from 'node:fs'
import { sep } from 'node:path'
import { readVersion, type RegisteredOperation } from './registered-version.js'

/** The reason why a file or an operation cannot be registered. */
export interface ManifestProblem {
  /** The app, the version and, if known, the operation. The folder if it does not belong to a version of an app. */
  location: string
  message: string
}

/** Reads the registered operations from `<folder>/<app>/<version>/*.graphql`, and the problems of invalid files. */
export function readManifests(folder: string) {
  const operations: RegisteredOperation[] = []
  const problems: ManifestProblem[] = []
  for (const [key, files] of filesByVersion(folder)) {
    const [app, version, ...rest] = key.split('/')
    if (app === undefined || version === undefined || rest.length > 0) {
      const message = `${files.join(', ')}: is not in a folder <app>/<version>/`
      problems.push({ location: key || folder, message })
      continue
    }
    const read = readVersion({ folder, app, version, files })
    operations.push(...read.operations)
    problems.push(...read.problems.map(message => ({ location: `${app} ${version}`, message })))
  }
  return { operations, problems }
}

/** Reads all registered operations. @throws Error that lists the problems, if there are any */
export function loadManifests(folder: string): RegisteredOperation[] {
  const { operations, problems } = readManifests(folder)
  if (problems.length === 0) return operations
  throw new Error(problems.map(({ location, message }) => `${location}: ${message}`).join('\n'))
}

/** Lists the files with operations, sorted. The paths are relative to the folder and separated by `/`. */
export function findManifests(folder: string): string[] {
  const files = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []
  return files
    .map(name => name.split(sep).join('/'))
    .filter(name => name.endsWith('.graphql'))
    .sort()
}

/** Groups the files by their folder. */
function filesByVersion(folder: string): Map<string, string[]> {
  const versions = new Map<string, string[]>()
  for (const file of findManifests(folder)) {
    const key = file.split('/').slice(0, -1).join('/')
    versions.set(key, [...(versions.get(key) ?? []), file])
  }
  return versions
}
