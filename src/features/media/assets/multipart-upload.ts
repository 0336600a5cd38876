import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { formError, readForm } from '../../../http/multipart-form.js'
import type { IncomingFolder } from '../../../platform/files/incoming-folder.js'
import { toStorageError } from '../../../platform/files/object-storage.js'
import { AppError } from '../../../errors.js'
import { KiB, MiB } from '../../../lib/quantities.js'
import { pluralize } from '../../../lib/plural.js'
import { normalizeText } from '../../../lib/normalize.js'
import { isSystemError } from '../../../lib/system-errors.js'
import type { ReceivedFile } from './models.js'

const maxNameLength = 255

/** The limits of a multipart body. */
const partLimits = {
  files: 1,
  fields: 5,
  parts: 6,
  fieldNameSize: 100,
  headerPairs: 20,
}

const defaultFieldSize = 1 * KiB

interface FormLimits {
  /** In bytes. */
  maxFileSize: number
  /** The only value that the form may contain. */
  assetContext: string
  /** The maximum size of a field, in bytes. */
  fieldSize?: number | undefined
}

/** The fields of a form except its file: strings, unless a part declares another type. */
export type Fields = ReadonlyMap<string, unknown>

export interface ReceivedPhoto extends ReceivedFile {
  /** In bytes, as received. */
  size: number
}

/**
 * A hook for routes that want a form; before the body is read, so that every other body gets the same answer.
 * @throws AppError BAD_REQUEST
 */
export async function assertMultipartForm({ headers }: FastifyRequest): Promise<void> {
  if (!/^multipart\/form-data *(;|$)/i.test(headers['content-type'] ?? ''))
    throw badRequest('body', 'Send multipart/form-data with a part "file".')
}

/**
 * Streams the file of a multipart request to a temporary path and passes it to `use`. The temporary file is deleted in
 * any case.
 * @throws AppError BAD_REQUEST, EMPTY_FILE, FILE_TOO_LARGE; StorageUnavailableError when the disk is full
 */
export async function receiveFile<T>(
  request: FastifyRequest,
  incoming: IncomingFolder,
  limits: FormLimits,
  use: (photo: ReceivedPhoto, fields: Fields) => Promise<T>,
): Promise<T> {
  const path = incoming.temporaryPath()
  request.deadline?.pause()
  try {
    const { photo, fields } = await readParts(request, path, limits)
    request.deadline?.resume()
    return await use(photo, fields)
  } finally {
    await rm(path, { force: true })
  }
}

async function readParts(
  request: FastifyRequest,
  path: string,
  { maxFileSize, assetContext, fieldSize = defaultFieldSize }: FormLimits,
): Promise<{ photo: ReceivedPhoto; fields: Fields }> {
  let photo: ReceivedPhoto | undefined
  const fields = new Map<string, unknown>()
  try {
    const limits = { ...partLimits, fieldSize, fileSize: maxFileSize }
    await readForm(request, { limits, tooLarge: () => tooLarge(maxFileSize) }, async (part, signal) => {
      if (part.type === 'file') photo = await writeFile(part, path, signal)
      else if (part.fieldname === 'assetContext' && fields.has('assetContext'))
        throw badRequest('assetContext', 'The form has more than one field "assetContext".')
      else fields.set(part.fieldname, part.valueTruncated ? truncatedValue : part.value)
    })
  } catch (error) {
    if (isSystemError(error)) throw toStorageError(error)
    throw formError(error)
  }
  if (!photo) throw badRequest('file', 'The form has no part "file" with a file.')
  if ((fields.get('assetContext') ?? assetContext) !== assetContext)
    throw badRequest('assetContext', `assetContext must be ${assetContext}, or omitted.`)
  if (photo.size === 0) throw new AppError('EMPTY_FILE', 'The file is empty.', { field: 'file' })
  return { photo, fields }
}

async function writeFile(part: MultipartFile, path: string, signal: AbortSignal): Promise<ReceivedPhoto> {
  if (part.fieldname !== 'file') {
    part.file.resume()
    throw badRequest('file', 'The file must be in the part "file".')
  }
  const target = createWriteStream(path, { flags: 'wx', mode: 0o600 })
  await pipeline(part.file, target, { signal })
  // A part of type application/octet-stream is a file even if it has no name.
  const { filename = '' } = part as { filename?: string }
  return { path, size: target.bytesWritten, fileName: displayName(filename), declaredType: part.mimetype }
}

/** Removes the path. A long name is truncated at its beginning, so that it keeps its extension. */
function displayName(name: string): string {
  const plain = name
    .replace(/^.*[\\/]/s, '')
    // Truncate before the expensive steps; a character and its combining marks have up to four code units.
    .slice(-4 * maxNameLength)
    .replace(/[\p{Cc}\p{Cs}]/gu, '')
  const [...characters] = normalizeText(plain, 'NFC')
  return characters.slice(-maxNameLength).join('')
}

/** The value of a truncated field. It is not a string, so that validation rejects it. */
const truncatedValue = Symbol('too long')

const badRequest = (field: string, message: string) => new AppError('BAD_REQUEST', message, { field })

function tooLarge(limit: number): AppError {
  const tenths = Math.floor((limit / MiB) * 10) / 10
  const size = pluralize(limit, 'byte') + (tenths > 0 ? ` (${tenths} MiB)` : '')
  return new AppError('FILE_TOO_LARGE', `The file is larger than ${size}.`, { field: 'file' })
}
