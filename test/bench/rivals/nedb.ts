/** Handwritten routes on NeDB, an embedded database that keeps its documents in memory and in a file. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { listen, type Stored } from './handwritten-routes.js'
import { requireRival } from './rival-packages.js'

interface Datastore {
  loadDatabaseAsync(): Promise<void>
  insertAsync(documents: readonly Stored[]): Promise<unknown>
  ensureIndexAsync(options: { fieldName: string }): Promise<void>
  findOneAsync(filter: object): Promise<Stored | null>
  findAsync(filter: object): Cursor
}
interface Cursor extends PromiseLike<Stored[]> {
  sort(order: object): Cursor
  limit(count: number): Cursor
}
type NedbPackage = new (options: {
  filename: string
  compareStrings(a: string, b: string): number
}) => Datastore

const { BENCH_DOCUMENTS = '', BENCH_FOLDER = '' } = process.env
const Nedb = requireRival('@seald-io/nedb') as NedbPackage
const documents = JSON.parse(await readFile(BENCH_DOCUMENTS, 'utf8')) as Record<string, Stored[]>

// Like the service, sorts names regardless of case.
const { compare: compareNames } = new Intl.Collator('en')

async function open(name: string): Promise<Datastore> {
  const datastore = new Nedb({ filename: join(BENCH_FOLDER, `${name}.nedb`), compareStrings: compareNames })
  await datastore.loadDatabaseAsync()
  await datastore.insertAsync(documents[name] ?? [])
  return datastore
}

const users = await open('users')
const exercises = await open('exercises')
await exercises.ensureIndexAsync({ fieldName: 'name' })

await listen({
  userOf: id => users.findOneAsync({ _id: id }),
  listOf: async limit => exercises.findAsync({}).sort({ name: 1 }).limit(limit),
})
