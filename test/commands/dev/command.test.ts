import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'
import { freePort } from '../../free-port.js'
import { isolatedSettings } from '../../helper.js'
import { seedDatabase } from '../../seeded-database.js'

const root = fileURLToPath(new URL('../../../../', import.meta.url))

/**
 * Runs `npm run dev` on a copy of the project.
 * @param prepare changes the copy before the start
 */
async function startDevelopment(t: Test, prepare: (folder: string) => void = () => undefined) {
  const folder = mkdtempSync(join(tmpdir(), 'dev-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  for (const name of [
    'src',
    'schema',
    'generated',
    'dist/src',
    'dist/generated',
    'package.json',
    'codegen.yml',
  ])
    cpSync(join(root, name), join(folder, name), { recursive: true, preserveTimestamps: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  prepare(folder)
  const port = await freePort()
  const settings = isolatedSettings(t)
  await seedDatabase(settings)
  const env = { PATH: process.env.PATH, ...settings, NODE_ENV: 'development', PORT: String(port) }
  const program = spawn(process.execPath, ['dist/src/commands/dev/command.js', '--no-type-check'], {
    cwd: folder,
    env,
  })
  let output = ''
  for (const stream of [program.stdout, program.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      program.emit('output')
    })
  t.teardown(async () => {
    program.kill('SIGTERM')
    if (program.exitCode === null) await once(program, 'exit')
  })
  return {
    edit: (file: string, change: (text: string) => string) =>
      writeFileSync(join(folder, file), change(readFileSync(join(folder, file), 'utf8'))),
    append: (file: string, text: string) => appendFileSync(join(folder, file), text),
    ask: async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).text(),
    /** Waits for text in the output that follows the previous one. */
    async printed(text: string): Promise<void> {
      while (!output.includes(text)) await once(program, 'output')
      output = output.slice(output.indexOf(text) + text.length)
    },
  }
}

t.test('compiles changed code and restarts the service', async t => {
  const { edit, append, ask, printed } = await startDevelopment(t)
  await printed('is running')
  append('src/http/errors.ts', '\nthis is not TypeScript\n')
  await printed('ERROR')
  t.match(await ask('/health/live'), '"status":"ok"', 'keeps running while the code does not compile')

  edit('src/http/errors.ts', text =>
    text
      .replace('\nthis is not TypeScript\n', '')
      .replace("AppError('NOT_FOUND', `", "AppError('NOT_FOUND', `Changed. "),
  )
  await printed('is running')
  t.match(await ask('/nowhere'), 'Changed. There is no')

  edit('schema/base.graphql', text => `${text}\n"""Added while the service runs."""\nscalar Added\n`)
  await printed('is running')
  t.match(await ask('/schema.graphql'), 'Added while the service runs.')
})

t.test('warns at the start about a schema without current generated code', async t => {
  const field = '\nextend type PageInfo { "Unused." pageNumber: Int }\n'
  const { printed } = await startDevelopment(t, folder =>
    appendFileSync(join(folder, 'schema/base.graphql'), field),
  )
  await printed('schema/ has changed since generated/ was written: run npm run codegen')
})
