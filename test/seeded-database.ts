import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { buildApp } from '../src/app.js'
import { loadConfig } from '../src/config.js'
import { isolatedSettings, type Settings } from './helper.js'

let template: Promise<string> | undefined

/**
 * Writes the built-in exercises and programs to a new database before a process starts on it. The embedded database is
 * copied, which takes a fiftieth of the time of the writes.
 */
export async function seedDatabase(settings: Settings): Promise<void> {
  if (settings.MONGODB_URI !== undefined) return seed(settings)
  template ??= createTemplate()
  await copyFolder(await template, join(settings.DATA_PATH!, 'database'))
}

/**
 * Copies the files of a closed database. Its log, which is empty then, disappears with the last connection, that of a
 * thread that can end a moment after the app: then copies the folder again.
 */
async function copyFolder(from: string, to: string, attempts = 3): Promise<void> {
  try {
    await cp(from, to, { recursive: true })
  } catch (error) {
    const hasDisappeared = (error as NodeJS.ErrnoException).code === 'ENOENT'
    if (!hasDisappeared || attempts === 1) throw error
    await rm(to, { recursive: true, force: true })
    await copyFolder(from, to, attempts - 1)
  }
}

async function createTemplate(): Promise<string> {
  const { MONGODB_URI: _none, ...settings } = isolatedSettings(t, { DEMO_ACCOUNTS: 'false' })
  await seed(settings)
  return join(settings.DATA_PATH!, 'database')
}

async function seed(settings: Settings): Promise<void> {
  const app = await buildApp(loadConfig(settings))
  await app.ready()
  for (const { seed } of app.features.modules) await seed?.()
  await app.close()
}
