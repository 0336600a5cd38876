import { MongoClient } from 'mongodb'

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
