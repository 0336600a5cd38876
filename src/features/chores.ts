import fp from 'fastify-plugin'
import type { Background } from '../lib/background.js'
import type { Module } from './feature.js'

interface Options {
  modules: readonly Module[]
  background: Background
}

/** Does what the features want done in the background: at the start, and again and again. */
export const chores = fp<Options>(async (app, { modules, background }) => {
  const timers: NodeJS.Timeout[] = []
  app.addHook('onReady', async () => {
    for (const { name, every, run } of modules.flatMap(({ chores = [] }) => chores)) {
      background.run({ purpose: name }, run)
      timers.push(setInterval(() => background.run({ purpose: name }, run), every).unref())
    }
  })
  app.addHook('onListen', async () => {
    for (const { warm } of modules) if (warm) background.run({ purpose: 'warm up' }, warm)
  })
  app.addHook('onClose', async () => timers.forEach(clearInterval))
})
