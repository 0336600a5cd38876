/** Apollo Server as its documentation shows it, with a check of the token. */
import type { IncomingMessage } from 'node:http'
import { resolvers, typeDefs, type Context } from './graphql-schema.js'
import { requireRival } from './rival-packages.js'
import { verifyToken } from './verify-token.js'

interface ApolloPackage {
  ApolloServer: new (options: { typeDefs: string; resolvers: object }) => object
}
interface StandalonePackage {
  startStandaloneServer(
    server: object,
    options: {
      listen: { port: number; host: string }
      context(request: { req: IncomingMessage }): Promise<Context>
    },
  ): Promise<{ url: string }>
}

const { ApolloServer } = requireRival('@apollo/server') as ApolloPackage
const { startStandaloneServer } = requireRival('@apollo/server/standalone') as StandalonePackage

const { url } = await startStandaloneServer(new ApolloServer({ typeDefs, resolvers }), {
  listen: { port: 0, host: '127.0.0.1' },
  context: async ({ req }) => ({ user: verifyToken(req.headers.authorization) }),
})
process.send?.(Number(new URL(url).port))
process.on('disconnect', () => process.exit())
