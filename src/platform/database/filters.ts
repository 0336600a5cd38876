/**
 * Refuses `undefined` anywhere in a filter. MongoDB would read it as null and match the documents that lack the
 * field: another user's, usually.
 * @throws TypeError
 */
export function assertDefined(value: unknown, path = 'filter'): void {
  if (value === undefined) throw new TypeError(`${path} is undefined`)
  if (!isContainer(value)) return
  for (const [key, inner] of Object.entries(value)) assertDefined(inner, `${path}.${key}`)
}

// ObjectId, Date, RegExp and the like are values, not containers.
export function isContainer(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  return Array.isArray(value) || isPlainObject(value)
}

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** Whether a condition or a change is made of operators, `{ $gt: 1 }`, and not a document to be equal to. */
export function isOperators(value: unknown): value is Record<string, unknown> {
  return isPlainObject(value) && Object.keys(value).some(key => key.startsWith('$'))
}
