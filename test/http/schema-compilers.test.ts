import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, RouteOptions } from 'fastify'
import t from 'tap'
import { schemaCompilers } from '../../src/http/schema-compilers.js'
import { build } from '../helper.js'

type Schema = Record<string, unknown>
type Compiler = (shared: object, options: object) => (route: object) => (data: unknown) => unknown
const { buildValidator, buildSerializer } = schemaCompilers as Record<string, Compiler>

const data = {}

t.test('compiles the schemas of all routes without an error', async t => {
  const routes: RouteOptions[] = []
  const collectRoutes = (message: unknown) =>
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', route => void routes.push(route))
  subscribe('fastify.initialization', collectRoutes)
  t.teardown(() => unsubscribe('fastify.initialization', collectRoutes))
  const app = await build(t)
  await app.ready()

  let [validators, serializers] = [0, 0]
  for (const { url, schema = {} } of routes) {
    for (const part of ['body', 'querystring', 'params', 'headers'] as const) {
      if (!schema[part]) continue
      const validate = buildValidator!(
        {},
        { customOptions: { validateSchema: false } },
      )({ schema: schema[part] })
      t.doesNotThrow(() => validate(data), `${part} of ${url}`)
      validators++
    }
    for (const [status, response] of Object.entries((schema.response ?? {}) as Record<string, Schema>)) {
      const serialize = buildSerializer!({}, {})({ schema: response })
      try {
        serialize(data)
      } catch (error) {
        // The schema is compiled, but the data has not the properties that it requires.
        t.match(error, { message: /is required|does not match schema/ }, `${status} of ${url}`)
      }
      serializers++
    }
  }
  t.ok(validators > 50 && serializers > 50, `${validators} validators and ${serializers} serializers`)
})

t.test('reports the errors of the latest validation', t => {
  const schema = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } }
  const validate = buildValidator!(
    {},
    { customOptions: { coerceTypes: false } },
  )({ schema }) as ReturnType<Compiler> & {
    errors?: object[] | null
  }
  t.equal(validate({}), false)
  t.match(validate.errors, [{ keyword: 'required' }])
  t.equal(validate({ name: 1 }), false)
  t.match(validate.errors, [{ keyword: 'type', instancePath: '/name' }])
  t.equal(validate({ name: 'a' }), true)
  t.notOk(validate.errors)
  t.end()
})
