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

t.test('exports nothing else', async t => {
  for (const path of ['', '/dist/src/app.js', '/generated/resolvers.js'])
    t.throws(() => resolve(`fitness-training-service${path}`), {
      code: 'ERR_PACKAGE_PATH_NOT_EXPORTED',
    })
})

t.test('publishes only the schema and the possible types', async t => {
  const output = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: projectRoot,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const packed: { files: { path: string }[] }[] = Object.values(JSON.parse(output))
  t.same(packed[0]!.files.map(({ path }) => path).sort(), [
    'LICENSE',
    'README.md',
    'generated/possible-types.json',
    'generated/schema.graphql',
    'package.json',
  ])
})
