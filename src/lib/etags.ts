import { createHash } from 'node:crypto'

/** Returns a strong entity tag for the content and everything else that varies the response. */
export function etagOf(...parts: (string | Uint8Array)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\0')
  return `"${hash.digest('base64url').slice(0, 27)}"`
}

/** Returns whether the header If-None-Match contains the tag. */
export const matchesEtag = (condition: string | undefined, etag: string): boolean =>
  condition?.split(',').some(tag => ['*', etag, `W/${etag}`].includes(tag.trim())) ?? false
