import { readFile, stat } from 'node:fs/promises'
import { MiB } from '../../../../lib/quantities.js'
import { describeType } from './record-fields.js'

const maxSize = 50 * MiB

/** Thrown if the file cannot be imported. */
export class ImportError extends Error {
  override readonly name = 'ImportError'
}

/**
 * Reads the items of a JSON file with an array.
 * @param name of the file in messages
 * @throws ImportError
 */
export async function readArray(path: string, name = path): Promise<unknown[]> {
  const content = parseJson(name, await readText(path, name))
  if (!Array.isArray(content))
    throw new ImportError(`${name} must contain a JSON array of exercises, not ${describeType(content)}.`)
  return content as unknown[]
}

async function readText(path: string, name: string): Promise<string> {
  try {
    const found = await stat(path)
    if (!found.isFile()) throw new ImportError(`${name} is not a file.`)
    if (found.size > maxSize)
      throw new ImportError(`${name} is larger than the limit of ${maxSize / MiB} MiB.`)
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path))
  } catch (error) {
    throw toImportError(name, error)
  }
}

function toImportError(name: string, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOENT') return new ImportError(`The file ${name} does not exist.`)
  if (code === 'EACCES') return new ImportError(`The current user has no permission to read ${name}.`)
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return new ImportError(`${name} is not encoded in UTF-8.`)
  return error
}

function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new ImportError(`${name} is not JSON: ${error instanceof Error ? error.message : ''}`, {
      cause: error,
    })
  }
}
