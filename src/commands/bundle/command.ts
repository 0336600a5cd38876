/**
 * Bundles the command line and the service, with the packages that they import, into `dist/bundle/`. Part of
 * `npm run build`. A start from the bundle takes half the processor time of a start from the compiled files and
 * `node_modules/`, which saves a second.
 */
import { readFile, rm, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { schemaFolder } from '../../graphql/schema.js'
import { storeOperations } from '../../graphql/registered/stored-operations.js'
import { version } from '../../version.js'
import { bundleConsole } from './console.js'
import { buildInitialData } from './initial-data.js'
import { bundleWebApp } from './web-app.js'

/** Packages with native code or with worker files of their own, and packages that only workers import. */
const external = ['@photostructure/sqlite', 'bcryptjs', 'blurhash', 'lmdb', 'piscina', 'sharp']

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const dist = join(root, 'dist')
const outdir = join(dist, 'bundle')

/** A dynamic import of a package. */
const dynamicImport = /\bimport\('[^./][^']*'\)/g

/**
 * Replaces `import.meta.url`, so that files and workers are still found relative to the original module. Takes the exports
 * of dynamically imported packages from `default`, because a chunk with a CommonJS package has no other export.
 */
const serviceModules: Plugin = {
  name: 'service-modules',
  setup({ onLoad }) {
    onLoad({ filter: /\/dist\/(src|generated)\/.*\.js$/ }, async ({ path }) => {
      const url = `new URL('../${relative(dist, path)}', import.meta.url).href`
      const contents = (await readFile(path, 'utf8'))
        .replaceAll('import.meta.url', url)
        .replaceAll(dynamicImport, '$&.then(names => names.default ?? names)')
      return { contents }
    })
  },
}

/** Keeps packages out of the source maps, which are read when an error is logged. */
const unmappedPackages: Plugin = {
  name: 'unmapped-packages',
  setup({ onLoad }) {
    const empty = Buffer.from('{"version":3,"sources":[""],"mappings":"AAAA"}').toString('base64')
    const comment = `\n//# sourceMappingURL=data:application/json;base64,${empty}`
    onLoad({ filter: /\/node_modules\/.*\.[cm]?js$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')) + comment,
    }))
  },
}

/**
 * Resolves the driver of MongoDB to its BSON types, except in the modules that use the driver, so that it is not loaded with
 * the embedded database. The types are those of the driver: it does not recognize a second copy.
 */
const bsonTypes: Plugin = {
  name: 'bson-types',
  setup({ onResolve }) {
    onResolve({ filter: /^mongodb$/ }, ({ importer }) =>
      importer.startsWith(join(dist, 'src')) &&
      !importer.startsWith(join(dist, 'src/platform/database/mongodb'))
        ? { path: join(root, 'node_modules/mongodb/lib/bson.js') }
        : undefined,
    )
  },
}

const changedAt = (path: string) =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  )

async function isCurrent(): Promise<boolean> {
  const inputs = [join(dist, 'tsconfig.tsbuildinfo'), join(root, 'package-lock.json')]
  return (
    (await changedAt(join(outdir, 'server.js'))) > Math.max(...(await Promise.all(inputs.map(changedAt))))
  )
}

if (!(await isCurrent())) {
  for (const folder of [outdir, join(dist, 'compile-cache')])
    await rm(folder, { recursive: true, force: true })
  await build({
    absWorkingDir: root,
    entryPoints: ['dist/src/cli.js', 'dist/src/server.js'],
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    external,
    // Resolve exports with the conditions of Node.js only, so that import and require load the same file of a package.
    conditions: [],
    // CommonJS packages use these variables.
    banner: {
      js: `import { createRequire as createBundleRequire } from 'node:module'
const require = createBundleRequire(import.meta.url), { filename: __filename, dirname: __dirname } = import.meta`,
    },
    plugins: [bsonTypes, serviceModules, unmappedPackages],
    sourcemap: true,
    sourcesContent: false,
    legalComments: 'external',
    // V8 keeps the text of each loaded file in memory, and needs two bytes per character if the file contains a character
    // outside of Latin-1. Most of these are in comments. Without comments and indentation, the text of a service takes 5 MB
    // instead of 15.
    minifyWhitespace: true,
    lineLimit: 120,
    logLevel: 'warning',
  })
  await buildInitialData()
}

storeOperations(join(schemaFolder, 'operations'))
await bundleWebApp(root, version)
await bundleConsole(root)
