import { createYielder, type Yielder } from './event-loop.js'

/** The number of values that are written to JSON without a pause: some 0.2 ms. */
const sliceSize = 2000
/** A text counts as one more value for each of so many characters. */
const charactersPerValue = 128

/** Writes a value to JSON, with pauses in which other requests are answered. */
export async function stringifyInSlices(value: unknown): Promise<string> {
  const parts: string[] = []
  await write(value, parts, createYielder())
  return parts.join('')
}

async function write(value: unknown, parts: string[], pause: Yielder): Promise<void> {
  if (typeof value !== 'object' || value === null || !isLarge(value)) {
    parts.push(JSON.stringify(value))
    await pause()
    return
  }
  const isList = Array.isArray(value)
  parts.push(isList ? '[' : '{')
  let separator = ''
  for (const [key, inner] of Object.entries(value)) {
    if (inner === undefined && !isList) continue
    parts.push(isList ? separator : `${separator}${JSON.stringify(key)}:`)
    separator = ','
    await write(inner, parts, pause)
  }
  parts.push(isList ? ']' : '}')
}

/** Returns whether a value contains more values, or longer texts, than are written at once. */
export function isLarge(value: unknown): boolean {
  let left = sliceSize
  function count(inner: unknown): void {
    left--
    if (typeof inner === 'string') left -= Math.floor(inner.length / charactersPerValue)
    if (inner === null || typeof inner !== 'object' || left < 0) return
    // The keys of a list are never read one by one.
    const values: unknown[] = Array.isArray(inner) ? inner : Object.values(inner)
    for (const one of values) {
      count(one)
      if (left < 0) return
    }
  }
  count(value)
  return left < 0
}
