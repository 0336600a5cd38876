import fc from 'fast-check'
import t from 'tap'
import { decodeKey, encodeKey, isSafeKey } from '../../src/lib/storage-key.js'

t.test('accepts a key of plain segments', async t => {
  for (const key of ['a', 'users/5f/profile-picture/0a-b.jpg', 'a b/ü.png', 'a..b']) t.ok(isSafeKey(key), key)
})

t.test('rejects a key that could lead out of the bucket', async t => {
  const lead = ['', '/', '/a', 'a/', 'a//b', '.', '..', '../a', 'a/../b', 'a/./b', '.a', 'a/.b']
  const odd = ['a\\b', '..\\a', 'a\0b', 'a\nb', '\ud800', 'a'.repeat(1025)]
  for (const key of [...lead, ...odd]) t.notOk(isSafeKey(key), JSON.stringify(key))
})

t.test('rejects an encoded key that could lead out of the bucket', async t => {
  for (const path of ['..%2Fa', 'a%2Fb', '%2e%2e/a', 'a%00', 'a%5Cb', '%zz', '%', 'a/%2e%2E', '%C0%AE', '']) {
    t.equal(decodeKey(path), undefined, path)
  }
})

t.test('decodes every safe key from its URL', async () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), key => {
      if (!isSafeKey(key)) return true
      const path = new URL(`http://localhost/${encodeKey(key)}?token=x`).pathname.slice(1)
      return decodeKey(path) === key
    }),
    { numRuns: 1000 },
  )
})
