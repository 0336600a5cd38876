import { forceCloseDatabase, IDBObjectStore } from 'fake-indexeddb'
import { deleteDB, openDB } from 'idb'
import t, { type Test } from 'tap'
import { indexedDbStorage, memoryStorage, type ClientStorage } from '../../src/client/index.js'
import { provideIndexedDb } from './indexed-db.js'

const name = 'fitness'

/** Each creates a storage, and returns a function that opens it as at the start of the app. */
const storages: Record<string, (t: Test) => () => ClientStorage> = {
  'the memory storage': () => {
    const storage = memoryStorage()
    return () => storage
  },
  'the IndexedDB storage': t => {
    provideIndexedDb(t)
    return () => indexedDbStorage(name)
  },
}

for (const [title, create] of Object.entries(storages))
  t.test(title, async t => {
    t.test('returns, replaces and deletes values', async t => {
      const storage = create(t)()
      t.equal(await storage.get('a'), undefined)
      await storage.write([
        { key: 'a', value: { text: 'ä', list: [1, null, true] } },
        { key: 'b', value: '' },
      ])
      t.same(await storage.get('a'), { text: 'ä', list: [1, null, true] })
      t.equal(await storage.get('b'), '')
      await storage.write([
        { key: 'a', value: null },
        { key: 'b', value: undefined },
        { key: 'absent', value: undefined },
      ])
      t.equal(await storage.get('a'), null)
      t.equal(await storage.get('b'), undefined)
      await storage.write([])
    })

    t.test('makes the changes of a key in their order', async t => {
      const storage = create(t)()
      await storage.write([1, undefined, 2].map(value => ({ key: 'a', value })))
      t.equal(await storage.get('a'), 2)
      await storage.write([3, undefined].map(value => ({ key: 'a', value })))
      t.equal(await storage.get('a'), undefined)
    })

    t.test('lists the keys with a prefix in ascending order', async t => {
      const storage = create(t)()
      const keys = ['b/2', 'b/10', 'b', 'a/9', 'b/', 'b/😀', 'b/ü', 'b0', 'B/1']
      await storage.write(keys.map((key, value) => ({ key, value })))
      t.same(await storage.list('b/'), [
        ['b/', 4],
        ['b/10', 1],
        ['b/2', 0],
        ['b/ü', 6],
        ['b/😀', 5],
      ])
      t.same(await storage.list('c'), [])
      t.equal((await storage.list('')).length, keys.length)
    })

    t.test('keeps what was written when the object changes later', async t => {
      const storage = create(t)()
      const value = { at: new Date('2026-05-01T12:00:00.000Z'), absent: undefined, tags: ['one'] }
      const writing = storage.write([{ key: 'a', value }])
      value.tags.push('two')
      await writing
      const read = await storage.get('a')
      t.strictSame(read, { at: '2026-05-01T12:00:00.000Z', tags: ['one'] })
      ;(read as typeof value).tags.push('three')
      t.match(await storage.get('a'), { tags: ['one'] })
    })

    t.test('makes no change if a value cannot be stored', async t => {
      const storage = create(t)()
      await storage.write([{ key: 'a', value: 1 }])
      const circular: { self?: object } = {}
      circular.self = circular
      const changes = [
        { key: 'a', value: 2 },
        { key: 'b', value: circular },
      ]
      await t.rejects(storage.write(changes), TypeError)
      t.same(await storage.list(''), [['a', 1]])
    })

    t.test('makes successive writes in their order, and deletes everything', async t => {
      const storage = create(t)()
      const written = Array.from({ length: 20 }, (_, value) => storage.write([{ key: 'a', value }]))
      await Promise.all(written)
      t.equal(await storage.get('a'), 19)
      await storage.clear()
      t.same(await storage.list(''), [])
    })

    t.test('keeps the data when it is closed and opened again', async t => {
      const open = create(t)
      const storage = open()
      const writing = storage.write([{ key: 'a', value: 1 }])
      await writing
      await storage.close()
      const reopened = open()
      t.same(await reopened.list(''), [['a', 1]])
      await reopened.close()
      await open().close()
    })
  })

t.test('makes no change if the disk is full', async t => {
  provideIndexedDb(t)
  const storage = indexedDbStorage(name)
  await storage.write([{ key: 'a', value: 1 }])
  const prototype = IDBObjectStore.prototype as { put(text: string, key: string): object }
  const { put } = prototype
  let count = 0
  t.intercept(prototype, 'put', {
    value(this: typeof prototype, text: string, key: string) {
      if (++count === 2) throw new DOMException('The disk is full.', 'QuotaExceededError')
      return put.call(this, text, key)
    },
  })
  const changes = ['a', 'b'].map(key => ({ key, value: 2 }))
  await t.rejects(storage.write(changes), { name: 'QuotaExceededError' })
  t.same(await storage.list(''), [['a', 1]])
  await storage.write([{ key: 'a', value: 3 }])
  t.equal(await storage.get('a'), 3)
})

t.test('shares the data between pages that open the same name', async t => {
  provideIndexedDb(t)
  const [one, other] = [indexedDbStorage(name), indexedDbStorage(name)]
  await Promise.all([one.write([{ key: 'a', value: 1 }]), other.write([{ key: 'b', value: 2 }])])
  t.same(await one.list(''), await other.list(''))
  t.equal((await one.list('')).length, 2)
  t.same(await indexedDbStorage('another').list(''), [])
})

t.test('lets another page delete the database or change its schema', async t => {
  provideIndexedDb(t)
  const storage = indexedDbStorage(name)
  const blocked = () => t.fail('the other page is blocked')
  await storage.write([{ key: 'a', value: 1 }])
  await deleteDB(name, { blocked })
  t.same(await storage.list(''), [], 'the database is created again')
  const newer = await openDB(name, 2, { blocked })
  await t.rejects(storage.get('a'), { name: 'VersionError' })
  newer.close()
  await deleteDB(name, { blocked })
  t.equal(await storage.get('a'), undefined, 'a failed attempt is repeated')
})

t.test('opens the database again after the browser has closed it', async t => {
  const indexedDB = provideIndexedDb(t) as { open(): { result: { onclose: () => void } } }
  const requests = t.capture(indexedDB, 'open', indexedDB.open.bind(indexedDB))
  const storage = indexedDbStorage(name)
  await storage.write([{ key: 'a', value: 1 }])
  const [request] = requests()
  if (!request || !('returned' in request)) return t.fail('the database was not opened')
  const database = request.returned.result
  const closed = new Promise<void>(resolve => (database.onclose = resolve))
  forceCloseDatabase(database)
  await closed
  t.equal(await storage.get('a'), 1)
})
