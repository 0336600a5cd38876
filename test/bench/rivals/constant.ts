/** Upper limit: returns the service's own responses without reading the request. */
import { readFile } from 'node:fs/promises'
import Fastify from 'fastify'
import { reportPort } from './reporting-port.js'

const { BENCH_RESPONSES = '' } = process.env
const responses = JSON.parse(await readFile(BENCH_RESPONSES, 'utf8')) as Record<string, string>

const app = Fastify({ logger: { level: 'warn' } })
for (const [path, response] of Object.entries(responses))
  app.get(path, (_request, reply) => reply.type('application/json; charset=utf-8').send(response))

await app.listen({ port: 0, host: '127.0.0.1' })
reportPort(app.server)
