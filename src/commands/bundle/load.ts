/**
 * Loads the bundles that the build has created next to the copy of this file in `dist/node_modules/.bundle/`: the packages
 * by their import specifiers, and the service. Uses the V8 code cache of the build. V8 rejects the cache of another version
 * or of other flags, and then compiles the bundles, which only takes longer.
 */
import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Script } from 'node:vm'

/** V8 flags that only some programs use. Each combination needs its own code cache. */
const sizes = process.execArgv.filter(flag => flag.includes('-size='))
const beside = (file: string) => fileURLToPath(new URL(file, import.meta.url))

function read(name: string) {
  const file = beside(`${name}.js`)
  const compiledFile = beside([name, ...sizes, 'compiled'].join('.'))
  // Three times as fast as UTF-8. Bundles are ASCII.
  const text = readFileSync(file, 'latin1')
  const script = new Script(text, { filename: file, cachedData: existing(compiledFile) })
  const isCompiled = script.cachedDataRejected === false
  return {
    isCompiled,
    /** The function of the bundle. */
    value: script.runInThisContext() as unknown,
    /** Writes the code cache of everything that V8 has compiled so far. */
    keep() {
      if (isCompiled) return
      writeFileSync(`${compiledFile}.new`, script.createCachedData())
      renameSync(`${compiledFile}.new`, compiledFile)
    },
  }
}

function existing(file: string): Buffer | undefined {
  try {
    return readFileSync(file)
  } catch {
    return undefined
  }
}

type Packages = Record<string, () => Record<string, unknown>>
type RunPackages = (
  packages: Packages,
  require: NodeJS.Require,
  __filename: string,
  __dirname: string,
) => void

const packagesFile = beside('packages.js')
const ofPackages = read('packages')

/** Functions that return the exports of a package. The first call evaluates the package. */
export const packages: Packages = {}
;(ofPackages.value as RunPackages)(packages, createRequire(packagesFile), packagesFile, dirname(packagesFile))

/** True if the code cache of the packages was used. */
export const { isCompiled } = ofPackages

/** The exports of the bundled service. Each call loads its modules first. */
interface Service {
  serve(leaveNoMore: () => void): void
  /** Loads most of the modules of the service. */
  load(): void
}

type RunService = (service: Service, require: NodeJS.Require, own: Packages, folder: string) => void

/** A compiled file of the bundle, with its path below `dist/`. */
interface Source {
  path: string
  size: number
  /** In milliseconds. */
  changedAt: number
}

const folder = new URL('../../', import.meta.url)

function readService() {
  const bundle = read('service')
  const service = {} as Service
  ;(bundle.value as RunService)(
    service,
    createRequire(new URL('src/server.js', folder)),
    packages,
    folder.href,
  )
  return { ...bundle, service }
}

/** Returns undefined if there is no bundle, or if it is outdated. */
export const service = (): Service | undefined => (isCurrent() ? readService().service : undefined)

/** Returns whether the bundle matches the compiled files. Without TypeScript they cannot have changed. */
export function isCurrent(): boolean {
  if (!existsSync(beside('service.js'))) return false
  if (!existsSync(new URL('../node_modules/typescript', folder))) return true
  const sources = JSON.parse(readFileSync(beside('service.json'), 'utf8')) as Source[]
  return sources.every(({ path, size, changedAt }) => {
    const found = statSync(new URL(path, folder), { throwIfNoEntry: false })
    return found?.size === size && found.mtimeMs === changedAt
  })
}

/** Evaluates every package, and writes the code cache. */
export function keepPackages(): void {
  if (isCompiled) return
  for (const run of Object.values(packages)) run()
  ofPackages.keep()
}

/** Loads the service, and writes the code cache. */
export function keepService(): void {
  const { isCompiled, service, keep } = readService()
  if (isCompiled) return
  service.load()
  keep()
}
