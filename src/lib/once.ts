/** Returns a function that creates the value on its first call. Later calls return the same value. */
export function once<T>(create: () => T): () => T {
  let created: { value: T } | undefined
  return () => (created ??= { value: create() }).value
}
