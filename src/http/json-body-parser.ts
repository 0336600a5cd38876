import fp from 'fastify-plugin'
import { validationError } from '../errors.js'
import { exceedsJsonDepth, maxJsonDepth } from '../lib/json-depth.js'

/** Parses JSON bodies as Fastify does, but rejects deeply nested ones, which are slow to parse and to traverse. */
export const jsonBodyParser = fp(async app => {
  const read = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (exceedsJsonDepth(body))
      done(validationError('body', `The body is nested more than ${maxJsonDepth} levels deep.`))
    else void read(request, body, done)
  })
})
