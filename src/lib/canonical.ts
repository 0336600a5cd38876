import { createHash } from 'node:crypto'

/**
 * One text for all values that read the same: the order of fields makes no difference, nor whether a field is null or
 * left out; moments are equal by instant, numbers by value.
 */
export function canonical(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (value instanceof Date) return `@${value.getTime()}`
  // Negative zero reads as zero.
  if (typeof value === 'number') return String(value + 0)
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object') return JSON.stringify(value)
  const fields = Object.entries(value).filter(([, part]) => part !== null && part !== undefined)
  fields.sort(([left], [right]) => (left < right ? -1 : 1))
  return `{${fields.map(([name, part]) => `${JSON.stringify(name)}:${canonical(part)}`).join(',')}}`
}

const digestBytes = 12

/** A short mark that equal values share: 96 bits of their SHA-256. */
export const markOf = (value: unknown): string =>
  createHash('sha256').update(canonical(value)).digest().subarray(0, digestBytes).toString('base64url')
