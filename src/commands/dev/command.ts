/**
 * Runs the service for development: compiles changed files, restarts the service, generates code after changes of the
 * schema, and reports type errors.
 *
 *   npm run dev [-- --no-type-check] [-- NODE_OPTION …]
 *
 * Options of Node such as --inspect are passed on to the service.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { copyFile, mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { build } from 'esbuild'
import { isGeneratedCodeCurrent } from '../../graphql/generated-code.js'
import { pathExists } from '../../platform/files/folders.js'
import { seconds } from '../../lib/quantities.js'

/** Editors write a file in several steps, and a change of branch writes many files. */
const debounce = 0.05 * seconds
const folders = ['schema', 'src', 'generated'] as const

const options = process.argv.slice(2)
const checksTypes = !options.includes('--no-type-check')
const nodeOptions = options.filter(option => option !== '--no-type-check')

const bin = (name: string) => join('node_modules', '.bin', name)
const print = (message: string) => process.stdout.write(`dev: ${message}\n`)

let service = startService()
warnOfStaleGeneratedCode()
const typeChecker = checksTypes
  ? spawn(bin('tsc'), ['--noEmit', '--watch', '--preserveWatchOutput', '--incremental', 'false'], {
      stdio: 'inherit',
    })
  : undefined

let changed = new Set<string>()
let timer: NodeJS.Timeout | undefined
let running = Promise.resolve()

for (const folder of folders)
  watch(folder, { recursive: true }, (_event, name) => {
    if (name === null) return
    changed.add(join(folder, name))
    clearTimeout(timer)
    timer = setTimeout(() => {
      running = running.then(applyChanges)
    }, debounce)
  })

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop())

function startService(): ChildProcess {
  return spawn(process.execPath, ['--enable-source-maps', ...nodeOptions, 'dist/src/server.js'], {
    stdio: 'inherit',
  })
}

/** Warns if the schema was changed while this program was not running. Later changes of the schema generate the code. */
function warnOfStaleGeneratedCode(): void {
  try {
    if (!isGeneratedCodeCurrent())
      print('schema/ has changed since generated/ was written: run npm run codegen')
  } catch {
    // The schema is invalid. The service reports the error.
  }
}

async function stopService(): Promise<void> {
  if (service.exitCode !== null || service.signalCode !== null) return
  service.kill('SIGTERM')
  await once(service, 'exit')
}

async function stop(): Promise<void> {
  typeChecker?.kill()
  await stopService()
  process.exit(0)
}

async function applyChanges(): Promise<void> {
  const files = [...changed]
  changed = new Set()
  if (files.some(file => file.endsWith('.graphql') && dirname(file) === 'schema')) await generateCode()
  try {
    if (!(await compile(files))) return
  } catch {
    // esbuild has printed the errors. The service keeps running until the next change.
    return
  }
  print('restarting')
  await stopService()
  service = startService()
}

/** Generated files are compiled by the change that their writing causes. */
async function generateCode(): Promise<void> {
  const codegen = spawn(bin('graphql-codegen'), { stdio: 'inherit' })
  await once(codegen, 'exit')
}

/** Brings `dist` up to date with changed files. Returns whether anything that the service reads has changed. */
async function compile(files: readonly string[]): Promise<boolean> {
  const sources = files.filter(file => /\.(ts|json|graphql)$/.test(file) && !file.endsWith('.d.ts'))
  const existing = await Promise.all(sources.map(async file => ({ file, exists: await pathExists(file) })))
  for (const { file, exists } of existing) if (!exists) await rm(outputOf(file), { force: true })
  const present = existing.filter(({ exists }) => exists).map(({ file }) => file)
  for (const file of present.filter(file => file.endsWith('.json'))) {
    await mkdir(dirname(outputOf(file)), { recursive: true })
    await copyFile(file, outputOf(file))
  }
  const modules = present.filter(file => file.endsWith('.ts'))
  if (modules.length > 0)
    await build({
      entryPoints: modules,
      outbase: '.',
      outdir: 'dist',
      format: 'esm',
      platform: 'node',
      target: 'node20',
      sourcemap: true,
      logLevel: 'error',
    })
  return sources.length > 0
}

const outputOf = (file: string) => join('dist', file.replace(/\.ts$/, '.js'))
