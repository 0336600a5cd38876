/**
 * Returns whether a key is valid and cannot refer to a file outside its bucket: its segments are separated by single
 * slashes, contain no control characters or backslashes, and do not begin with a dot.
 */
export function isSafeKey(key: string): boolean {
  return key.length <= 1024 && key.split('/').every(isSafeSegment)
}

const isSafeSegment = (segment: string) =>
  segment !== '' && !segment.startsWith('.') && !/[\\\p{Cc}\p{Cs}]/u.test(segment)

/** Encodes a key for use in a URL path. */
export const encodeKey = (key: string) => key.split('/').map(encodeURIComponent).join('/')

/** Decodes a key from a URL path; undefined if it is invalid. */
export function decodeKey(path: string): string | undefined {
  try {
    // Decode each segment separately, so that an encoded slash does not become a separator.
    const segments = path.split('/').map(decodeURIComponent)
    const key = segments.join('/')
    return segments.some(segment => segment.includes('/')) || !isSafeKey(key) ? undefined : key
  } catch {
    return undefined
  }
}
