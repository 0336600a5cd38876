import { buildApp, type App } from '../app.js'
import { loadConfig, readEnvironment } from '../config.js'

/** Runs work with the configured service, without listening for requests. */
export async function withApp<T>(work: (app: App) => Promise<T>): Promise<T> {
  const app = await buildApp({ ...loadConfig(readEnvironment()), LOG_LEVEL: 'silent' })
  try {
    return await work(app)
  } finally {
    await app.close()
  }
}
