import fp from 'fastify-plugin'
import type { Background } from '../lib/background.js'
import type { Module } from './feature.js'

interface Options {
  modules: readonly Module[]
  background: Background
}

/** Does what the features want done again and again, the first time at the start. */
export const chores = fp<Options>(async (app, { modules, background }) => {
  const timers: NodeJS.Timeout[] = []
  app.addHook('onReady', async () => {
    for (const { name, every, run } of modules.flatMap(({ chores = [] }) => chores)) {
      background.run({ purpose: name }, run)
      timers.push(setInterval(() => background.run({ purpose: name }, run), every).unref())
    }
  })
  app.addHook('onClose', async () => timers.forEach(clearInterval))
})
