/**
 * Runs the steps of the Dockerfile in an empty folder with the local Node, starts the result, runs its health check and
 * stops it. Downloads packages from npm, which takes about a minute.
 *
 *   node dist/test/deploy/image.js
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { DockerfileParser, type Copy } from 'dockerfile-ast'
import { MongoClient } from 'mongodb'
import { minutes, seconds } from '../../src/lib/quantities.js'
import { generateKeys } from '../keys.js'
import { read, root } from './files.js'

/** The maximum sizes of the installed packages and of the image, in MB. */
const maxSizes = { packages: 120, image: 250 }
/** The estimated sizes of the base layers, in MB. */
const baseLayers = { 'distroless/cc': 30, 'Node 24': 122 }

const server = process.env.TEST_MONGODB_URI
const database =
  server === undefined ? undefined : Object.assign(new URL(server), { pathname: '/test-image' }).href

const scratch = mkdtempSync(join(tmpdir(), 'image-'))
const stages = new Map<string, string>()
let [stage, workFolder] = ['', '']

/** Returns the local path of a path in the current stage. */
const localPath = (path: string, folder = stage) =>
  join(folder, path.startsWith('/') ? path : join(workFolder, path))

function runInstructions(): void {
  for (const instruction of DockerfileParser.parse(read('Dockerfile')).getInstructions()) {
    const words = instruction.getArguments().map(String)
    const keyword = instruction.getKeyword()
    if (keyword === 'FROM') beginStage(words)
    else if (keyword === 'WORKDIR') mkdirSync(localPath((workFolder = words[0]!), stage), { recursive: true })
    else if (keyword === 'COPY') copy(words, instruction as Copy)
    else if (keyword === 'RUN') run(instruction.getArgumentsContent() ?? '')
  }
}

function beginStage([image, , name]: string[]): void {
  const before = stages.get(image!)
  stage = join(scratch, name ?? 'last')
  if (before === undefined) mkdirSync(stage)
  else cpSync(before, stage, { recursive: true, verbatimSymlinks: true })
  if (name !== undefined) stages.set(name, stage)
}

function copy(words: string[], instruction: Copy): void {
  const from = instruction
    .getFlags()
    .find(flag => flag.getName() === 'from')
    ?.getValue()
  const source = from == null ? root : stages.get(from)
  const [target, ...paths] = words.reverse()
  for (const path of paths) {
    // The local Node is used instead.
    if (path === '/usr/local/bin/node') continue
    const into = target!.endsWith('/') ? join(target!, basename(path)) : target!
    cpSync(join(source!, path), localPath(into), { recursive: true, verbatimSymlinks: true })
  }
}

function run(command: string): void {
  const { status } = spawnSync('sh', ['-c', command], { cwd: localPath('.'), stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error(`RUN ${command} ended with ${status}`)
}

/** Returns the size on disk in MB. */
function sizeOf(folder: string): number {
  const { stdout } = spawnSync('du', ['-sm', folder], { encoding: 'utf8' })
  return Number.parseInt(stdout)
}

/** Starts the last stage like the image, runs its health check, and stops it. */
async function startAndStop(): Promise<void> {
  const dockerfile = DockerfileParser.parse(read('Dockerfile'))
  const given = dockerfile.getENVs().flatMap(env => env.getProperties())
  const list = (text: string | null | undefined) =>
    JSON.parse(/\[.*\]$/s.exec(text ?? '')?.[0] ?? '[]') as string[]
  const env = {
    PATH: process.env.PATH,
    ...Object.fromEntries(given.map(property => [property.getName(), property.getValue() ?? ''])),
    ...settings(),
  }
  const [, ...flags] = list(dockerfile.getENTRYPOINTs()[0]?.getArgumentsContent())
  const program = list(dockerfile.getCMDs()[0]?.getArgumentsContent())
  const cwd = localPath('.')
  const service = spawn(process.execPath, [...flags, ...program], {
    cwd,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(service, 'exit')
  const check = list(dockerfile.getHEALTHCHECKs()[0]?.getArgumentsContent()).slice(1)
  const isHealthy = () => spawnSync(process.execPath, check, { cwd, env }).status === 0
  const until = Date.now() + 1 * minutes
  while (!isHealthy() && service.exitCode === null && Date.now() < until) await pause(0.2 * seconds)
  if (!isHealthy()) throw new Error('The health check did not succeed within a minute.')
  service.kill('SIGTERM')
  const [code] = (await ended) as [number | null]
  if (code !== 0) throw new Error(`The service exited with ${code} after SIGTERM.`)
}

async function cleanUp(): Promise<void> {
  rmSync(scratch, { recursive: true, force: true })
  if (database === undefined) return
  const client = new MongoClient(database)
  await client.db().dropDatabase()
  await client.close()
}

/** Returns settings for production if there is a MongoDB, otherwise settings that need none. */
function settings(): Record<string, string> {
  const data = join(scratch, 'data')
  mkdirSync(data)
  const keys = generateKeys()
  writeFileSync(join(scratch, 'private.pem'), keys.privateKey)
  writeFileSync(join(scratch, 'public.pem'), keys.publicKey)
  const common = { DATA_PATH: data, PORT: '3917', LOG_LEVEL: 'warn' }
  if (database === undefined) return { ...common, NODE_ENV: 'test' }
  return {
    ...common,
    MONGODB_URI: database,
    SMTP_URL: 'smtp://127.0.0.1:9',
    PUBLIC_URL: 'https://api.example.com',
    JWT_PRIVATE_KEY_PATH: join(scratch, 'private.pem'),
    JWT_PUBLIC_KEY_PATH: join(scratch, 'public.pem'),
    HMAC_SECRET: 's'.repeat(32),
    LOCAL_STORAGE_SECRET: 's'.repeat(32),
  }
}

try {
  runInstructions()
  await startAndStop()
  const installed = sizeOf(join(stages.get('production')!, '/service/node_modules'))
  const own = sizeOf(localPath('/service'))
  const image = own + Object.values(baseLayers).reduce((sum, size) => sum + size, 0)
  console.log(`node_modules ${installed} MB; layers of the service ${own} MB; image about ${image} MB`)
  if (installed > maxSizes.packages || image > maxSizes.image)
    throw new Error(`The sizes exceed ${JSON.stringify(maxSizes)}.`)
} finally {
  await cleanUp()
}
