import { open } from 'node:fs/promises'
import { AppError } from '../../../../errors.js'
import { toStorageError } from '../../../../platform/files/object-storage.js'
import type { ReceivedFile } from '../models.js'
import { detectImageType, sniffedLength, type ImageType } from './image-type.js'
import { MalformedImageError, stripMetadata } from './strip-metadata.js'

/** @throws AppError UNSUPPORTED_MEDIA_TYPE */
export async function validateImageType(file: ReceivedFile, allowedExtensions: string[]): Promise<ImageType> {
  const type = await detectImageType(
    file.fileName,
    file.declaredType,
    await firstBytes(file.path),
    allowedExtensions,
  )
  if (type) return type
  throw unsupported(
    `The extension, the media type and the content must all be of the same type, one of: ${allowedExtensions.join(', ')}.`,
  )
}

/**
 * Writes a copy of an image without its metadata.
 * @returns its size in bytes
 * @throws AppError UNSUPPORTED_MEDIA_TYPE; StorageUnavailableError when the disk is full
 */
export async function copyWithoutMetadata(
  source: string,
  target: string,
  { mediaType }: ImageType,
): Promise<{ size: number }> {
  try {
    return await stripMetadata(source, target, mediaType)
  } catch (error) {
    if (error instanceof MalformedImageError)
      throw unsupported('The file is damaged: it cannot be read as an image of its type.')
    throw toStorageError(error)
  }
}

async function firstBytes(path: string): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(sniffedLength), 0, sniffedLength, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

const unsupported = (message: string) => new AppError('UNSUPPORTED_MEDIA_TYPE', message, { field: 'file' })
