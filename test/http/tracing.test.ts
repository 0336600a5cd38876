import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import t, { type Test } from 'tap'
import { addressesOf, responseOf, startListening, socketClient } from '../graphql/subscriptions/live.js'
import { untilCompiled } from '../graphql/requests.js'
import { signUp } from '../helper.js'
import { captureLog } from '../log-lines.js'
import { png } from '../images.js'
import { mailbox } from '../mailbox.js'

interface Value {
  stringValue?: string
  intValue?: number
}

interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: Value }[]
  status: { code?: number; message?: string }
}

interface Sent {
  resourceSpans: {
    resource: { attributes: { key: string; value: Value }[] }
    scopeSpans: { spans: Span[] }[]
  }[]
}

/** Starts a collector of OTLP, as JSON over HTTP. */
async function collector(t: Test) {
  const sent: Sent[] = []
  const server = createServer((request, response) => {
    const isTraces = request.method === 'POST' && request.url === '/v1/traces'
    const isJson = request.headers['content-type'] === 'application/json'
    void json(request).then(body => {
      if (isTraces && isJson) sent.push(body as Sent)
      response.writeHead(isTraces && isJson ? 200 : 400, { 'content-type': 'application/json' }).end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    sent,
    spans: () =>
      sent.flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
  }
}

const attribute = ({ attributes }: Span, name: string) => {
  const value = attributes.find(({ key }) => key === name)?.value
  return value?.stringValue ?? value?.intValue
}

t.test('exports traces to a collector', async t => {
  const receiver = await collector(t)
  const box = await mailbox(t)
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, SMTP_URL: box.url }
  const { app, httpUrl } = await startListening(t, { settings })
  const log = captureLog(app)
  const user = await signUp(app)
  const post = (query: string, headers: Record<string, string> = {}) =>
    fetch(httpUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...user.headers, ...headers },
      body: JSON.stringify({ query }),
    })

  const given = '0af7651916cd43dd8448eb211c80319c'
  const traceparent = `00-${given}-b7ad6b7169203331-01`
  const me = 'query Me { me { id email profile { goal } } }'
  const first = await post(me, { traceparent })
  const [line] = await log.ofRequest(first.headers.get('x-request-id'))
  for (let count = 0; count < untilCompiled; count++) await post(me)
  const last = await post(me)
  const [compiled] = await log.ofRequest(last.headers.get('x-request-id'))

  const origin = httpUrl.replace('/graphql', '')
  await fetch(`${origin}/nowhere?token=${user.token}`)
  await fetch(`${origin}/auth/profile`)
  await fetch(`${origin}/auth/forgot-password`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      traceparent: `00-${given.replace('0a', '0b')}-b7ad6b7169203331-01`,
    },
    body: JSON.stringify({ email: user.email }),
  })
  await box.next()
  const form = new FormData()
  form.set('file', new File([png()], 'me.png', { type: 'image/png' }))
  const uploaded = await fetch(`${origin}/api/storage/profile-photo/upload`, {
    method: 'POST',
    headers: user.headers,
    body: form,
  })
  t.equal(uploaded.status, 201)
  const client = socketClient(t, addressesOf(app).socketUrl, {
    connectionParams: { authorization: `Bearer ${user.token}` },
  })
  t.match(await responseOf(client, { query: me }), { data: { me: { id: user.id } } })
  await client.dispose()
  await app.close()

  const spans = receiver.spans()
  const ofTrace = (id: unknown) => spans.filter(({ traceId }) => traceId === id)
  const named = (id: unknown, name: string | RegExp) =>
    ofTrace(id).filter(span => (typeof name === 'string' ? span.name === name : name.test(span.name)))

  /** Asserts that the spans of the request, the operation, the root field and the database are nested. */
  function chained(t: Test, id: unknown): void {
    const [request] = named(id, 'POST /graphql')
    const [operation] = named(id, 'query')
    const [field] = named(id, 'Query.me')
    t.ok(
      request && operation && field,
      ofTrace(id)
        .map(({ name }) => name)
        .join(', '),
    )
    t.equal(operation?.parentSpanId, request?.spanId)
    t.equal(field?.parentSpanId, operation?.spanId)
    t.equal(attribute(operation!, 'graphql.operation.name'), 'Me')
    const below = ofTrace(id).filter(({ parentSpanId }) => parentSpanId === field?.spanId)
    t.ok(
      below.some(span => attribute(span, 'db.operation.name') !== undefined),
      'the database span is within the field span',
    )
  }

  await t.test('continues the trace of a client', async t => {
    t.equal(line?.['traceId'], given, 'the request log contains it')
    t.match(named(given, 'POST /graphql'), [{ parentSpanId: 'b7ad6b7169203331', kind: 2 }])
    chained(t, given)
  })

  await t.test('creates the same spans for compiled operations', async t => {
    t.not(compiled?.['traceId'], given)
    chained(t, compiled?.['traceId'])
  })

  await t.test('starts a new trace for each operation of a socket', async t => {
    const [own] = log.lines.filter(({ msg }) => msg === 'operation completed')
    t.match(named(own?.['traceId'], 'query'), [{ attributes: Array }])
    t.ok(named(own?.['traceId'], 'Query.me').length === 1)
  })

  await t.test('sends mails and stores files within the trace of the request', async t => {
    const [mail] = named(given.replace('0a', '0b'), 'send mail')
    t.equal(mail && attribute(mail, 'mail.purpose'), 'reset-password')
    const [put] = spans.filter(({ name }) => name === 'storage put')
    t.ok(put && named(put.traceId, /upload$/).length === 1)
  })

  await t.test('exports no personal data', async t => {
    const text = JSON.stringify(receiver.sent)
    for (const secret of [user.email, user.username, user.token, user.refreshToken, user.password])
      t.notOk(text.includes(secret), secret)
    t.ok(spans.every(({ status }) => status.message === undefined))
    const [unserved] = spans.filter(({ name }) => name === 'GET unmatched')
    t.equal(attribute(unserved!, 'url.path'), '/nowhere')
    const [refused] = spans.filter(({ name }) => name === 'GET /auth/profile')
    t.equal(attribute(refused!, 'http.response.status_code'), 401)
    t.not(refused?.status.code, 2, 'a rejection is not an error')
  })

  await t.test('sets the service name, and the times of every span', async t => {
    const [{ resource } = { resource: { attributes: [] } }] = receiver.sent.flatMap(
      ({ resourceSpans }) => resourceSpans,
    )
    t.match(
      resource.attributes.find(({ key }) => key === 'service.name'),
      { value: { stringValue: 'fitness-training-service' } },
    )
    t.ok(spans.every(span => BigInt(span.endTimeUnixNano) >= BigInt(span.startTimeUnixNano)))
  })
})
