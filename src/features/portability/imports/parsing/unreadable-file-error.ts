/** A file of which nothing can be imported; the message says to people why. */
export class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFileError'
}
