import { buildApp, type App } from '../app.js'
import { loadConfig, readEnvironment } from '../config.js'

/** Does something with the service as it is set up here; it does not listen meanwhile. */
export async function withApp<T>(work: (app: App) => Promise<T>): Promise<T> {
  const app = await buildApp({ ...loadConfig(readEnvironment()), LOG_LEVEL: 'silent' })
  try {
    return await work(app)
  } finally {
    await app.close()
  }
}
