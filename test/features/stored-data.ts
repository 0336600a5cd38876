import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ObjectId } from 'mongodb'
import type { Database, Entity } from '../../src/platform/database/database.js'

/** Records the collections of an app, to read all of their documents. */
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
    const read = async (name: string) => {
      const documents = (await database?.collection<Entity>(name).find({})) ?? []
      return [name, documents.map(textOf)] as const
    }
    return new Map(await Promise.all([...names].map(read)))
  }
  return { observe, texts }
}

/** Returns a document as text, with ids as hexadecimal digits. */
const textOf = (document: unknown): string =>
  JSON.stringify(document, (_key, value: unknown) =>
    value instanceof ObjectId ? value.toHexString() : value,
  )

/** Returns the path and the content of each file in a folder, except for files that are deleted meanwhile. */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(ignoreMissing)
  const found = await Promise.all(
    (entries ?? []).map(async entry => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return filesIn(path)
      const content = await readFile(path, 'latin1').catch(ignoreMissing)
      return content === undefined ? [] : [path + content]
    }),
  )
  return found.flat()
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
