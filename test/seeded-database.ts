import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { buildApp } from '../src/app.js'
import { loadConfig } from '../src/config.js'
import { isolatedSettings, type Settings } from './helper.js'

let template: Promise<string> | undefined

/**
 * Writes the built-in exercises and programs to a new database, before a process starts on it. A copy of the embedded
 * database takes a tenth of the time of the writes.
 */
export async function seedDatabase({ MONGODB_URI, DATA_PATH = '' }: Settings): Promise<void> {
  if (MONGODB_URI !== undefined) return
  template ??= createTemplate()
  await cp(await template, join(DATA_PATH, 'database'), { recursive: true })
}

async function createTemplate(): Promise<string> {
  const { MONGODB_URI: _none, ...settings } = isolatedSettings(t, { DEMO_ACCOUNTS: 'false' })
  const app = await buildApp(loadConfig(settings))
  await app.ready()
  for (const { seed } of app.features.modules) await seed?.()
  await app.close()
  return join(settings.DATA_PATH!, 'database')
}
