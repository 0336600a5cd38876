import fc from 'fast-check'
import t from 'tap'
import { decodeKey, encodeKey, isSafeKey } from '../../src/lib/storage-key.js'

t.test('a key of plain segments is safe', async t => {
  for (const key of ['a', 'users/5f/profile-picture/0a-b.jpg', 'a b/ü.png', 'a..b']) t.ok(isSafeKey(key), key)
})

t.test('a key that could lead elsewhere is not safe', async t => {
  const lead = ['', '/', '/a', 'a/', 'a//b', '.', '..', '../a', 'a/../b', 'a/./b', '.a', 'a/.b']
  const odd = ['a\\b', '..\\a', 'a\0b', 'a\nb', '\ud800', 'a'.repeat(1025)]
  for (const key of [...lead, ...odd]) t.notOk(isSafeKey(key), JSON.stringify(key))
})

t.test('an encoded key that could lead elsewhere is none', async t => {
  for (const path of ['..%2Fa', 'a%2Fb', '%2e%2e/a', 'a%00', 'a%5Cb', '%zz', '%', 'a/%2e%2E', '%C0%AE', '']) {
    t.equal(decodeKey(path), undefined, path)
  }
})

t.test('every safe key survives its way through a URL', async () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), key => {
      if (!isSafeKey(key)) return true
      const path = new URL(`http://localhost/${encodeKey(key)}?token=x`).pathname.slice(1)
      return decodeKey(path) === key
    }),
    { numRuns: 1000 },
  )
})
