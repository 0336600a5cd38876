import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseAllDocuments } from 'yaml'
import { loadConfig } from '../../src/config.js'
import { Settings } from '../../src/config/settings.js'
import { ConfigError } from '../../src/errors.js'

export const root = fileURLToPath(new URL('../../../', import.meta.url))
export const read = (path: string): string => readFileSync(join(root, path), 'utf8')

/** The documents of a YAML file. Throws where one is not well-formed, or says something twice. */
export function yaml<T>(path: string): T[] {
  return parseAllDocuments(read(path), { merge: true }).map(document => {
    const [problem] = [...document.errors, ...document.warnings]
    if (problem) throw new Error(`${path}: ${problem.message}`)
    return document.toJS() as T
  })
}

/** Read by OpenTelemetry itself. */
const ofOthers = /^OTEL_/

/** What the service would say of these settings, key files aside, and the names that it would not read. */
export function wrongWith(environment: Record<string, string>): string[] {
  const unknown = Object.keys(environment)
    .filter(name => !Object.hasOwn(Settings.properties, name) && !ofOthers.test(name))
    .map(name => `${name} is not a setting.`)
  try {
    loadConfig({ NODE_ENV: 'production', ...environment })
    return unknown
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const problems = error.message.split('\n').filter(line => line.startsWith('  - '))
    // The keys of a container are not on this machine.
    return [...unknown, ...problems.filter(problem => !problem.includes(' names /keys/'))]
  }
}
