import { createHmac } from 'node:crypto'
import t from 'tap'
import { requestSignature, constantTimeEqual } from '../../src/lib/signature.js'

const secret = 'a secret of at least thirty-two bytes'
const request = { method: 'POST', path: '/a?b=c', timestamp: '1700000000', body: '{"ü":1}', userId: '5f' }

t.test('signs the fields separated by bars with HMAC-SHA-256 in lower-case hex', async t => {
  const input = 'POST|/a?b=c|1700000000|{"ü":1}|5f'
  const expected = createHmac('sha256', secret).update(input, 'utf8').digest('hex')
  t.equal(requestSignature(secret, request), expected)
  t.match(expected, /^[0-9a-f]{64}$/)
})

t.test('reproduces the example of the documentation', async t => {
  const signature = requestSignature('0123456789abcdef0123456789abcdef', {
    method: 'POST',
    path: '/auth/login',
    timestamp: '1700000000',
    body: '{"email":"demo@example.com","password":"demo-Passw0rd"}',
    userId: '',
  })
  t.equal(signature, '5ee1d49a3a91b64448270ecac74420ffaf50d73a9c296c792871bd76be5e4259')
})

t.test('converts the method to upper case, and keeps empty fields', async t => {
  t.equal(requestSignature(secret, { ...request, method: 'post' }), requestSignature(secret, request))
  const expected = createHmac('sha256', secret).update('GET|/|1||').digest('hex')
  const bare = { method: 'GET', path: '/', timestamp: '1', body: '', userId: '' }
  t.equal(requestSignature(secret, bare), expected)
})

t.test('signs bytes and their text equally', async t => {
  const bytes = { ...request, body: Buffer.from(request.body) }
  t.equal(requestSignature(secret, bytes), requestSignature(secret, request))
})

t.test('creates another signature if any field differs', async t => {
  const signature = requestSignature(secret, request)
  const others = {
    method: { method: 'PUT' },
    path: { path: '/a?b=d' },
    timestamp: { timestamp: '1700000001' },
    body: { body: '{"ü": 1}' },
    bytes: { body: Buffer.from([0xff]) },
    userId: { userId: '60' },
  }
  for (const [what, change] of Object.entries(others))
    t.not(requestSignature(secret, { ...request, ...change }), signature, what)
  t.not(requestSignature(`${secret}.`, request), signature, 'differs for another secret')
})

t.test('compares texts by every character', async t => {
  t.ok(constantTimeEqual('abc', 'abc'))
  for (const other of ['', 'ab', 'abcd', 'abC', 'abd', 'äbc']) t.notOk(constantTimeEqual('abc', other), other)
})
