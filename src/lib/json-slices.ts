import { createYielder, type Yielder } from './event-loop.js'

/** The number of values that are serialized at a time, which takes about 0.2 ms. */
const sliceSize = 2000
/** A text counts as one additional value for each of these characters. */
const charactersPerValue = 128

/** Serializes a value to JSON and yields to the event loop regularly, so that other requests are served. */
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

/** Returns whether a value is too large to be serialized at once. */
export function isLarge(value: unknown): boolean {
  let left = sliceSize
  function count(inner: unknown): void {
    left--
    if (typeof inner === 'string') left -= Math.floor(inner.length / charactersPerValue)
    if (inner === null || typeof inner !== 'object' || left < 0) return
    // Object.values would copy a list.
    const values: unknown[] = Array.isArray(inner) ? inner : Object.values(inner)
    for (const one of values) {
      count(one)
      if (left < 0) return
    }
  }
  count(value)
  return left < 0
}
