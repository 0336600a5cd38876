import fp from 'fastify-plugin'

interface Options {
  modules: readonly { chores?: readonly { every: number; run(): Promise<unknown> }[] }[]
  background: { run(work: () => Promise<unknown>): void }
  close(): Promise<void>
}

/** Does the features' chores, now and then, and gives everything back at the end. */
export const housekeeping = fp<Options>(async (app, { modules, background, close }) => {
  const timers: NodeJS.Timeout[] = []
  app.addHook('onReady', async () => {
    for (const { every, run } of modules.flatMap(({ chores = [] }) => chores)) {
      background.run(run)
      timers.push(setInterval(() => background.run(run), every).unref())
    }
  })
  app.addHook('onClose', async () => {
    timers.forEach(clearInterval)
    await close()
  })
})
