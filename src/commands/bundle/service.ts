import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { build, type Metafile, type Plugin } from 'esbuild'
import { bundled, packageOf } from './packages.js'
import { bundleFolder, dependencies, forgetCompiled, inAscii, root } from './pieces.js'

const dist = join(root, 'dist')
const file = join(bundleFolder, 'service.js')

/** Bundles the compiled service into one file, which uses the packages of the other bundle. */
export async function bundleService(): Promise<void> {
  const folder = await mkdtemp(join(dist, 'service-'))
  const entry = join(folder, 'all.cjs')
  await writeFile(
    entry,
    `exports.serve = leaveNoMore => require('../src/serve.js').serve(leaveNoMore)
    exports.load = () => void require('../src/app.js')\n`,
  )
  const names = new Set(bundled.map(packageOf))
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile: file,
    external: dependencies().filter(name => !names.has(name)),
    plugins: [ofPackages, ownAddresses],
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    // Merges spread object literals, for which V8 takes fifty times as long.
    minifySyntax: true,
    supported: { 'dynamic-import': false },
    sourcemap: true,
    sourcesContent: false,
    metafile: true,
    logLevel: 'warning',
    banner: { js: '(function (exports, require, __packages, __folder) {' },
    footer: { js: '})' },
  }).finally(() => rm(folder, { recursive: true }))
  await forgetCompiled(bundleFolder, 'service')
  await writeFile(file, inAscii(await readFile(file, 'utf8')))
  await writeFile(join(bundleFolder, 'service.json'), JSON.stringify(await sourcesOf(metafile)))
}

/** Resolves bundled packages. */
const ofPackages: Plugin = {
  name: 'packages',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\/load\.mjs$/ }, () => ({ path: 'packages', namespace: 'bundle' }))
    onLoad({ filter: /.*/, namespace: 'bundle' }, () => ({ contents: 'export const packages = __packages' }))
  },
}

/** Replaces `import.meta.url`, so that files and workers are still found relative to the original module. */
const ownAddresses: Plugin = {
  name: 'addresses',
  setup({ onLoad }) {
    onLoad({ filter: /\/dist\/(src|generated)\/.*\.js$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8')
      const address = `(__folder + '${relative(dist, path)}')`
      return { contents: text.replaceAll('import.meta.url', address), loader: 'js' }
    })
  },
}

/** The files of the bundle, by which `isCurrent` detects changes. */
async function sourcesOf({ inputs }: Metafile) {
  const paths = Object.keys(inputs).filter(path => /^dist\/(src|generated)\//.test(path))
  return Promise.all(
    paths.map(async path => {
      const { size, mtimeMs } = await stat(join(root, path))
      return { path: relative('dist', path), size, changedAt: mtimeMs }
    }),
  )
}
