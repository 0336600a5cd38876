/** What is asked of a database. */
export interface DatabaseCommand {
  /** None where it is about a transaction as a whole. */
  collection: string | null
  /** As the method of a collection that it came from, or `commit`. */
  name: string
  /** What it looks for. Its values are somebody's: only the names of its fields are told. */
  filter?: object | undefined
}

/** Stands around each command, and changes nothing. */
export interface DatabaseInstrumentation {
  /** A round trip. */
  command<T>(command: DatabaseCommand, work: () => Promise<T>): Promise<T>
  /** A read by id that goes to the database with others of this moment. */
  read<T>(collection: string, work: () => Promise<T>): Promise<T>
  /** The round trip of all reads by id of a collection that have been waiting for it. */
  batch<T>(collection: string, reads: number, work: () => Promise<T>): Promise<T>
}

/** Where nobody watches. */
export const noInstrumentation: DatabaseInstrumentation = {
  command: (_command, work) => work(),
  read: (_collection, work) => work(),
  batch: (_collection, _reads, work) => work(),
}
