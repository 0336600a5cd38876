import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import t from 'tap'
import { build, signUp } from '../helper.js'

t.test('reads the headers after thousands of others, such as those of a proxy', async t => {
  const app = await build(t, { settings: { TRUST_PROXY: '127.0.0.1', RATE_LIMIT_PUBLIC_PER_HOUR: '100' } })
  const user = await signUp(app)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const many = Array.from({ length: 2500 }, () => ['a', '']).flat()
  async function send(path: string, ...last: string[]) {
    const sent = request({
      port,
      path,
      headers: ['Host', 'a', 'Connection', 'close', ...many, ...last],
    }).end()
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    return { headers: response.headers, body: await json(response) }
  }
  t.match(await send('/auth/profile', 'Authorization', user.headers.authorization), {
    body: { id: user.id },
  })
  for (const client of ['203.0.113.1', '203.0.113.2'])
    t.match(
      await send('/auth/sign-in-methods', 'X-Forwarded-For', client),
      { headers: { 'x-ratelimit-remaining': '99' } },
      `counts the request of ${client} for its own address`,
    )
})
