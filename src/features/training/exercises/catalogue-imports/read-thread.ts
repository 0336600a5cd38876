import { ImportError, readArray } from '../free-exercise-db/json-file.js'
import { readRecords, type Records } from '../free-exercise-db/records.js'

/** The records of a file, or why it cannot be read. */
export type CatalogueFile = { records: Records } | { problem: string }

/** Reads an uploaded file in the format of free-exercise-db. Runs in a worker thread. */
export default async function readCatalogueFile(path: string): Promise<CatalogueFile> {
  try {
    return { records: readRecords(await readArray(path, 'The file')) }
  } catch (error) {
    if (error instanceof ImportError) return { problem: error.message }
    throw error
  }
}
