import fc from 'fast-check'
import t from 'tap'
import { accountChanged, startListening, rawSocket } from './live.js'

const query = '{ __typename }'
const texts = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('', '1', '__proto__', 'constructor'))
const payloads = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.record(
    {
      query: fc.oneof(
        texts,
        fc.constantFrom(
          query,
          accountChanged,
          '{ me { id } }',
          'mutation { signOutEverywhere { signedOut } }',
          '{',
        ),
      ),
      variables: fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constant(null)),
      operationName: fc.oneof(texts, fc.constant(null)),
      extensions: fc.oneof(
        fc.jsonValue({ maxDepth: 2 }),
        fc.constant({ persistedQuery: { version: 1, sha256Hash: '0'.repeat(64) } }),
      ),
    },
    { requiredKeys: [] },
  ),
)
const messages = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .record(
        {
          type: fc.oneof(
            { weight: 5, arbitrary: fc.constantFrom('subscribe', 'complete', 'ping', 'pong') },
            { weight: 1, arbitrary: fc.oneof(texts, fc.constantFrom('connection_init', 'next', 'error')) },
          ),
          id: fc.oneof(texts, fc.constantFrom('a', 'b', 'c')),
          payload: payloads,
        },
        { requiredKeys: ['type', 'id'] },
      )
      .map(message => JSON.stringify(message)),
  },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
  { weight: 1, arbitrary: fc.uint8Array().map(bytes => Buffer.from(bytes)) },
)
const allowed = [1000, 4400, 4401, 4403, 4409, 4429]

t.test('survives random messages without internal errors', async t => {
  const { app, socketUrl } = await startListening(t)
  await fc.assert(
    fc.asyncProperty(fc.array(messages, { maxLength: 8 }), fc.boolean(), async (sent, ready) => {
      const raw = await rawSocket(t, socketUrl)
      if (ready) await raw.init()
      for (const message of sent) raw.send(message)
      raw.socket.close(1000)
      const { code } = await raw.closed()
      const masked = raw.arrived.some(message => JSON.stringify(message).includes('INTERNAL_SERVER_ERROR'))
      return allowed.includes(code) && !masked
    }),
    { numRuns: 200 },
  )
  t.equal((await app.inject('/health/ready')).statusCode, 200)
})
