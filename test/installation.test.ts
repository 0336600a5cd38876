import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import t, { type Test } from 'tap'
import ts from 'typescript'
import { loadConfig } from '../src/config.js'
import { throwaway } from './helper.js'

const root = fileURLToPath(new URL('../../', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> }
const programs = [
  'dist/src/server.js',
  'dist/src/commands/import-exercises/command.js',
  'dist/src/features/assets/variants/worker.js',
]

/** The packages that a compiled file imports, at once or later, and all that it imports of ours. */
function packagesOf(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return new Set()
  seen.add(file)
  const imported = ts.preProcessFile(read(file)).importedFiles.map(({ fileName }) => fileName)
  return new Set(
    imported.flatMap(name => {
      if (name.startsWith('.')) return [...packagesOf(join(dirname(file), name), seen)]
      return isBuiltin(name) ? [] : [/^(@[^/]+\/)?[^/]+/.exec(name)![0]]
    }),
  )
}

/** A copy of the compiled service beside the packages that `npm ci --omit=dev` would install, and no others. */
function productionCopy(t: Pick<Test, 'teardown'>): string {
  const copy = mkdtempSync(join(tmpdir(), 'installation-'))
  t.teardown(() => rmSync(copy, { recursive: true }))
  for (const folder of ['dist/src', 'dist/generated', 'generated', 'schema', 'package.json'])
    cpSync(join(root, folder), join(copy, folder), { recursive: true })
  for (const name of Object.keys(dependencies)) {
    const link = join(copy, 'node_modules', name)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(resolve(root, 'node_modules', name), link)
  }
  return copy
}

t.test('what runs in production imports only what is installed there', async t => {
  const packages = programs.flatMap(program => [...packagesOf(program)])
  for (const name of ['fastify', 'mercurius', 'lmdb', '@aws-sdk/client-s3', 'sharp', 'blurhash'])
    t.ok(packages.includes(name), `the walk finds ${name}`)
  t.strictSame(
    packages.filter(name => !Object.hasOwn(dependencies, name)),
    [],
  )
})

t.test(
  'the lock file has what decodes images on every system, and none of it needs a script to be installed',
  async t => {
    const { packages } = JSON.parse(read('package-lock.json')) as {
      packages: Record<string, { optional?: boolean; hasInstallScript?: boolean }>
    }
    const systems = [
      'linux-x64',
      'linux-arm64',
      'linuxmusl-x64',
      'linuxmusl-arm64',
      'darwin-x64',
      'darwin-arm64',
    ]
    for (const system of systems)
      for (const name of [`sharp-${system}`, `sharp-libvips-${system}`])
        t.match(packages[`node_modules/@img/${name}`], { optional: true }, name)
    t.ok(packages['node_modules/@img/sharp-win32-x64'])
    const images = Object.keys(packages).filter(name => /node_modules\/(sharp|blurhash|@img\/.*)$/.test(name))
    t.same(
      images.filter(name => packages[name]?.hasInstallScript),
      [],
    )
  },
)

t.test('no package of production brings GraphiQL or React along', async t => {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { dev?: boolean }>
  }
  for (const name of ['graphiql', 'react', 'react-dom', 'tap', 'typescript'])
    t.equal(packages[`node_modules/${name}`]?.dev, true, name)
  t.notOk(packages['node_modules/fastify']?.dev)
})

t.test(
  'the service starts without the development dependencies, and GraphiQL says what it lacks',
  async t => {
    const copy = productionCopy(t)
    const { buildApp } = (await import(
      pathToFileURL(join(copy, 'dist/src/app.js')).href
    )) as typeof import('../src/app.js')
    for (const [mode, message] of [
      ['development', 'GraphiQL comes with the development dependencies: npm install.'],
      ['production', 'There is no GET /graphiql.'],
    ] as const) {
      const app = await buildApp({ ...loadConfig(throwaway(t)), NODE_ENV: mode })
      t.teardown(() => app.close())
      const answer = await app.inject({ url: '/graphql?query={__typename}', headers: { accept: '*/*' } })
      t.match(answer.json(), { data: { __typename: 'Query' } }, mode)
      const page = await app.inject('/graphiql')
      t.equal(page.statusCode, 404)
      t.match(page.json(), { code: 'NOT_FOUND', message })
      t.equal((await app.inject('/graphiql/react.js')).statusCode, 404)
    }
  },
)
