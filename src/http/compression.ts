import compress from '@fastify/compress'
import fp from 'fastify-plugin'
import { KiB } from '../lib/quantities.js'

/** Texts of ours. Images are compressed already, and events must not wait for more of them. */
const compressible = /^(application\/(graphql-response\+)?json|text\/(?!event-stream))/

/**
 * Compresses longer answers where the client accepts it. Nothing under `/auth`: those answers put tokens beside what
 * was sent. For others nobody but the token's holder can have something of theirs repeated beside what is secret,
 * since no browser sends a token by itself.
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
  // Behind the plugin's own hook: the tag of a text is not, byte for byte, that of its compressed form.
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
