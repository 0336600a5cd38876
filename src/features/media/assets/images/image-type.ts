import { fileTypeFromBuffer } from 'file-type'

export interface ImageType {
  mediaType: string
  /** Without a dot. */
  extension: string
}

interface Family {
  extensions: string[]
  declared: string[]
  /** The types that the first bytes may have. They determine the name and the media type of the stored file. */
  contents: ImageType[]
}

/**
 * The supported images. `image/jpg` is not registered, but many apps send it. A HEIC file is a HEIF file,
 * and apps name either as the other.
 */
const families: Family[] = [
  {
    extensions: ['jpg', 'jpeg'],
    declared: ['image/jpeg', 'image/jpg'],
    contents: [{ mediaType: 'image/jpeg', extension: 'jpg' }],
  },
  { extensions: ['png'], declared: ['image/png'], contents: [{ mediaType: 'image/png', extension: 'png' }] },
  {
    extensions: ['webp'],
    declared: ['image/webp'],
    contents: [{ mediaType: 'image/webp', extension: 'webp' }],
  },
  { extensions: ['gif'], declared: ['image/gif'], contents: [{ mediaType: 'image/gif', extension: 'gif' }] },
  {
    extensions: ['heic', 'heif'],
    declared: ['image/heic', 'image/heif'],
    contents: [
      { mediaType: 'image/heic', extension: 'heic' },
      { mediaType: 'image/heif', extension: 'heif' },
    ],
  },
]

const contents = families.flatMap(family => family.contents)

/** The number of bytes from the beginning of a file that `detectImageType` needs. */
export const sniffedLength = 4100

/** The media type of a stored image, by the extension of its key. */
export function mediaTypeOf(key: string): string | undefined {
  return contents.find(({ extension }) => extension === extensionOf(key))?.mediaType
}

/**
 * The type that the file's name, its declared media type and its first bytes agree on.
 * @param allowedExtensions without dots
 * @returns undefined if they do not agree, or if the type is not allowed
 */
export async function detectImageType(
  fileName: string,
  declaredType: string,
  firstBytes: Buffer,
  allowedExtensions: readonly string[],
): Promise<ImageType | undefined> {
  const extension = extensionOf(fileName)
  const declared = (declaredType.split(';')[0] ?? '').trim().toLowerCase()
  if (!allowedExtensions.some(allowed => allowed.toLowerCase() === extension)) return undefined

  const family = families.find(({ extensions }) => extensions.includes(extension))
  if (family === undefined || !family.declared.includes(declared)) return undefined
  const sniffed = await sniff(firstBytes)
  return family.contents.find(({ mediaType }) => mediaType === sniffed)
}

const extensionOf = (name: string) => /\.([^.]*)$/.exec(name)?.[1]?.toLowerCase() ?? ''

async function sniff(firstBytes: Buffer): Promise<string | undefined> {
  const head = firstBytes.subarray(0, sniffedLength)
  if (isAvif(head)) return undefined
  // A PNG is not recognized if the sample ends inside the head of a chunk, so try a shorter sample, too.
  const found = (await fileTypeFromBuffer(head)) ?? (await fileTypeFromBuffer(head.subarray(0, -8)))
  return found?.mime
}

/** The major brand of an AVIF file can be the general `mif1`, with the brand of AVIF only among the compatible brands. */
function isAvif(head: Buffer): boolean {
  if (head.toString('latin1', 4, 8) !== 'ftyp') return false
  const brands: string[] =
    head.toString('latin1', 8, Math.min(head.readUInt32BE(0), head.length)).match(/.{4}/gs) ?? []
  const has = (brand: string) => brands.includes(brand)
  return (has('avif') || has('avis')) && !has('heic') && !has('heix')
}
