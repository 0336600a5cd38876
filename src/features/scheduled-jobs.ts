import fp from 'fastify-plugin'
import type { BackgroundTasks } from '../lib/background-tasks.js'
import type { FeatureModule, ScheduledJob } from './feature.js'

interface Options {
  modules: readonly FeatureModule[]
  databaseJobs?: readonly ScheduledJob[] | undefined
  background: BackgroundTasks
}

/** Runs the jobs of the features and of the database: each at the start, and then in its interval. */
export const scheduledJobs = fp<Options>(async (app, { modules, databaseJobs = [], background }) => {
  const closing = new AbortController()
  const timers: NodeJS.Timeout[] = []
  app.addHook('onReady', async () => {
    for (const { name, interval, run } of [...modules.flatMap(({ jobs = [] }) => jobs), ...databaseJobs]) {
      const attempt = () =>
        run(closing.signal).catch((error: unknown) => {
          // A job that stops because the service closes has not failed.
          if (error !== closing.signal.reason) throw error
        })
      const start = () => background.run({ purpose: name }, attempt)
      start()
      timers.push(setInterval(start, interval).unref())
    }
  })
  app.addHook('onListen', async () => {
    for (const { warmUp } of modules) if (warmUp) background.run({ purpose: 'warm up' }, warmUp)
  })
  app.addHook('onClose', async () => {
    timers.forEach(clearInterval)
    closing.abort()
  })
})
