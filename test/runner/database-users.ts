import { existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** By which words a module of the tests shows that what it does depends on the database. */
const mentions = /MONGODB_/

/** Another module of the tests: imported, or run as a program. */
const names = /['"]([\w./-]+)\.js['"]/g

/**
 * Whether the outcome of a test file, given by the path of its source, may depend on the database: it, or a module of
 * the tests that it names, speaks of MongoDB's settings, as `helper.ts` does.
 */
export function usesDatabase(path: string, seen = new Set<string>()): boolean {
  if (seen.has(path)) return false
  seen.add(path)
  const source = readFileSync(path, 'utf8')
  if (mentions.test(source)) return true
  const named = [...source.matchAll(names)].map(([, name = '']) => resolve(dirname(path), `${name}.ts`))
  return named.filter(existsSync).some(module => usesDatabase(module, seen))
}
