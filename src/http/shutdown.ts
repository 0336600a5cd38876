import fp from 'fastify-plugin'

declare module 'fastify' {
  interface FastifyInstance {
    /** From now on the service is not ready, and every answer is the last one on its connection. */
    drain(): void
    isDraining(): boolean
  }
}

/** Lets clients and balancers go elsewhere before connections are closed. */
export const draining = fp(async app => {
  let isDraining = false
  app.decorate('drain', () => {
    isDraining = true
  })
  app.decorate('isDraining', () => isDraining)
  app.addHook('preClose', async () => app.drain())
  app.addHook('onSend', async (_request, reply) => {
    if (isDraining) reply.header('connection', 'close')
  })
})
