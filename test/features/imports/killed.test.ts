import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { buildApp } from '../../../src/app.js'
import { loadConfig } from '../../../src/config.js'
import { ask, logIn, throwaway } from '../../helper.js'
import type { Task } from './importer.js'
import { ended, imported, manyWorkouts, workoutsOf } from './imports.js'

const count = 200

t.test('an import that is killed goes on, and sent again it loses and doubles nothing', async t => {
  const settings = throwaway(t, { JWT_ACCESS_TOKEN_EXPIRES_IN: '200d' })
  const script = fileURLToPath(new URL('./importer.js', import.meta.url))
  const task: Task = { settings, count, fatal: 3 }
  const child = spawn(process.execPath, [script, JSON.stringify(task)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [[, signal], told] = await Promise.all([once(child, 'close'), text(child.stdout)])
  t.equal(signal, 'SIGKILL')
  const [email = '', password = '', id = ''] = told.trim().split('\t')

  // What another instance may still be working on is left to it for half a minute.
  const app = await buildApp(loadConfig(settings), { clock: () => new Date(Date.now() + 60_000) })
  t.teardown(() => app.close())
  await app.ready()
  const { accessToken, user } = await logIn(app, email, password)
  const person = { id: user.id, email, headers: { authorization: `Bearer ${accessToken}` } } as Parameters<
    typeof ended
  >[1]
  const first = await ended(app, person, id)
  t.match(first, { status: 'COMPLETED', workoutsMade: count, workoutsAlreadyThere: 0, skippedCount: 0 })
  t.same(first.exercisesCreated, ['Something of mine'])
  const total = async () => {
    const { data } = await ask<{ workouts: { totalCount: number } }>(
      app,
      '{ workouts { totalCount } }',
      {},
      person,
    )
    return data?.workouts.totalCount
  }
  t.equal(await total(), count)
  t.match(await imported(app, person, manyWorkouts(count)), { workoutsMade: 0, workoutsAlreadyThere: count })
  t.equal(await total(), count)
  t.ok((await workoutsOf(app, person)).every(({ totals }) => totals.sets === 5))
})
