import { existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** A test module that contains this text depends on the database. */
const mentions = /MONGODB_/

/** The name of another test module, which is imported or run as a program. */
const names = /['"]([\w./-]+)\.js['"]/g

/**
 * Returns whether the result of a test file, given by the path of its source, can depend on the database: the file, or a
 * test module that it names, mentions the settings of MongoDB.
 */
export function usesDatabase(path: string, seen = new Set<string>()): boolean {
  if (seen.has(path)) return false
  seen.add(path)
  const source = readFileSync(path, 'utf8')
  if (mentions.test(source)) return true
  const named = [...source.matchAll(names)].map(([, name = '']) => resolve(dirname(path), `${name}.ts`))
  return named.filter(existsSync).some(module => usesDatabase(module, seen))
}
