import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp } from '../../app.js'
import { loadConfig } from '../../config.js'
import { databaseLocation } from '../../platform/database/database-location.js'
import { storeInitialDataFile } from '../../platform/database/embedded/initial-data-file.js'

/** Builds the data file of a first start: the service's own data, and nothing else. */
export async function buildInitialData(): Promise<void> {
  const dataPath = await mkdtemp(join(tmpdir(), 'initial-data-'))
  try {
    const config = loadConfig({ DATA_PATH: dataPath, DEMO_ACCOUNTS: 'false', LOG_LEVEL: 'silent' })
    const app = await buildApp(config)
    for (const { seed } of app.features.modules) await seed?.()
    await app.close()
    await storeInitialDataFile(databaseLocation(config).folder)
  } finally {
    await rm(dataPath, { recursive: true, force: true })
  }
}
