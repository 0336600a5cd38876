import { readFile, stat } from 'node:fs/promises'
import { MiB } from '../../lib/quantities.js'
import { kindOf } from './record-fields.js'

const maxSize = 50 * MiB

/** The import cannot begin; the message says why. */
export class ImportError extends Error {
  override readonly name = 'ImportError'
}

/** The items of a JSON file that holds an array. @throws ImportError */
export async function readArray(path: string): Promise<unknown[]> {
  const content = parsed(path, await textOf(path))
  if (!Array.isArray(content))
    throw new ImportError(`${path} must hold a JSON array of exercises, not ${kindOf(content)}.`)
  return content as unknown[]
}

async function textOf(path: string): Promise<string> {
  try {
    const found = await stat(path)
    if (!found.isFile()) throw new ImportError(`${path} is not a file.`)
    if (found.size > maxSize)
      throw new ImportError(`${path} is larger than ${maxSize / MiB} MiB: no catalogue of exercises is.`)
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path))
  } catch (error) {
    throw explained(path, error)
  }
}

function explained(path: string, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOENT') return new ImportError(`There is no file ${path}.`)
  if (code === 'EACCES') return new ImportError(`${path} may not be read by this user.`)
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return new ImportError(`${path} is not text in UTF-8.`)
  return error
}

function parsed(path: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new ImportError(`${path} is not JSON: ${error instanceof Error ? error.message : ''}`, {
      cause: error,
    })
  }
}
