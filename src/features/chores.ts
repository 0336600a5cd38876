import fp from 'fastify-plugin'
import type { Background } from '../lib/background.js'
import type { Chore, Module } from './feature.js'

interface Options {
  modules: readonly Module[]
  /** Those of the database. */
  databaseJobs?: readonly Chore[] | undefined
  background: Background
}

/** Does what the features want done in the background: at the start, and again and again. */
export const chores = fp<Options>(async (app, { modules, databaseJobs = [], background }) => {
  const ending = new AbortController()
  const timers: NodeJS.Timeout[] = []
  app.addHook('onReady', async () => {
    for (const { name, every, run } of [...modules.flatMap(({ chores = [] }) => chores), ...databaseJobs]) {
      const attempt = () =>
        run(ending.signal).catch((error: unknown) => {
          // It was ended, as it should be.
          if (error !== ending.signal.reason) throw error
        })
      const start = () => background.run({ purpose: name }, attempt)
      start()
      timers.push(setInterval(start, every).unref())
    }
  })
  app.addHook('onListen', async () => {
    for (const { warm } of modules) if (warm) background.run({ purpose: 'warm up' }, warm)
  })
  app.addHook('onClose', async () => {
    timers.forEach(clearInterval)
    ending.abort()
  })
})
