/** The structure of the file is invalid, so that the removal of its metadata cannot be guaranteed. */
export class MalformedImageError extends Error {
  override readonly name = 'MalformedImageError'
}
