import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { lookup } from 'node:dns/promises'
import t, { type Test } from 'tap'
import { dnsResolver } from '../../../../src/features/portability/webhooks/name-resolution.js'
import { webhookSender } from '../../../../src/features/portability/webhooks/sender.js'

const typeA = 1
const typeAAAA = 28
const notFound = 3

type Records = Record<number, readonly Buffer[]>

/**
 * Starts a name server, written from RFC 1035.
 * @param records the addresses of every name by their type, or null to answer no query
 */
async function startNameServer(t: Pick<Test, 'teardown'>, records: Records | null) {
  const socket = createSocket('udp4')
  const queried: string[] = []
  socket.on('message', (query, { port, address }) => {
    const end = query.indexOf(0, 12)
    queried.push(query.toString('latin1', 13, end).replaceAll(/[^a-z]/g, '.'))
    if (!records) return
    const data = records[query.readUInt16BE(end + 1)] ?? []
    const answers = data.map(value => {
      const answer = Buffer.alloc(12)
      // The name is that of the question.
      answer.writeUInt16BE(0xc00c, 0)
      answer.writeUInt16BE(query.readUInt16BE(end + 1), 2)
      answer.writeUInt16BE(1, 4)
      answer.writeUInt16BE(value.length, 10)
      return Buffer.concat([answer, value])
    })
    const header = Buffer.from(query.subarray(0, 12))
    header.writeUInt16BE(0x8180 | (Object.keys(records).length === 0 ? notFound : 0), 2)
    header.writeUInt16BE(answers.length, 6)
    header.fill(0, 8)
    socket.send(Buffer.concat([header, query.subarray(12, end + 5), ...answers]), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  t.teardown(() => socket.close())
  return { server: `127.0.0.1:${socket.address().port}`, queried }
}

const never = new AbortController().signal
const ipv6 = Buffer.from('26064700000000000000000000001111', 'hex')

t.test('returns the IPv4 and IPv6 addresses of a name', async t => {
  const { server } = await startNameServer(t, {
    [typeA]: [Buffer.from([1, 1, 1, 1]), Buffer.from([1, 0, 0, 1])],
    [typeAAAA]: [ipv6],
  })
  t.same(await dnsResolver([server])('hooks.example.com', never), [
    { address: '1.1.1.1', family: 4 },
    { address: '1.0.0.1', family: 4 },
    { address: '2606:4700::1111', family: 6 },
  ])
})

t.test('returns the addresses of a name that has only IPv6', async t => {
  const { server } = await startNameServer(t, { [typeAAAA]: [ipv6] })
  t.same(await dnsResolver([server])('hooks.example.com', never), [{ address: '2606:4700::1111', family: 6 }])
})

t.test('fails for a name that does not exist', async t => {
  const { server } = await startNameServer(t, {})
  await t.rejects(dnsResolver([server])('hooks.example.com', never), { code: 'ENOTFOUND' })
})

t.test('refuses a name with a private address', async t => {
  const { server } = await startNameServer(t, { [typeA]: [Buffer.from([127, 0, 0, 1])] })
  const send = webhookSender({ allowPrivateAddresses: false, resolve: dnsResolver([server]) })
  const message = { url: 'http://hooks.example.com/', headers: {}, body: '{}' }
  await t.rejects(send(message), { message: /not public/ })
})

t.test('resolves other names while name servers of receivers do not answer', async t => {
  const { server, queried } = await startNameServer(t, null)
  const abort = new AbortController()
  // More than the threads that the process has for lookups.
  const pending = Array.from({ length: 10 }, () => dnsResolver([server])('hooks.example.com', abort.signal))
  const settled = Promise.allSettled(pending)
  while (queried.length < pending.length) await new Promise(setImmediate)
  t.match(await lookup('localhost'), { address: /./ })
  abort.abort()
  for (const result of await settled) t.match(result, { status: 'rejected', reason: { code: 'ECANCELLED' } })
})
