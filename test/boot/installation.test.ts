import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import t, { type Test } from 'tap'
import ts from 'typescript'
import { loadConfig } from '../../src/config.js'
import { minutes } from '../../src/lib/quantities.js'
import { freePort } from '../free-port.js'
import { isolatedSettings } from '../helper.js'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const { dependencies, version } = JSON.parse(read('package.json')) as {
  dependencies: Record<string, string>
  version: string
}
const programs = [
  'dist/src/server.js',
  'dist/src/cli.js',
  'dist/src/features/media/assets/variants/image-worker.js',
  'dist/src/features/people/auth/passwords/password-worker.js',
  'dist/src/features/portability/imports/threads/import-thread.js',
]

/** The package of an import specifier: `@aws-sdk/client-s3` for `@aws-sdk/client-s3/anything`. */
const packageOf = (specifier: string): string => /^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier

/**
 * Returns the packages that a compiled file imports, statically or dynamically, and those of the files that it imports.
 */
function importsOf(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return new Set()
  seen.add(file)
  const imported = ts.preProcessFile(read(file)).importedFiles.map(({ fileName }) => fileName)
  return new Set(
    imported.flatMap(name => {
      if (name.startsWith('.')) return [...importsOf(join(dirname(file), name), seen)]
      return isBuiltin(name) ? [] : [name]
    }),
  )
}

/** Copies the compiled service to a folder with only the packages that `npm ci --omit=dev` would install. */
function productionCopy(t: Pick<Test, 'teardown'>): string {
  const copy = mkdtempSync(join(tmpdir(), 'installation-'))
  t.teardown(() => rmSync(copy, { recursive: true }))
  for (const folder of ['dist/src', 'dist/generated', 'dist/bundle', 'generated', 'schema', 'package.json'])
    cpSync(join(root, folder), join(copy, folder), { recursive: true })
  for (const name of Object.keys(dependencies)) {
    const link = join(copy, 'node_modules', name)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(resolve(root, 'node_modules', name), link)
  }
  return copy
}

t.test('imports only installed packages in production', async t => {
  const imports = programs.flatMap(program => [...importsOf(program)])
  for (const name of ['fastify', 'mercurius', 'lmdb', 'sharp', 'blurhash'])
    t.ok(imports.includes(name), `the walk finds ${name}`)
  t.strictSame(
    imports.filter(name => !Object.hasOwn(dependencies, packageOf(name))),
    [],
  )
})

t.test('starts the build without TypeScript, and explains a missing build', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'not-built-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const prepare = () =>
    spawnSync(process.execPath, [join(root, 'src/commands/up-to-date.js')], {
      cwd: folder,
      encoding: 'utf8',
    })
  t.match(prepare(), { status: 1, stderr: /There is no build.*npm ci && npm run build/ })
  mkdirSync(join(folder, 'dist/bundle'), { recursive: true })
  writeFileSync(join(folder, 'dist/bundle/server.js'), '')
  t.match(prepare(), { status: 0, stderr: /TypeScript is not installed/ })
  // With TypeScript installed, the start runs the build, and fails if it fails.
  mkdirSync(join(folder, 'node_modules/typescript'), { recursive: true })
  for (const [build, status] of [
    ['exit 0', 0],
    ['exit 3', 3],
  ] as const) {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { build } }))
    t.match(prepare(), { status, stderr: /^((?!TypeScript is not).)*$/s }, build)
  }
})

t.test('announces the first build and its duration', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'first-build-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'node_modules/typescript'), { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { build: 'exit 0' } }))
  const program = join(root, 'src/commands/up-to-date.js')
  const { stderr } = spawnSync(process.execPath, [program], { cwd: folder, encoding: 'utf8' })
  t.match(
    stderr,
    /^Building the service for the first time\. .*\n(Still building after \d+ s\.\n)*Built in \d+ s\.$/m,
  )
})

