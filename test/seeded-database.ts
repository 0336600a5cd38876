import { buildApp } from '../src/app.js'
import { loadConfig } from '../src/config.js'
import { databaseLocation } from '../src/platform/database/database-location.js'
import { createInitialDataFile } from '../src/platform/database/embedded/initial-data-file.js'
import type { Settings } from './helper.js'

/** Writes the built-in exercises and programs to a new database before a process starts on it. */
export async function seedDatabase(settings: Settings): Promise<void> {
  const config = loadConfig(settings)
  if (settings.MONGODB_URI === undefined)
    return createInitialDataFile(databaseLocation(config), config.DATA_PATH)
  const app = await buildApp(config)
  await app.ready()
  for (const { seed } of app.features.modules) await seed?.()
  await app.close()
}
