/**
 * What the build has bundled, beside the copy of this file in `dist/node_modules/.bundle/`: packages, each under the
 * name by which it is imported, and the service. What V8 made of them at the build is read instead of compiled; a V8 of
 * another version or with other flags refuses that and compiles them, which takes longer and comes to the same.
 */
import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Script } from 'node:vm'

/** Flags of V8 that are set for some programs only: each combination has compiled code of its own. */
const sizes = process.execArgv.filter(flag => flag.includes('-size='))
const beside = (file: string) => fileURLToPath(new URL(file, import.meta.url))

function read(name: string) {
  const file = beside(`${name}.js`)
  const compiledFile = beside([name, ...sizes, 'compiled'].join('.'))
  // Three times as quick as UTF-8; bundles are ASCII.
  const text = readFileSync(file, 'latin1')
  const script = new Script(text, { filename: file, cachedData: existing(compiledFile) })
  const isCompiled = script.cachedDataRejected === false
  return {
    isCompiled,
    /** What the bundle's one expression stands for. */
    value: script.runInThisContext() as unknown,
    /** Keeps what V8 has compiled so far. */
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

/** Each runs its package when it is first called. */
export const packages: Packages = {}
;(ofPackages.value as RunPackages)(packages, createRequire(packagesFile), packagesFile, dirname(packagesFile))

/** Whether nothing of the packages had to be compiled. */
export const { isCompiled } = ofPackages

/** What is called of it is run, and loaded before that. */
interface Service {
  serve(leaveNoMore: () => void): void
  /** Loads nearly all that serving needs. */
  load(): void
}

type RunService = (service: Service, require: NodeJS.Require, own: Packages, folder: string) => void

/** A compiled file that the service is bundled from, below `dist/`. */
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

/** Undefined where there is none, or none of the code that is there. */
export const service = (): Service | undefined => (isCurrent() ? readService().service : undefined)

/** Only where TypeScript is installed can anything have been compiled since. */
export function isCurrent(): boolean {
  if (!existsSync(beside('service.js'))) return false
  if (!existsSync(new URL('../node_modules/typescript', folder))) return true
  const sources = JSON.parse(readFileSync(beside('service.json'), 'utf8')) as Source[]
  return sources.every(({ path, size, changedAt }) => {
    const found = statSync(new URL(path, folder), { throwIfNoEntry: false })
    return found?.size === size && found.mtimeMs === changedAt
  })
}

/** Runs every package, and keeps what V8 compiles for that. */
export function keepPackages(): void {
  if (isCompiled) return
  for (const run of Object.values(packages)) run()
  ofPackages.keep()
}

/** Loads the service, and keeps what V8 compiles for that. */
export function keepService(): void {
  const { isCompiled, service, keep } = readService()
  if (isCompiled) return
  service.load()
  keep()
}
