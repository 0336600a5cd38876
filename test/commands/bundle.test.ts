import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const started = [
  'package.json',
  'Dockerfile',
  'docs/deploy/kubernetes/migration.yaml',
  'docs/deploy/README.md',
]

t.test('contains every program that is started from it', async t => {
  const programs = new Set(started.flatMap(file => read(file).match(/dist\/bundle\/[\w-]+\.js/g) ?? []))
  t.ok(programs.size > 8)
  for (const program of programs) t.ok(existsSync(join(root, program)), program)
})

t.test('contains commands that run', async t => {
  for (const name of ['backup', 'demo', 'move']) {
    const command = spawnSync(process.execPath, [join(root, `dist/bundle/${name}.js`), '--unknown'], {
      encoding: 'utf8',
    })
    t.match(command, { status: 1, stderr: /Usage: npm run/ }, name)
  }
})

t.test('maps its files only to the sources of the service', async t => {
  const maps = readdirSync(join(root, 'dist/bundle')).filter(file => file.endsWith('.js.map'))
  const sizes = maps.map(
    file => (JSON.parse(read(`dist/bundle/${file}`)) as { mappings: string }).mappings.length,
  )
  t.ok(Math.max(...sizes) < 1_500_000, `${Math.max(...sizes)} characters`)
})
