import fp from 'fastify-plugin'
import { validationError } from '../errors.js'
import { exceedsJsonDepth, maxJsonDepth } from '../lib/json-depth.js'

/** Reads bodies of JSON as Fastify does, but none that is nested so deeply that to read it and to look through it takes long. */
export const jsonBodyParser = fp(async app => {
  const read = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (exceedsJsonDepth(body))
      done(validationError('body', `The body is nested more than ${maxJsonDepth} levels deep.`))
    else void read(request, body, done)
  })
})
