/** The file's structure is broken, so nobody can promise that its metadata has been removed. */
export class MalformedImageError extends Error {
  override readonly name = 'MalformedImageError'
}
