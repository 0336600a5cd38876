import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { minutes } from '../../../../src/lib/quantities.js'
import type { Database } from '../../../../src/platform/database/database.js'
import { queryGraphQL, build, logIn, signUp, isolatedSettings } from '../../../helper.js'
import { mailbox, tokenIn } from '../../../mailbox.js'
import { unlimitedLogins, manualClock, newRegistration, post } from './requests.js'

/** Returns the files below a folder that contain some bytes. */
async function filesWith(folder: string, bytes: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const found = []
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile() && (await readFile(path)).includes(bytes)) found.push(path)
  }
  return found
}

t.test('removes the address of an erased account from all data files when the log is emptied', async t => {
  const box = await mailbox(t)
  const { clock, advance } = manualClock()
  const settings = isolatedSettings(t, { ...unlimitedLogins, SMTP_URL: box.url, MONGODB_URI: '' })
  const opened: Database[] = []
  const observe = (database: Database) => {
    opened.push(database)
    return database
  }
  const app = await build(t, { settings, clock, wrapDatabase: observe })
  /** Runs the jobs of the database. */
  const runJobs = async () => {
    for (const { run } of opened.at(-1)?.jobs ?? []) await run(new AbortController().signal)
  }
  await runJobs()

  const keptUser = await signUp(app)
  const email = 'a.most.distinctive.address@example.com'
  const { username, password } = newRegistration()
  await post(app, 'register', { email, username, password })
  await post(app, 'verify-email', { token: tokenIn(await box.next()) })
  const { accessToken } = await logIn(app, email, password)
  const headers = { authorization: `Bearer ${accessToken}` }
  const deletion = `mutation { deleteAccount(input: { password: "${password}", immediately: true }) { user { id } } }`
  t.notOk((await queryGraphQL(app, deletion, {}, { headers })).errors)
  advance(10 * minutes)
  await app.features.services.deletion.runDeletions()
  t.match((await box.next()).subject, 'Your account has been deleted')
  await app.features.services.deletion.runDeletions()
  const data = settings.DATA_PATH ?? ''
  t.same(await filesWith(data, email), [join(data, 'database', 'data.sqlite-wal')])

  advance(30 * minutes)
  await runJobs()
  t.same(await filesWith(data, email), [])
  t.same(await filesWith(data, keptUser.email), [join(data, 'database', 'data.sqlite')])

  await app.close()
  const again = await build(t, { settings, clock })
  await logIn(again, keptUser.email, keptUser.password)
})
