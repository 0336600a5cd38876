import compress from '@fastify/compress'
import fp from 'fastify-plugin'
import { KiB } from '../lib/quantities.js'

/** JSON and text. Images are compressed already, and server-sent events must not be buffered. */
const compressible = /^(application\/(graphql-response\+)?json|text\/(?!event-stream))/

/**
 * Compresses long responses if the client accepts it. Routes below `/auth` are exempt, because their responses contain
 * tokens next to input of the client, which allows compression attacks such as BREACH. Other routes are not affected:
 * browsers never send the token on their own, so an attacker cannot trigger authenticated requests.
 */
export const compression = fp(async app => {
  app.addHook('onRoute', route => {
    if (route.url.startsWith('/auth/')) route.compress = false
  })
  await app.register(compress, {
    threshold: 1 * KiB,
    encodings: ['br', 'gzip'],
    customTypes: compressible,
    globalDecompression: false,
  })
  // Runs after the plugin's own hook: the ETag of a compressed response must be weak, as its bytes differ.
  app.addHook('onRoute', route => {
    route.onSend = [route.onSend ?? []].flat()
    route.onSend.push((_request, reply, _payload, done) => {
      const etag = reply.getHeader('etag')
      if (reply.hasHeader('content-encoding') && typeof etag === 'string' && !etag.startsWith('W/'))
        reply.header('etag', `W/${etag}`)
      done()
    })
  })
})
