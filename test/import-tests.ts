import { existsSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import t from 'tap'
import { prepareMongo } from './mongo.js'

const root = fileURLToPath(new URL('../../', import.meta.url))
const entryName = 'index.test.ts'

/**
 * Runs the test files in the folder of an entry file, and in the folders below that have no entry file of their own. The
 * files share the process, so that modules are loaded once. A file is imported when the tests of the previous one have
 * ended, and must leave the process as it was.
 *
 * @param entry The URL of the entry file.
 */
export async function importTests(entry: string): Promise<void> {
  const mongo = process.env.TEST_MONGODB_URI
  if (mongo !== undefined) await prepareMongo(mongo)
  const folder = fileURLToPath(new URL('.', entry))
  // Compiled files of deleted tests may still exist, so the sources are listed.
  const files = testFiles(join(root, relative(join(root, 'dist'), folder)))
  const before = processState()
  let file: string | undefined
  const next = () => {
    const state = processState()
    if (!isDeepStrictEqual(state, before))
      t.strictSame(state, before, `${file} restores the state of the process`)
    file = files.shift()
    if (file === undefined) return
    t.comment(`file: ${file}`)
    t.jobs = 1
    t.once('idle', next)
    const path = join(folder, file.replace(/ts$/, 'js'))
    t.waitOn(import(path).catch((error: unknown) => t.threw(error)))
  }
  next()
}

/** Lists the test files that an entry file in this folder runs, by their paths below the folder. */
export function testFiles(folder: string, below = ''): string[] {
  return readdirSync(join(folder, below), { withFileTypes: true }).flatMap(entry => {
    const path = join(below, entry.name)
    if (!entry.isDirectory()) return path.endsWith('.test.ts') && path !== entryName ? [path] : []
    // The benchmarks have packages of their own.
    const isElsewhere = entry.name === 'node_modules' || existsSync(join(folder, path, entryName))
    return isElsewhere ? [] : testFiles(folder, path)
  })
}

/** The state that the files of a process share, as far as tests change it. */
function processState() {
  const { VIPSHOME: _, ...environment } = process.env
  const { Date, fetch, queueMicrotask, setImmediate, setInterval, setTimeout } = globalThis
  return {
    environment,
    globals: { Date, fetch, queueMicrotask, setImmediate, setInterval, setTimeout },
    methods: [
      Date.now,
      Math.random,
      performance.now,
      console.error,
      process.exit,
      process.kill,
      process.memoryUsage,
    ],
    folder: process.cwd(),
    exitCode: process.exitCode,
  }
}
