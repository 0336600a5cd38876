import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { runInNewContext } from 'node:vm'
import t from 'tap'
import { bundled } from '../../src/commands/bundle/packages.js'
import { forgetCompiled } from '../../src/commands/bundle/pieces.js'

type Exports = Record<string, unknown>

const root = fileURLToPath(new URL('../../../', import.meta.url))

t.test('imports packages from the bundle with all exports', async t => {
  t.equal(
    createRequire(import.meta.url).resolve('graphql'),
    join(root, 'dist/node_modules/graphql/index.mjs'),
  )
  for (const specifier of ['graphql', 'fastify', 'mongodb', 'typebox/value', 'nodemailer']) {
    t.ok(bundled.includes(specifier))
    const whole = createRequire(join(root, 'package.json')).resolve(specifier)
    const [small, large] = await Promise.all([import(specifier), import(whole)] as Promise<Exports>[])
    const namesOf = (exports = {}) =>
      Object.keys(exports).filter(name => !['__esModule', 'module.exports'].includes(name))
    t.strictSame(namesOf(small), namesOf(large), specifier)
    const called = (exports: Exports = {}) =>
      namesOf(exports).map(name => (exports[name] as { name?: unknown } | null)?.name)
    t.strictSame(called(small), called(large), `what ${specifier} exports is called as it was`)
  }
})

t.test('sets no redundant function names in the bundle', async t => {
  const text = readFileSync(join(root, 'dist/node_modules/.bundle/packages.js'), 'latin1')
  t.match(text, '__name(')
  t.notMatch(text, /^ *__name\(([\w$]+), "\1"\);$/m)
  const name = /^var __name = (.*);$/m.exec(text)?.[1] ?? ''
  const [kept, renamed] = [t.fail, Object.defineProperty].map(__defProp =>
    runInNewContext(name, { __defProp }),
  )
  t.equal(kept(name.at, 'at'), name.at)
  t.equal(renamed(() => 1, 'one').name, 'one')
})

t.test('merges spread object literals in the bundle of the service', async t => {
  const text = readFileSync(join(root, 'dist/node_modules/.bundle/service.js'), 'latin1')
  t.match(text, '...')
  t.notMatch(text, /\.\.\.\{/)
})

t.test('creates one code cache per version and flags of Node, and works without it', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'bundle-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  cpSync(join(root, 'dist/node_modules/.bundle'), folder, { recursive: true })
  const run = (what: string, ...flags: string[]) =>
    spawnSync(
      process.execPath,
      [
        ...flags,
        '--input-type=module',
        '--eval',
        `import { isCompiled, keepPackages, packages } from '${join(folder, 'load.mjs')}'
        ${what}
        console.log(isCompiled, typeof packages.graphql().parse)`,
      ],
      { encoding: 'utf8' },
    ).stdout
  t.equal(run(''), 'true function\n')
  const otherFlag = '--max-old-space-size=321'
  t.equal(run('keepPackages()', otherFlag), 'false function\n', 'V8 has other flags')
  t.equal(run('', otherFlag), 'true function\n')
  t.equal(run('', '--stack-trace-limit=50'), 'false function\n', 'V8 refuses what it has not made like that')
  writeFileSync(join(folder, 'packages.compiled'), 'broken')
  t.equal(run(''), 'false function\n')
})

t.test('uses the bundle of the service only while it is current', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'bundle-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const bundle = join(folder, 'dist/node_modules/.bundle')
  const [source, list] = [join(folder, 'dist/src/a.js'), join(bundle, 'service.json')]
  cpSync(join(root, 'dist/node_modules/.bundle'), bundle, { recursive: true })
  mkdirSync(join(folder, 'dist/src'))
  writeFileSync(source, 'one')
  const { size, mtimeMs } = statSync(source)
  writeFileSync(list, JSON.stringify([{ path: 'src/a.js', size, changedAt: mtimeMs }]))
  const { isCurrent, service } = (await import(
    pathToFileURL(join(bundle, 'load.mjs')).href
  )) as typeof import('../../src/commands/bundle/load.js')
  mkdirSync(join(folder, 'node_modules/typescript'), { recursive: true })
  t.ok(isCurrent())
  t.type(service()?.serve, 'function')
  writeFileSync(source, 'changed')
  t.notOk(isCurrent(), 'of another size')
  t.equal(service(), undefined)
  writeFileSync(source, 'two')
  utimesSync(source, 1, 1)
  t.notOk(isCurrent(), 'of another time')
  rmSync(source)
  t.notOk(isCurrent())
  rmSync(join(folder, 'node_modules'), { recursive: true })
  t.ok(isCurrent(), 'nothing can have been compiled anew: copies have other times')
  rmSync(join(bundle, 'service.js'))
  t.notOk(isCurrent())
})

t.test('deletes the code caches of an outdated bundle', async t => {
  // Its length is all that V8 compares.
  const folder = mkdtempSync(join(tmpdir(), 'bundle-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const others = ['packages.compiled', 'service.js', 'service.json']
  for (const file of [...others, 'service.compiled', 'service.--stack-size=900.compiled'])
    writeFileSync(join(folder, file), '')
  await forgetCompiled(folder, 'service')
  t.strictSame(readdirSync(folder).sort(), others)
})
