import { buildApp } from '../../app.js'
import { loadConfig, readEnvironment } from '../../config.js'
import { explain } from '../../lib/explain.js'
import { migrations } from '../../platform/database/migrations.js'

/** Does to the database what a start would do, so that the next start finds it done: indexes, its shape, its own entries. */
async function run(): Promise<string> {
  const config = loadConfig(readEnvironment())
  const app = await buildApp({ ...config, LOG_LEVEL: 'silent' })
  try {
    for (const { seed } of app.features.modules) await seed?.()
  } finally {
    await app.close()
  }
  return `The database has shape ${migrations.length} and its indexes. Older instances may go on meanwhile.`
}

run().then(
  done => process.stdout.write(`${done}\n`),
  (error: unknown) => {
    process.stderr.write(`${explain('The database was not brought up to date', error)}\n`)
    process.exitCode = 1
  },
)
