/** A command sent to the database. */
export interface DatabaseCommand {
  /** Null for a command that concerns a transaction as a whole. */
  collection: string | null
  /** The name of the collection method, or `commit`. */
  name: string
  /** The filter. Its values can be personal data: report only the names of its fields. */
  filter?: object | undefined
}

/** Observes commands without changing them. */
export interface DatabaseInstrumentation {
  /** Called around a round trip. */
  command<T>(command: DatabaseCommand, work: () => Promise<T>): Promise<T>
  /** Called around a read by id that is sent to the database in a batch. */
  read<T>(collection: string, work: () => Promise<T>): Promise<T>
  /** Called around the round trip of a batch of reads by id. @param reads the number of reads by collection */
  batch<T>(reads: ReadonlyMap<string, number>, work: () => Promise<T>): Promise<T>
}

export const noInstrumentation: DatabaseInstrumentation = {
  command: (_command, work) => work(),
  read: (_collection, work) => work(),
  batch: (_reads, work) => work(),
}
