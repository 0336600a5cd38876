/**
 * The packages of the bundle beside the copy of this file in `dist/node_modules/.bundle/`, each under the name by which
 * it is imported. What V8 made of them at the build is read instead of compiled; a V8 of another version or with other
 * flags refuses that and compiles them, which takes longer and comes to the same.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Script } from 'node:vm'

type Run = (packages: Packages, require: NodeJS.Require, __filename: string, __dirname: string) => void
type Packages = Record<string, () => Record<string, unknown>>

/** Flags of V8 that are set for some programs only: each combination has compiled code of its own. */
const sizes = process.execArgv.filter(flag => flag.includes('-size='))
const file = fileURLToPath(new URL('packages.js', import.meta.url))
const compiledFile = fileURLToPath(new URL(['packages', ...sizes, 'compiled'].join('.'), import.meta.url))

// Three times as quick as UTF-8; the bundle is ASCII.
const script = new Script(readFileSync(file, 'latin1'), {
  filename: file,
  cachedData: compiled(),
})

/** Whether nothing had to be compiled. */
export const isCompiled = script.cachedDataRejected === false

/** Each runs its package when it is first called. */
export const packages: Packages = {}
;(script.runInThisContext() as Run)(packages, createRequire(file), file, dirname(file))

function compiled(): Buffer | undefined {
  try {
    return readFileSync(compiledFile)
  } catch {
    return undefined
  }
}

/** Runs every package, and keeps what V8 compiles for that. */
export function keepCompiled(): void {
  if (isCompiled) return
  for (const run of Object.values(packages)) run()
  writeFileSync(`${compiledFile}.new`, script.createCachedData())
  renameSync(`${compiledFile}.new`, compiledFile)
}
