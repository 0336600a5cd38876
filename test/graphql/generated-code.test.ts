import { cpSync, mkdtempSync, appendFileSync, rmSync, symlinkSync } from 'node:fs'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { isGeneratedCodeCurrent } from '../../src/graphql/generated-code.js'
import { isolatedSettings } from '../helper.js'
import { seedDatabase } from '../seeded-database.js'

const root = fileURLToPath(new URL('../../../', import.meta.url))

t.test('detects every schema change except formatting and order', async t => {
  t.ok(isGeneratedCodeCurrent())
  const source =
    'type Query { "A." a(x: Int = 1, y: [ID!]): Int } extend type Query { b: [E!] } enum E { ONE TWO }'
  const same = 'enum E { TWO ONE } type Query { b: [E!] \n"""\nA.\n"""\na(y: [ID!], x: Int = 1): Int }'
  t.ok(isGeneratedCodeCurrent(source, same))
  for (const [part, changed] of [
    ['Int = 1', 'Int = 2'],
    ['[E!]', '[E]'],
    ['TWO', 'THREE'],
    ['A.', 'B.'],
    ['b:', 'c:'],
    ['type Query', 'interface Query'],
    [' TWO', ''],
    ['): Int', '): Int @deprecated'],
  ] as const)
    t.notOk(isGeneratedCodeCurrent(source.replace(part, changed), same), changed)
})

t.test('warns at the start about a schema without current generated code', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'stale-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  for (const part of ['dist/src', 'dist/generated', 'generated', 'schema', 'package.json'])
    cpSync(join(root, part), join(folder, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const warning = /"level":40.*schema\/ has changed since generated\/ was written: run npm run codegen/
  const start = async (isWarned: boolean) => {
    const settings = isolatedSettings(t, { LOG_LEVEL: 'info', PORT: '0' })
    await seedDatabase(settings)
    const env = { PATH: process.env.PATH, ...settings }
    const child = spawn(process.execPath, [join(folder, 'dist/src/server.js')], { env })
    t.teardown(() => child.kill('SIGKILL'))
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
    while (!(isWarned ? warning : /Server listening/).test(output)) await once(child.stdout, 'data')
    child.kill('SIGTERM')
    await once(child, 'close')
    return output
  }
  t.notMatch(await start(false), warning)
  appendFileSync(
    join(folder, 'schema/base.graphql'),
    '\nextend type PageInfo { "Unused." pageNumber: Int }\n',
  )
  t.match(await start(true), warning)
})
