/**
 * Puts each package of `packages.ts` into a few files under `dist/node_modules/`, where what is compiled finds it first;
 * without them it finds the packages themselves. A part of `npm run build`.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { bundled, packageOf, subpathOf } from './packages.js'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const target = join(root, 'dist/node_modules')
const stampFile = join(target, '.stamp')

interface Manifest {
  version: string
  license?: string
  dependencies: Record<string, string>
}
const manifestOf = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
const entryOf = (specifier: string) => join(packageOf(specifier), subpathOf(specifier), 'index')

/** Changes with the versions that are installed, and with this program. */
async function stamp(): Promise<string> {
  const hash = createHash('sha256')
  for (const file of ['package-lock.json', 'dist/src/commands/bundle/command.js'])
    hash.update(await readFile(join(root, file)))
  return hash.update(bundled.join()).digest('hex')
}

async function bundle(): Promise<void> {
  await rm(target, { recursive: true, force: true })
  await build({
    absWorkingDir: root,
    entryPoints: bundled.map(specifier => ({ in: specifier, out: entryOf(specifier) })),
    outdir: target,
    outExtension: { '.js': '.mjs' },
    chunkNames: '.shared/[hash]',
    // What is a dependency of its own in production exists once.
    external: Object.keys(manifestOf(root).dependencies),
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    mainFields: ['module', 'main'],
    keepNames: true,
    logLevel: 'warning',
    // Parts that are CommonJS ask for modules of Node.
    banner: {
      js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
    },
  })
  for (const name of new Set(bundled.map(packageOf))) await describe(name)
}

/** A bundled package is one: it has a version, says which files it consists of, and keeps its licence. */
async function describe(name: string): Promise<void> {
  const [source, folder] = [join(root, 'node_modules', name), join(target, name)]
  const { version, license } = manifestOf(source)
  const entries = bundled.filter(specifier => packageOf(specifier) === name)
  const exports = Object.fromEntries(
    entries.map(specifier => [subpathOf(specifier), `./${entryOf(specifier).slice(name.length + 1)}.mjs`]),
  )
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name, version, license, exports }, null, 2))
  for (const file of await readdir(source))
    if (/^licen[cs]e/i.test(file)) await copyFile(join(source, file), join(folder, file))
}

const wanted = await stamp()
if (wanted !== (await readFile(stampFile, 'utf8').catch(() => ''))) {
  await bundle()
  await writeFile(stampFile, wanted)
}
