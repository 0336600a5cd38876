import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ObjectId } from 'mongodb'
import type { Database, Entity } from '../../src/platform/database/database.js'

/** Every collection that an app has, and all that is in them. */
export function everyCollection() {
  const names = new Set<string>()
  let database: Database | undefined
  const observe = (observed: Database): Database => {
    database = observed
    return {
      ...observed,
      collection(name, indexes) {
        names.add(name)
        return observed.collection(name, indexes)
      },
    }
  }
  const texts = async () => {
    const found = new Map<string, string[]>()
    for (const name of names) {
      const documents = (await database?.collection<Entity>(name).find({})) ?? []
      found.set(name, documents.map(textOf))
    }
    return found
  }
  return { observe, texts }
}

/** With identifiers as their digits. */
const textOf = (document: unknown): string =>
  JSON.stringify(document, (_key, value: unknown) =>
    value instanceof ObjectId ? value.toHexString() : value,
  )

/** The path and the content of each file in a folder. */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter(entry => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const contents = await Promise.all(paths.map(path => readFile(path, 'latin1')))
  return paths.map((path, at) => path + contents[at]!)
}
