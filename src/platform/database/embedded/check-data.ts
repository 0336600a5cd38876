// Run as a process of its own: a damaged file can end whoever reads it, with a signal that nobody can catch.
import { openLmdb } from './lmdb.js'

const [path = ''] = process.argv.slice(2)
try {
  const env = openLmdb(path)
  let bytes = 0
  for (const { value } of env.getRange()) bytes += value.length
  await env.close()
  process.exitCode = bytes >= 0 ? 0 : 1
} catch (error) {
  process.stderr.write(error instanceof Error ? error.message : String(error))
  process.exit(1)
}
