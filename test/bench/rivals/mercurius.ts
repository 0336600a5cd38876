/** Mercurius as its documentation shows it, with a check of the token. */
import { readFile } from 'node:fs/promises'
import jwt from '@fastify/jwt'
import Fastify from 'fastify'
import mercurius from 'mercurius'
import { resolvers, typeDefs } from './graphql-schema.js'
import { reportPort } from './reporting-port.js'

const { BENCH_PUBLIC_KEY = '' } = process.env

const app = Fastify({ logger: { level: 'warn' } })
await app.register(jwt, {
  secret: { public: await readFile(BENCH_PUBLIC_KEY, 'utf8') },
  verify: { algorithms: ['RS256'] },
})
app.addHook('onRequest', async request => {
  await request.jwtVerify()
})
await app.register(mercurius, {
  schema: typeDefs,
  resolvers: resolvers as never,
  context: request => ({ user: request.user }) as never,
})
await app.listen({ port: 0, host: '127.0.0.1' })
reportPort(app.server)
