/**
 * Whether a key names a file and cannot lead out of its bucket: segments of visible characters between single
 * slashes, none of which begins with a dot.
 */
export function isSafeKey(key: string): boolean {
  return key.length <= 1024 && key.split('/').every(isSafeSegment)
}

const isSafeSegment = (segment: string) =>
  segment !== '' && !segment.startsWith('.') && !/[\\\p{Cc}\p{Cs}]/u.test(segment)

/** The key as a part of a URL. */
export const encodeKey = (key: string) => key.split('/').map(encodeURIComponent).join('/')

/** The key that a part of a URL stands for, or undefined if it is not one. */
export function decodeKey(path: string): string | undefined {
  try {
    // Each segment by itself: an encoded slash must not become a separator.
    const segments = path.split('/').map(decodeURIComponent)
    const key = segments.join('/')
    return segments.some(segment => segment.includes('/')) || !isSafeKey(key) ? undefined : key
  } catch {
    return undefined
  }
}
