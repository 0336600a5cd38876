import fp from 'fastify-plugin'

declare module 'fastify' {
  interface FastifyInstance {
    /** Makes the service report that it is not ready, and closes each connection after its next response. */
    drain(): void
    /** Closes each connection after its next response. The service stays ready, because other workers continue. */
    handOver(): void
    isDraining(): boolean
  }
}

/** Moves clients and load balancers to other instances before connections are closed. */
export const draining = fp(async app => {
  let closesConnections = false
  let isDraining = false
  app.decorate('handOver', () => {
    closesConnections = true
  })
  app.decorate('drain', () => {
    app.handOver()
    isDraining = true
  })
  app.decorate('isDraining', () => isDraining)
  app.addHook('preClose', async () => {
    if (!closesConnections) app.drain()
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (closesConnections) reply.header('connection', 'close')
    done()
  })
})
