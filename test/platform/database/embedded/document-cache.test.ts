import { ObjectId } from 'mongodb'
import fc from 'fast-check'
import t from 'tap'
import { createDocumentCache } from '../../../../src/platform/database/embedded/document-cache.js'
import type { Entity } from '../../../../src/platform/database/database.js'
import { KiB, MiB } from '../../../../src/lib/quantities.js'

const createDocument = (): Entity => ({ _id: new ObjectId() })

/** Uses documents with a total size of 256 KiB once. */
function useOthers(cache: ReturnType<typeof createDocumentCache>) {
  for (let count = 0; count < 256; count++) cache.set(new ObjectId().toHexString(), createDocument(), KiB)
}

/** Uses a document, and again when it is no longer recent. */
function useTwice(cache: ReturnType<typeof createDocumentCache>, key: string, size = KiB): Entity {
  const document = createDocument()
  cache.set(key, document, size)
  useOthers(cache)
  cache.set(key, document, size)
  return document
}

t.test('keeps a document that was used once until others have been used', async t => {
  const cache = createDocumentCache()
  const document = createDocument()
  cache.set('once', document, KiB)
  t.equal(cache.get('once'), document)
  useOthers(cache)
  t.equal(cache.get('once'), undefined)
})

t.test('keeps a document that was used again for longer', async t => {
  const cache = createDocumentCache()
  const document = useTwice(cache, 'twice')
  useOthers(cache)
  t.equal(cache.get('twice'), document)
})

t.test('keeps a large document from its second use on', async t => {
  const cache = createDocumentCache()
  const document = createDocument()
  cache.set('large', document, MiB)
  t.equal(cache.get('large'), undefined)
  cache.set('large', document, MiB)
  t.equal(cache.get('large'), document)
})

t.test('keeps documents of at most 4 MiB, those that were used last', async t => {
  const cache = createDocumentCache()
  const keys = Array.from({ length: 10 }, (_, index) => `document ${index}`)
  for (const key of keys) useTwice(cache, key, MiB / 2)
  t.strictSame(
    keys.filter(key => cache.get(key)),
    keys.slice(2),
  )
})

t.test('returns the document that was set last for a key, or none', async () => {
  const operation = fc.record({
    name: fc.constantFrom('set' as const, 'get' as const, 'delete' as const),
    key: fc.integer({ min: 0, max: 40 }).map(String),
    size: fc.integer({ min: 1, max: 200 * KiB }),
  })
  fc.assert(
    fc.property(fc.array(operation, { minLength: 50, maxLength: 300 }), operations => {
      const cache = createDocumentCache()
      const last = new Map<string, Entity>()
      for (const { name, key, size } of operations) {
        if (name === 'get') {
          const found = cache.get(key)
          if (found && found !== last.get(key)) return false
        } else if (name === 'delete') {
          cache.delete(key)
          last.delete(key)
        } else {
          const document = createDocument()
          cache.set(key, document, size)
          last.set(key, document)
        }
      }
      return true
    }),
  )
})

t.test('keeps nothing after it was cleared', async t => {
  const cache = createDocumentCache()
  cache.set('recent', createDocument(), KiB)
  useTwice(cache, 'frequent')
  cache.clear()
  for (const key of ['recent', 'frequent']) t.equal(cache.get(key), undefined)
})
