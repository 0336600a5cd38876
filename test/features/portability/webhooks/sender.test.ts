import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import t from 'tap'
import { isPublicAddress } from '../../../../src/features/portability/webhooks/addresses.js'
import { webhookSender } from '../../../../src/features/portability/webhooks/sender.js'
import { respondWith, startReceiver } from './receiver.js'

const message = (url: string) => ({ url, headers: {}, body: '{}' })
const local = { address: '127.0.0.1', family: 4 }

t.test('recognizes addresses that are not public', async t => {
  const refused = [
    ...['0.0.0.0', '0.1.2.3', '10.1.2.3', '100.64.0.1', '127.0.0.1', '169.254.169.254', '172.16.0.1'],
    ...['192.168.1.1', '192.0.2.1', '198.18.0.1', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
    ...[
      '::',
      '::1',
      '::ffff:127.0.0.1',
      '::ffff:10.0.0.1',
      '::127.0.0.1',
      '64:ff9b::7f00:1',
      '64:ff9b::a9fe:a9fe',
    ],
    ...['64:ff9b:1::a00:1', '2002:7f00:1::', 'fe80::1', 'fc00::1', 'fd00:ec2::254', 'ff02::1', '2001:db8::1'],
    'not an address',
  ]
  for (const address of refused) t.equal(isPublicAddress(address), false, address)
  for (const address of ['1.1.1.1', '93.184.216.34', '2606:4700::1111', '::ffff:1.1.1.1', '64:ff9b::101:101'])
    t.equal(isPublicAddress(address), true, address)
})

t.test('refuses a name if one of its addresses is not public', async t => {
  const { port, messages } = await startReceiver(t)
  const resolve = async () => [{ address: '1.1.1.1', family: 4 }, local]
  const send = webhookSender({ allowPrivateAddresses: false, resolve })
  await t.rejects(send(message(`http://hooks.test:${port}/`)), { message: /not public/ })
  t.same(messages, [])
})

t.test('refuses an address literal that is not public', async t => {
  const { port, messages } = await startReceiver(t)
  const send = webhookSender({ allowPrivateAddresses: false })
  for (const host of ['127.0.0.1', '2130706433', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]'])
    await t.rejects(send(message(`http://${host}:${port}/`)), { message: /not public/ }, host)
  t.same(messages, [])
})

t.test('connects to the checked address when the name resolves to another one afterwards', async t => {
  const { port, messages } = await startReceiver(t)
  let lookups = 0
  const resolve = async () => {
    lookups++
    return [local]
  }
  // Only the injected resolver knows the name, so a second lookup by the connection would fail.
  const send = webhookSender({ allowPrivateAddresses: true, resolve })
  t.equal(await send(message(`http://hooks.test:${port}/`)), 204)
  t.equal(lookups, 1)
  t.equal(messages.length, 1)
})

t.test('does not follow redirects', async t => {
  const target = await startReceiver(t)
  const { url } = await startReceiver(t, respondWith(302, { location: target.url }))
  t.equal(await webhookSender({ allowPrivateAddresses: true })(message(url)), 302)
  t.same(target.messages, [])
})

t.test('returns the status without reading an endless response', async t => {
  const { url } = await startReceiver(t, response => {
    response.writeHead(200)
    const write = () => void (response.writable && response.write(Buffer.alloc(65536), write))
    write()
    response.on('error', () => undefined)
  })
  t.equal(await webhookSender({ allowPrivateAddresses: true })(message(url)), 200)
})

t.test('ends an attempt whose receiver floods it with informational responses', async t => {
  const { url } = await startReceiver(t, ({ socket }) => {
    const timer = setInterval(() => socket?.write('HTTP/1.1 103 Early Hints\r\n\r\n'), 1)
    socket?.on('close', () => clearInterval(timer))
  })
  const send = webhookSender({ allowPrivateAddresses: true })
  await t.rejects(send(message(url)), { message: /too many informational responses/ })
})

t.test('accepts a response after early hints', async t => {
  const { url } = await startReceiver(t, response => {
    response.writeEarlyHints({ link: '</style.css>; rel=preload' })
    response.writeHead(204).end()
  })
  t.equal(await webhookSender({ allowPrivateAddresses: true })(message(url)), 204)
})

t.test('ends an attempt whose response headers do not arrive in time', async t => {
  const { url } = await startReceiver(t, response => {
    response.socket?.write('HTTP/1.1 200 OK\r\nx-slow: ')
  })
  const send = webhookSender({ allowPrivateAddresses: true, timeout: 50 })
  await t.rejects(send(message(url)), { name: 'DeadlineError' })
})

t.test('ends an attempt whose name does not resolve in time', async t => {
  const resolve = () => new Promise<never>(() => undefined)
  const send = webhookSender({ allowPrivateAddresses: true, resolve, timeout: 50 })
  await t.rejects(send(message('http://hooks.test/')), { name: 'DeadlineError' })
})

t.test('refuses a certificate that is not trusted, and accepts one that is', async t => {
  const folder = t.testdir({})
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  execFileSync(
    'openssl',
    [
      ...[
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '2',
      ],
      ...[
        '-keyout',
        key,
        '-out',
        cert,
        '-subj',
        '/CN=hooks.test',
        '-addext',
        'subjectAltName=DNS:hooks.test',
      ],
    ],
    { stdio: 'ignore' },
  )
  const ca = readFileSync(cert)
  const server = https.createServer({ key: readFileSync(key), cert: ca }, (_request, response) => {
    response.writeHead(204).end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  const { port } = server.address() as AddressInfo
  const options = { allowPrivateAddresses: true, resolve: async () => [local] }
  const url = (name: string) => message(`https://${name}:${port}/`)
  await t.rejects(webhookSender(options)(url('hooks.test')), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
  t.equal(await webhookSender({ ...options, tls: { ca } })(url('hooks.test')), 204)
  const other = webhookSender({ ...options, tls: { ca } })(url('other.test'))
  await t.rejects(other, { code: 'ERR_TLS_CERT_ALTNAME_INVALID' })
})
