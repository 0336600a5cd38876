/**
 * Rejects `undefined` anywhere in a filter. MongoDB would read it as null and match all documents that lack the field,
 * which usually belong to other users.
 * @throws TypeError
 */
export function assertDefined(value: unknown, path = 'filter'): void {
  if (value === undefined) throw new TypeError(`${path} is undefined`)
  if (!isContainer(value)) return
  for (const [key, inner] of Object.entries(value)) assertDefined(inner, `${path}.${key}`)
}

/** Returns whether a value is an array or a plain object. ObjectId, Date, RegExp and the like are neither. */
export function isContainer(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  return Array.isArray(value) || isPlainObject(value)
}

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** Returns whether a condition consists of operators, such as `{ $gt: 1 }`, and is not a document to compare with. */
export function isOperators(value: unknown): value is Record<string, unknown> {
  return isPlainObject(value) && Object.keys(value).some(key => key.startsWith('$'))
}