t.test('names an unsupported version of Node', async t => {
  const start = (version: string, program: string) => {
    const fake = `data:text/javascript,Object.defineProperty(process,'version',{value:'${version}'})`
    // An invalid setting ends the start after the checks.
    const env = { PATH: process.env.PATH, PORT: 'none' }
    return spawnSync(process.execPath, ['--import', fake, join(root, program), 'start'], {
      cwd: tmpdir(),
      env,
      encoding: 'utf8',
    })
  }
  for (const program of ['src/commands/up-to-date.js', 'dist/src/server.js', 'dist/bundle/cli.js']) {
    for (const version of ['v18.20.8', 'v20.18.3'])
      t.match(start(version, program), {
        status: 1,
        stderr: `Node ${version} is not supported: install Node 20.19.0 or newer`,
      })
    for (const version of ['v20.19.0', 'v22.1.0', 'v24.0.0'])
      t.notMatch(start(version, program).stderr, /is not supported/)
  }
})

t.test('locks only packages that support the oldest version of Node', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'engines-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  for (const file of ['package.json', 'package-lock.json']) cpSync(join(root, file), join(folder, file))
  const fake = `"data:text/javascript,Object.defineProperty(process,'version',{value:'v20.19.0'})"`
  const { status, stderr } = spawnSync(
    'npm',
    ['ci', '--dry-run', '--offline', '--engine-strict', '--no-audit', '--no-update-notifier'],
    { cwd: folder, env: { ...process.env, NODE_OPTIONS: `--import ${fake}` }, encoding: 'utf8' },
  )
  t.equal(status, 0, stderr)
})

t.test('leaves no process after npm start is stopped', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'npm-start-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  cpSync(join(root, 'package.json'), join(folder, 'package.json'))
  mkdirSync(join(folder, 'src/commands'), { recursive: true })
  cpSync(join(root, 'src/commands/up-to-date.js'), join(folder, 'src/commands/up-to-date.js'))
  symlinkSync(join(root, 'dist'), join(folder, 'dist'))
  const PORT = String(await freePort())
  const settings = { ...isolatedSettings(t), NODE_ENV: 'development', LOG_LEVEL: 'info', PORT }
  const npm = spawn('npm', ['start'], { cwd: folder, env: { PATH: process.env.PATH, ...settings } })
  npm.stderr.resume()
  let output = ''
  npm.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  while (!output.includes('is running')) await once(npm.stdout, 'data')
  npm.kill('SIGTERM')
  // The output closes when all processes that could write to it have exited.
  await once(npm, 'close')
  await t.rejects(fetch(`http://127.0.0.1:${PORT}/health/live`), { cause: { code: 'ECONNREFUSED' } })
})

t.test('locks the image packages of all platforms, none with install scripts', async t => {
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
})

t.test('denies the install scripts of all packages, because each works without its script', t => {
  const { allowScripts } = JSON.parse(read('package.json')) as { allowScripts: Record<string, boolean> }
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { hasInstallScript?: boolean }>
  }
  const names = Object.keys(packages)
    .filter(path => packages[path]!.hasInstallScript)
    .map(path => path.replace(/^.*node_modules\//, ''))
  t.strictSame(allowScripts, Object.fromEntries([...new Set(names)].sort().map(name => [name, false])))
  t.end()
})

t.test('does not depend on GraphiQL or React in production', async t => {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { dev?: boolean }>
  }
  for (const name of ['graphiql', 'react', 'react-dom', 'tap', 'typescript'])
    t.equal(packages[`node_modules/${name}`]?.dev, true, name)
  t.notOk(packages['node_modules/fastify']?.dev)
})

