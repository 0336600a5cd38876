/**
 * What one would write without GraphQL: a route for each request, the driver, and the fields of the response picked
 * from the document. It knows the service's collections and nothing of its code.
 *
 *   by-hand.js plain      a findOne and a signature check for every request
 *   by-hand.js coalesced  one query for the equal reads of a tick; verified tokens are remembered
 */
import DataLoader from 'dataloader'
import { MongoClient, ObjectId, type Document } from 'mongodb'
import { listen } from './handwritten-routes.js'
import { nameCollation } from './name-collation.js'

const { BENCH_MONGODB_URI = '' } = process.env
const coalesced = process.argv[2] === 'coalesced'

const client = await new MongoClient(BENCH_MONGODB_URI).connect()
const users = client.db().collection('users')
const exercises = client.db().collection('exercises')

type Read<Key, Found> = (key: Key) => Promise<Found>
const findUser: Read<string, Document | null> = id => users.findOne({ _id: new ObjectId(id) })
const findExercises: Read<number, Document[]> = limit =>
  exercises.find().collation(nameCollation).sort({ name: 1 }).limit(limit).toArray()

async function findUsers(ids: readonly string[]) {
  const distinct = [...new Set(ids)]
  const documents = await users.find({ _id: { $in: distinct.map(id => new ObjectId(id)) } }).toArray()
  const byId = new Map(documents.map(document => [document._id.toHexString(), document]))
  return ids.map(id => byId.get(id) ?? null)
}

async function findLists(limits: readonly number[]) {
  const lists = new Map<number, Promise<Document[]>>()
  for (const limit of limits) lists.set(limit, lists.get(limit) ?? findExercises(limit))
  return Promise.all(limits.map(limit => lists.get(limit)!))
}

function perTick<Key, Found>(batch: (keys: readonly Key[]) => Promise<Found[]>): Read<Key, Found> {
  const loader = new DataLoader(batch, { cache: false, batchScheduleFn: setImmediate })
  return key => loader.load(key)
}

await listen({
  userOf: coalesced ? perTick(findUsers) : findUser,
  listOf: coalesced ? perTick(findLists) : findExercises,
  remembersTokens: coalesced,
})
