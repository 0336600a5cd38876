import { MongoClient } from 'mongodb'
import { seconds } from '../../src/lib/quantities.js'

/** Makes a MongoDB ready for the tests. */
export async function prepareMongo(uri: string): Promise<void> {
  const client = new MongoClient(uri)
  const set = (parameter: object) => client.db('admin').command({ setParameter: 1, ...parameter })
  // Tests have clocks of their own: MongoDB would delete what has expired by its own one.
  await set({ ttlMonitorEnabled: false })
  // What a killed process has locked stays so for that long: a minute, unless said.
  await set({ transactionLifetimeLimitSeconds: 10 })
  // What is dropped keeps its files for five minutes, unless said, and then until the next checkpoint, one a minute:
  // the databases of so many tests are more files than a server may have open on many systems.
  await set({ minSnapshotHistoryWindowInSeconds: 5 })
  await set({ syncdelay: 5 })
  await client.close()
}

/** Whether it is still there. */
export async function mongoAnswers(uri: string): Promise<boolean> {
  const patience = 10 * seconds
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: patience, socketTimeoutMS: patience })
  try {
    await client.db('admin').command({ ping: 1 })
    return true
  } catch {
    return false
  } finally {
    await client.close()
  }
}
