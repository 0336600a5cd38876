import { buildApp, type App } from '../app.js'
import { loadConfig, readEnvironment } from '../config.js'
import { printProgress } from './progress.js'

/** Runs work with the configured service, without listening for requests. */
export async function withApp<T>(work: (app: App) => Promise<T>): Promise<T> {
  const config = { ...loadConfig(readEnvironment()), LOG_LEVEL: 'silent' as const }
  const app = await buildApp(config, { reportMigration: printProgress })
  try {
    return await work(app)
  } finally {
    await app.close()
  }
}
