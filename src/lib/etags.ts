import { createHash } from 'node:crypto'

/** A strong entity tag of what is sent, with what else makes a difference. */
export function etagOf(...parts: (string | Uint8Array)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\0')
  return `"${hash.digest('base64url').slice(0, 27)}"`
}

/** Whether the header If-None-Match names the tag. */
export const matchesEtag = (condition: string | undefined, etag: string): boolean =>
  condition?.split(',').some(tag => ['*', etag, `W/${etag}`].includes(tag.trim())) ?? false
