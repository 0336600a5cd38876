import { readFileSync } from 'node:fs'
import { copyFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundled, packageOf, subpathOf } from './packages.js'

export const root = fileURLToPath(new URL('../../../../', import.meta.url))
export const target = join(root, 'dist/node_modules')
export const bundleFolder = join(target, '.bundle')

/** The V8 flags of the service. A larger young generation makes responses a fifth faster. */
export const serviceFlags = ['--max-semi-space-size=32']

/** Deletes the code caches of a bundle. V8 would accept them for any source of the same length. */
export async function forgetCompiled(folder: string, name: string): Promise<void> {
  const files = await readdir(folder)
  const compiled = files.filter(file => file.startsWith(`${name}.`) && file.endsWith('.compiled'))
  await Promise.all(compiled.map(file => rm(join(folder, file))))
}

/** The export names of each package, by its import specifier. */
export type Exported = ReadonlyMap<string, readonly string[]>

interface Manifest {
  version: string
  license?: string
  dependencies: Record<string, string>
}

const manifestOf = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest

/** The names of the packages of a production installation. */
export const dependencies = (): string[] => Object.keys(manifestOf(root).dependencies)

/** Escapes the characters that esbuild does not escape: those in comments and regular expressions. */
export const inAscii = (text: string): string =>
  text.replace(/[^\0-\x7f]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Determines the export names as Node does, including those of CommonJS. Must run before the bundle exists. */
export async function exportedNames(): Promise<Exported> {
  const names = async (specifier: string) =>
    Object.keys((await import(specifier)) as object).filter(
      name => /^[\w$]+$/.test(name) && name !== '__esModule',
    )
  return new Map(
    await Promise.all(bundled.map(async specifier => [specifier, await names(specifier)] as const)),
  )
}

/** Writes the sources of the bundle, which contain a function per package. @returns the path of the entry file */
export async function writeSources(folder: string, exported: Exported): Promise<string> {
  await mkdir(folder, { recursive: true })
  let lines = ''
  for (const [specifier, names] of exported) {
    const file = `${specifier.replaceAll('/', '_')}.mjs`
    await writeFile(join(folder, file), `export { ${names.join(', ')} } from '${specifier}'\n`)
    lines += `exports['${specifier}'] = () => require('./${file}')\n`
  }
  const path = join(folder, 'all.cjs')
  await writeFile(path, lines)
  return path
}

/** Writes the folder of a bundled package, with its version, its exports and its license. */
export async function writePackage(name: string, exported: Exported): Promise<void> {
  const [source, folder] = [join(root, 'node_modules', name), join(target, name)]
  const { version, license } = manifestOf(source)
  const exports: Record<string, string> = {}
  for (const [specifier, names] of exported) {
    if (packageOf(specifier) !== name) continue
    const subpath = subpathOf(specifier)
    exports[subpath] = `./${join(subpath, 'index.mjs')}`
    await writeEntry(join(folder, subpath, 'index.mjs'), specifier, names)
  }
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name, version, license, exports }, null, 2))
  for (const file of await readdir(source))
    if (/^licen[cs]e/i.test(file)) await copyFile(join(source, file), join(folder, file))
}

/** Writes a module that reexports a package from the bundle. */
async function writeEntry(file: string, specifier: string, names: readonly string[]): Promise<void> {
  const loader = relative(dirname(file), join(bundleFolder, 'load.mjs'))
  const exports = names.map((name, at) =>
    name === 'default'
      ? 'export default all.default'
      : `const _${at} = all.${name}; export { _${at} as ${name} }`,
  )
  const head = [`import { packages } from '${loader}'`, `const all = packages['${specifier}']()`]
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, [...head, ...exports, ''].join('\n'))
}
