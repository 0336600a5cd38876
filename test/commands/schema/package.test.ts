import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { buildSchema, isInterfaceType } from 'graphql'
import t from 'tap'
import { currentSchema, projectRoot } from './tree.js'

const { resolve } = createRequire(import.meta.url)

t.test('exports the schema to frontends', async t => {
  const file = resolve('fitness-training-service/schema.graphql')
  t.equal(readFileSync(file, 'utf8'), currentSchema)
})

t.test('exports the possible types to frontends', async t => {
  const { possibleTypes } = JSON.parse(
    readFileSync(resolve('fitness-training-service/possible-types.json'), 'utf8'),
  )
  const schema = buildSchema(currentSchema)
  const interfaces = Object.values(schema.getTypeMap()).filter(isInterfaceType)
  t.ok(interfaces.length >= 2)
  t.strictSame(
    possibleTypes,
    Object.fromEntries(
      interfaces.map(type => [type.name, schema.getPossibleTypes(type).map(({ name }) => name)]),
    ),
  )
})

t.test('exports the client package to apps, with its types', async t => {
  const file = resolve('fitness-training-service/client')
  const { createClient } = (await import(file)) as { createClient?: unknown }
  t.type(createClient, 'function')
  t.match(readFileSync(file.replace(/js$/, 'd.ts'), 'utf8'), 'export declare function createClient(')
})

t.test('exports the operations of the client package, with their types', async t => {
  const file = resolve('fitness-training-service/client/documents')
  const { HomeScreenDocument } = (await import(file)) as { HomeScreenDocument?: unknown }
  t.match(HomeScreenDocument, /^query HomeScreen {/)
  const declarations = readFileSync(file.replace(/js$/, 'd.ts'), 'utf8')
  t.match(declarations, 'export declare const HomeScreenDocument: TypedText<HomeScreenQuery,')
})

t.test('exports nothing else', async t => {
  for (const path of ['', '/dist/src/app.js', '/generated/resolvers.js'])
    t.throws(() => resolve(`fitness-training-service${path}`), {
      code: 'ERR_PACKAGE_PATH_NOT_EXPORTED',
    })
})

t.test('publishes only what the service and its clients load', async t => {
  const output = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: projectRoot,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const packed: { files: { path: string }[] }[] = Object.values(JSON.parse(output))
  const paths = packed[0]!.files.map(({ path }) => path).sort()
  const isOfClient = (path: string) =>
    /^dist\/(src\/client\/[\w/-]+|generated\/operations\/client)\.(js|d\.ts)$/.test(path)
  const modules = paths.filter(path => isOfClient(path) && path.endsWith('.js'))
  t.ok(modules.includes('dist/src/client/index.js'))
  t.ok(modules.includes('dist/generated/operations/client.js'))
  for (const path of modules) t.ok(paths.includes(path.replace(/js$/, 'd.ts')), `${path} has types`)
  const groups = [
    /^dist\/web\/(app|console)\/[\w.-]+$/,
    /^dist\/bundle\/[\w-]+\.js(\.map|\.LEGAL\.txt)?$/,
    /^dist\/(src|generated)\/.+\.(js|json)$/,
    /^schema\/.+\.(graphql|json)$/,
  ]
  for (const group of groups)
    t.ok(
      paths.some(path => group.test(path)),
      String(group),
    )
  const others = paths.filter(path => !isOfClient(path) && !groups.some(group => group.test(path)))
  t.same(others, [
    'LICENSE',
    'README.md',
    'dist/bundle/initial-data.sqlite.gz',
    'dist/bundle/registered-operations.json',
    'generated/possible-types.json',
    'generated/schema.graphql',
    'package.json',
  ])
  for (const path of ['dist/test', 'dist/src/commands/dev', 'dist/src/commands/bundle'])
    t.notOk(
      paths.some(other => other.startsWith(`${path}/`)),
      path,
    )
})
