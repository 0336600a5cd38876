import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'
import { buildApp, type App } from '../../../../src/app.js'
import { loadConfig } from '../../../../src/config.js'
import { seedDatabase } from '../../../seeded-database.js'
import { queryGraphQL, logIn, isolatedSettings, type TestUser, type Settings } from '../../../helper.js'
import type { StartedImport, Task } from './killed-importer.js'
import { ended, imported, manyWorkouts, workoutsOf } from './imports.js'

/** More than the workouts of five transactions, which are at most 20 each. */
const count = 120
/** Longer than the lease of an import, which lasts half a minute. */
const minute = 60_000

async function seededSettings(t: Test): Promise<Settings> {
  const settings = isolatedSettings(t, { JWT_ACCESS_TOKEN_EXPIRES_IN: '200d' })
  await seedDatabase(settings)
  return settings
}

/** Runs a process that processes an import until it is killed. */
async function killed(t: Test, task: Omit<Task, 'count'>): Promise<StartedImport> {
  const script = fileURLToPath(new URL('./killed-importer.js', import.meta.url))
  const child = spawn(process.execPath, [script, JSON.stringify({ count, ...task })], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [[, signal], printed] = await Promise.all([once(child, 'close'), text(child.stdout)])
  t.equal(signal, 'SIGKILL')
  const [email = '', password = '', id = ''] = printed.trim().split('\t')
  return task.startedImport ?? { email, password, id }
}

async function started(t: Test, settings: Settings, ahead: number): Promise<App> {
  const app = await buildApp(loadConfig(settings), { clock: () => new Date(Date.now() + ahead) })
  t.teardown(() => app.close())
  await app.ready()
  return app
}

async function signedIn(app: App, { email, password }: StartedImport): Promise<TestUser> {
  const { accessToken, user } = await logIn(app, email, password)
  return { id: user.id, email, headers: { authorization: `Bearer ${accessToken}` } } as TestUser
}

async function total(app: App, account: TestUser): Promise<number | undefined> {
  const query = '{ workouts { totalCount } }'
  const { data } = await queryGraphQL<{ workouts: { totalCount: number } }>(app, query, {}, account)
  return data?.workouts.totalCount
}

t.test('completes an import after two interruptions, without losing or duplicating workouts', async t => {
  const settings = await seededSettings(t)
  const startedImport = await killed(t, { settings, killAfter: 3 })
  await killed(t, { settings, killAfter: 2, ahead: minute, startedImport })

  const app = await started(t, settings, 2 * minute)
  const account = await signedIn(app, startedImport)
  const first = await ended(app, account, startedImport.id)
  t.match(first, {
    importStatus: 'COMPLETED',
    workoutsMade: count,
    workoutsAlreadyThere: 0,
    skippedCount: 0,
  })
  t.same(first.exercisesCreated, ['Something of mine'])
  t.match(first.unmatchedExercises, [{ name: 'Something of mine', rows: count }])
  t.equal(await total(app, account), count)
  t.match(await imported(app, account, manyWorkouts(count)), {
    workoutsMade: 0,
    workoutsAlreadyThere: count,
  })
  t.equal(await total(app, account), count)
  t.ok((await workoutsOf(app, account)).every(({ totals }) => totals.sets === 5))
})

t.test(
  'fails an import after three interruptions, and completes it if the file is uploaded again',
  async t => {
    const settings = await seededSettings(t)
    const startedImport = await killed(t, { settings, killAfter: 1 })
    for (const ahead of [minute, 2 * minute])
      await killed(t, { settings, killAfter: 1, ahead, startedImport })

    const app = await started(t, settings, 3 * minute)
    const account = await signedIn(app, startedImport)
    t.match(await ended(app, account, startedImport.id), {
      importStatus: 'FAILED',
      error: 'The import was interrupted 3 times and has failed. Upload the file again to continue.',
    })
    const made = (await total(app, account))!
    t.ok(made > 0 && made < count, `${made} workouts exist`)
    const again = await imported(app, account, manyWorkouts(count))
    t.match(again, { importStatus: 'COMPLETED', workoutsMade: count - made, workoutsAlreadyThere: made })
    t.equal(await total(app, account), count)
  },
)
