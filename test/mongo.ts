import { MongoClient } from 'mongodb'
import { seconds } from '../src/lib/quantities.js'

/** Configures a MongoDB for the tests. */
export async function prepareMongo(uri: string): Promise<void> {
  const client = new MongoClient(uri)
  const set = (parameter: object) => client.db('admin').command({ setParameter: 1, ...parameter })
  // Tests use their own clocks, but MongoDB would delete expired documents by its clock.
  await set({ ttlMonitorEnabled: false })
  // The locks of a killed process last for this time. The default is a minute.
  await set({ transactionLifetimeLimitSeconds: 10 })
  // Deletes the files of dropped collections quickly. By default they stay for up to six minutes, so that the databases
  // of all tests exceed the limit of open files on many systems.
  await set({ minSnapshotHistoryWindowInSeconds: 5 })
  await set({ syncdelay: 5 })
  await client.close()
}

/** Returns whether MongoDB still responds. The script .ci/run calls it. */
export async function mongoAnswers(uri: string): Promise<boolean> {
  const timeout = 10 * seconds
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: timeout, socketTimeoutMS: timeout })
  try {
    await client.db('admin').command({ ping: 1 })
    return true
  } catch {
    return false
  } finally {
    await client.close()
  }
}
