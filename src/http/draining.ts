import fp from 'fastify-plugin'

declare module 'fastify' {
  interface FastifyInstance {
    /** From now on the service is not ready, and every answer is the last one on its connection. */
    drain(): void
    /** From now on every answer is the last one on its connection; the service stays ready, since others go on. */
    handOver(): void
    isDraining(): boolean
  }
}

/** Lets clients and balancers go elsewhere before connections are closed. */
export const draining = fp(async app => {
  let isLast = false
  let isDraining = false
  app.decorate('handOver', () => {
    isLast = true
  })
  app.decorate('drain', () => {
    app.handOver()
    isDraining = true
  })
  app.decorate('isDraining', () => isDraining)
  app.addHook('preClose', async () => {
    if (!isLast) app.drain()
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isLast) reply.header('connection', 'close')
    done()
  })
})
