import fp from 'fastify-plugin'
import type { BackgroundTasks } from '../lib/background-tasks.js'
import { seconds } from '../lib/quantities.js'
import type { FeatureModule, ScheduledJob } from './feature.js'

interface Options {
  modules: readonly FeatureModule[]
  databaseJobs?: readonly ScheduledJob[] | undefined
  background: BackgroundTasks
}

/** The time after the service begins to listen in which the first requests do not wait for packages, in milliseconds. */
export const packageDelay = 1 * seconds

/** Runs the jobs of the features and of the database: each at the start, and then in its interval. */
export const scheduledJobs = fp<Options>(async (app, { modules, databaseJobs = [], background }) => {
  const closing = new AbortController()
  const timers: NodeJS.Timeout[] = []
  let packageTimer: NodeJS.Timeout | undefined
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
    const loadAll = () => {
      for (const { loadPackages } of modules)
        if (loadPackages) background.run({ purpose: 'load packages' }, loadPackages)
    }
    packageTimer = setTimeout(loadAll, packageDelay).unref()
  })
  app.addHook('onClose', async () => {
    timers.forEach(clearInterval)
    clearTimeout(packageTimer)
    closing.abort()
  })
})
