/** GraphQL Yoga as its documentation shows it, with a check of the token. */
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { resolvers, typeDefs, type Context } from './graphql-schema.js'
import { reportPort } from './reporting-port.js'
import { requireRival } from './rival-packages.js'
import { verifyToken } from './verify-token.js'

interface YogaPackage {
  createSchema(options: { typeDefs: string; resolvers: object }): object
  createYoga(options: {
    schema: object
    logging: boolean
    context(initial: { request: Request }): Context
  }): RequestListener
}

const { createSchema, createYoga } = requireRival('graphql-yoga') as YogaPackage

const yoga = createYoga({
  schema: createSchema({ typeDefs, resolvers }),
  logging: false,
  context: ({ request }) => ({ user: verifyToken(request.headers.get('authorization')) }),
})
const server = createServer(yoga).listen(0, '127.0.0.1')
await once(server, 'listening')
reportPort(server)
