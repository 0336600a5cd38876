import compress from '@fastify/compress'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { KiB } from '../lib/quantities.js'
import { appendVary } from './response-headers.js'

/** In bytes. */
const threshold = 1 * KiB
const encodings: ('br' | 'gzip')[] = ['br', 'gzip']

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
    threshold,
    encodings,
    customTypes: compressible,
    globalDecompression: false,
  })
  app.addHook('onRoute', route => {
    if (route.compress === false) return
    // Runs after the hook of the plugin.
    route.onSend = [route.onSend ?? []].flat()
    route.onSend.push((request, reply, _payload, done) => {
      describeVariants(request, reply)
      done()
    })
  })
})

/**
 * Corrects the headers about the variants of a response: the plugin changes only `Vary`, and only where it compresses.
 * A compressed variant has a weak ETag, as its bytes differ. 304 has the ETag that the client sent.
 */
function describeVariants(request: FastifyRequest, reply: FastifyReply): void {
  const isCompressible = compressible.test(String(reply.getHeader('content-type')))
  const isNotModified = reply.statusCode === 304
  const isStored = !/no-store/.test(String(reply.getHeader('cache-control')))
  if (isStored && (isCompressible || isNotModified)) appendVary(reply, 'accept-encoding')

  const wouldBeCompressed =
    request.method === 'HEAD' &&
    isCompressible &&
    Number(reply.getHeader('content-length')) >= threshold &&
    request.accepts().encoding([...encodings, 'identity']) !== 'identity'
  // The length of the compressed response is unknown, and another length would be wrong.
  if (wouldBeCompressed) reply.removeHeader('content-length')

  const etag = reply.getHeader('etag')
  if (typeof etag !== 'string' || etag.startsWith('W/')) return
  const isWeak =
    wouldBeCompressed ||
    reply.hasHeader('content-encoding') ||
    (isNotModified && request.headers['if-none-match']?.includes(`W/${etag}`))
  if (isWeak) reply.header('etag', `W/${etag}`)
}
