import fp from 'fastify-plugin'
import { AppError } from '../errors.js'

/** Rejects compressed bodies: a small one could decompress to gigabytes, and no request of an app is large. */
export const rejectCompressedBodies = fp(async app => {
  app.addHook('onRequest', ({ is404, headers }, reply, done) => {
    const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity'
    if (is404 || encoding === 'identity' || encoding === '') {
      done()
      return
    }
    reply.header('accept-encoding', 'identity')
    done(new AppError('UNSUPPORTED_MEDIA_TYPE', 'The body must not be compressed.'))
  })
})
