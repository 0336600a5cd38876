/**
 * Performs the steps of the Dockerfile in a clean folder with this machine's Node instead of the image's, starts what
 * comes out of them, asks its health check and ends it. Needs the registry of npm, for a minute.
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
import { makeKeys } from '../keys.js'
import { read, root } from './files.js'

/** What an installation may take on a disk, in MB, and the image; and what its lowest layers are reckoned with. */
const most = { packages: 120, image: 250 }
const lowest = { 'distroless/cc': 30, 'Node 24': 122 }

const server = process.env.TEST_MONGODB_URI
const database =
  server === undefined ? undefined : Object.assign(new URL(server), { pathname: '/test-image' }).href

const scratch = mkdtempSync(join(tmpdir(), 'image-'))
const stages = new Map<string, string>()
let [stage, workFolder] = ['', '']

/** Where a path of the current stage lies here. */
const here = (path: string, folder = stage) =>
  join(folder, path.startsWith('/') ? path : join(workFolder, path))

function perform(): void {
  for (const instruction of DockerfileParser.parse(read('Dockerfile')).getInstructions()) {
    const words = instruction.getArguments().map(String)
    const keyword = instruction.getKeyword()
    if (keyword === 'FROM') begin(words)
    else if (keyword === 'WORKDIR') mkdirSync(here((workFolder = words[0]!), stage), { recursive: true })
    else if (keyword === 'COPY') copy(words, instruction as Copy)
    else if (keyword === 'RUN') run(instruction.getArgumentsContent() ?? '')
  }
}

function begin([image, , name]: string[]): void {
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
    // It is the machine's own here.
    if (path === '/usr/local/bin/node') continue
    const into = target!.endsWith('/') ? join(target!, basename(path)) : target!
    cpSync(join(source!, path), here(into), { recursive: true, verbatimSymlinks: true })
  }
}

function run(command: string): void {
  const { status } = spawnSync('sh', ['-c', command], { cwd: here('.'), stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error(`RUN ${command} ended with ${status}`)
}

/** On the disk, in MB. */
function sizeOf(folder: string): number {
  const { stdout } = spawnSync('du', ['-sm', folder], { encoding: 'utf8' })
  return Number.parseInt(stdout)
}

/** Starts the last stage as the image would, asks its health check, and ends it. */
async function tryOut(): Promise<void> {
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
  const cwd = here('.')
  const service = spawn(process.execPath, [...flags, ...program], {
    cwd,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(service, 'exit')
  const check = list(dockerfile.getHEALTHCHECKs()[0]?.getArgumentsContent()).slice(1)
  const isWell = () => spawnSync(process.execPath, check, { cwd, env }).status === 0
  const until = Date.now() + 1 * minutes
  while (!isWell() && service.exitCode === null && Date.now() < until) await pause(0.2 * seconds)
  if (!isWell()) throw new Error('the health check never succeeds')
  service.kill('SIGTERM')
  const [code] = (await ended) as [number | null]
  if (code !== 0) throw new Error(`SIGTERM ends it with ${code}`)
}

async function tidyUp(): Promise<void> {
  rmSync(scratch, { recursive: true, force: true })
  if (database === undefined) return
  const client = new MongoClient(database)
  await client.db().dropDatabase()
  await client.close()
}

/** Production where there is a MongoDB to be used, else what needs none. */
function settings(): Record<string, string> {
  const data = join(scratch, 'data')
  mkdirSync(data)
  const keys = makeKeys()
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
  perform()
  await tryOut()
  const installed = sizeOf(join(stages.get('production')!, '/service/node_modules'))
  const own = sizeOf(here('/service'))
  const image = own + Object.values(lowest).reduce((sum, size) => sum + size, 0)
  console.log(`node_modules ${installed} MB; the service's layers ${own} MB; the image about ${image} MB`)
  if (installed > most.packages || image > most.image) throw new Error(`more than ${JSON.stringify(most)}`)
} finally {
  await tidyUp()
}
