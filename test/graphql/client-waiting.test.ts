import { request } from 'node:http'
import t from 'tap'
import type { App } from '../../src/app.js'
import { yieldToEventLoop } from '../../src/lib/event-loop.js'
import type { RequestContext } from '../../src/viewer.js'
import { build } from '../helper.js'
import { createLatch } from '../latch.js'
import { post } from './requests.js'

/** Holds lists of exercises back, and returns the requests that wait for them. */
function heldLists(app: App) {
  const { exercises } = app.features.services
  const [requested, held] = [createLatch(), createLatch()]
  const contexts: RequestContext[] = []
  const list = exercises.list
  exercises.list = async (context, args) => {
    contexts.push(context)
    requested.open()
    await held.passed
    return list(context, args)
  }
  return { askers: contexts, asked: requested.passed, release: held.open }
}

const body = JSON.stringify({ query: '{ exercises { totalCount } }' })

t.test('notifies resolvers when the client has disconnected', async t => {
  const app = await build(t)
  const { askers, asked, release } = heldLists(app)
  const url = await app.listen({ port: 0 })
  const client = request(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
  })
  client.on('error', () => undefined).end(body)
  await asked
  t.equal(askers[0]?.isClientWaiting?.(), true)
  client.destroy()
  while (askers[0]?.isClientWaiting?.()) await yieldToEventLoop()
  t.equal(askers[0]?.isClientWaiting?.(), false)
  release()
})

t.test('notifies resolvers when the request has timed out or is completed', async t => {
  const app = await build(t, { settings: { REQUEST_TIMEOUT: '1s' } })
  const { askers, release } = heldLists(app)
  const response = await app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { 'content-type': 'application/json' },
    body,
  })
  t.equal(response.statusCode, 503)
  t.equal(askers[0]?.isClientWaiting?.(), false)
  release()
  await post(app, { body: { query: '{ exercises { pageInfo { hasNextPage } } }' } })
  t.equal(askers[1]?.isClientWaiting?.(), false)
})
