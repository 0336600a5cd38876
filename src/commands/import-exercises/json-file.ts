import { readFile, stat } from 'node:fs/promises'
import { MiB } from '../../lib/quantities.js'
import { describeType } from './record-fields.js'

const maxSize = 50 * MiB

/** Thrown if the file cannot be imported. */
export class ImportError extends Error {
  override readonly name = 'ImportError'
}

/** Reads the items of a JSON file with an array. @throws ImportError */
export async function readArray(path: string): Promise<unknown[]> {
  const content = parseJson(path, await readText(path))
  if (!Array.isArray(content))
    throw new ImportError(`${path} must contain a JSON array of exercises, not ${describeType(content)}.`)
  return content as unknown[]
}

async function readText(path: string): Promise<string> {
  try {
    const found = await stat(path)
    if (!found.isFile()) throw new ImportError(`${path} is not a file.`)
    if (found.size > maxSize)
      throw new ImportError(`${path} is larger than the limit of ${maxSize / MiB} MiB.`)
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path))
  } catch (error) {
    throw toImportError(path, error)
  }
}

function toImportError(path: string, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOENT') return new ImportError(`The file ${path} does not exist.`)
  if (code === 'EACCES') return new ImportError(`The current user has no permission to read ${path}.`)
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return new ImportError(`${path} is not encoded in UTF-8.`)
  return error
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new ImportError(`${path} is not JSON: ${error instanceof Error ? error.message : ''}`, {
      cause: error,
    })
  }
}
