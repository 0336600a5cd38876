import Fastify from 'fastify'
import { pino } from 'pino'
import t, { type Test } from 'tap'
import { buildApp } from '../../src/app.js'
import { loadConfig } from '../../src/config.js'
import { proxyMisconfiguration } from '../../src/http/proxy-misconfiguration.js'
import { isolatedSettings } from '../helper.js'

/** Sends requests like a proxy, on behalf of clients. */
async function startApp(trustProxy: string[]) {
  const warnings: string[] = []
  const loggerInstance = pino({ level: 'warn' }, { write: (line: string) => void warnings.push(line) })
  const app = Fastify({ loggerInstance, trustProxy })
  await app.register(proxyMisconfiguration)
  app.get('/', async () => 'here')
  const from = (remoteAddress: string, forwarded?: string) =>
    app.inject({
      url: '/',
      remoteAddress,
      headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    })
  return { from, warnings }
}

t.test('warns once about a proxy that is not in TRUST_PROXY', async t => {
  for (const trusted of [[], ['10.0.0.0/8']]) {
    const { from, warnings } = await startApp(trusted)
    await from('192.0.2.1')
    t.same(warnings, [], 'does not warn about a client without a proxy')
    await from('192.0.2.7', '203.0.113.1')
    await from('192.0.2.7', '203.0.113.2')
    t.equal(warnings.length, 1)
    t.match(JSON.parse(warnings[0]!), { level: 40, address: '192.0.2.7', msg: /192\.0\.2\.7.*TRUST_PROXY/ })
  }
})

t.test('does not warn about a proxy in TRUST_PROXY', async t => {
  const { from, warnings } = await startApp(['10.0.0.0/8'])
  await from('10.1.2.3', '203.0.113.1')
  await from('10.1.2.3', '10.1.2.3')
  t.same(warnings, [], 'does not warn')
})

/** Returns whether the complete service warns. */
async function serviceAs(t: Test, NODE_ENV: 'test' | 'production') {
  const settings = isolatedSettings(t, {
    HMAC_ENABLED: 'true',
    HMAC_SECRET: 'a secret of at least thirty-two bytes',
  })
  const app = await buildApp({ ...loadConfig(settings), NODE_ENV })
  t.teardown(() => app.close())
  return app.hasPlugin('proxy-misconfiguration')
}

t.test('checks for proxies only in production', async t => {
  t.equal(await serviceAs(t, 'production'), true)
  t.equal(await serviceAs(t, 'test'), false)
})
