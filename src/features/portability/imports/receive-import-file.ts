import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { AppError, badUserInputAt } from '../../../errors.js'
import { contentLength, formError, maxFormSize, readForm } from '../../../http/multipart-form.js'
import { KiB, MiB } from '../../../lib/quantities.js'
import { isTimeZone } from '../../../lib/time-zones.js'
import { isSystemError } from '../../../lib/system-errors.js'
import { kilogramsPer, type WeightUnit } from '../../../lib/units.js'
import type { IncomingFolder } from '../../../platform/files/incoming-folder.js'
import { toStorageError } from '../../../platform/files/object-storage.js'
import { distanceUnits, importSources, type ImportOptions } from './models.js'
import { parseMapping } from './mapping.js'
import { isGzip } from './parsing/gzip.js'

/** Maximum sizes of the uploaded file, in bytes. */
const maxFileSize = { plain: 20 * MiB, compressed: 40 * MiB }

/** The limits of the multipart body. There are no others. */
const partLimits = {
  files: 1,
  fields: 10,
  parts: 11,
  fieldNameSize: 100,
  fieldSize: 512 * KiB,
  headerPairs: 20,
  fileSize: maxFileSize.compressed,
}

/** The maximum size of a field other than `mapping`, in characters. */
const maxFieldLength = 1024

const fieldNames = ['source', 'weightUnit', 'distanceUnit', 'timezone', 'dryRun', 'mapping'] as const
type Fields = Partial<Record<(typeof fieldNames)[number], string>>

/**
 * Streams the file of a multipart request to a temporary path and passes it to `use` with the options. Deletes the
 * temporary file afterwards.
 * @throws AppError BAD_REQUEST, BAD_USER_INPUT, EMPTY_FILE, FILE_TOO_LARGE; StorageUnavailableError when the disk is full
 */
export async function receiveImportFile<T>(
  request: FastifyRequest,
  incoming: IncomingFolder,
  use: (path: string, options: ImportOptions) => Promise<T>,
): Promise<T> {
  const path = incoming.temporaryPath()
  request.deadline?.pause()
  try {
    const fields = await readParts(request, path)
    request.deadline?.resume()
    return await use(path, parseOptions(fields))
  } finally {
    await rm(path, { force: true })
  }
}

async function readParts(request: FastifyRequest, path: string): Promise<Fields> {
  const fields: Fields = {}
  const found = { file: false }
  try {
    await readForm(request, { limits: partLimits, tooLarge }, async (part, signal) => {
      if (part.type === 'file') {
        await writeFile(part, path, {
          signal,
          mustBeCompressed: contentLength(request) > maxFormSize(maxFileSize.plain),
        })
        found.file = true
      } else {
        const name = fieldNames.find(one => one === part.fieldname)
        // A part with the type of JSON is parsed already.
        const value = typeof part.value === 'string' ? part.value : JSON.stringify(part.value)
        if (part.valueTruncated) throw badRequest(name ?? 'body', 'A field is too long.')
        if (name !== 'mapping' && value.length > maxFieldLength)
          throw badRequest(name ?? 'body', `A field has more than ${maxFieldLength} characters.`)
        if (name) fields[name] = value
      }
    })
  } catch (error) {
    if (isSystemError(error)) throw toStorageError(error)
    throw formError(error)
  }
  if (!found.file) throw badRequest('file', 'The form has no part "file" with a file.')
  return fields
}

interface WriteOptions {
  signal: AbortSignal
  /** True if the content length allows for a compressed file only. */
  mustBeCompressed: boolean
}

async function writeFile(
  part: MultipartFile,
  path: string,
  { signal, mustBeCompressed }: WriteOptions,
): Promise<void> {
  if (part.fieldname !== 'file') {
    part.file.resume()
    throw badRequest('file', 'The file must be in the part "file".')
  }
  const target = createWriteStream(path, { flags: 'wx', mode: 0o600 })
  await pipeline(part.file, limitSize(mustBeCompressed), target, { signal })
  if (target.bytesWritten === 0) throw new AppError('EMPTY_FILE', 'The file is empty.', { field: 'file' })
}

/** Rejects an uncompressed file as soon as it exceeds its maximum size. */
function limitSize(mustBeCompressed: boolean): Transform {
  let size = 0
  let first = Buffer.alloc(0)
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (first.length < 2) first = Buffer.concat([first, chunk.subarray(0, 2)])
      size += chunk.length
      const isTooLong = size > maxFileSize.plain || (mustBeCompressed && first.length > 1)
      if (isTooLong && !isGzip(first)) done(tooLarge())
      else done(null, chunk)
    },
  })
}

/** @throws AppError BAD_USER_INPUT */
function parseOptions({
  source,
  weightUnit,
  distanceUnit,
  timezone = 'UTC',
  dryRun,
  mapping,
}: Fields): ImportOptions {
  if (!isTimeZone(timezone))
    throw badUserInputAt('timezone', 'must be an IANA time zone, such as "Europe/Berlin".')
  return {
    source: parseEnum('source', importSources, source, 'AUTO'),
    weightUnit: parseEnum('weightUnit', Object.keys(kilogramsPer) as WeightUnit[], weightUnit, 'KG'),
    distanceUnit: parseEnum('distanceUnit', distanceUnits, distanceUnit, 'KM'),
    timezone,
    dryRun: parseEnum('dryRun', ['true', 'false'], dryRun, 'false') === 'true',
    mapping: parseMapping(mapping),
  }
}

/** @throws AppError BAD_USER_INPUT */
function parseEnum<Word extends string>(
  name: string,
  words: readonly Word[],
  sent: string | undefined,
  defaultValue: Word,
): Word {
  if (sent === undefined || sent === '') return defaultValue
  const word = words.find(one => one === sent)
  if (!word) throw badUserInputAt(name, `must be one of: ${words.join(', ')}.`)
  return word
}

const badRequest = (field: string, message: string) => new AppError('BAD_REQUEST', message, { field })
const tooLarge = () =>
  new AppError(
    'FILE_TOO_LARGE',
    `The file must have at most ${maxFileSize.plain / MiB} MB, or ${maxFileSize.compressed / MiB} MB compressed with gzip.`,
    { field: 'file' },
  )
