import * as fake from 'fake-indexeddb'
import type { Test } from 'tap'

/** Provides a test with an empty IndexedDB, as the globals of a browser. */
export function provideIndexedDb(t: Test): object {
  const { forceCloseDatabase: _function, default: _shared, ...classes } = fake
  const indexedDB: object = new fake.IDBFactory()
  const scope: Record<string, unknown> = globalThis
  for (const [name, value] of Object.entries({ ...classes, indexedDB })) t.intercept(scope, name, { value })
  return indexedDB
}