t.test('starts without development dependencies, and GraphiQL names the missing ones', async t => {
  const copy = productionCopy(t)
  const { buildApp } = (await import(
    pathToFileURL(join(copy, 'dist/src/app.js')).href
  )) as typeof import('../../src/app.js')
  for (const [mode, message] of [
    [
      'development',
      /^GraphiQL requires packages that are not installed\. Run npm install in the repository, or npm install graphiql@3/,
    ],
    ['production', 'There is no GET /graphiql.'],
  ] as const) {
    const app = await buildApp({ ...loadConfig(isolatedSettings(t)), NODE_ENV: mode })
    t.teardown(() => app.close())
    const response = await app.inject({ url: '/graphql?query={__typename}', headers: { accept: '*/*' } })
    t.match(response.json(), { data: { __typename: 'Query' } }, mode)
    const page = await app.inject('/graphiql')
    t.equal(page.statusCode, 404)
    t.match(page.json(), { code: 'NOT_FOUND', message })
    t.equal((await app.inject('/graphiql/react.js')).statusCode, 404)
  }
})

t.test('runs from the archive of npm pack, without the repository', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'package-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const env = { PATH: process.env.PATH, HOME: process.env['HOME'], npm_config_update_notifier: 'false' }
  // npm also needs the settings of the machine's network, such as a proxy and its certificates.
  const npmEnv = { ...process.env, ...env }
  const run = (command: string, args: string[], cwd = folder) => {
    const options = {
      cwd,
      env: command === 'npm' ? npmEnv : env,
      timeout: 4 * minutes,
      encoding: 'utf8',
    } as const
    const { status, stdout, stderr } = spawnSync(command, args, options)
    t.equal(status, 0, `${command} ${args.join(' ')}: ${stderr}`)
    return stdout
  }
  run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], root)
  const [archive = ''] = readdirSync(folder).filter(file => file.endsWith('.tgz'))
  run('npm', [
    'install',
    '--ignore-scripts',
    '--prefix',
    '.',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    `./${archive}`,
  ])
  t.equal(run('npx', ['--no-install', 'fitness-training-service', '--version']).trim(), version)
  t.match(
    run('node', ['--eval', "import('fitness-training-service/client').then(names => console.log(names))"]),
    'createClient',
  )

  const commandLine = join(folder, 'node_modules/.bin/fitness-training-service')
  const port = String(await freePort())
  const service = spawn(commandLine, ['start'], { cwd: folder, env: { ...env, PORT: port } })
  t.teardown(() => service.kill('SIGKILL'))
  const exited = once(service, 'exit')
  service.stderr.resume()
  let output = ''
  service.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  while (!output.includes('is running') && service.exitCode === null)
    await Promise.race([once(service.stdout, 'data'), exited])
  t.match(output, `Data      ${join(realpathSync(folder), '.data')}  (mails: .data/outbox)`)
  t.ok(existsSync(join(folder, '.data/database')))
  const url = `http://127.0.0.1:${port}`
  const registration = { email: 'ada@example.com', username: 'ada', password: 'three blue bicycles' }
  const registered = await fetch(`${url}/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(registration),
  })
  t.equal(registered.status, 202)
  t.match(run(commandLine, ['demo', url, '--pace', '0']), 'The demo account has completed 13 workouts.')
  service.kill('SIGTERM')
  t.same(await exited, [0, null])
})

t.test('starts the service without options of Node in documents, scripts and the image', async t => {
  const documents = readdirSync(join(root, 'docs')).filter(file => file.endsWith('.md'))
  const files = ['package.json', 'README.md', ...documents.map(file => `docs/${file}`)]
  const started = files.flatMap(file =>
    [
      ...read(file).matchAll(
        /node( --\S+)* (dist\/bundle\/\w+\.js|node_modules\/\.bin\/fitness-training-service) start/g,
      ),
    ].map(([command]) => `${file}: ${command}`),
  )
  t.ok(started.length > 4)
  for (const command of started) t.match(command, /: node (dist|node_modules)\//)
  const [, entrypoint] = /^ENTRYPOINT (.*)$/m.exec(read('Dockerfile')) ?? []
  t.strictSame(JSON.parse(entrypoint ?? ''), ['/usr/local/bin/node', 'dist/bundle/cli.js'])
})
