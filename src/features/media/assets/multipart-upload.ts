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

/** Every bound of a multipart body; nothing else bounds it. */
const partLimits = {
  files: 1,
  fields: 5,
  parts: 6,
  fieldNameSize: 100,
  headerPairs: 20,
}

const shortField = 1 * KiB

interface FormLimits {
  /** In bytes. */
  maxFileSize: number
  /** The only one that the form may name. */
  assetContext: string
  /** Of the longest field, in bytes. */
  fieldSize?: number | undefined
}

/** The fields of a form beside its file: text, unless a part says that it is something else. */
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
 * Streams the file of a multipart request to a temporary path and hands it to `use`; afterwards the temporary file
 * is gone, whatever happened.
 * @throws AppError BAD_REQUEST, EMPTY_FILE, FILE_TOO_LARGE; StorageUnavailableError when the disk is full
 */
export async function receivePhoto<T>(
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
  { maxFileSize, assetContext, fieldSize = shortField }: FormLimits,
): Promise<{ photo: ReceivedPhoto; fields: Fields }> {
  let photo: ReceivedPhoto | undefined
  const fields = new Map<string, unknown>()
  try {
    const limits = { ...partLimits, fieldSize, fileSize: maxFileSize }
    await readForm(request, { limits, tooLarge: () => tooLarge(maxFileSize) }, async (part, signal) => {
      if (part.type === 'file') photo = await writeFile(part, path, signal)
      else fields.set(part.fieldname, part.valueTruncated ? tooLong : part.value)
    })
  } catch (error) {
    if (isSystemError(error)) throw toStorageError(error)
    throw formError(error)
  }
  if (!photo) throw badRequest('file', 'The form has no part "file" with a file.')
  if ((fields.get('assetContext') ?? assetContext) !== assetContext)
    throw badRequest('assetContext', `assetContext must be ${assetContext}, or left out.`)
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
  // A part of octets counts as a file even if it has no name.
  const { filename = '' } = part as { filename?: string }
  return { path, size: target.bytesWritten, fileName: displayName(filename), declaredType: part.mimetype }
}

/** A name for people, never a path. A long one keeps its end, where the extension is. */
function displayName(name: string): string {
  const plain = name
    .replace(/^.*[\\/]/s, '')
    // Before what takes long for long texts; a letter and its marks are up to four units.
    .slice(-4 * maxNameLength)
    .replace(/[\p{Cc}\p{Cs}]/gu, '')
  const [...characters] = normalizeText(plain, 'NFC')
  return characters.slice(-maxNameLength).join('')
}

/** What a field has that was cut off: no value that anybody takes. */
const tooLong = Symbol('too long')

const badRequest = (field: string, message: string) => new AppError('BAD_REQUEST', message, { field })

function tooLarge(limit: number): AppError {
  const tenths = Math.floor((limit / MiB) * 10) / 10
  const size = pluralize(limit, 'byte') + (tenths > 0 ? ` (${tenths} MiB)` : '')
  return new AppError('FILE_TOO_LARGE', `The file is larger than ${size}.`, { field: 'file' })
}
