import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseAllDocuments } from 'yaml'
import { loadConfig } from '../../src/config.js'
import { Settings } from '../../src/config/settings.js'
import { ConfigError } from '../../src/errors.js'

export const root = fileURLToPath(new URL('../../../', import.meta.url))
export const read = (path: string): string => readFileSync(join(root, path), 'utf8')

/** Reads the documents of a YAML file. Throws if one is malformed or contains a key twice. */
export function yaml<T>(path: string): T[] {
  return parseAllDocuments(read(path), { merge: true }).map(document => {
    const [problem] = [...document.errors, ...document.warnings]
    if (problem) throw new Error(`${path}: ${problem.message}`)
    return document.toJS() as T
  })
}

/** Variables that OpenTelemetry reads itself. */
const foreignVariables = /^OTEL_/

/** Returns the problems of these settings, except for missing key files, and the names that are not settings. */
export function problemsOf(environment: Record<string, string>): string[] {
  const unknown = Object.keys(environment)
    .filter(name => !Object.hasOwn(Settings.properties, name) && !foreignVariables.test(name))
    .map(name => `${name} is not a setting.`)
  try {
    loadConfig({ NODE_ENV: 'production', ...environment })
    return unknown
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const problems = error.message.split('\n').filter(line => line.startsWith('  - '))
    // The key files of a container do not exist on this machine.
    return [...unknown, ...problems.filter(problem => !problem.includes(' names /keys/'))]
  }
}
