/**
 * Bundles the packages of `packages.ts` into one file below `dist/node_modules/`, where the compiled code resolves them
 * before those in `node_modules/`, and the compiled service into a second file. Part of `npm run build`.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { bundled, packageOf } from './packages.js'
import {
  bundleFolder,
  dependencies,
  exportedNames,
  inAscii,
  root,
  serviceFlags,
  target,
  writePackage,
  writeSources,
} from './pieces.js'
import { bundleService } from './service.js'

const stampFile = join(target, '.stamp')
const bundleFile = join(bundleFolder, 'packages.js')
const parts = ['command', 'compile', 'load', 'packages', 'pieces', 'service']

/** Changes with the installed packages, the version of Node, and this program. */
async function stamp(): Promise<string> {
  const hash = createHash('sha256').update(process.version)
  const programs = parts.map(part => `dist/src/commands/bundle/${part}.js`)
  for (const file of ['package-lock.json', ...programs]) hash.update(await readFile(join(root, file)))
  return hash.digest('hex')
}

async function bundle(): Promise<void> {
  await rm(target, { recursive: true, force: true })
  const exported = await exportedNames()
  const names = new Set(bundled.map(packageOf))
  const sources = await mkdtemp(join(root, 'dist/bundle-'))
  await build({
    absWorkingDir: root,
    entryPoints: [await writeSources(sources, exported)],
    outfile: bundleFile,
    // Packages outside the bundle must be loaded only once.
    external: dependencies().filter(name => !names.has(name)),
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    // The same choice as Node, so that import and require load the same file.
    mainFields: ['main', 'module'],
    conditions: [],
    // Dynamic imports become requires of the bundle.
    supported: { 'dynamic-import': false },
    define: { 'import.meta.url': '__fileUrl' },
    keepNames: true,
    legalComments: 'external',
    logLevel: 'warning',
    // The bundle is a function expression with the module variables of CommonJS.
    banner: {
      js: `(function (exports, require, __filename, __dirname) {
const __fileUrl = require('node:url').pathToFileURL(__filename).href`,
    },
    footer: { js: '})' },
  })
  await rm(sources, { recursive: true })
  await writeFile(bundleFile, inAscii(removeRedundantNames(await readFile(bundleFile, 'utf8'))))
  await copyFile(join(root, 'dist/src/commands/bundle/load.js'), join(bundleFolder, 'load.mjs'))
  await Promise.all([...names].map(name => writePackage(name, exported)))
}

/**
 * Removes the calls that set the name of a function to its present name. esbuild adds them to every function, which makes
 * requests more than ten percent slower.
 */
const removeRedundantNames = (text: string) =>
  text
    .replace(/^ *__name\(([\w$]+), "\1"\);\n/gm, '')
    .replace(/^var __name = \(target, value\) => /m, '$&target.name === value ? target : ')

const wanted = await stamp()
if (wanted !== (await readFile(stampFile, 'utf8').catch(() => ''))) {
  await bundle()
  await writeFile(stampFile, wanted)
}
const { isCurrent } = (await import(join(bundleFolder, 'load.mjs'))) as typeof import('./load.js')
if (!isCurrent()) await bundleService()
const compile = join(root, 'dist/src/commands/bundle/compile.js')
// Once with the flags of the service, once with those of the other programs.
for (const flags of [serviceFlags, []])
  execFileSync(process.execPath, [...flags, compile, '--service'], { stdio: 'inherit' })
