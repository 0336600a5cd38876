import fp from 'fastify-plugin'

/** Once the service closes, the answers still in flight are the last on their connections. */
export const lastAnswers = fp(async app => {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close')
  })
})
